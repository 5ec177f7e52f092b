package hbase

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Record is all cells of one record, of any age and in any order.
type Record struct {
	Model *cell.Model
	Key   []byte

	cells   []cell.Stored // of family d; qualifiers of cells that are no values too
	markers []hlc.Version // DeleteFamily of family d
}

// NewRecord returns the record of a model with the key, without any cells yet.
func NewRecord(m *cell.Model, key []byte) *Record { return &Record{Model: m, Key: key} }

// Add adds a cell. Cells of other rows, and of families that do not say what the
// record's values are, change nothing.
func (x *Record) Add(e *store.Entry) error {
	row, _ := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	if !bytes.Equal(row, x.Key) || string(family) != familyData {
		return nil
	}
	n, err := strconv.ParseUint(e.Timestamp, 10, 64)
	if err != nil {
		return format.Refuse("timestamp", "expected a whole number, as every cell has it")
	}
	v := hlc.Version(n)
	if e.Deleted != "" {
		if e.Deleted != deleteFamily {
			return format.Refuse("cellType", "expected Put or "+deleteFamily+", the only marker that Maryk writes")
		}
		x.markers = append(x.markers, v)
		return nil
	}
	q, _ := e.Part(store.Qualifier)
	val, _ := e.Part(store.Value)
	x.cells = append(x.cells, cell.Stored{Qualifier: q, Data: val, Version: v})
	return nil
}

// deleteFamily is HBase's name of the marker that a hard delete writes.
const deleteFamily = "DeleteFamily"

// held returns the cells that hold at a version: the newest of each qualifier that no
// marker hides.
func (x *Record) held(at hlc.Version) []cell.Stored {
	hidden, any := hlc.Version(0), false
	for _, m := range x.markers {
		if m <= at {
			hidden, any = max(hidden, m), true
		}
	}
	shown := x.cells
	if any {
		shown = nil
		for _, c := range x.cells {
			if c.Version > hidden {
				shown = append(shown, c)
			}
		}
	}
	return cell.At(shown, at)
}

// Versions returns the versions at which the record changed, the oldest first; hard
// deletes too.
func (x *Record) Versions() []hlc.Version {
	all := append([]cell.Stored(nil), x.cells...)
	for _, m := range x.markers {
		all = append(all, cell.Stored{Version: m})
	}
	return cell.Versions(all)
}

// state is what a record's cells say besides its values.
type state struct {
	exists      bool
	first, last hlc.Version
	deleted     bool
	values      []cell.Stored
}

func (x *Record) state(at hlc.Version) (s state) {
	for _, c := range x.held(at) {
		switch string(c.Qualifier) {
		case metaCreated:
			s.exists, s.first = len(c.Data) == 8, number(c.Data)
		case metaLastUpdate:
			s.last = number(c.Data)
		case metaSoftDelete:
			s.deleted = len(c.Data) == 1 && c.Data[0] == 1
		default:
			s.values = append(s.values, c)
		}
	}
	return s
}

func number(b []byte) hlc.Version {
	if len(b) != 8 {
		return 0
	}
	return hlc.Version(binary.BigEndian.Uint64(b))
}

// Write writes the record as it was at a version: exists, firstVersion, lastVersion,
// isDeleted, values. Nothing else is there of a record that does not exist.
func (x *Record) Write(w *value.Writer, at hlc.Version) error {
	s := x.state(at)
	w.Object()
	w.Key("exists")
	w.Bool(s.exists)
	if !s.exists {
		w.EndObject()
		return nil
	}
	if x.Model == nil || x.Model.Def == nil {
		return format.Refuse("model", "expected the definition of the model")
	}
	rec, err := cell.Assemble(x.Model.Def, cell.HBase, s.values)
	if err != nil {
		return err
	}
	w.Key("firstVersion")
	w.Uint64(uint64(s.first))
	w.Key("lastVersion")
	w.Uint64(uint64(s.last))
	w.Key("isDeleted")
	w.Bool(s.deleted)
	w.Key("values")
	rec.Write(w)
	w.EndObject()
	return nil
}

// deriveRecord joins the cells of one record. Given.at is a version; with
// given.history all versions are written, the oldest first.
func deriveRecord(in *format.Input, w *value.Writer) error {
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	if m == nil || m.Def == nil {
		return format.Refuse("model", "expected a model that was defined")
	}
	key, ok := in.Given.Member("key").Hex()
	if !ok {
		return format.Refuse("key", "expected the record's key as hex digits")
	}
	x := NewRecord(m, key)
	for i := range in.Entry.Rows {
		if err := x.Add(&in.Entry.Rows[i]); err != nil {
			return err
		}
	}
	return cell.WriteAnswer(in, w, x)
}
