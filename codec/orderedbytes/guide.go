package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// valueTypes are the names of types in fields.
var valueTypes = []string{"null", "decimal", "long", "double", "int8", "int16", "int32", "int64", "float32", "float64", "string", "bytes", "blob-copy"}

// guide gives a form the types that a record kind can hold, and the two orders.
func guide(_ *format.Input, record string, fields value.Value) []format.Hint {
	orders := []string{"asc", "desc"}
	types := valueTypes
	if record != "sequence" {
		// The record's kind is that of its value.
		now, _ := fields.Member("value").Member("type").Text()
		types = []string{now}
		if record == "numeric" {
			types = []string{"decimal", "long", "double"}
		}
	}
	return []format.Hint{
		{Path: "order", Choices: orders},
		{Path: "value", Types: types, Said: len(types) == 1},
		{Path: "values[]", Types: types},
		{Path: "values[].order", Choices: orders},
	}
}
