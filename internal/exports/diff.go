package exports

import (
	"errors"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/format"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// The sides of a comparison.
const (
	OldSide = diff.OldSide
	NewSide = diff.NewSide
)

// DiffRows writes the difference between two rows as a line of `rowlens diff --json`, or nothing if there is none. The
// request:
//
//	{"format","record","schema","zones"}   all optional, as for rl_inspect
//	{"old":ROW,"new":ROW,"visible"}        see diff.ReadRow; with visible, timestamps are ignored
func DiffRows(request, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(request)
	req, err := value.Parse(request)
	if err == nil {
		err = knows(req, diffRowOptions)
	}
	if err != nil {
		return e.from(err)
	}
	id, _ := req.Member("format").Text()
	if id != "" && codec.Find(id) == nil {
		return int64(e.refuse(UnknownFormat, "format"))
	}
	d := stream.Decoder{Format: id}
	d.Only, _ = req.Member("record").Text()
	if d.Zones, err = session.ReadZones(req.Member("zones"), hostZones); err != nil {
		return e.from(err)
	}
	var code Code
	if d.Schemas, code, err = schemasOf(req, id, e); err != nil {
		return e.from(err)
	} else if code != OK {
		return int64(code)
	}
	old, err := diff.ReadRow(req.Member("old"))
	if err != nil {
		return e.from(errors.New("old: " + err.Error()))
	}
	new, err := diff.ReadRow(req.Member("new"))
	if err != nil {
		return e.from(errors.New("new: " + err.Error()))
	}
	visible, _ := req.Member("visible").Bool()
	c := diff.Comparer{Old: &stream.Summarizer{Decoder: d}, New: &stream.Summarizer{Decoder: d}}
	found := c.Rows(old, new, !visible)
	if found == nil {
		return 0
	}
	var w value.Writer
	found.Write(&w)
	return deliver(out, append(w.Buf, '\n'), e)
}

// schemasOf reads the member schema of a request: a handle, a list of handles, or schemas as JSON.
func schemasOf(req value.Value, id string, e *Error) (format.SchemaSet, Code, error) {
	v := req.Member("schema")
	known := options{request: req, memory: &calls}
	if err := known.readSchemas(v); err != nil {
		return nil, e.refuse(BadHandle, "schema"), nil
	}
	if len(known.schemas) > 0 {
		set := format.SchemaSet{}
		for _, s := range known.schemas {
			if s.parsed != nil {
				set[s.format] = s.parsed
			}
		}
		if id != "" && len(set) > 0 && set.For(codec.Find(id)) == nil { // as in calls about records: it would be without effect
			return nil, e.refuse(BadHandle, "schema"), nil
		}
		return set, OK, nil
	}
	if v.IsNull() {
		return nil, OK, nil
	}
	set, err := models.Parse(v, id)
	return set, OK, err
}
