package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// known is what is known about a table as a whole.
type known struct {
	model    *cell.Model
	name     string // name of the table in the dump
	implier  *cell.Implier
	families []string // families of index cells and unique cells
	marked   bool     // there are hard deletes
	repeated bool     // some cell has several versions
	last     place    // place of the last cell
	lastAt   hlc.Version

	whole    bool // all versions of all records are known
	oneByte  bool // keys are one byte long, and some record has a unique value
	freed    int  // cells in a sample that free a unique value and that no record accounts for
	unjudged int  // cells that say that a record in the sample has a unique value
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

// note notes whether a cell is another version of the previous one. A scan has all versions of a cell
// together, so this is known for a sample too.
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

// Finish implements shuffle.Finisher: it reports findings about whole tables, which no sample has.
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
				" cells are of records that do not have these unique values: whether others have them is not judged in a sample")
		}
		if k.freed > 0 {
			c.find(format.Info, cell.NotInSample, unique, itoa(k.freed)+
				" cells free a unique value: whether a record changed then is not judged in a sample")
		}
	}
	v.TellUnknown(g, "cells", "their table's model is not known, or they have no timestamp, or they are markers that Maryk does not write: they were not verified")
}

// begin prepares c for a group.
func (c *checks) begin(g *shuffle.Group) {
	c.known, c.group = c.v.models[modelIn(g.Key)], g
	c.own, c.cells = c.own[:0], c.cells[:0]
	c.bytes.Reset()
	c.markers, c.nulls, c.latent = map[string][]hlc.Version{}, map[place]bool{}, map[place]bool{}
	c.ends = map[place]end{}
	c.mine, c.now, c.whole, c.doubtful = true, nil, 0, false
}

// id returns what follows the kind in the key of the group.
func (c *checks) id() []byte { return bytes.Clone(c.group.Key[5:]) }
