package hbase

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Record is all cells of one record, of any version and in any order.
type Record struct {
	Model *cell.Model
	Key   []byte

	table   string
	cells   []cell.Stored // from family d, including cells that are not values
	markers []hlc.Version // DeleteFamily markers in family d
}

// NewRecord returns a record of a model with the key, and without any cells yet.
func NewRecord(m *cell.Model, key []byte) *Record { return &Record{Model: m, Key: key} }

// Add adds a cell. It ignores cells of other rows, and of families that do not hold the record's
// values.
func (x *Record) Add(e *store.Entry) error {
	row, _ := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	if !bytes.Equal(row, x.Key) || string(family) != familyData {
		return nil
	}
	v, err := versionOf(e)
	if err != nil {
		return err
	}
	if e.Deleted != "" {
		x.markers = append(x.markers, v)
		return nil
	}
	q, _ := e.Part(store.Qualifier)
	val, _ := e.Part(store.Value)
	x.cells = append(x.cells, cell.Stored{Qualifier: q, Data: val, Version: v})
	return nil
}

// versionOf returns the version of a cell, or an error saying why Maryk writes no such cell.
func versionOf(e *store.Entry) (hlc.Version, error) {
	n, err := strconv.ParseUint(e.Timestamp, 10, 64)
	if err != nil {
		return 0, format.Refuse("timestamp", "expected a whole number, as every cell has it")
	}
	if e.Deleted != "" && e.Deleted != deleteFamily {
		return 0, format.Refuse("cellType", "expected Put or "+deleteFamily+", the only marker that Maryk writes")
	}
	return hlc.Version(n), nil
}

// deleteFamily is HBase's name for the marker that a hard delete writes.
const deleteFamily = "DeleteFamily"

// held returns the cells that are current at a version: the newest of each qualifier, unless a
// marker hides it.
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

// Versions returns the versions at which the record changed, oldest first, including hard deletes.
func (x *Record) Versions() []hlc.Version {
	all := append([]cell.Stored(nil), x.cells...)
	for _, m := range x.markers {
		all = append(all, cell.Stored{Version: m})
	}
	return cell.Versions(all)
}

// state is what a record's cells hold: its values and metadata.
type state struct {
	exists      bool
	first, last hlc.Version
	deleted     bool
	values      []cell.Stored
}

func (x *Record) state(at hlc.Version) (s state) {
	for _, c := range x.held(at) {
		if isMeta(c.Qualifier) {
			s.meta(&c)
		} else {
			s.values = append(s.values, c)
		}
	}
	return s
}

// write writes the record, which exists.
func (s *state) write(w *value.Writer, rec *cell.Record) {
	(&cell.State{First: s.first, Last: s.last, Deleted: s.deleted}).Write(w, rec)
}

// isMeta reports whether a cell is about the record itself: no reference has the tag 0.
func isMeta(qualifier []byte) bool {
	switch string(qualifier) {
	case metaCreated, metaLastUpdate, metaSoftDelete:
		return true
	}
	return false
}

// meta applies a cell about the record.
func (s *state) meta(c *cell.Stored) {
	switch string(c.Qualifier) {
	case metaCreated:
		s.exists, s.first = len(c.Data) == 8, number(c.Data)
	case metaLastUpdate:
		s.last = number(c.Data)
	case metaSoftDelete:
		s.deleted = len(c.Data) == 1 && c.Data[0] == 1
	}
}

func number(b []byte) hlc.Version {
	if len(b) != 8 {
		return 0
	}
	return hlc.Version(binary.BigEndian.Uint64(b))
}

// Write writes the record as it was at a version, with the members exists, firstVersion,
// lastVersion, isDeleted and values. For a record that does not exist it writes only exists.
func (x *Record) Write(w *value.Writer, at hlc.Version) error {
	s := x.state(at)
	if !s.exists {
		cell.WriteAbsent(w)
		return nil
	}
	if err := x.Model.Defined(); err != nil {
		return err
	}
	rec, err := cell.Assemble(x.Model.Def, cell.HBase, s.values)
	if err != nil {
		return err
	}
	s.write(w, rec)
	return nil
}

// History implements cell.Joined.
func (x *Record) History(yield func(hlc.Version, func(*value.Writer)) bool) error {
	if err := x.Model.Defined(); err != nil {
		return err
	}
	meta, values := x.split()
	slices.Sort(x.markers)
	p := cell.NewReplay(x.Model.Def, cell.HBase, cell.Place{}, values)
	var s state
	markers := x.markers
	for _, v := range x.Versions() {
		hidden := len(markers) > 0 && markers[0] == v
		for len(markers) > 0 && markers[0] == v {
			markers = markers[1:]
		}
		if hidden {
			s = state{}
			p.Hide(v)
		}
		if err := p.To(v); err != nil {
			return err
		}
		for ; len(meta) > 0 && meta[0].Version <= v; meta = meta[1:] {
			if !hidden {
				s.meta(&meta[0])
			}
		}
		write := cell.WriteAbsent
		if s.exists {
			write = func(w *value.Writer) { s.write(w, p.Record) }
		}
		if !yield(v, write) {
			break
		}
	}
	return nil
}

// Written implements cell.Joined.
func (x *Record) Written() map[hlc.Version][]cell.Stored {
	by := map[hlc.Version][]cell.Stored{}
	for _, c := range x.cells {
		by[c.Version] = append(by[c.Version], c)
	}
	return by
}

// Gone implements cell.Joined.
func (x *Record) Gone(v hlc.Version) bool { return slices.Contains(x.markers, v) }

// writeStored writes what the history does not tell: the table.
func (x *Record) writeStored(w *value.Writer) {
	if x.table != "" {
		w.Key("table")
		w.String(x.table)
	}
}

// split returns the cells about the record, by version, and the cells of its values. Of two cells
// with the same qualifier and version the first wins and is therefore sorted last.
func (x *Record) split() (meta, values []cell.Stored) {
	for _, c := range x.cells {
		if isMeta(c.Qualifier) {
			meta = append(meta, c)
		} else {
			values = append(values, c)
		}
	}
	slices.Reverse(meta)
	sorting.Stable(meta, func(a, b cell.Stored) int { return cmp.Compare(a.Version, b.Version) })
	return meta, values
}

// deriveRecord joins the cells of one record. given.at is a version; given.history asks for all
// versions, oldest first.
func deriveRecord(in *format.Input, w *value.Writer) error {
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	if err := m.Defined(); err != nil {
		return err
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
