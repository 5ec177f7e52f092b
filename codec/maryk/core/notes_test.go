package core_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// What is odd in upstream's bytes is noted at the bytes, and what only a lenient reader accepts is
// marked.
func TestQuirksAreSaidAtTheirBytes(t *testing.T) {
	known := schemas(t)
	for _, c := range []struct {
		record, part, given, bytes, note string
		odd                              bool // not canonical: only a lenient reader accepts it
	}{
		{"storage-value", "value", `{"definition":{"type":"Number","numberType":"Float32"}}`, "c0800000", "sort after all positive ones", false},
		{"storage-value", "value", `{"definition":{"type":"Boolean"}}`, "80", "anything but 00", true},
		{"storage-value", "value", `{"definition":{"type":"String"}}`, "61ff", "not UTF-8", true},
		{"storage-value", "value", `{"definition":{"type":"DateTime","precision":"MILLIS"}}`, "8000000000000083e8",
			"does not check milliseconds", true},
		{"storage-value", "value", `{"definition":{"type":"Value","dataModel":"TestValueObject"}}`,
			"8000000400800000" + "5c9f39700101", "skips the separator", true},
		{"storage-value", "value", `{"definition":{"type":"Enum","enum":{"name":"E","cases":[{"index":1,"name":"A"}]}}}`, "0007",
			"no such case", false},
		{"varint", "value", `{"type":"UInt"}`, "8000", "longer than needed", true},
		{"varint", "value", `{"type":"Byte"}`, "ff7f", "longer than needed", true},
		{"key-part", "value", `{}`, "923456789abc4def0123456789abcdef", "top bits of byte 0 and byte 8", false},
		{"property-ref", "storage", `{"model":"Zoo"}`, "8101", "do not sort by number", false},
		{"property-ref", "storage", `{"model":"TestMarykModel"}`, "0a", "upstream ignores it here", true},
		{"property-ref", "storage", `{"model":"TestMarykModel"}`, "420000000000", "drops them", true},
		{"transport-value", "field", `{"field":1,"definition":{"type":"DateTime","precision":"NANOS"}}`, "080102", "not valid protobuf", false},
		{"transport-value", "field", `{"field":1,"definition":{"type":"Boolean"}}`, "08c9", "unless it is 00", true},
		{"transport-value", "field", `{"field":1,"definition":{"type":"Boolean"}}`, "0801" + "1002", "upstream skips it", true},
		{"transport-value", "field", `{"field":1,"definition":{"type":"List","valueDefinition":{"type":"Boolean"}}}`, "0801",
			"writes other bytes", true},
	} {
		t.Run(c.record+" "+c.bytes, func(t *testing.T) {
			given, err := value.Parse([]byte(c.given))
			if err != nil {
				t.Fatal(err)
			}
			var tree span.Tree
			for _, lenient := range []bool{true, false} {
				in := format.Input{Given: given, Schemas: known, Lenient: lenient}
				in.Entry.Add(c.part, marykfixture.Unhex(t, c.bytes))
				err := identify.Explain(core.Format.Record(c.record), &in, &tree, nil)
				if (err == nil) != (lenient || !c.odd) {
					t.Fatalf("lenient %v: %v", lenient, err)
				}
				if err != nil {
					continue
				}
				if err := said(&tree, c.note, c.odd); err != "" {
					t.Error(err)
				}
			}
		})
	}
}

func said(tree *span.Tree, note string, odd bool) string {
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if strings.Contains(n.Note, note) && (n.Flags&span.NonCanonical != 0) == odd {
			return ""
		}
	}
	return "no node says it:\n" + string(tree.AppendDump(nil))
}

// Members that repeat others are not ignored when they contradict them.
func TestMembersThatContradictOthersAreRefused(t *testing.T) {
	for _, c := range []struct{ record, part, given, bytes, from, to string }{
		{"storage-value", "value", `{"definition":{"type":"Value","dataModel":"TestValueObject"}}`, "7fffffff01800004331b06c30100",
			`"7fffffff01800004331b06c30100"`, `"7fffffff01800004331b06c30101"`},
		{"storage-value", "value", `{"definition":{"type":"Value","dataModel":"TestValueObject"}}`, "7fffffff01800004331b06c30100",
			`"dataModel":"TestValueObject"`, `"dataModel":"Money"`},
		{"key", "key", `{"model":"KSingle"}`, "73eb4b77d1dc0266", `"part":"Ref"`, `"part":"Reversed"`},
	} {
		given, err := value.Parse([]byte(c.given))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Given: given, Schemas: schemas(t)}
		in.Entry.Add(c.part, marykfixture.Unhex(t, c.bytes))
		r, w := core.Format.Record(c.record), value.Writer{}
		if err := r.Decode(&in, nil, &w); err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(w.Buf), c.from, c.to, 1)
		for text, refused := range map[string]bool{string(w.Buf): false, changed: true} {
			fields, err := value.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Encode(&in, fields, new(store.Entry)); (err != nil) != refused {
				t.Errorf("%s %s: %v", c.record, text, err)
			}
		}
	}
}
