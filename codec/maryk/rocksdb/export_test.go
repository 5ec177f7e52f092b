package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// Seek gives tests the seek keys of any prefix in a column family.
func Seek(family FamilyType, in *format.Input, fields value.Value, prefix []byte) (start, stop []byte, err error) {
	if !family.Historic() {
		return prefix, order.After(prefix), nil
	}
	kind := map[FamilyType]Kind{HistoricTable: Property, HistoricIndex: IndexRow, HistoricUnique: UniqueRow}[family]
	k := kindOf{"", kind, family}
	c, err := scanContext(in, k, fields)
	if err != nil {
		return nil, nil, err
	}
	x := scan{k: k, c: *c, q: &format.Query{}, fields: fields}
	var p format.Plan
	p.Seek(prefix)
	x.seek(&p)
	return p.Start, p.Stop, nil
}
