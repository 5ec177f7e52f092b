package actionbase

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// fixture reads a file of golden/actionbase as JSON Lines.
func fixture(t testing.TB, name string) []map[string]any {
	t.Helper()
	return jsonLines(t, filepath.Join("..", "..", "golden", "actionbase", name))
}

func jsonLines(t testing.TB, path string) []map[string]any {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []map[string]any
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var x map[string]any
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func fixtureSchema(t testing.TB) *Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "actionbase", "actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schemaFrom(t, string(text))
}

func schemaFrom(t testing.TB, text string) *Schema {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Schema)
}

func unhexed(t testing.TB, x any) []byte {
	t.Helper()
	s, _ := x.(string)
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// dump returns the cells of a fixture.
func dump(t testing.TB, name string) []store.Entry {
	t.Helper()
	list := cellsOf(t, fixture(t, name))
	if len(list) < 50 {
		t.Fatalf("%d cells in %s", len(list), name)
	}
	return list
}

func cellsOf(t testing.TB, lines []map[string]any) (list []store.Entry) {
	t.Helper()
	for _, x := range lines {
		e := store.Entry{Timestamp: x["timestamp"].(string)}
		for _, part := range []string{store.Row, store.Family, store.Qualifier, store.Value} {
			e.Add(part, unhexed(t, x[part]))
		}
		list = append(list, e)
	}
	return list
}

func verify(t testing.TB, s *Schema, cells []store.Entry) []Finding {
	t.Helper()
	v, err := NewVerifier(s, testZones{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		v.Add(&cells[i])
	}
	return v.Findings()
}

func asJSON(f Finding) string {
	var w value.Writer
	f.Write(&w)
	return string(w.Buf)
}

func TestSoundDumpHasNoFindings(t *testing.T) {
	for _, f := range verify(t, fixtureSchema(t), dump(t, "actionbase-hbase-shell.expected.jsonl")) {
		t.Error(asJSON(f))
	}
}

func TestDamagedDumpShowsItsRootCauses(t *testing.T) {
	got := verify(t, fixtureSchema(t), dump(t, "actionbase-hbase-shell-damaged.expected.jsonl"))
	causes := fixture(t, "actionbase-hbase-shell-damaged.issues.jsonl")
	if len(causes) != 5 {
		t.Fatalf("%d root causes, want 5", len(causes))
	}
	text := func(x any) string { s, _ := x.(string); return s }
	for _, want := range causes {
		i := slices.IndexFunc(got, func(f Finding) bool {
			return f.Code == want["issue"] && hexText(part(&f, store.Row)) == want["row"]
		})
		if i < 0 {
			t.Errorf("%s at %s is not found", want["issue"], want["row"])
			continue
		}
		f := got[i]
		got = slices.Delete(got, i, i+1)
		for member, found := range map[string]string{"expectedValue": f.Expected, "expectedRow": f.Expected,
			"storedBefore": f.Expected, "stored": f.Stored} {
			if want[member] != nil && text(want[member]) != found {
				t.Errorf("%s: %s is %s, want %s", f.Code, member, found, want[member])
			}
		}
	}
	// A consequence of a root cause: nothing is under the key that the row with the wrong salt
	// should have.
	if len(got) != 1 || got[0].Code != MissingIndexRow || hexText(part(&got[0], store.Row)) != text(causes[3]["expectedRow"]) {
		for _, f := range got {
			t.Error(asJSON(f))
		}
	}
}

func TestFindingsDoNotDependOnTheOrderOfTheDump(t *testing.T) {
	cells := dump(t, "actionbase-hbase-shell-damaged.expected.jsonl")
	want := verify(t, fixtureSchema(t), cells)
	slices.Reverse(cells)
	if got := verify(t, fixtureSchema(t), cells); !reflect.DeepEqual(got, want) {
		t.Errorf("read backwards\n%v, want\n%v", got, want)
	}
	v, err := NewVerifier(fixtureSchema(t), testZones{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		v.Add(&cells[i])
		v.Findings()
	}
	if got := v.Findings(); !reflect.DeepEqual(got, want) {
		t.Errorf("asked after each cell\n%v, want\n%v", got, want)
	}
}

func TestFindingIsOneObject(t *testing.T) {
	f := Finding{Severity: Warning, Code: WrongCount,
		Parts: []store.Part{{Name: "row", Bytes: []byte{1, 0xab}}, {Name: "qualifier"}}, Item: "t \"x\"", Expected: "1", Stored: "2",
		Why: "because"}
	want := `{"severity":"warning","code":"wrong-count","parts":{"row":"01ab","qualifier":""},"item":"t \"x\"","figures":{"expected":"1","stored":"2"},"why":"because"}`
	if got := asJSON(f); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := asJSON(Finding{Code: UnknownTable, Why: "so"}); got != `{"severity":"info","code":"unknown-table","why":"so"}` {
		t.Errorf("got %s", got)
	}
}

func TestVerifierNeedsTablesAndTheirZones(t *testing.T) {
	for name, s := range map[string]*Schema{"no schema": nil, "only names": schemaFrom(t, `["a"]`)} {
		if _, err := NewVerifier(s, testZones{}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := NewVerifier(fixtureSchema(t), nil); err == nil {
		t.Error("a region is accepted without a time zone database")
	}
}
