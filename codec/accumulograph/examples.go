package accumulograph

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded.
var examples = []format.Example{
	{Record: "entry", Given: `{"table":"social_vertex"}`, Fields: `{"kind":"out-edge","id":"v1","edge":"e1","other":"v2","label":"knows"}`},
	{Record: "delimiter-case", Given: `{"graph":"social"}`, Fields: `{"edge":{"id":"e1","out":"a__DELIM__x","in":"b","label":"knows"}}`},
	{Record: "value", Fields: `{"value":{"type":"string","value":"Ann"}}`},
	{Record: "value-jdk", Given: `{"jdk":"18"}`, Fields: `{"value":{"type":"float","value":0.25}}`},
	{Record: "value-lossy", Fields: `{"utf16":"0061dc000062"}`},
	{Record: "value-encode-refused", Fields: `{"value":{"type":"string","value":"Ann"}}`},
}
