package layout

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// formatID is the format's name in errors and JSON.
const formatID = "layout"

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID: formatID, Title: "Layout", Store: "any store",
	Doc: "Keys whose layout is given in one line, as salt:xxh32(4..) id:long! at:ms! desc rest:str. Nothing is read without a line.",
	Records: []format.Record{{
		Name: "key", Title: "key", Parts: keyParts, Guess: []string{store.Row}, Alone: true,
		Doc:    "A key that consists of the items of a layout. The other parts of its entry are kept as they are.",
		Fields: legend, Decode: decodeKey, Encode: encodeKey, Weigh: weighKey, Scan: &keyScan,
	}},
	Operations: []format.Record{{
		Name: "learn", Title: "layouts that keys suggest", Derive: deriveLearnt,
		Doc: "Layouts that given.keys, a list of hex, have in common, best first, each with its evidence in words.",
	}},
	ParseSchema:   ParseSchema,
	SchemaLine:    schemaLine,
	SchemaMembers: []string{"layout", "layouts"},
	Columns:       columns,
	NamesMembers:  true,
	Guide:         guide,
	Examples: []format.Example{{Record: "key", Given: `{"layout":"\"evt:\" day:u16 user:str(..0x00) at:ms! desc"}`,
		Fields: `{"day":19844,"user":"ada","at":"1714658400000"}`}},
}
