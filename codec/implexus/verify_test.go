package implexus

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
)

func fixturePath(name string) string { return filepath.Join("..", "..", "golden", "implexus", name) }

// fixture reads a file of golden/implexus as JSON Lines.
func fixture(t testing.TB, name string) []map[string]any {
	t.Helper()
	file, err := os.Open(fixturePath(name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []map[string]any
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var x map[string]any
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
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

// database returns the rows of a fixture by their key.
func database(t testing.TB, name string) map[string][]byte {
	t.Helper()
	rows := map[string][]byte{}
	for _, x := range fixture(t, name+".rows.jsonl") {
		rows[string(unhexed(t, x["key"]))] = unhexed(t, x["value"])
	}
	return rows
}

func entry(key, value []byte) *store.Entry {
	e := new(store.Entry)
	e.Add(store.Key, key)
	e.Add(store.Value, value)
	return e
}

func verifierOf(rows map[string][]byte) *Verifier {
	v := NewVerifier(VerifyOptions{})
	for key, value := range rows {
		v.Add(entry([]byte(key), value))
	}
	return v
}

// line returns a finding as the fixtures have it.
func line(f Finding) string {
	item := "null"
	if f.Item != "" {
		item = f.Item
	}
	return f.Severity.String() + " " + f.Code + " " + string(f.Parts[0].Bytes) + " " + item
}

func linesOf(list []Finding) []string {
	var lines []string
	for _, f := range list {
		lines = append(lines, line(f))
	}
	return lines
}

func expectedLines(t testing.TB, name string) []string {
	var lines []string
	for _, x := range fixture(t, name+".findings.jsonl") {
		item, ok := x["item"].(string)
		if !ok {
			item = "null"
		}
		lines = append(lines, x["severity"].(string)+" "+x["code"].(string)+" "+x["key"].(string)+" "+item)
	}
	return lines
}

func TestFindingsOfTheFixturesAreThoseExpected(t *testing.T) {
	for _, name := range []string{"good", "corrupt"} {
		got, want := linesOf(verifierOf(database(t, name)).Findings()), expectedLines(t, name)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}

// Both forms of the dump hold the rows that the fixture lists.
func TestDumpsGiveTheSameFindings(t *testing.T) {
	for _, name := range []string{"good", "corrupt"} {
		for _, form := range []string{".dump.hex.txt", ".dump.print.txt"} {
			text, err := os.ReadFile(fixturePath(name + form))
			if err != nil {
				t.Fatal(err)
			}
			sc, err := dump.Open(bytes.NewReader(text), dump.Options{})
			if err != nil {
				t.Fatal(err)
			}
			v := NewVerifier(VerifyOptions{})
			for {
				e, err := sc.Next()
				if err != nil {
					break
				}
				v.Add(e)
			}
			if got, want := linesOf(v.Findings()), expectedLines(t, name); !slices.Equal(got, want) {
				t.Errorf("%s:\n got %q\nwant %q", name+form, got, want)
			}
		}
	}
}

// The rows computed from a sound database are those that it has.
func TestRebuildGivesTheRowsOfASoundDatabase(t *testing.T) {
	rows := database(t, "good")
	derived := map[string]bool{}
	for _, r := range verifierOf(rows).Rebuild() {
		derived[string(r.Key)] = true
		stored, ok := rows[string(r.Key)]
		if !ok {
			t.Errorf("%s is not stored", r.Key)
			continue
		}
		var a, b StringSet
		if DecodeStringSet(r.Value, &a) != nil {
			if !bytes.Equal(r.Value, stored) {
				t.Errorf("%s is %x, stored %x", r.Key, r.Value, stored)
			}
			continue
		}
		if err := DecodeStringSet(stored, &b); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(b.Items, bytes.Compare)
		if !slices.EqualFunc(a.Items, b.Items, bytes.Equal) {
			t.Errorf("%s has %q, stored %q", r.Key, a.Items, b.Items)
		}
	}
	for key := range rows {
		var k KeyReading
		if err := DecodeKey([]byte(key), &k); err != nil {
			t.Fatal(err)
		}
		switch k.Candidates[0].Kind {
		case EntityKey, PropertiesKey, ConfigKey, CatalogueConfig:
		default:
			if !derived[key] && key != "cat:/categories/long-names:members" {
				t.Errorf("%s is not rebuilt", key)
			}
		}
	}
}

// repaired are the codes of which no findings remain after a repair.
var repaired = []string{MissingChild, DanglingChild, DuplicateMember, MissingIndexRow, MissingMember, StaleMember,
	StaleIndexRow, MissingContent, StaleContent}

func TestRepairLeavesNothingToRepair(t *testing.T) {
	rows := database(t, "corrupt")
	changes := verifierOf(rows).Repair()
	if len(changes) == 0 {
		t.Fatal("there is nothing to repair")
	}
	for _, c := range changes {
		if rows[string(c.Key)] = c.Value; c.Delete {
			delete(rows, string(c.Key))
		}
	}
	v := verifierOf(rows)
	for _, f := range v.Findings() {
		if slices.Contains(repaired, f.Code) {
			t.Errorf("after the repair: %s", line(f))
		}
	}
	if again := v.Repair(); len(again) != 0 {
		t.Errorf("%d changes after the repair", len(again))
	}
}

// U+0000 may end an n-gram, a label or the name of a group. Where no key of a document ends in it, it is no terminator: such
// rows are found under their own keys, and a repair does not both put and delete them.
func TestTextsMayEndInZero(t *testing.T) {
	rows := database(t, "good")
	props := "props:/products/tool"
	rows[props] = bytes.Replace(rows[props], []byte("Ale"), []byte("A\x00e"), 1)
	changes := verifierOf(rows).Repair()
	zero := 0
	for _, c := range changes {
		if rows[string(c.Key)] = c.Value; c.Delete {
			delete(rows, string(c.Key))
		}
		if c.Key[len(c.Key)-1] == 0 {
			zero++
		}
	}
	v := verifierOf(rows)
	if again := v.Repair(); zero == 0 || len(again) > 0 {
		t.Errorf("%d rows end in zero; %d changes after the repair", zero, len(again))
	}
	for _, f := range v.Findings() {
		if slices.Contains(repaired, f.Code) {
			t.Errorf("after the repair: %s", line(f))
		}
	}
}

// A writer that stores terminators does so with all keys: they find each other without them.
func TestTerminatorsOfKeysAreDropped(t *testing.T) {
	rows, terminated := database(t, "good"), map[string][]byte{}
	for key, value := range rows {
		terminated[key+"\x00"] = value
	}
	want, got := verifierOf(rows).Findings(), verifierOf(terminated).Findings()
	if !slices.EqualFunc(want, got, func(a, b Finding) bool { return a.Code == b.Code && a.Item == b.Item }) {
		t.Errorf("got %d findings, want %d", len(got), len(want))
	}
}
