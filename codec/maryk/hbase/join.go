package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// joiner assembles records from their cells in family d.
type joiner struct{ cell.Joiner }

func newJoiner(sc format.Schema) (format.Joiner, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return &joiner{cell.Joiner{Schema: s}}, nil
}

// Place implements shuffle.Check: each record is a group, and its cells stay in the order in which they come.
func (j *joiner) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	j.Refused = nil
	row, ok := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	if !ok || string(family) != familyData {
		return format.Foreign
	}
	in := format.Input{Entry: *e, Schema: j.Schema}
	m, err := modelOf(&in)
	if err != nil || m == nil {
		j.Refused = format.Refuse("", "expected a cell that says its table, or a model whose keys alone have "+itoa(len(row))+" bytes")
		return format.Foreign
	}
	if _, j.Refused = versionOf(e); j.Refused != nil {
		return format.Foreign
	}
	id := cell.RecordID{Model: m.Number, Table: e.Source.Table, Key: row}
	p.Group = id.AppendGroup(p.Group)
	return format.Checked
}

// Check implements shuffle.Check: it yields the object of a record.
func (j *joiner) Check(g *shuffle.Group) {
	id := cell.ReadGroup(g.Key)
	x := &Record{Model: j.Schema.Model(id.Model), Key: bytes.Clone(id.Key), table: id.Table}
	entries := 0
	for r := g.Next(); r != nil; r = g.Next() {
		own := r.Entry.Clone()
		if x.Add(&own) == nil { // Place checked it
			entries++
		}
	}
	o := cell.Object(x, x.Model, cell.HBase, x.Key, j.At, j.History, x.writeStored)
	o.Entries = entries
	j.Yield(g, &o)
}
