//go:build wasip1

package main

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// place is where a file belongs: which store, which of its tables, and which level.
type place struct {
	store int
	file.Place
}

// places returns the files whose table is known, by name.
func (o *opened) places() map[string]place {
	all := map[string]place{}
	for i, s := range o.stores {
		placed, ok := s.(file.Placed)
		if !ok {
			continue
		}
		for _, p := range placed.Places() {
			all[p.File] = place{i, p}
		}
	}
	return all
}

func (p *place) write(w *value.Writer) {
	w.Key("place")
	w.Array()
	w.Int(int64(p.store))
	w.Int(int64(p.Table))
	w.EndArray()
	if p.Level >= 0 {
		w.Member("level").Int(int64(p.Level))
	}
}

// writeModels writes the models found in the stores, and the titles that they give to column families.
func (o *opened) writeModels(w *value.Writer) {
	families := map[string]bool{}
	for _, s := range o.stores {
		for _, t := range s.Tables() {
			if t.CF != nil {
				families[string(t.CF)] = true
			}
		}
	}
	known, _ := storage.FindModels(o.set, o.stores, "")
	w.Key("titles")
	w.Object()
	for _, x := range known {
		if x.Format.Models == nil || x.Format.Models.Families == nil {
			continue
		}
		for _, f := range x.Format.Models.Families(x.Schema) {
			if families[string(f.Name)] {
				w.AnyKey(string(value.AppendHex(nil, f.Name)))
				w.String(f.Title)
				delete(families, string(f.Name))
			}
		}
	}
	w.EndObject()
	writeSchemas(w, known)
}

// writeSchemas writes models that were found among rows, by format.
func writeSchemas(w *value.Writer, known []schema.Usable) {
	w.Key("schemas")
	w.Object()
	for _, x := range known {
		w.Member(x.Format.ID).Value(x.Text)
	}
	w.EndObject()
}
