package storage

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Comparer finds the order of tables whose comparator belongs to an application, with the help of
// what the application wrote next to the store. The zero Comparer has no further knowledge.
type Comparer struct {
	Meta      string // text of a format's MetaFile, in place of the file next to the store
	Numbering string // one of a format's Numberings, or empty to try them all
}

// Compare is for file.Options.Compare. It returns the order that a format gives a comparator's
// table, or nil if none does. For maryk.VersionedComparator it needs the length of the model's
// keys, which MARYK_META.yml contains.
func (c Comparer) Compare(comparator string, table []byte, side func(name string) []byte) func(a, b []byte) int {
	e := store.Entry{Source: store.Source{CF: string(value.AppendHex(nil, table))}}
	for _, f := range codec.Formats() {
		if f.Comparator == nil || f.Models == nil || f.Models.MetaFile == "" || f.ParseSchema == nil {
			continue
		}
		meta := c.Meta
		if meta == "" && side != nil {
			meta = string(side(f.Models.MetaFile))
		}
		if meta == "" {
			continue
		}
		for _, numbering := range c.numberings(f) {
			if found := byMeta(f, meta, numbering, &e); found != nil && found.Title == comparator && found.Split != nil {
				return func(a, b []byte) int {
					order, _, _ := found.Compare(a, b)
					return order
				}
			}
		}
	}
	return nil
}

// numberings returns the numberings to try, the usual one first.
func (c Comparer) numberings(f *format.Format) []string {
	if c.Numbering != "" {
		return []string{c.Numbering}
	}
	return append([]string{""}, f.Models.Numberings...)
}

func byMeta(f *format.Format, meta, numbering string, e *store.Entry) *format.Comparator {
	models := format.WithMeta(value.Value{}, meta)
	if numbering != "" {
		models = format.With(models, "familyNumbering", value.Of(numbering))
	}
	schema, err := f.ParseSchema(models)
	if err != nil {
		return nil
	}
	return f.Comparator(schema, e)
}
