//go:build wasip1

package main

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// place is where a file stands: in which store, in which of its tables, and at which level.
type place struct {
	store int
	file.Place
}

// places are the files whose table is known, by their names.
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

// writeTitles writes what the models that the stores carry call column families. Only stores that have families
// are searched: their models stand at the beginning of one.
func (o *opened) writeTitles(w *value.Writer) {
	families := map[string]bool{}
	for _, s := range o.stores {
		for _, t := range s.Tables() {
			if t.CF != nil {
				families[string(t.CF)] = true
			}
		}
	}
	w.Key("titles")
	w.Object()
	if len(families) > 0 {
		known, _ := storage.Models(o.set, o.stores, "")
		for f, s := range known {
			if f.Models == nil || f.Models.Families == nil {
				continue
			}
			for _, x := range f.Models.Families(s) {
				if families[string(x.Name)] {
					w.AnyKey(string(value.AppendHex(nil, x.Name)))
					w.String(x.Title)
					delete(families, string(x.Name))
				}
			}
		}
	}
	w.EndObject()
}
