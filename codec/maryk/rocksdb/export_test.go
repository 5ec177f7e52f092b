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
	return bounds(kindOf{"", kind, family})(in, fields, prefix)
}
