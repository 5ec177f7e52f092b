package lexicoder_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// Fields that a reader would not get back, with a part of the refusal's text; "" for what is written.
func TestFieldsThatWouldBeLostAreRefused(t *testing.T) {
	for _, c := range []struct{ record, given, fields, why string }{
		{"key", `{"lexicoder":"long"}`, `{"lexicoder":"string","value":"5"}`, "lexicoder: expected long, which is given, found string"},
		{"key", `{"lexicoder":{"list":"long"}}`, `{"lexicoder":"list(long)","value":["5"]}`, ""},
		{"key", `{}`, `{"lexicoder":"string","value":"5","parts":{"row":"00"}}`, "parts.row: this part would be read as the key"},
		{"key", `{}`, `{"lexicoder":"string","value":"5","parts":[]}`, "parts: expected an object"},
		{"text", `{}`, `{"value":{"hex":"ff","text":"y"}}`, "expected text, or"},
		{"double", `{}`, `{"value":{"nan":"fff8000000000000","value":1}}`, "expected a number, or"},
		{"double", `{}`, `{"value":{"nan":"fff8000000000000"}}`, ""},
	} {
		given, err := value.Parse([]byte(c.given))
		if err != nil {
			t.Fatal(err)
		}
		formattest.Refused(t, lexicoder.Format.Record(c.record), &format.Input{Given: given}, c.fields, c.why)
	}
}
