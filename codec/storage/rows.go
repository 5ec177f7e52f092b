package storage

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows returns what a scan finds as the entries of a dump.
type Rows struct {
	Scan   Scan
	Remark func(*Damage) // called for damage that loses nothing; may be nil

	// Values asks for what readers see: entries of which only a merge operator that is not known makes the value of their
	// key are none of it. There is a *Damage in their place, once a key, which is ErrUnmerged.
	Values bool

	told bool // of the last such entries:
	last struct {
		store, table int
		key          []byte
	}

	entry file.Entry
	stamp string // the timestamp of the previous entry
	time  int64
	timed bool
	more  []byte // memory for AddMore
}

// Next returns the next entry, valid until the next call; io.EOF after the last one. A *Damage takes the place of
// missing entries, and the scan continues after it. Any other error ends the scan.
func (r *Rows) Next() (*store.Entry, error) {
	e := &r.entry
	for r.Scan.Next(e) {
		switch {
		case e.Damage != nil && e.Damage.Remark:
			if r.Remark != nil {
				r.Remark(&Damage{*e.Damage})
			}
		case e.Damage != nil:
			return nil, &Damage{*e.Damage}
		case r.Values && r.hidden():
		case r.Values && e.Unmerged:
			return nil, r.operands()
		case e.Error != "":
			return nil, r.unread()
		case !e.Empty:
			Place(e, &e.Source)
			if e.Timed {
				e.Timestamp = r.timestamp(e.Time)
			}
			return &e.Entry, nil
		}
	}
	if err := r.Scan.Err(); err != nil {
		return nil, err
	}
	return nil, io.EOF
}

// Note says what had to be assumed for the last entry; "" if nothing.
func (r *Rows) Note() string { return r.entry.Note }

// hidden reports whether an entry has the key of those that were told to be unmerged.
func (r *Rows) hidden() bool {
	_, key, ok := r.entry.First(store.Key)
	return ok && r.told && r.last.store == r.Scan.at && r.last.table == r.entry.Table && bytes.Equal(r.last.key, key)
}

// ErrUnmerged is the error of entries of which only a merge operator that is not known makes a value.
var ErrUnmerged = errors.New("the operator that makes the value of merge operands is not known")

const codeUnmerged = "operands"

// Is says which Damage is ErrUnmerged.
func (d *Damage) Is(err error) bool { return err == ErrUnmerged && d.Code == codeUnmerged }

// operands is in the place of entries that are not merged.
func (r *Rows) operands() *Damage {
	e := &r.entry
	_, key, _ := e.First(store.Key)
	r.told, r.last.store, r.last.table, r.last.key = true, r.Scan.at, e.Table, append(r.last.key[:0], key...)
	return &Damage{file.Damage{File: e.Source.File, Code: codeUnmerged, Offset: file.NoOffset, Expected: "a value", Found: "merge operands",
		Text: "the key " + string(value.AppendHex(nil, key)) +
			" has merge operands, and the operator that makes its value of them is not known; --stored compares what is stored"}}
}

// Entry returns the last entry as the store has it, with details that entries of a dump lack.
func (r *Rows) Entry() *file.Entry { return &r.entry }

// AddMore adds details of the last entry that entries of a dump lack as parts with the given names, as JSON: its wide
// columns and the tags of its cell. An empty name leaves them out. The parts are valid until the next call.
func (r *Rows) AddMore(e *store.Entry, columns, tags string) {
	w := value.Writer{Buf: r.more[:0]}
	if columns != "" && len(r.entry.Columns) > 0 {
		w.Array()
		for _, c := range r.entry.Columns {
			w.Hex(c.Name)
			w.Hex(c.Value)
		}
		w.EndArray()
		e.Add(columns, w.Buf)
	}
	if at := len(w.Buf); tags != "" && len(r.entry.Tags) > 0 {
		w = value.Writer{Buf: w.Buf}
		w.Array()
		for _, t := range r.entry.Tags {
			w.Int(int64(t.Type))
			w.Hex(t.Value)
		}
		w.EndArray()
		e.Add(tags, w.Buf[at:])
	}
	r.more = w.Buf
}

// unread returns the damage for an entry of which only the key could be read.
func (r *Rows) unread() *Damage {
	e := &r.entry
	d := &Damage{file.Damage{File: e.Source.File, Code: e.Error, Offset: e.Block, Expected: "a value", Found: "none that can be read"}}
	if _, k, ok := e.First(store.Key, store.Row); ok {
		d.Text = "the value of the key " + string(value.AppendHex(nil, k)) + " could not be read"
	}
	return d
}

// timestamp returns a time as text. Neighbours often have the same time.
func (r *Rows) timestamp(t int64) string {
	if !r.timed || t != r.time {
		r.stamp, r.time, r.timed = strconv.FormatInt(t, 10), t, true
	}
	return r.stamp
}

// Damage is the error that takes the place of missing rows.
type Damage struct{ file.Damage }

// Error returns one sentence with the place.
func (d *Damage) Error() string {
	text := d.Text
	if text == "" {
		text = "expected " + d.Expected + ", found " + d.Found
	}
	if d.Offset >= 0 {
		text = "offset " + strconv.FormatInt(d.Offset, 10) + ": " + text
	}
	return text
}

// Source returns the place of the damage.
func (d *Damage) Source() store.Source {
	s := store.Source{File: d.File}
	if d.Offset >= 0 {
		s.Lineless, s.Offset = true, d.Offset
	}
	return s
}

// WriteError writes the value of a record's member error.
func (d *Damage) WriteError(w *value.Writer) {
	w.Object()
	writeDamage(w, &d.Damage)
	w.EndObject()
}
