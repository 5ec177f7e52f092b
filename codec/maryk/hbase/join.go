package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// joiner keeps the cells of records.
type joiner struct{ cell.Joiner[joined] }

type joined struct {
	record  *Record
	entries int
}

func newJoiner(sc format.Schema) (format.Joiner, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return &joiner{cell.Joiner[joined]{Schema: s}}, nil
}

// Add implements format.Joiner. Cells of family d are copied.
func (j *joiner) Add(e *store.Entry) (part bool, err error) {
	row, ok := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	if !ok || string(family) != familyData {
		return false, nil
	}
	in := format.Input{Entry: *e, Schema: j.Schema}
	m, err := modelOf(&in)
	if err != nil || m == nil {
		return false, format.Refuse("", "expected a cell that says its table, or a model whose keys alone have "+itoa(len(row))+" bytes")
	}
	id := cell.RecordID{Model: m.Number, Table: e.Source.Table, Key: string(row)}
	x := j.Record(id, func() *joined { return &joined{record: &Record{Model: m, Key: []byte(id.Key), table: id.Table}} })
	own := e.Clone()
	if err := x.record.Add(&own); err != nil {
		return false, err
	}
	x.entries++
	return true, nil
}

// Objects implements format.Joiner: records by model, table and key.
func (j *joiner) Objects(m format.Moment, yield func(format.Object) bool) error {
	return j.Join(m, yield, func(x *joined, at hlc.Version) (format.Object, bool) {
		o := cell.Object(x.record, x.record.Model, cell.HBase, x.record.Key, at, m.History, x.record.writeStored)
		o.Entries = x.entries
		return o, true
	})
}
