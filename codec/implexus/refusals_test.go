package implexus_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/internal/formattest"
)

// Fields that a reader would not get back, with a part of the refusal's text; "" for what is written.
func TestFieldsThatWouldBeLostAreRefused(t *testing.T) {
	const entity = `"entity":{"type_code":1,"entity_type":"directory","type_label":null,"layout":"sequence"}`
	for _, c := range []struct{ record, fields, why string }{
		{"key", `{"kind":"entity","path":"/a\u0000"}`, "ends with U+0000"},
		{"key", `{"kind":"entity","path":"/a\u0000\u0000"}`, ""}, // read with both
		{"key", `{"kind":"idx-bi","path":"/a","gram":"b\u0000"}`, "ends with U+0000"},
		{"key", `{"kind":"typeidx","label":"\u0000"}`, "ends with U+0000"},
		{"row", `{"key_text":"children:/a\u0000","items":["b"]}`, "key_text: a key that ends with U+0000"},
		{"row", `{"key_text":"children:/a","items":["b"],"key_encoding":"raw"}`, "key_encoding: there is no such field; there are key_text, items"},
		{"row", `{"key_text":"children:/a","items":["b"],` + entity + `}`, "entity: there is no such field; there are key_text, items"},
		{"row", `{"key_text":"props:/a","items":[],"element":{"type":"dictionary","value":[]}}`, "items: there is no such field"},
		{"row", `{"key_text":"props:/a","key_encoding":"raw","element":{"type":"dictionary","value":[]}}`, ""},
		{"element", `{"element":{"type":"string","value":"a","bits":"7ff8000000000001"}}`, "bits: there is no such field"},
		{"element", `{"element":{"type":"array","value":[{"type":"null","bits":null}]}}`, "bits: there is no such field"},
		{"element", `{"element":{"type":"double","value":"NaN","bits":"7ff8000000000001"}}`, ""},
	} {
		formattest.Refused(t, implexus.Format.Record(c.record), &format.Input{}, c.fields, c.why)
	}
}
