package implexus

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded.
var examples = []format.Example{
	{Record: "row", Fields: `{"key_text":"config:/categories/expensive-products","config":{"type_label":{"type":"string","value":"Product"},"expression":{"type":"string","value":"price > 100"},"layout":"sequence"}}`},
	{Record: "key", Fields: `{"kind":"entity","path":"/users/john"}`},
	{Record: "element", Fields: `{"element":{"type":"dictionary","value":[["name",{"type":"string","value":"John Doe"}],["age",{"type":"int64","value":"30"}]]},"key_encoding":"raw"}`},
	{Record: "entity-value", Fields: `{"type_code":"2","type_label":{"type":"string","value":"User"},"layout":"sequence"}`},
	{Record: "config-value", Fields: `{"type_label":{"type":"string","value":"Product"},"expression":{"type":"string","value":"status == 'active'"},"layout":"sequence"}`},
	{Record: "content", Fields: `{"text":{"type":"string","value":"The quick brown fox"},"form":"prefixed"}`},
	{Record: "string-set", Fields: `{"items":["/users/john","/users/jane"]}`},
}
