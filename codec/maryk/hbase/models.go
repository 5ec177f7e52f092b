package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var models = format.Models{
	NewFinder:  func() format.Finder { return new(finder) },
	Read:       cell.ReadModel,
	AppendText: cell.AppendModels,
	AppendYAML: cell.AppendYAML,
	Write:      cell.WriteModels,
	Stored:     cell.StoredModels,
}

// finder collects the values of tables' descriptors, where a dump has them.
type finder struct{ cell.Finder }

// Add implements format.Finder. The store's own rows never have a descriptor, so that
// a dump without any says nothing about models.
func (f *finder) Add(e *store.Entry) format.Found {
	key, ok := e.Part(partDescriptorKey)
	if !ok {
		return format.Elsewhere
	}
	b, given := e.Part(store.Value)
	if len(key) != 1 || key[0] >= cell.Items || !given {
		return format.Other
	}
	f.Finder.Add(e.Source.Table, int(key[0]), b)
	return format.ModelPart
}

// Models implements format.Finder. Tables have no numbers: they are counted.
func (f *finder) Models() (models value.Value, problems []error, ok bool) {
	all, problems := f.Finder.Models(func(i int, _ string) (uint32, bool) { return uint32(i) + 1, true })
	return value.OfMembers(all...), problems, len(all) > 0
}

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
func (j *joiner) Add(e *store.Entry) error {
	row, ok := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	if !ok || string(family) != familyData {
		return nil
	}
	in := format.Input{Entry: *e, Schema: j.Schema}
	m, err := modelOf(&in)
	if err != nil || m == nil {
		return format.Refuse("", "expected a cell that says its table, or a model whose keys alone have "+itoa(len(row))+" bytes")
	}
	id := cell.RecordID{Model: m.Number, Table: e.Source.Table, Key: string(row)}
	x := j.Record(id, func() *joined { return &joined{record: NewRecord(m, []byte(id.Key))} })
	own := e.Clone()
	if err := x.record.Add(&own); err != nil {
		return err
	}
	x.entries++
	return nil
}

// Objects implements format.Joiner: records by model, table and key.
func (j *joiner) Objects(m format.Moment, yield func(format.Object) bool) error {
	return j.Join(m, yield, func(x *joined, at hlc.Version) (format.Object, bool) {
		o := cell.Object(x.record, x.record.Model, x.record.Key, at, m.History)
		o.Entries = x.entries
		return o, true
	})
}
