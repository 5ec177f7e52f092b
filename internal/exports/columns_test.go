package exports

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// What each type of column accepts, and what it makes of it.
func TestTypesOfColumns(t *testing.T) {
	write := func(f func(w *value.Writer)) []byte {
		w := value.Writer{CBOR: true}
		f(&w)
		return w.Buf
	}
	word := func(bits uint64) string { return string(binary.NativeEndian.AppendUint64(nil, bits)) }
	for i, c := range []struct {
		kind uint32
		cbor []byte
		want string
		fits bool
	}{
		{TypeInt64, write(func(w *value.Writer) { w.Int64(math.MinInt64) }), word(1 << 63), true},
		{TypeInt64, write(func(w *value.Writer) { w.Uint64(math.MaxUint64) }), word(0), false},
		{TypeInt64, write(func(w *value.Writer) { w.String("-12") }), word(math.MaxUint64 - 11), true},
		{TypeInt64, write(func(w *value.Writer) { w.String("12 ") }), word(0), false},
		{TypeInt64, write(func(w *value.Writer) { w.String("+12") }), word(12), true},
		{TypeInt64, write(func(w *value.Writer) { w.String("") }), word(0), false},
		{TypeInt64, write(func(w *value.Writer) { w.String("9223372036854775808") }), word(0), false},
		{TypeInt64, write(func(w *value.Writer) { w.Float(1, 64) }), word(0), false},
		{TypeFloat64, write(func(w *value.Writer) { w.Float(-0.5, 32) }), word(math.Float64bits(-0.5)), true},
		{TypeFloat64, write(func(w *value.Writer) { w.Int(1 << 53) }), word(math.Float64bits(1 << 53)), true},
		{TypeFloat64, write(func(w *value.Writer) { w.Int(1<<53 + 1) }), word(0), false},
		{TypeBool, write(func(w *value.Writer) { w.Bool(true) }), "\x01", true},
		{TypeBool, write(func(w *value.Writer) { w.Int(1) }), "\x00", false},
		{TypeUTF8, write(func(w *value.Writer) { w.Uint64(math.MaxUint64) }), "18446744073709551615", true},
		{TypeUTF8, write(func(w *value.Writer) { w.Int64(-7) }), "-7", true},
		{TypeUTF8, write(func(w *value.Writer) { w.Hex([]byte{0xca, 0xfe}) }), "cafe", true},
		{TypeUTF8, write(func(w *value.Writer) { w.Float(1.5, 64) }), "1.5", true},
		{TypeUTF8, write(func(w *value.Writer) { w.Bool(false) }), "false", true},
		{TypeUTF8, write(func(w *value.Writer) { w.Array(); w.EndArray() }), "", false},
		{TypeBinary, write(func(w *value.Writer) { w.Hex([]byte{0xca, 0xfe}) }), "\xca\xfe", true},
		{TypeBinary, write(func(w *value.Writer) { w.String("é") }), "é", true},
		{TypeBinary, write(func(w *value.Writer) { w.Int(1) }), "", false},
	} {
		a := newArray(nil, c.kind)
		a.begin(new(arrayMemory), 1)
		fits := a.add(0, c.cbor)
		a.pad(1)
		if fits != c.fits || string(a.data) != c.want || a.values != map[bool]int{true: 1, false: 0}[c.fits] {
			t.Errorf("case %d: %q, fits %v, %d values; want %q, fits %v", i, a.data, fits, a.values, c.want, c.fits)
		}
	}
}

// Columns hold the same as the batch of JSON, for the rows of a real scan.
func TestColumnsEqualTheFields(t *testing.T) {
	handle := SchemaOpen("actionbase", fixture(t, "actionbase-hbase-shell.schema.json"), new(Error))
	defer SchemaClose(handle)
	var cells [2]Column
	cells[0].Name, cells[1].Name = "row", "value"
	cells[0].Offsets, cells[1].Offsets = []int32{0}, []int32{0}
	rows := 0
	for _, line := range bytes.Split(bytes.TrimSpace(fixture(t, "actionbase-hbase-shell.expected.jsonl")), []byte("\n")) {
		var row struct{ Record, Row, Value string }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Record != "edge-state" {
			continue
		}
		for i, hex := range []string{row.Row, row.Value} {
			cells[i].Data = append(cells[i].Data, unhex(hex)...)
			cells[i].Offsets = append(cells[i].Offsets, int32(len(cells[i].Data)))
		}
		rows++
	}
	fields := []Field{{"table", TypeUTF8}, {"version", TypeInt64}, {"active", TypeBool}, {"", TypeJSON}, {"", TypeError},
		{"properties[name=permission].value.value", TypeUTF8}}
	out := make([]byte, 1<<20)
	var e Error
	n := DecodeColumns(handle, "actionbase", "edge-state", cells[:], rows, 0, fields, nil, out, &e)
	if n < 0 || rows == 0 {
		t.Fatalf("%d rows: %+v", rows, e)
	}
	if again := DecodeColumns(handle, "actionbase", "edge-state", cells[:], rows, 0, fields, nil, nil, &e); again != n {
		t.Errorf("measured %d, then %d", again, n)
	}
	starts, all := make([]int32, rows+1), make([]byte, 1<<20)
	DecodeBatch(handle, "actionbase", "edge-state", cells[:], rows, 0, FieldsJSON, starts, nil, all, &e)
	for row := range rows {
		want := all[starts[row]:starts[row+1]]
		var object struct {
			Table, Version string
			Active         bool
		}
		if err := json.Unmarshal(want, &object); err != nil {
			t.Fatal(err)
		}
		if got := textOf(out, 3, row); got != string(want) {
			t.Errorf("row %d is %s, want %s", row, got, want)
		}
		if got := textOf(out, 0, row); got != object.Table {
			t.Errorf("row %d: table %q, want %q", row, got, object.Table)
		}
		data := headOf(out, 2, 4)
		if active := out[data+int64(row/8)]>>(row%8)&1 == 1; active != object.Active {
			t.Errorf("row %d: active %v", row, active)
		}
	}
	if nulls := headOf(out, 4, 1); nulls != int64(rows) {
		t.Errorf("%d rows without an error, want %d", nulls, rows)
	}
}

// headOf returns a number in the rl_array of a column.
func headOf(out []byte, column, member int) int64 {
	return int64(binary.NativeEndian.Uint64(out[arraySize*column+8*member:]))
}

func textOf(out []byte, column, row int) string {
	offsets, data := headOf(out, column, 3), headOf(out, column, 4)
	from := binary.NativeEndian.Uint32(out[offsets+4*int64(row):])
	to := binary.NativeEndian.Uint32(out[offsets+4*int64(row)+4:])
	return string(out[data+int64(from) : data+int64(to)])
}

// A call for the columns of the call before resolves no path again. Calls for other columns in between do not matter.
func TestCallsForTheSameColumns(t *testing.T) {
	parts := []Column{equal("value", long, 300)}
	out, e := make([]byte, 1<<16), new(Error)
	call := func(kind uint32, path string) {
		n := DecodeColumns(0, "actionbase", "value", parts, 300, 0, []Field{{"value.type", TypeUTF8}, {path, kind}}, nil, out, e)
		if n < 0 || textOf(out, 0, 299) != "long" || headOf(out, 1, 1) != 0 {
			t.Fatalf("%d: %+v", n, e)
		}
	}
	call(TypeInt64, "value.value")
	same := testing.AllocsPerRun(10, func() { call(TypeInt64, "value.value") })
	other := testing.AllocsPerRun(10, func() { call(TypeUTF8, "value"+".value"); call(TypeInt64, "value.value") })
	if same > 8 || other < 2*same+4 {
		t.Errorf("%v allocations for the same columns, %v for others and them", same, other)
	}
}

// Without a record kind, the fields are one level down, beside the name of the kind.
func TestColumnsOfAnyKind(t *testing.T) {
	row := unhex("8a21aff9346974656d002bdafe659d297e2983")
	data := append(append([]byte(nil), row...), 0xff)
	columns := []Column{{"row", []int32{0, int32(len(row)), int32(len(data))}, data}}
	fields := []Field{{"record", TypeUTF8}, {"fields.direction", TypeUTF8}, {"", TypeError}}
	out, codes := make([]byte, 4096), make([]int32, 2)
	var e Error
	if n := DecodeColumns(0, "actionbase", "", columns, 2, 0, fields, codes, out, &e); n < 0 {
		t.Fatalf("%+v", e)
	}
	if codes[0] != 0 || codes[1] >= 0 || textOf(out, 0, 0) != "edge-count" || textOf(out, 1, 0) != "IN" || textOf(out, 2, 1) == "" {
		t.Errorf("codes %v: %q %q %q", codes, textOf(out, 0, 0), textOf(out, 1, 0), textOf(out, 2, 1))
	}
	// As spans, a row of no known kind has nothing of the previous row.
	starts := make([]int32, 3)
	if n := DecodeBatch(0, "actionbase", "", columns, 2, 0, Spans, starts, codes, out, &e); n < 0 {
		t.Fatalf("%+v", e)
	}
	if first, second := starts[1], starts[2]-starts[1]; first <= spansHead || second != spansHead {
		t.Errorf("spans of %d and %d bytes, want some and none", first, second)
	}
}

// A call without columns, or with too many, is refused.
func TestNumbersOfColumnsThatAreRefused(t *testing.T) {
	for n, want := range map[int]string{0: "no columns were asked for", FieldsMax + 1: "more than 256 columns were asked for"} {
		var e Error
		code := DecodeColumns(0, "actionbase", "value", []Column{equal("value", long, 1)}, 1, 0, make([]Field, n), nil, nil, &e)
		if Code(code) != BadLength || e.Code != BadLength || e.Field != "fields" || e.Message != want {
			t.Errorf("%d columns: %+v", n, e)
		}
	}
}
