package exports

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
)

// A path that no row can have is refused, with a suggestion of the member that was probably meant.
func TestAMisspeltMemberIsRefused(t *testing.T) {
	row := []Column{{"row", []int32{0, 18}, unhex("8a21aff9346974656d002bdafe659d297e2983")[:18]}}
	for _, c := range []struct {
		record, path string
		flags        uint32
		said         string // empty for a path that a row may have
	}{
		{"edge-count", "fields.count", 0, `"fields" in the fields of actionbase edge-count`},
		{"edge-count", "tablecode", 0, "did you mean tableCode?"},
		{"edge-count", "directedSource.kind", 0, `"kind" in directedSource in the fields of actionbase edge-count: there are type, value`},
		{"edge-count", "active", 0, `"active" in`}, // other kinds have it
		{"edge-count", "consumed", 0, `"consumed" in`},
		{"edge-count", "tableCode", Doubts, `"tableCode" in what is said of a row`},
		{"", "tableCode", 0, "there are fields, record"},
		{"", "fields.nope", 0, `"nope" in the fields of actionbase: there are table, `},
		{"", "fields.source.valu", 0, "did you mean value?"},
		{"", `fields.source\.value`, 0, `"source.value" in the fields of actionbase`},
		{"edge-count", "table", 0, ""}, // only a schema provides it
		{"edge-count", "directedSource", 0, ""},
		{"edge-count", "directedSource.value.inside", 0, ""},
		{"edge-count", "directedSource[0]", 0, ""},
		{"edge-count", "consumed", Prefix, ""},
		{"edge-count", "fields.tableCode", Doubts, ""},
		{"", "fields.active", 0, ""},
		{"", "check", 0, ""},
		{"", "fields.properties[name=rank].value.value", 0, ""},
	} {
		var e Error
		n := DecodeColumns(0, "actionbase", c.record, row, 1, c.flags, []Field{{"", TypeError}, {c.path, TypeUTF8}}, nil, nil, &e)
		if c.said == "" && n < 0 {
			t.Errorf("%s %s: %+v", c.record, c.path, e)
		}
		if c.said != "" && (n != int64(BadOption) || e.Field != c.path || !strings.Contains(e.Message, c.said)) {
			t.Errorf("%s %s: %d %+v, want %s", c.record, c.path, n, e, c.said)
		}
	}
}

// No member of any format's vectors is taken for misspelt, whatever flag or schema produced it; with one letter changed, nearly
// all are.
func TestEveryMemberOfTheVectorsHasAPath(t *testing.T) {
	tried, refused := 0, 0
	for _, f := range formatsWithVectors(t) {
		for _, v := range vectorsOf(t, f) {
			fields, ok := v.fields()
			if !ok || !slices.Contains(v.Ops, "decode") {
				continue
			}
			var d, every decoding
			var e Error
			d.find(0, f, v.Record, 0, &e)
			every.findFormat(0, f, 0, &e)
			if _, prefix := fields["consumed"]; prefix {
				d.flags, every.flags = Prefix, Prefix
			}
			eachPath(nil, fields, func(p path) {
				tried++
				if d.expect(p, "", &e) != OK {
					t.Fatalf("%s %s: %s", v.ID, p.names(nil), e.Message)
				}
				if stored(f, v.Record) && every.expect(append(path{{name: "fields", index: -1}}, p...), "", &e) != OK {
					t.Fatalf("%s %s of any kind: %s", v.ID, p.names(nil), e.Message)
				}
				wrong := slices.Clone(p)
				wrong[len(p)-1].name += "z"
				if d.expect(wrong, "", &e) != OK {
					refused++
				}
			})
		}
	}
	if tried < 50_000 || refused < 20_000 {
		t.Errorf("%d members, %d refused with another letter", tried, refused)
	}
}

func stored(f, record string) bool {
	for _, r := range codec.Find(f).Records {
		if r.Name == record {
			return true
		}
	}
	return false
}

func (v *vectorLine) fields() (members map[string]any, ok bool) {
	return members, json.Unmarshal(v.Fields, &members) == nil
}

// eachPath visits the path of each member that is not in a list.
func eachPath(above path, members map[string]any, visit func(p path)) {
	for name, value := range members {
		if strings.HasPrefix(name, "$") { // which a vector leaves open
			continue
		}
		at := append(slices.Clone(above), step{name: name, index: -1})
		visit(at)
		if inside, is := value.(map[string]any); is {
			eachPath(at, inside, visit)
		}
	}
}

// A misspelt column is refused before any row, even if it is null in all rows, in which case they would encode without it. Whatever
// encoders accept is not refused, whether decoding produces it or not.
func TestAMisspeltColumnIsNotEncodedInSilence(t *testing.T) {
	tried := 0
	for _, f := range codec.Formats() {
		for i := range f.Examples {
			x := &f.Examples[i]
			r := f.Record(x.Record)
			if len(r.Parts) == 0 || f.NamesMembers {
				continue
			}
			handle := int64(0)
			if x.Given != "" {
				handle = SchemaOpen(f.ID, []byte(`{"given":`+x.Given+`}`), new(Error))
			}
			columns := columnsOf(t, x.Fields)
			encoded := func(columns []Values, rows int, e *Error) Code {
				return Code(EncodeColumns(handle, f.ID, r.Name, r.Parts[0], columns, rows, 0, make([]int32, rows+1), make([]int32, rows), room, e))
			}
			var e Error
			if encoded(columns, 1, &e) == BadOption {
				t.Errorf("%s %s: %+v", f.ID, r.Name, e)
			}
			text, null := texted("zz", TypeUTF8, "text"), texted("zz", TypeUTF8, "")
			null.Validity = []byte{0}
			for _, c := range []struct {
				wrong Values
				rows  int
			}{{text, 1}, {null, 1}, {null, 0}} {
				e = Error{}
				code := encoded(append(columns, c.wrong), c.rows, &e)
				if code != BadOption || e.Field != "zz" || e.Row != -1 || !strings.Contains(e.Message, "there is no ") {
					t.Errorf("%s %s, %d rows: %d %+v", f.ID, r.Name, c.rows, code, e)
				}
			}
			SchemaClose(handle)
			tried++
		}
	}
	if tried < 60 {
		t.Errorf("%d examples", tried)
	}
}

// columnsOf returns the members of fields as columns of one row.
func columnsOf(t *testing.T, fields string) (columns []Values) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(fields), &members); err != nil {
		t.Fatal(err)
	}
	for name, text := range members {
		columns = append(columns, texted(name, TypeJSON, string(text)))
	}
	return columns
}

// The bits of a NaN and the index of an unknown case occur in few Maryk rows and are not columns, but rows can have them.
func TestUncommonMembersOfMarykHavePaths(t *testing.T) {
	for _, kind := range [...]kindName{{"maryk-hbase", "data-value"}, {"maryk-rocksdb", "table-value"}, {"maryk-rocksdb", "historic-value"}} {
		for _, name := range [...]string{"bits", "index"} {
			var d decoding
			var n encoding
			var e Error
			d.find(0, kind.format, kind.record, 0, &e)
			n.find(0, kind.format, kind.record, 0, &e)
			if d.expect(path{{name: name, index: -1}}, name, &e) != OK || n.expectNames(&format.Input{}, []string{name}, name, &e) != OK {
				t.Errorf("%v: %s", kind, e.Message)
			}
		}
	}
}

// No member of a vector for encoding is taken for misspelt.
func TestEveryMemberThatIsEncodedHasAPath(t *testing.T) {
	tried := 0
	for _, f := range formatsWithVectors(t) {
		for _, v := range vectorsOf(t, f) {
			fields, ok := v.fields()
			if !ok || !slices.Contains(v.Ops, "encode") {
				continue
			}
			var n encoding
			var e Error
			n.find(0, f, v.Record, 0, &e)
			n.writes(n.record.Parts[0], &e)
			eachPath(nil, fields, func(p path) {
				tried++
				if n.expectNames(&format.Input{}, p.names(nil), "", &e) != OK {
					t.Fatalf("%s %s: %s", v.ID, p.names(nil), e.Message)
				}
			})
		}
	}
	if tried < 20_000 {
		t.Errorf("%d members", tried)
	}
}
