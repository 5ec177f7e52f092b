package session

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/schema"
)

// keysMax is how many keys an answer sorts; sorting only some of the keys would give a wrong order.
const keysMax = 1000

// opOrder sorts the keys of a text, or entries, and explains what decides between neighbours.
func (s *Session) opOrder(r *request) error {
	q := r.query()
	list, err := s.keys(r, q.Format)
	if err != nil || list == nil {
		return err
	}
	if name, ok := r.Member("cf").Text(); ok {
		cf, err := schema.Family(name, q.Format, q.Schemas)
		if err != nil {
			return format.Refuse("cf", "no such column family: "+err.Error())
		}
		for i := range list {
			if source := &list[i].Entry.Source; source.CF == "" {
				source.CF = cf
			}
		}
	}
	o := keys.Sort(q, list)
	readings, limited := r.Member("readings").Int()
	w := &s.w
	w.Key("order")
	o.Write(w, list)
	w.Key("keys")
	w.Array()
	for i := range list {
		var why *keys.Reason
		if i > 0 {
			why = o.Reason(&list[i-1], &list[i])
		}
		w.Object()
		list[i].Write(w, i+1, why)
		if best := list[i].Best; best != nil && (!limited || int64(i) < readings) {
			w.Key("reading")
			best.Write(w, true)
		}
		w.EndObject()
	}
	w.EndArray()
	return nil
}

// keys reads the keys of a request; none while a digit is missing in the text.
func (s *Session) keys(r *request, id string) ([]keys.SortedKey, error) {
	var out []keys.SortedKey
	if list, ok := r.Get("entries"); ok {
		for _, item := range list.Items() {
			k := keys.SortedKey{Input: len(out) + 1}
			if err := addParts(&k.Entry, item.Member("parts")); err != nil {
				return nil, err
			}
			k.Entry.Timestamp, _ = item.Member("timestamp").Text()
			k.Entry.Deleted, _ = item.Member("deleted").Text()
			k.Entry.Source.CF, _ = item.Member("cf").Text()
			k.Entry.Source.Table, _ = item.Member("table").Text()
			out = append(out, k)
		}
		return out, tooMany(len(out))
	}
	text, ok := r.Member("text").Text()
	if !ok {
		return nil, errors.New("expected text, or entries with parts as hex")
	}
	res, err := dump.ParseKeys([]byte(text), pasteOptions(r.Value, id, keysMax))
	if err != nil {
		return nil, err
	}
	answer.WriteSpelling(&s.w, res)
	if err := tooMany(res.RowCount); err != nil || res.Waiting != "" {
		return nil, err
	}
	for i := range res.Rows {
		if err := res.Rows[i].Err; err != nil {
			return nil, err
		}
		out = append(out, keys.SortedKey{Input: i + 1, Entry: res.Rows[i].Entry})
	}
	return out, nil
}

func tooMany(n int) error {
	if n <= keysMax {
		return nil
	}
	return errors.New("expected at most " + strconv.Itoa(keysMax) + " keys, found " + strconv.Itoa(n) + "; `rowlens order` on the command line sorts any number")
}
