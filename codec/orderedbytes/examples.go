package orderedbytes

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded.
var examples = []format.Example{
	{Record: "sequence", Fields: `{"values":[{"order":"asc","type":"string","value":"user"},{"order":"desc","type":"int64","value":"42"},{"order":"asc","type":"decimal","value":"-1.5"}]}`},
	{Record: "null", Fields: `{"order":"asc","value":{"type":"null"}}`},
	{Record: "numeric", Fields: `{"order":"asc","value":{"type":"decimal","value":"-1.5"}}`},
	{Record: "numeric-double", Fields: `{"order":"asc","value":{"type":"double","value":0.25}}`},
	{Record: "numeric-double-jdk", Given: `{"jdk":"18"}`, Fields: `{"order":"asc","value":{"type":"double","value":0.25}}`},
	{Record: "numeric-long", Fields: `{"order":"asc","value":{"type":"long","value":"42"}}`},
	{Record: "int8", Fields: `{"order":"asc","value":{"type":"int8","value":-42}}`},
	{Record: "int16", Fields: `{"order":"asc","value":{"type":"int16","value":-42}}`},
	{Record: "int32", Fields: `{"order":"asc","value":{"type":"int32","value":-42}}`},
	{Record: "int64", Fields: `{"order":"desc","value":{"type":"int64","value":"-42"}}`},
	{Record: "float32", Fields: `{"order":"asc","value":{"type":"float32","value":0.25}}`},
	{Record: "float64", Fields: `{"order":"asc","value":{"type":"float64","value":-1.5}}`},
	{Record: "string", Fields: `{"order":"desc","value":{"type":"string","value":"hello"}}`},
	{Record: "string-refused", Fields: `{"order":"asc","value":{"type":"string","value":"hello"}}`},
	{Record: "blob-var", Fields: `{"order":"asc","value":{"type":"bytes","value":"00010203"}}`},
	{Record: "blob-copy", Fields: `{"order":"asc","value":{"type":"bytes","value":"00010203"}}`},
	{Record: "blob-copy-refused", Fields: `{"order":"desc","value":{"type":"bytes","value":"010203"}}`},
	{Record: "varuint64", Fields: `{"value":"281"}`},
}
