// Package answer writes what several answers have in common: the parts of an entry, errors, how a
// text was read, and the legends of formats.
//
// Not promised: it serves the packages that answer requests.
package answer

import (
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// WriteParts writes the members parts and timestamp of an entry.
func WriteParts(w *value.Writer, e *store.Entry) {
	w.Key("parts")
	w.Object()
	for i := range e.Parts {
		w.AnyKey(e.Parts[i].Name) // a column of a pasted table may have any name
		w.Hex(e.Parts[i].Bytes)
	}
	w.EndObject()
	if e.Timestamp != "" {
		w.Member("timestamp").String(e.Timestamp)
	}
}

// WriteError writes a decoding error as an object.
func WriteError(w *value.Writer, e *wire.Error) {
	w.Object()
	w.Member("code").String(e.Code.String())
	w.Member("message").String(e.Error())
	w.Member("part").String(e.Part)
	w.Member("offset").Int(int64(e.Offset))
	w.Member("field").String(e.Field)
	w.Member("expected").String(e.Expected)
	w.Member("found").String(e.Found)
	w.EndObject()
}

// WriteFailure writes an error without a position in bytes, as an object.
func WriteFailure(w *value.Writer, code, message string) {
	w.Object()
	w.Member("code").String(code)
	w.Member("message").String(message)
	w.EndObject()
}

// WriteSpelling writes how a text was read: members of an object.
func WriteSpelling(w *value.Writer, res *dump.Result) {
	w.Member("spelling").String(res.Form.ID)
	w.Key("spellings")
	w.Array()
	for _, f := range append([]*dump.Form{res.Form}, res.Alternatives...) {
		w.Object()
		w.Member("id").String(f.ID)
		w.Member("title").String(f.Title)
		w.EndObject()
	}
	w.EndArray()
	w.Key("alternatives")
	w.Array()
	for _, f := range res.Alternatives {
		w.String(f.ID)
	}
	w.EndArray()
	w.Member("notes").Strings(res.Notes)
	if res.Waiting != "" {
		w.Member("waiting").String(res.Waiting)
	}
}

// WriteRow writes a row as records are written, without fields:
// {"format","record","parts","timestamp","source","deleted","increment"}. Its source has only table and column family.
func WriteRow(w *value.Writer, formatID, record string, e *store.Entry) {
	w.Object()
	w.Member("format").String(formatID)
	if record != "" {
		w.Member("record").String(record)
	}
	WriteParts(w, e)
	where := store.Source{Table: e.Source.Table, CF: e.Source.CF}
	format.WriteSource(w, &where)
	if e.Deleted != "" {
		w.Member("deleted").String(e.Deleted)
	}
	if e.Increment {
		w.Member("increment").Bool(true)
	}
	w.EndObject()
}
