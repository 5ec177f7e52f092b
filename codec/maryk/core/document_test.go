package core_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "formats", "maryk-core.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func parsed(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// documented are examples of the page: their text, and what the bytes stand for.
var documented = []struct{ text, record, given, fields, bytes string }{
	{"| 300 | `ac02` |", "varint", `{"type":"UInt"}`, `{"value":300}`, "ac02"},
	{"-1 as 32 bits | `ffffffff0f` |", "varint", `{"type":"Int"}`, `{"value":-1}`, "ffffffff0f"},
	{"| 2^64-1 | `ffffffffffffffffff01` |", "varint", `{"type":"ULong"}`, `{"value":"18446744073709551615"}`, "ffffffffffffffffff01"},
	{"| 16 with extra 2 | `8201` |", "varint-extra", `{}`, `{"value":16,"extra":2}`, "8201"},
	{"true `01`", "storage-value", `{"definition":{"type":"Boolean"}}`, `{"value":{"type":"Boolean","value":true}}`, "01"},
	{"SInt32 4 `80000004`", "storage-value", `{"definition":{"type":"Number","numberType":"SInt32"}}`,
		`{"value":{"type":"SInt32","value":4}}`, "80000004"},
	{"UInt32 53 `00000035`", "storage-value", `{"definition":{"type":"Number","numberType":"UInt32"}}`,
		`{"value":{"type":"UInt32","value":53}}`, "00000035"},
	{"1.0 `3f800001`", "storage-value", `{"definition":{"type":"Number","numberType":"Float32"}}`,
		`{"value":{"type":"Float32","value":1}}`, "3f800001"},
	{"2020-03-30 `800047af`", "storage-value", `{"definition":{"type":"Date"}}`, `{"value":{"type":"Date","value":"2020-03-30"}}`,
		"800047af"},
	{"12:13:14 `00abda`", "storage-value", `{"definition":{"type":"Time","precision":"SECONDS"}}`,
		`{"value":{"type":"Time","value":"12:13:14"}}`, "00abda"},
	{"2018-05-02T10:11:12.123 `8000005ae98ec0` `807b`", "storage-value",
		`{"definition":{"type":"DateTime","precision":"MILLIS"}}`, `{"value":{"type":"DateTime","value":"2018-05-02T10:11:12.123"}}`,
		"8000005ae98ec0807b"},
	{"45.1234568, -122.9876543 `9ae54b08` `36b192c1`", "storage-value", `{"definition":{"type":"GeoPoint"}}`,
		`{"value":{"type":"GeoPoint","latitude":45.1234568,"longitude":-122.9876543}}`, "9ae54b0836b192c1"},
	{"1545412345678 ms, counter 0: `167d1c0ff4e00000`, inverted `e982e3f00b1fffff`", "hlc", `{}`,
		`{"physical":"1545412345678","logical":0}`, "167d1c0ff4e00000"},
	{"| `embeddedValues.model.model.value` | `66` `16` `16` `09` |", "property-ref", `{"model":"TestMarykModel"}`,
		`{"path":"embeddedValues.model.model.value"}`, "66161609"},
	{"| Ref of 3 `0a19` |", "index-ref", `{"model":"Zoo"}`, `{"index":{"part":"Ref","ref":"name"}}`, "0a19"},
	{"`12345678-9abc-4def-8123-456789abcdef` is `923456789abc4def0123456789abcdef`", "key-part", `{"part":"UUIDv4"}`,
		`{"value":"12345678-9abc-4def-8123-456789abcdef"}`, "923456789abc4def0123456789abcdef"},
	{"[1, -1, 300] in field 6, packed | `32` `04` `02` `01` `d804` |", "transport-value",
		`{"field":6,"definition":{"type":"List","valueDefinition":{"type":"Number","numberType":"SInt32"}}}`,
		`{"value":{"type":"List","value":[{"type":"SInt32","value":1},{"type":"SInt32","value":-1},{"type":"SInt32","value":300}]}}`,
		"32040201d804"},
}

// The examples of docs/formats/maryk-core.md are as they are written, and what is written reads
// back the same.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	text, known := page(t), schemas(t)
	for _, c := range documented {
		if !strings.Contains(text, c.text) {
			t.Errorf("the document does not have %s", c.text)
		}
		r := core.Format.Record(c.record)
		in := format.Input{Given: parsed(t, c.given), Schemas: known}
		var out store.Entry
		if err := r.Encode(&in, parsed(t, c.fields), &out); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		first, _, ok := out.First(r.Parts...)
		if b, _ := out.Part(first); !ok || hex.EncodeToString(b) != c.bytes {
			t.Errorf("%s: %x is written, want %s", c.text, b, c.bytes)
		}
		var w value.Writer
		in.Entry = out
		if err := r.Decode(&in, nil, &w); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var again store.Entry
		if err := r.Encode(&in, parsed(t, string(w.Buf)), &again); err != nil || len(again.Parts) != len(out.Parts) {
			t.Errorf("%s: %s cannot be written again: %v", c.text, w.Buf, err)
		}
	}
}

var dumpLine = regexp.MustCompile(`(?m)^ {0,4}((?:[0-9a-f]{2,} ?)+) {2,}\S`)

// The stored model that the document takes apart can be read.
func TestTheModelOfTheDocumentIsRead(t *testing.T) {
	_, block, found := strings.Cut(page(t), "`Plain`, with one text property x and UUID keys:\n\n```\n")
	block, _, _ = strings.Cut(block, "```")
	digits := ""
	for _, line := range dumpLine.FindAllStringSubmatch(block, -1) {
		digits += strings.ReplaceAll(line[1], " ", "")
	}
	b, err := hex.DecodeString(digits)
	if err != nil || !found || len(b) < 40 {
		t.Fatalf("%s, %v", digits, err)
	}
	var in format.Input
	in.Entry.Add("model", b)
	var w value.Writer
	if err := core.Format.Record("model-definition").Decode(&in, nil, &w); err != nil {
		t.Fatal(err)
	}
	m := parsed(t, string(w.Buf)).Member("model")
	name, _ := m.Member("name").Text()
	property, _ := m.Member("properties").At(0).Member("name").Text()
	if key, _ := m.Member("key").Member("part").Text(); name != "Plain" || property != "x" || key != "UUIDv4" {
		t.Errorf("the model is %s", w.Buf)
	}
}
