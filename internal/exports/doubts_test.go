package exports

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// rowsOf returns rows that have one part.
func rowsOf(t *testing.T, part string, texts ...string) []Column {
	t.Helper()
	c := Column{Name: part, Offsets: []int32{0}}
	for _, text := range texts {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		c.Data = append(c.Data, b...)
		c.Offsets = append(c.Offsets, int32(len(c.Data)))
	}
	return []Column{c}
}

const (
	soundCount = "8a21aff9346974656d002bdafe659d297e2983"
	wrongSalt  = "0021aff9346974656d002bdafe659d297e2983"
	doubtOfIt  = `"check":[{"field":"salt","part":"row","offset":0,"stored":"0021aff9","expected":"8a21aff9"}]`
)

// A batch that names its record kind reports the same doubts as decode. If its answer has no place
// for them, a record with a doubt is refused; only a lenient reader gets it without notice.
func TestABatchSaysWhatIsNotSure(t *testing.T) {
	columns := rowsOf(t, "row", soundCount, wrongSalt)
	out, starts, codes := make([]byte, 1<<12), make([]int32, 3), make([]int32, 2)
	decode := func(record string, flags uint32) (rows [2]string) {
		t.Helper()
		e := new(Error)
		if n := DecodeBatch(0, "actionbase", record, columns, 2, flags, FieldsJSON, starts, codes, out, e); n < 0 {
			t.Fatal(e.Message)
		}
		return [2]string{string(out[:starts[1]]), string(out[starts[1]:starts[2]])}
	}
	if rows := decode("edge-count", 0); codes[0] != 0 || Code(codes[1]).String() != "bad-check" || strings.Contains(rows[0], `"fields"`) {
		t.Errorf("without a place for doubts: %v %v", codes, rows)
	}
	named := decode("edge-count", Doubts)
	if codes[0] != 0 || codes[1] != 0 || !strings.HasSuffix(named[0], `,"record":"edge-count"}`) || !strings.Contains(named[1], doubtOfIt) {
		t.Errorf("with doubts: %v %v", codes, named)
	}
	for flags, name := range map[uint32]string{0: "any kind", Doubts: "any kind, with the flag"} {
		if rows := decode("", flags); rows != named {
			t.Errorf("%s: %v, named: %v", name, rows, named)
		}
	}
	if rows := decode("edge-count", Doubts|Check); codes[1] == 0 || rows[0] != named[0] {
		t.Errorf("checked: %v %v", codes, rows)
	}
	if rows := decode("edge-count", Lenient); codes[1] != 0 || strings.Contains(rows[1], "check") {
		t.Errorf("lenient: %v %v", codes, rows)
	}
	e := new(Error)
	if n := Decode(0, "actionbase", "value", []Part{{"value", []byte("\x2c\x80\x00\x01\x8f\x3c\x9b\xe2\x00\xff\xee")}}, Lenient|Doubts,
		FieldsJSON, out, e); n < 0 || !strings.Contains(string(out[:n]), `"lenient":{"part":"value","offset":9,`) ||
		!strings.Contains(string(out[:n]), `"extra":2`) {
		t.Errorf("bytes that belong to nothing: %s %s", out[:max(n, 0)], e.Message)
	}
}

func TestAColumnHasTheDoubts(t *testing.T) {
	columns := rowsOf(t, "row", soundCount, wrongSalt)
	for _, record := range []string{"edge-count", ""} {
		path := map[string]string{"edge-count": "tableCode", "": "fields.tableCode"}[record]
		out, codes := make([]byte, 1<<12), make([]int32, 2)
		e := new(Error)
		n := DecodeColumns(0, "actionbase", record, columns, 2, 0, []Field{{"", TypeDoubts}, {path, TypeInt64}}, codes, out, e)
		if n < 0 || codes[0] != 0 || codes[1] != 0 {
			t.Fatalf("%q: %s %v", record, e.Message, codes)
		}
		from := strings.Index(string(out[:n]), "{")
		var doubts map[string]any
		if err := json.NewDecoder(strings.NewReader(string(out[from:n]))).Decode(&doubts); err != nil || len(doubts) != 2 ||
			!strings.Contains(string(out[:n]), doubtOfIt) {
			t.Errorf("%q: %v, %q", record, err, out[from:n])
		}
		if n = DecodeColumns(0, "actionbase", "edge-count", columns, 2, 0, []Field{{"tableCode", TypeInt64}}, codes, out, e); n < 0 ||
			Code(codes[1]).String() != "bad-check" {
			t.Errorf("without a column of doubts: %v", codes)
		}
		if n = DecodeColumns(0, "actionbase", record, columns, 2, 0, []Field{{"x", TypeDoubts}}, codes, out, e); Code(n) != BadOption {
			t.Errorf("doubts of a member: %d", n)
		}
	}
}

// A row of a batch without a record kind is what it is alone, whatever the row before it is. A lenient reader
// may take the bytes of one kind for another, so the kind of the row before must not come first.
func TestARowDoesNotDependOnTheOneBefore(t *testing.T) {
	for _, format := range []string{"actionbase", "implexus"} {
		byParts := map[string][]vectorLine{} // rows with the same parts
		for _, v := range vectorsOf(t, format) {
			key := strings.Join(slices.Sorted(maps.Keys(v.Bytes)), " ")
			seen := func(o vectorLine) bool { return o.Record == v.Record }
			if slices.Contains(v.Ops, "decode") && len(v.Given) == 0 && len(v.Fields) > 0 && !slices.ContainsFunc(byParts[key], seen) {
				byParts[key] = append(byParts[key], v)
			}
		}
		for _, rows := range byParts {
			for _, before := range rows {
				for _, v := range rows {
					var columns []Column
					for _, part := range slices.Sorted(maps.Keys(v.Bytes)) {
						columns = append(columns, rowsOf(t, part, before.Bytes[part], v.Bytes[part])...)
					}
					if two, alone := lenientRows(t, format, columns), lenientRows(t, format, columns, 1); two[1] != alone[0] {
						t.Errorf("%s after %s: %s\nalone: %s", v.ID, before.ID, two[1], alone[0])
					}
				}
			}
		}
	}
}

// lenientRows decodes rows of a format from the first on; without one, all.
func lenientRows(t *testing.T, format string, columns []Column, first ...int) (answers []string) {
	t.Helper()
	rows := len(columns[0].Offsets) - 1
	if len(first) > 0 {
		for i := range columns {
			columns[i].Offsets = columns[i].Offsets[first[0]:]
		}
		rows -= first[0]
	}
	out, starts, e := make([]byte, 1<<16), make([]int32, rows+1), new(Error)
	if n := DecodeBatch(0, format, "", columns, rows, Lenient, FieldsJSON, starts, nil, out, e); n < 0 {
		t.Fatal(e.Message)
	}
	for i := range rows {
		answers = append(answers, string(out[starts[i]:starts[i+1]]))
	}
	return answers
}
