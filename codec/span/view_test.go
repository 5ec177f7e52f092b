package span

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/value"
)

func TestInstantsAreISO8601InUTC(t *testing.T) {
	for _, c := range []struct {
		millis int64
		want   string
	}{
		{0, "1970-01-01T00:00:00Z"},
		{1, "1970-01-01T00:00:00.001Z"},
		{-1, "1969-12-31T23:59:59.999Z"},
		{1714784409500, "2024-05-04T01:00:09.500Z"},
		{951782400000, "2000-02-29T00:00:00Z"},
		{-2203891200000, "1900-03-01T00:00:00Z"},
		{253402300799999, "9999-12-31T23:59:59.999Z"},
		{253402300800000, "+10000-01-01T00:00:00Z"},
		{-62135596800000, "0001-01-01T00:00:00Z"},
		{-62167219200000, "0000-01-01T00:00:00Z"},
		{-62167219200001, "-0001-12-31T23:59:59.999Z"},
		{math.MaxInt64, "+292278994-08-17T07:12:55.807Z"},
		{math.MinInt64, "-292275055-05-16T16:47:04.192Z"},
	} {
		if got := string(AppendTime(nil, c.millis)); got != c.want {
			t.Errorf("%d: got %s, want %s", c.millis, got, c.want)
		}
	}
}

func TestInstantsAreThoseOfTheStandardLibrary(t *testing.T) {
	for day := int64(-800_000); day < 2_932_000; day += 97 {
		ms := day*86_400_000 + day*7919%86_400_000
		at := time.UnixMilli(ms).UTC()
		want := at.Format("2006-01-02T15:04:05Z")
		if ms%1000 != 0 {
			want = at.Format("2006-01-02T15:04:05.000Z")
		}
		if y := at.Year(); y < 0 || y > 9999 {
			continue
		}
		if got := string(AppendTime(nil, ms)); got != want {
			t.Fatalf("%d: got %s, want %s", ms, got, want)
		}
	}
}

func TestOnlyPlausibleNumbersAreShownAsTimes(t *testing.T) {
	for _, c := range []struct {
		v  Value
		ok bool
	}{
		{IntValue(plausibleFrom - 1), false}, {IntValue(plausibleFrom), true},
		{IntValue(plausibleTo - 1), true}, {IntValue(plausibleTo), false},
		{IntValue(-1), false}, {MillisValue(-1), true}, {UintValue(plausibleFrom), false},
	} {
		n := Node{Field: fLeaf, Value: c.v}
		if _, ok := n.Time(); ok != c.ok {
			t.Errorf("%+v: %v", c.v, ok)
		}
	}
}

func TestValuesAreTextForPeople(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{Value{}, ""},
		{NullValue(), "null"},
		{BoolValue(true), "true"},
		{BoolValue(false), "false"},
		{IntValue(math.MinInt64), "-9223372036854775808"},
		{UintValue(math.MaxUint64), "18446744073709551615"},
		{MillisValue(-5), "-5"},
		{Float32Value(math.Float32bits(0.1)), "0.1"},
		{Float64Value(math.Float64bits(0.1)), "0.1"},
		{Float64Value(math.Float64bits(1e300)), "1e+300"},
		{Float64Value(1 << 63), "-0.0"},
		{Float64Value(0x7ff8000000000001), "NaN"},
		{TextValue([]byte("a\"\\\n\x1b\u202eé")), `"a\"\\\n\u001b\u202eé"`},
		{TextValue([]byte{0xff}), `"\ufffd"`},
		{Value{Kind: JSON, Bytes: []byte(`{"a":"\n` + "\u2028" + `"}`)}, `{"a":"\n\u2028"}`},
		{BytesValue([]byte{0, 0xff}), "00ff"},
		{HashValue(-5, ""), "-5"},
		{HashValue(-5, "na\x07me"), `na\u0007me`},
		{EnumValue(3, "IN"), "IN"},
		{Value{Kind: Kind(99)}, ""},
	} {
		if got := string(AppendValue(nil, c.v)); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.v, got, c.want)
		}
	}
	if f := Float32Value(math.Float32bits(0.5)).Float(); f != 0.5 {
		t.Errorf("the float is %v", f)
	}
	if f := Float64Value(math.Float64bits(-2)).Float(); f != -2 {
		t.Errorf("the double is %v", f)
	}
}

func TestTypesAreSaidByFieldOrValue(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{NullValue(), "null"}, {BoolValue(true), "boolean"}, {Value{Kind: Int, Width: 16}, "int16"}, {IntValue(1), "int"},
		{Value{Kind: Uint, Width: 8}, "uint8"}, {Float32Value(0), "float"}, {Float64Value(0), "double"},
		{TextValue(nil), "string"}, {Value{Kind: JSON}, "json"}, {BytesValue(nil), "value"},
	} {
		n := Node{Field: fLeaf, Value: c.v}
		if got := n.TypeOf(); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.v, got, c.want)
		}
	}
	n := Node{Field: &Field{Type: "xxh32"}, Value: IntValue(1)}
	if n.TypeOf() != "xxh32" {
		t.Errorf("the field's type is lost: %s", n.TypeOf())
	}
}

func TestChecksAreShownAsStoredHex(t *testing.T) {
	n := Node{Field: &Field{Name: "salt", Role: RoleCheck}, Value: UintValue(0xab), End: 4}
	if got := string(n.AppendText(nil)); got != "0x000000ab" {
		t.Errorf("got %s", got)
	}
	if raw, ok := n.Raw(); raw != "171" || !ok {
		t.Errorf("raw is %s, %v", raw, ok)
	}
	n = Node{Field: fLeaf, Value: EnumValue(-3, "edge state")}
	if raw, ok := n.Raw(); raw != "-3" || !ok {
		t.Errorf("raw is %s, %v", raw, ok)
	}
	n = Node{Field: fLeaf, Value: UintValue(1)}
	if _, ok := n.Raw(); ok {
		t.Error("a plain number has a raw form")
	}
}

func steps(t *testing.T, b []byte, v Value, flags Flag) string {
	t.Helper()
	var tree Tree
	tree.Part("value", b)
	tree.Begin(fRoot, 0)
	tree.Leaf(fLeaf, 0, len(b), v).Flags = flags
	tree.End(len(b))
	s := ""
	for _, step := range tree.Steps(&tree.Nodes[1]) {
		s += step.Op + " " + step.Text + "; "
	}
	return s
}

func TestStepsLeadFromBytesToValue(t *testing.T) {
	for _, c := range []struct {
		name  string
		b     []byte
		v     Value
		flags Flag
		want  string
	}{
		{"ascending byte", []byte{0x29, 0x7d}, IntValue(-3), Ascending | SignFlip, "stored 297d; flip sign bit fd; value -3; "},
		{"descending byte", []byte{0xd6, 0x82}, IntValue(-3), Descending | SignFlip,
			"stored d682; complement 297d; flip sign bit fd; value -3; "},
		{"positive float", []byte{0x30, 0xbf, 0x80, 0, 0}, Float32Value(0x3f800000), Ascending | FloatOrder,
			"stored 30bf800000; flip sign bit 3f800000; value 1; "},
		{"negative float", []byte{0x30, 0x40, 0x7f, 0xff, 0xff}, Float32Value(0xbf800000), Ascending | FloatOrder,
			"stored 30407fffff; flip all bits bf800000; value -1; "},
		{"text", []byte{0x34, 0x61, 0}, TextValue([]byte("a")), Ascending, `stored 346100; value "a"; `},
		{"header alone", []byte{0x05}, NullValue(), Ascending | SignFlip, "stored 05; value null; "},
		{"no order", []byte{1}, IntValue(1), 0, ""},
		{"no value", []byte{1}, Value{}, Ascending, ""},
		{"too long", make([]byte, 65), TextValue(nil), Ascending, ""},
	} {
		if got := steps(t, c.b, c.v, c.flags); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestWordsOfRolesAndKinds(t *testing.T) {
	for r := RoleValue; r <= RoleUndecoded; r++ {
		if r.String() != roleNames[r] {
			t.Errorf("role %d is %s", r, r)
		}
	}
	for k := None; k <= Enum; k++ {
		if k.String() != kindNames[k] {
			t.Errorf("kind %d is %s", k, k)
		}
	}
	if Role(99).String() != "value" || Kind(99).String() != "none" {
		t.Error("an unknown role or kind has a name of its own")
	}
}

// sampleTree has a node of every kind that the views distinguish.
func sampleTree() *Tree {
	var tree Tree
	salt := &Field{Name: "salt", Type: "xxh32", Role: RoleCheck, Short: "slt"}
	when := &Field{Name: "when", Title: "when it was", Unit: "ms", Role: RoleVersion}
	tree.Part("row", []byte("saltABCDEFGHIJKLM"))
	tree.Begin(fRoot, 0)
	*tree.Leaf(salt, 0, 4, UintValue(0x73616c74)) = Node{Field: salt, Value: UintValue(0x73616c74), End: 4, Parent: 0,
		Flags: Checked, Note: "of the rest"}
	tree.Begin(fGroup, 4)
	tree.Group().Label = "na\x1bme"
	n := tree.Leaf(fLeaf, 4, 6, Value{Kind: Int, Width: 8, Num: 5})
	n.Flags = Descending | SignFlip
	tree.Leaf(when, 6, 7, MillisValue(0))
	tree.Leaf(fLeaf, 7, 7, HashValue(7, "seven")).Flags = Ascending
	tree.Leaf(fLeaf, 7, 8, BytesValue([]byte("D"))).Flags = NonCanonical
	tree.End(8)
	tree.Leaf(salt, 8, 8, UintValue(0)).Flags = Mismatch
	tree.Expect(len(tree.Nodes)-1, []byte{0xfe, 0xed})
	tree.Close(8, 17, "failed\x07")
	tree.Part("text", []byte("x"))
	tree.Sources[1].Node = 2
	tree.Begin(fRoot, 0)
	tree.Group().Note = "made"
	tree.Close(1, 1, "")
	return &tree
}

func TestDumpShowsBytesNamesAndValues(t *testing.T) {
	tree := sampleTree()
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	want := `row, 17 bytes
0000  73616c74          salt             0x73616c74  ok  of the rest
0004                    na\u001bme
0004  4142                leaf           5  int8 desc
0006  43                  when it was    0  1970-01-01T00:00:00Z
0007                      leaf           seven (7)  value
0007  44                  leaf           44  not canonical
0008                    salt             0x  WRONG
0008  45464748494a4b4c  undecoded         failed\u0007
0010  4d

text, 1 byte, made from na\u001bme  made
0000  78
`
	if got := string(tree.AppendDump(nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOffsetsBeyond16BitsAreWhole(t *testing.T) {
	for _, c := range []struct {
		off  uint32
		want string
	}{{0, "0000  "}, {0xffff, "ffff  "}, {0x10000, "10000  "}, {0x1234567, "1234567  "}} {
		if got := string(appendOffset(nil, c.off)); got != c.want {
			t.Errorf("%#x: got %q", c.off, got)
		}
	}
}

func TestTreeJSONIsWhatTheDocumentSays(t *testing.T) {
	var w value.Writer
	sampleTree().Write(&w, "format", "record")
	var got struct {
		V              int
		Format, Record string
		Parts          []map[string]any
		Nodes          []map[string]any
	}
	if err := json.Unmarshal(w.Buf, &got); err != nil {
		t.Fatalf("%v in %s", err, w.Buf)
	}
	if got.V != 1 || got.Format != "format" || got.Record != "record" || got.Parts[1]["node"] != 2.0 || got.Parts[0]["node"] != nil {
		t.Errorf("got %s", w.Buf)
	}
	for i, want := range []map[string]any{
		0: {"parent": -1.0, "start": 0.0, "end": 17.0, "name": "root", "role": "group", "kind": "none", "text": nil},
		1: {"check": "ok", "raw": "1935764596", "text": "0x73616c74", "short": "slt", "note": "of the rest"},
		2: {"name": "na\x1bme", "field": "group", "title": nil},
		3: {"order": "desc", "text": "5", "type": "int8", "field": nil, "canonical": nil},
		4: {"time": "1970-01-01T00:00:00Z", "unit": "ms", "title": "when it was", "kind": "millis"},
		5: {"order": "asc", "text": "seven", "raw": "7", "kind": "hash"},
		6: {"canonical": false, "text": "44", "kind": "bytes"},
		7: {"check": "bad", "expected": "feed"},
		8: {"role": "undecoded", "name": "undecoded", "start": 8.0, "end": 17.0},
		9: {"part": 1.0, "parent": -1.0, "note": "made"},
	} {
		for name, w := range want {
			if got.Nodes[i][name] != w {
				t.Errorf("node %d: %s is %v, want %v", i, name, got.Nodes[i][name], w)
			}
		}
	}
	if steps, _ := got.Nodes[3]["steps"].([]any); len(steps) != 4 {
		t.Errorf("the steps are %v", got.Nodes[3]["steps"])
	}
}
