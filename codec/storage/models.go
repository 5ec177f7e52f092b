package storage

import (
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
)

// Limits of what a search for models reads.
const (
	rowsMax = 20_000    // rows of any other table
	metaMax = 512 << 10 // bytes of a MetaFile
)

// Models finds the models that the stores of a set carry, as FindModels does, and parses them.
func Models(set *file.Set, stores []file.Store, id string) (known format.SchemaSet, notes []string) {
	found, notes := FindModels(set, stores, id)
	if found == nil {
		return nil, notes
	}
	known = format.SchemaSet{}
	for _, x := range found {
		known[x.Format] = x.Schema
	}
	return known, notes
}

// FindModels finds the models that the stores of a set carry among their rows, for all formats or
// for the one with the given id, with the MetaFile in the set if there is one. Notes say what was
// found but is not used. Tables are not searched to the end: models are in families of their own,
// or at the beginning.
func FindModels(set *file.Set, stores []file.Store, id string) (known []schema.Usable, notes []string) {
	finder := schema.NewFinder(id)
	if finder == nil {
		return nil, nil
	}
	x := search{finder: finder, stores: stores}
	for i, s := range stores {
		for j, t := range s.Tables() {
			for _, e := range Description(&t) {
				x.finder.Add(&e)
			}
			x.table(Pick{i, j}, t.CF != nil)
		}
	}
	return finder.Usable("store", func(f *format.Format) string { return x.meta(set, f) })
}

type search struct {
	finder *schema.Finder
	stores []file.Store
	placed bool // rows are from the store of a format with models
}

// Description returns the attributes in HBase's description of a table as the rows of a dump of
// descriptions. Each of the table's families has them.
func Description(t *file.Table) []store.Entry {
	var rows []store.Entry
	for _, a := range t.Attributes {
		var e store.Entry
		e.Source.Table, _, _ = strings.Cut(t.Name, "/")
		e.Add(store.DescriptorKey, a.Name)
		e.Add(store.Value, a.Value)
		rows = append(rows, e)
	}
	return rows
}

// table passes on rows until it is clear that no model will come. All rows of a column family are of one kind.
func (x *search) table(p Pick, family bool) {
	in := Rows{Scan: Scan{Stores: x.stores, Tables: []Pick{p}}}
	defer in.Scan.Close()
	models, others := false, 0
	for range rowsMax {
		e, err := in.Next()
		if _, lost := err.(*Damage); lost {
			continue
		}
		if err != nil {
			return // the error comes again when the rows are read
		}
		found := x.finder.Add(e)
		x.placed = x.placed || found != format.Elsewhere
		if found == format.ModelPart {
			models = true
		} else if others++; others >= schema.OthersMax && !models && (family || found == format.Elsewhere && !x.placed) {
			return
		}
	}
}

// meta returns the text of a format's MetaFile in the set; empty if there is none, or the stores are not the format's.
func (x *search) meta(set *file.Set, f *format.Format) string {
	if f.Models.MetaFile == "" || !x.placed {
		return ""
	}
	for _, found := range set.Files {
		if file.Base(found.Name) != f.Models.MetaFile {
			continue
		}
		if in, err := set.Open(found.Name); err == nil {
			defer in.Close()
			text, err := file.ReadAll(in, nil, 0, metaMax)
			if err == nil {
				return string(text)
			}
		}
	}
	return ""
}
