package core_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/store"
)

// A refused member is called by its path in what was given, with what was expected and what was found.
func TestARefusedMemberHasItsOwnPath(t *testing.T) {
	const boolean, zoo = `{"definition":{"type":"Boolean"}}`, `{"model":"Zoo"}`
	known := schemas(t)
	for _, c := range []struct{ record, given, fields, path, why string }{
		{"storage-value", boolean, `{"value":5}`, "value", "expected a typed value as an object, found a number"},
		{"storage-value", boolean, `{}`, "value", "expected a typed value as an object, found null"},
		{"storage-value", boolean, `{"value":{"type":"Boolean","value":5}}`, "value", "expected true or false, found a number"},
		{"storage-value", boolean, `{"value":{"type":"String","value":"x"}}`, "type", `expected Boolean, found "String"`},
		{"transport-value", `{"field":5,"definition":{"type":"Date"}}`, `{"value":{"type":"Date","epochDays":"x"}}`, "epochDays",
			`expected a number in its range, found "x"`},
		{"geohash", `{"precisionBits":8}`, `{"value":{"type":"GeoPoint","latitude":true,"longitude":0}}`, "latitude",
			"expected degrees, found a truth value"},
		{"row", zoo, `{"values":5}`, "values", "expected an object of properties, found a number"},
		{"row", zoo, `{"values":{"owner":5}}`, "values.owner", `expected a FixedBytes, found "5"`},
		{"row", zoo, `{"values":{"owner":{"type":"FixedBytes","value":5}}}`, "values.owner.value", "expected hex digits, found a number"},
		{"row", zoo, `{"values":{"color":[]}}`, "values.color", "expected an Enum, found a list"},
		{"row", zoo, `{"values":{"nonesuch":1}}`, "values.nonesuch", "Zoo has no such property"},
		{"key", zoo, `{"parts":[]}`, "parts", "expected a value for each of the 4 parts of the key of Zoo, found a list of 0"},
		{"key", zoo, `{"parts":5}`, "parts", "expected a value for each of the 4 parts of the key of Zoo, found a number"},
		{"index-ref", zoo, `{"index":{"part":"Ref","ref":"nonesuch"}}`, "index.ref", `Zoo has no property "nonesuch"`},
		{"property-ref", zoo, `{"path":"nonesuch"}`, "path", `Zoo has no property "nonesuch"`},
		{"property-ref", zoo, `{"path":"seq.x"}`, "path", "nothing is below a UInt64"},
	} {
		in := format.Input{Given: parsed(t, c.given), Schemas: known}
		err := core.Format.Record(c.record).Encode(&in, parsed(t, c.fields), new(store.Entry))
		var refused *format.Refusal
		if !errors.As(err, &refused) || refused.Field != c.path || refused.Why != c.why {
			t.Errorf("%s %s: %v, want %s: %s", c.record, c.fields, err, c.path, c.why)
		}
	}
}
