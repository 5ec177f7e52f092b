package lexicoder_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The examples of docs/formats/lexicoders.md, executed.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/lexicoders.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lexicoder, json, cells string }{
		{"long", `"-9223372036854775808"`, "-9223372036854775808 | "}, {"long", `"-9223372036854775807"`, "-9223372036854775807 | "},
		{"long", `"-1"`, "-1 | "}, {"long", `"0"`, "0 | "}, {"long", `"1"`, "1 | "}, {"long", `"9223372036854775807"`, "9223372036854775807 | "},
		{"integer", `-2147483648`, "-2147483648 | "}, {"integer", `-1`, "-1 | "}, {"integer", `0`, "0 | "}, {"integer", `1`, "1 | "},
		{"integer", `2147483647`, "2147483647 | "},
		{"biginteger", `"0"`, "0 | "}, {"biginteger", `"1"`, "1 | "}, {"biginteger", `"-1"`, "-1 | "},
		{"biginteger", `"128"`, "128 | "}, {"biginteger", `"-129"`, "-129 | "},
		{"uuid", `"00000000-0000-0000-0000-000000000000"`, "uuid 00000000-0000-0000-0000-000000000000 | "},
		{"double", `1.5`, "double 1.5 | "}, {"double", `"-0.0"`, "double -0.0 | "},
		{"reverse(string)", `"a"`, "`reverse(string)` | \"a\" | "}, {"reverse(string)", `""`, "`reverse(string)` | \"\" | "},
		{"reverse(string)", `"\u0000"`, "U+0000 | "},
		{"pair(string, long)", `["a","0"]`, "`pair(string, long)` | \"a\", 0 | "},
		{"pair(reverse(string), reverse(long))", `["k","1"]`, "`pair(reverse(string), reverse(long))` | \"k\", 1 | "},
		{"list(string)", `["a",""]`, "`list(string)` | \"a\", \"\" | "}, {"sequence(string)", `["a",""]`, "`sequence(string)` | \"a\", \"\" | "},
		{"sequence(sequence(string))", `[["a"],[]]`, "[\"a\"], [] | "},
	} {
		v, err := value.Parse([]byte(`{"value":` + c.json + `}`))
		if err != nil {
			t.Fatal(err)
		}
		var out store.Entry
		in := format.Input{Schema: schema(t, c.lexicoder)}
		if err := lexicoder.Format.Record("key").Encode(&in, v, &out); err != nil {
			t.Fatal(err)
		}
		want := " " + c.cells + "`" + hex.EncodeToString(out.Parts[0].Bytes) + "` |"
		if !strings.Contains(string(text), want) {
			t.Errorf("the document does not have %s", want)
		}
	}
}
