package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// known is what is known of a table as a whole.
type known struct {
	model    *cell.Model
	name     string // of the table in the dump
	implier  *cell.Implier
	families []string // of index cells and unique cells
	marked   bool     // there are hard deletes
	repeated bool     // there are several versions of some cell
	last     place    // of the last cell
	lastAt   hlc.Version

	whole    bool // all versions of all records are known
	oneByte  bool // keys are one byte long, and some record has a unique value
	freed    int  // cells of a sample that free a unique value, and that no record accounts for
	unjudged int  // those that say that a record of the sample has one
}

func newKnown(m *cell.Model, name string) *known {
	k := &known{model: m, name: name, implier: cell.NewImplier(m.Def, cell.HBase), families: []string{familyUnique}}
	for _, x := range m.Def.Indexes {
		if x.Reference != nil {
			k.families = append(k.families, string(AppendIndexFamily(nil, x.Reference)))
		}
	}
	return k
}

// note notes whether a cell is a further version of the last one. In a scan all versions of a cell are
// together, so that this is known of a sample too.
func (k *known) note(row, family, qualifier []byte, at hlc.Version) {
	if k.repeated {
		return
	}
	if string(row) == k.last.row && string(family) == k.last.family && string(qualifier) == k.last.qualifier {
		k.repeated = at != k.lastAt
		return
	}
	k.last, k.lastAt = place{string(row), string(family), string(qualifier)}, at
}

// Start implements shuffle.Starter.
func (v *verifier) Start() {
	for _, k := range v.models {
		k.whole, k.oneByte, k.freed, k.unjudged = true, false, 0, 0
	}
}

// Finish implements shuffle.Finisher: findings about whole tables, of which no sample is.
func (v *verifier) Finish(g *shuffle.Group) {
	c := &v.checks
	for _, k := range v.models {
		c.known, c.group, c.mine, c.own = k, g, true, nil
		if k.oneByte {
			c.find(format.Info, MissingUniqueRow, about{place: place{family: familyUnique}, defect: DefectOneByte,
				noMend: "upstream cannot do otherwise with keys of one byte"},
				"upstream takes every unique value of this model as free, since its keys are one byte long")
		}
		unique := about{place: place{family: familyUnique}, noMend: "verify all records"}
		if k.unjudged > 0 {
			c.find(format.Warning, cell.NotInSample, unique, itoa(k.unjudged)+
				" cells are of records that have not these unique values: whether others have them is not judged in a sample")
		}
		if k.freed > 0 {
			c.find(format.Info, cell.NotInSample, unique, itoa(k.freed)+
				" cells free a unique value: whether a record changed then is not judged in a sample")
		}
	}
	v.TellUnknown(g, "cells", "their table's model is not known, or they have no timestamp, or they are markers that Maryk does not write: they were not verified")
}

// begin readies it for a group.
func (c *checks) begin(g *shuffle.Group) {
	c.known, c.group = c.v.models[modelIn(g.Key)], g
	c.own, c.cells = c.own[:0], c.cells[:0]
	c.bytes.Reset()
	c.markers, c.nulls = map[string][]hlc.Version{}, map[place]bool{}
	c.mine, c.now, c.whole, c.doubtful = true, nil, 0, false
}

// id is what the key of the group has after the kind.
func (c *checks) id() []byte { return bytes.Clone(c.group.Key[5:]) }
