package exports

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

// encoded is the result of EncodeColumns for one row: its parts and its code.
type encoded struct {
	parts string
	code  Code
}

// room is large enough for any vector.
var room = make([]byte, 1<<20)

func encodeOne(t *testing.T, format, record string, parts []string, kind uint32, fields []byte) encoded {
	t.Helper()
	starts, codes, out := make([]int32, 2*len(parts)), make([]int32, 1), room
	columns := []Values{{Field: Field{"", kind}, Offsets: []int32{0, int32(len(fields))}, Data: fields}}
	var e Error
	n := EncodeColumns(0, format, record, strings.Join(parts, ","), columns, 1, Lenient|Unlimited, starts, codes, out, &e)
	if n < 0 || n > int64(len(out)) {
		t.Fatalf("%s %s %v: %d %+v", format, record, parts, n, e)
	}
	var text []string
	for p := range parts {
		text = append(text, hex.EncodeToString(out[starts[2*p]:starts[2*p+1]]))
	}
	return encoded{strings.Join(text, " "), Code(codes[0])}
}

// For every vector that can be decoded without a schema: its fields as CBOR, in both widths, encode to the same bytes as its
// fields as JSON, and several parts at once encode like each of them alone.
func TestFieldsAsCBOREncodeAsJSONDoes(t *testing.T) {
	done, written := 0, 0
	eachVector(t, func(_ int, v *golden.Vector, texts map[string]string) {
		if !slices.Contains(v.Ops, "encode") || !slices.Contains(v.Ops, "decode") {
			return
		}
		var given []Part
		var parts []string
		for part, text := range texts {
			parts, given = append(parts, part), append(given, Part{part, unhex(text)})
		}
		var forms [3][]byte
		for k, form := range []uint32{FieldsJSON, FieldsCBOR, FieldsCBOR64} {
			if n := Decode(0, v.Format, v.Record, given, Lenient|Unlimited, form, room, new(Error)); n > 0 && n <= int64(len(room)) {
				forms[k] = bytes.Clone(room[:n])
			}
		}
		if forms[0] == nil {
			return
		}
		want := encodeOne(t, v.Format, v.Record, parts, TypeJSON, forms[0])
		for k, form := range forms[1:] {
			if got := encodeOne(t, v.Format, v.Record, parts, TypeCBOR, form); got != want {
				t.Errorf("%s as CBOR %d is %v, want %v of %s", v.ID, k, got, want, forms[0])
			}
		}
		if done++; want.code == OK {
			written++
			together := want.parts
			for p, part := range parts {
				if got := encodeOne(t, v.Format, v.Record, []string{part}, TypeCBOR, forms[1]).parts; got != strings.Split(together, " ")[p] {
					t.Errorf("%s: %s alone is %s, together %s", v.ID, part, got, together)
				}
				n := Encode(0, v.Format, v.Record, part, forms[1], Lenient|Unlimited, room, new(Error))
				if got := hex.EncodeToString(room[:max(n, 0)]); n < 0 || got != strings.Split(together, " ")[p] {
					t.Errorf("%s: %s of one record is %s (%d), together %s", v.ID, part, got, n, together)
				}
			}
		}
	})
	if done < 5000 || written < done*9/10 {
		t.Errorf("%d vectors, %d of them written", done, written)
	}
}

func texted(path string, kind uint32, cells ...string) Values {
	v := Values{Field: Field{path, kind}, Offsets: []int32{0}}
	for _, cell := range cells {
		v.Data = append(v.Data, cell...)
		v.Offsets = append(v.Offsets, int32(len(v.Data)))
	}
	return v
}

func worded(path string, kind uint32, bits ...uint64) Values {
	v := Values{Field: Field{path, kind}}
	for _, word := range bits {
		v.Data = binary.NativeEndian.AppendUint64(v.Data, word)
	}
	return v
}

// indexColumns returns three rows of an edge index: complete, without properties, and with a property of
// another type.
func indexColumns() []Values {
	rank := texted("properties[code=7].value.type", TypeUTF8, "double", "", "")
	rank.Validity = []byte{1}
	score := worded("properties[code=7].value.value", TypeFloat64, math.Float64bits(1.5), 0, 0)
	score.Validity = []byte{1}
	return []Values{
		worded("tableCode", TypeInt64, 5, 6, 7),
		texted("direction", TypeUTF8, "IN", "OUT", "IN"),
		worded("indexCode", TypeInt64, 1, 2, 3),
		texted("directedSource.type", TypeUTF8, "string", "string", "boolean"),
		texted("directedSource.value", TypeJSON, `"a"`, `"b"`, `true`),
		texted("directedTarget", TypeCBOR, "\xa2\x64type\x64long\x65value\x01", "\xa2\x64type\x64long\x65value\x20", "\xa2\x64type\x63int\x65value\x02"),
		worded("version", TypeInt64, 1, 2, 3),
		rank, score,
		texted("indexValues[0].order", TypeUTF8, "ASC", "DESC", "ASC"),
		texted("indexValues[0].value", TypeJSON, `{"type":"null"}`, `{"type":"byte","value":-1}`, `{"type":"null"}`),
	}
}

// Columns encode like the JSON of the same fields.
func TestColumnsEncodeAsTheirFieldsDo(t *testing.T) {
	fields := []string{
		`{"tableCode":5,"direction":"IN","indexCode":1,"directedSource":{"type":"string","value":"a"},"directedTarget":{"type":"long","value":1},"version":1,` +
			`"indexValues":[{"order":"ASC","value":{"type":"null"}}],"properties":[{"code":7,"value":{"type":"double","value":1.5}}]}`,
		`{"tableCode":6,"direction":"OUT","indexCode":2,"directedSource":{"type":"string","value":"b"},"directedTarget":{"type":"long","value":-1},"version":2,` +
			`"indexValues":[{"order":"DESC","value":{"type":"byte","value":-1}}],"properties":[]}`,
		`{"tableCode":7,"direction":"IN","indexCode":3,"directedSource":{"type":"boolean","value":true},"directedTarget":{"type":"int","value":2},"version":3,` +
			`"indexValues":[{"order":"ASC","value":{"type":"null"}}],"properties":[]}`,
	}
	starts, codes, out := make([]int32, 8), make([]int32, 3), make([]byte, 4096)
	var e Error
	if n := EncodeColumns(0, "actionbase", "edge-index", "value,row", indexColumns(), 3, 0, starts, codes, out, &e); n <= 0 {
		t.Fatalf("%+v", e)
	}
	for row := range fields {
		want := encodeOne(t, "actionbase", "edge-index", []string{"value", "row"}, TypeJSON, []byte(fields[row]))
		got := hex.EncodeToString(out[starts[row]:starts[row+1]]) + " " + hex.EncodeToString(out[starts[4+row]:starts[5+row]])
		if got != want.parts || codes[row] != 0 || want.code != 0 {
			t.Errorf("row %d is %s (%d), want %v", row, got, codes[row], want)
		}
	}
}

// Paths must form one tree, and columns must have types that a member can have.
func TestColumnsThatMakeNoFields(t *testing.T) {
	text := func(path string) Values { return texted(path, TypeUTF8, "x") }
	for _, c := range []struct {
		columns []Values
		want    Code
		words   string // of the message
	}{
		{nil, BadLength, "length"},
		{make([]Values, FieldsMax+1), BadLength, "length"},
		{[]Values{text("a"), text("a")}, BadOption, `"a" does not fit`},
		{[]Values{text("a"), text("a.b")}, BadOption, `"a.b" does not fit`},
		{[]Values{text("a.b"), text("a")}, BadOption, `"a" does not fit`},
		{[]Values{text(""), text("a")}, BadOption, `"a" does not fit`},
		{[]Values{text("a"), text("")}, BadOption, `"" does not fit`},
		{[]Values{text("a"), text("[0]")}, BadOption, `"[0]" does not fit`},
		{[]Values{text("a[1]")}, BadOption, "from 0"},
		{[]Values{text("a[0]"), text("a[2]")}, BadOption, "from 0"},
		{[]Values{text("a[0]"), text("a[k=v].b")}, BadOption, `"a[k=v].b" does not fit`},
		{[]Values{text("a[k=v]")}, BadOption, "from 0"},
		{[]Values{text("a[k=v].k")}, BadOption, "from 0"},
		{[]Values{text("a[2147483647]")}, BadOption, "from 0"},
		{[]Values{text("a.")}, BadOption, `"a." is no path`},
		{[]Values{texted("", TypeError, "")}, BadOption, "cannot be written"},
		{[]Values{texted("", TypeDoubts, "")}, BadOption, "cannot be written"},
		{[]Values{texted("", typesEnd, "")}, BadOption, "cannot be written"},
		{[]Values{{Field: Field{"a", TypeUTF8}, Offsets: []int32{0, 2}, Data: []byte("x")}}, BadOffsets, "offsets"},
		{[]Values{{Field: Field{"a", TypeCBOR}, Offsets: []int32{1, 0}, Data: []byte("x")}}, BadOffsets, "offsets"},
	} {
		var e Error
		got := EncodeColumns(0, "actionbase", "edge-index", "row", c.columns, 1, 0, make([]int32, 2), make([]int32, 1), nil, &e)
		if Code(got) != c.want || !strings.Contains(e.Message, c.words) {
			t.Errorf("%v: %s, %s, want %s, %s", c.columns, Code(got), e.Message, c.want, c.words)
		}
	}
	for parts, want := range map[string]Code{"": BadPart, "row,": BadPart, "row,row": BadPart, "row,key": BadPart, "family,row,qualifier,value": OK} {
		got := EncodeColumns(0, "actionbase", "edge-index", parts, indexColumns(), 3, 0, make([]int32, 16), nil, nil, new(Error))
		if got > 0 && want != OK || got <= 0 && Code(got) != want {
			t.Errorf("parts %q: %d, want %s", parts, got, want)
		}
	}
}

// A row that fails has no bytes in any part, and reports why. Without codes, or with a strict flag, it makes the
// call fail.
func TestRowsOfColumnsThatFail(t *testing.T) {
	columns := indexColumns()
	columns[1] = texted("direction", TypeUTF8, "IN", "UP", "\xff\xfe")
	starts, codes, out := make([]int32, 8), make([]int32, 3), make([]byte, 4096)
	var e Error
	n := EncodeColumns(0, "actionbase", "edge-index", "row,value", columns, 3, 0, starts, codes, out, &e)
	if n <= 0 || codes[0] != 0 || Code(codes[1]) != Refused || Code(codes[2]) != Refused || starts[1] != starts[3] || starts[5] != starts[7] {
		t.Errorf("%d, codes %v, starts %v", n, codes, starts)
	}
	if need := EncodeColumns(0, "actionbase", "edge-index", "row,value", columns, 3, 0, starts, codes, out[:n-1], &e); need != n {
		t.Errorf("%d bytes, then %d", n, need)
	}
	for _, c := range [][]int32{nil, codes} {
		n = EncodeColumns(0, "actionbase", "edge-index", "row,value", columns, 3, Strict, starts, c, out, &e)
		if Code(n) != Refused || e.Row != 1 || e.Field != "direction" {
			t.Errorf("%d, %+v", n, e)
		}
	}
	list := []Values{texted("indexValues[0]", TypeJSON, "{}"), texted("indexValues[1]", TypeJSON, "{}")}
	list[0].Validity = []byte{0}
	for _, c := range []struct {
		columns []Values
		want    Code
	}{
		{[]Values{texted("", TypeCBOR, "\xa1\x61a")}, NotCBOR},
		{[]Values{texted("", TypeCBOR, "\x80")}, Refused},
		{[]Values{texted("tableCode", TypeJSON, "{")}, NotJSON},
		{list, Refused},
		{[]Values{{Field: Field{"", TypeJSON}, Validity: []byte{0}, Offsets: []int32{0, 0}}}, Refused},
	} {
		if n := EncodeColumns(0, "actionbase", "edge-index", "row", c.columns, 1, 0, starts, nil, out, &e); Code(n) != c.want {
			t.Errorf("%v: %d, want %s", c.columns, n, c.want)
		}
	}
}

// Members given as CBOR come out as they went in.
func TestColumnsOfCBOR(t *testing.T) {
	row := unhex("8a21aff9346974656d002bdafe659d297e2983")
	columns := []Column{{"row", []int32{0, int32(len(row))}, row}}
	out := make([]byte, 4096)
	fields := []Field{{"directedSource", TypeCBOR}, {"table", TypeCBOR}, {"", TypeCBOR}}
	if n := DecodeColumns(0, "actionbase", "edge-count", columns, 1, 0, fields, nil, out, new(Error)); n < 0 {
		t.Fatal(n)
	}
	if source := textOf(out, 0, 0); source != "\xa2\x64type\x66string\x65value\x64item" || headOf(out, 1, 1) != 1 {
		t.Errorf("%q, %d nulls", source, headOf(out, 1, 1))
	}
	got := encodeOne(t, "actionbase", "edge-count", []string{"row"}, TypeCBOR, []byte(textOf(out, 2, 0)))
	if got.parts != hex.EncodeToString(row) {
		t.Errorf("%v", got)
	}
}

func TestASteadyEncodeOfValuesAllocatesLittle(t *testing.T) {
	for _, c := range []struct {
		format, record string
		cell           []byte
	}{{"actionbase", "value", long}, {"maryk-core", "hlc", long[1:]}} {
		starts, fields, out := make([]int32, 257), make([]byte, 1<<16), make([]byte, 1<<16)
		n := DecodeBatch(0, c.format, c.record, []Column{equal("value", c.cell, 256)}, 256, 0, FieldsCBOR, starts, nil, fields, new(Error))
		if n < 0 {
			t.Fatalf("%s: %d", c.format, n)
		}
		columns := []Values{{Field: Field{"", TypeCBOR}, Offsets: slices.Clone(starts), Data: fields[:n]}}
		var e Error
		each := testing.AllocsPerRun(50, func() {
			if EncodeColumns(0, c.format, c.record, "value", columns, 256, 0, starts, nil, out, &e) < 0 {
				t.Fatal(e)
			}
		})
		const most = 16 // nothing per row; the call makes its template and a source
		if each > most {
			t.Errorf("%s: 256 rows allocate %v times, want at most %d", c.format, each, most)
		}
	}
}

func TestAMemberThatIsThereTwiceIsRefused(t *testing.T) {
	const text = `{"order":"ASC","value":{"type":"long","value":"5"},"order":"DESC"}`
	cbor := []byte("\xa3\x65order\x63ASC\x65value\xa2\x64type\x64long\x65value\x615\x65order\x64DESC")
	for kind, fields := range map[uint32][]byte{FieldsJSON: []byte(text), FieldsCBOR: cbor} {
		if got := encodeOne(t, "actionbase", "value", []string{"value"}, kind, fields); got.code != Refused || got.parts != "" {
			t.Errorf("form %d: %+v", kind, got)
		}
	}
}
