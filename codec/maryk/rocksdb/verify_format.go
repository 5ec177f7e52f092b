package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// formatOfIndexes finds the format of the index keys: the one that is known, or else the one under
// which most of them begin with an index of the model.
func (t *table) formatOfIndexes() {
	s := t.v.Schema
	if t.indexFormat = s.IndexFormat; s.Stated {
		return
	}
	var fit [cell.IndexFormat2 + 1]int
	for _, f := range [...]FamilyType{Index, HistoricIndex} {
		for i := range t.rows[f] {
			fit[t.model.IndexFormatOf(t.rows[f][i].key)]++
		}
	}
	switch {
	case fit[cell.IndexFormat1] > fit[cell.IndexFormat2]:
		t.indexFormat = cell.IndexFormat1
	case fit[cell.IndexFormat2] == 0 && fit[0] > 0:
		t.find(format.Info, AssumedFormat, about{family: Index, noMend: "give MARYK_META.yml with --meta"},
			"format 2 of index keys, of releases from 0.11 on, is assumed: none of "+itoa(fit[0])+
				" index rows begins with an index of the model in either format")
	}
}
