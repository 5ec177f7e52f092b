package lexicoder_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
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
		var e store.Entry
		given, err := value.Parse([]byte(c.given))
		if err != nil {
			t.Fatal(err)
		}
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		err = lexicoder.Format.Record(c.record).Encode(&format.Input{Given: given}, fields, &e)
		if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %v, want %q", c.fields, err, c.why)
		}
	}
}
