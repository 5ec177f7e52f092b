package lexicoder

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded.
var examples = []format.Example{
	{Record: "key", Given: `{"lexicoder":{"pair":["string","long"]}}`, Fields: `{"value":["user","42"]}`},
	{Record: "long", Given: `{"lexicoder":"long"}`, Fields: `{"value":"-42"}`},
	{Record: "ulong", Given: `{"lexicoder":"ulong"}`, Fields: `{"value":"42"}`},
	{Record: "integer", Given: `{"lexicoder":"integer"}`, Fields: `{"value":-42}`},
	{Record: "uinteger", Given: `{"lexicoder":"uinteger"}`, Fields: `{"value":"42"}`},
	{Record: "date", Given: `{"lexicoder":"date"}`, Fields: `{"value":"1714708800000"}`},
	{Record: "double", Given: `{"lexicoder":"double"}`, Fields: `{"value":-1.5}`},
	{Record: "float", Given: `{"lexicoder":"float"}`, Fields: `{"value":0.25}`},
	{Record: "string", Given: `{"lexicoder":"string"}`, Fields: `{"value":"hello"}`},
	{Record: "text", Given: `{"lexicoder":"text"}`, Fields: `{"value":"hello"}`},
	{Record: "bytes", Given: `{"lexicoder":"bytes"}`, Fields: `{"value":"00010203"}`},
	{Record: "uuid", Given: `{"lexicoder":"uuid"}`, Fields: `{"value":"123e4567-e89b-12d3-a456-426614174000"}`},
	{Record: "biginteger", Given: `{"lexicoder":"biginteger"}`, Fields: `{"value":"-18446744073709551616"}`},
	{Record: "reverse", Given: `{"lexicoder":{"reverse":"long"}}`, Fields: `{"value":"1714708800000"}`},
	{Record: "pair", Given: `{"lexicoder":{"pair":["string","long"]}}`, Fields: `{"value":["user","42"]}`},
	{Record: "list", Given: `{"lexicoder":{"list":"string"}}`, Fields: `{"value":["a","b"]}`},
	{Record: "sequence", Given: `{"lexicoder":{"sequence":"string"}}`, Fields: `{"value":["a","b"]}`},
	{Record: "double-nan", Given: `{"lexicoder":"double"}`, Fields: `{"bits":"7ff8000000000001"}`},
	{Record: "float-nan", Given: `{"lexicoder":"float"}`, Fields: `{"bits":"ffc00000"}`},
	{Record: "list-refused", Given: `{"lexicoder":{"list":"string"}}`, Fields: `{"value":["a"]}`},
}
