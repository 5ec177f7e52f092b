package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// How a group is ordered: rows, rows sent as messages, messages, questions.
const (
	orderRow = iota
	orderSentRow
	orderMessage // followed by what it is about
	orderQuestion
)

// passing reads the rows of a group and passes them on.
type passing struct {
	terminates bool // some key of a document or configuration ends in U+0000: its writer stores terminators

	group   *shuffle.Group
	place   shuffle.Place // of a message
	payload []byte        // of a message
}

// to sets the place of a message.
func (x *passing) to(round int, first byte, group []byte, order byte, about []byte) *shuffle.Place {
	p := &x.place
	p.Round, p.Group = round, append(append(p.Group[:0], first), group...)
	p.Order = append(append(p.Order[:0], order), about...)
	return p
}

// rows returns the stored rows of the group, for each key the last one, and calls message for each
// message.
func (x *passing) rows(message func(order, payload []byte)) (list []*row) {
	for r := x.group.Next(); r != nil; r = x.group.Next() {
		var key, path, content []byte
		deleted := false
		switch {
		case r.Entry != nil:
			var hasKey, hasValue bool
			key, hasKey = r.Entry.Part(store.Key)
			content, hasValue = r.Entry.Part(store.Value)
			if deleted = r.Entry.Deleted != ""; !hasKey || !deleted && !hasValue {
				continue
			}
		case r.Order[0] == orderSentRow:
			key = r.Order[1:]
			path, content = shuffle.ReadField(r.Message)
		default:
			message(r.Order, r.Message)
			continue
		}
		if n := len(list); n > 0 && string(list[n-1].stored) == string(key) {
			list = list[:n-1]
		}
		if !deleted {
			all := append(append(make([]byte, 0, len(key)+len(content)), key...), content...)
			r := &row{stored: all[:len(key):len(key)], content: all[len(key):]}
			if x.read(r.stored, &r.reading) == nil {
				r.key = x.chosen(&r.reading, path)
			}
			list = append(list, r)
		}
	}
	return list
}

// read reads a key. Where the writer stores no terminators, U+0000 at the end of a key belongs to the text there: an n-gram,
// label or group name may end in it.
func (x *passing) read(key []byte, k *KeyReading) error {
	err := DecodeKey(key, k)
	if err != nil || !k.endsInDoubt() || x.terminates {
		return err
	}
	k.Text, k.NulTerminated, k.EmbeddedNul = key, false, true
	for i := range k.Candidates {
		if c := &k.Candidates[i]; shapes[c.Kind].rest != "" {
			c.Rest = key[len(key)-len(c.Rest)-1:]
		}
	}
	return nil
}

// endsInDoubt reports whether U+0000 at the end of the key may also belong to its last text.
func (k *KeyReading) endsInDoubt() bool {
	return k.NulTerminated && shapes[k.Candidates[0].Kind].rest != ""
}

// chosen returns the reading of a key that belongs to the group; if there are several readings, the
// one with the path.
func (x *passing) chosen(k *KeyReading, path []byte) *Key {
	for i := range k.Candidates {
		if c := &k.Candidates[i]; byte(c.Kind) == x.group.Key[0] && bytes.Equal(c.Path, path) {
			return c
		}
	}
	return &k.Candidates[0]
}

// sendRow sends a row as it is to a later round.
func (x *passing) sendRow(round int, first byte, r *row) {
	x.payload = append(shuffle.AppendField(x.payload[:0], r.key.Path), r.content...)
	x.group.Send(x.to(round, first, r.reading.Text, orderSentRow, r.stored), x.payload)
}

// askPaths sends a key with several readings to where it will learn which of their paths are entities, and asks the
// paths.
func (x *passing) askPaths(r *row, paths, answered int) {
	for i := range r.reading.Candidates {
		x.group.Send(x.to(paths, groupPath, r.reading.Candidates[i].Path, orderQuestion, r.reading.Text), nil)
	}
	x.sendRow(answered, groupText, r)
}

// answerPaths tells those who ask that a path is an entity.
func (x *passing) answerPaths(asking [][]byte, path []byte, answered int) {
	for _, text := range asking {
		x.group.Send(x.to(answered, groupText, text, orderMessage, path), nil)
	}
}

// noMessage is for groups that get no messages.
func noMessage(_, _ []byte) {}
