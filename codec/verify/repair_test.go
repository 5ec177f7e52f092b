package verify

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// corrupt is a checker with the rows of the damaged database of Implexus.
func corrupt(t *testing.T) *Checker {
	t.Helper()
	v, err := New(nil, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../golden/implexus/corrupt.dump.hex.txt")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := dump.ParseText(text, dump.Options{File: "dump.txt"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		v.Add(&parsed.Rows[i].Entry)
	}
	return v
}

func TestWhatARepairLeavesHasAReason(t *testing.T) {
	v := corrupt(t)
	before := v.Totals()
	lines, changes, left := v.Repair()
	if changes == 0 || strings.Count(string(lines), "\n") != changes || len(left) == 0 {
		t.Fatalf("%d changes, %d findings left:\n%s", changes, len(left), lines)
	}
	for i := range left {
		if f := &left[i]; f.NoMend == "" || len(f.Mend) > 0 {
			t.Errorf("%s is left: %q, %d rows would mend it", f.Code, f.NoMend, len(f.Mend))
		}
	}
	if after := v.Totals(); after.Errors >= before.Errors {
		t.Errorf("%d errors, then %d", before.Errors, after.Errors)
	}
	if _, again, _ := v.Repair(); again != 0 {
		t.Errorf("%d more changes", again)
	}
}

// An end of an edge that does not decode, or was deleted, is newer than the edge from which it follows.
func TestARepairIsNewerThanWhatItReplaces(t *testing.T) {
	for _, deleted := range []string{"", "delete"} {
		repairsEnd(t, deleted)
	}
}

func repairsEnd(t *testing.T, deleted string) {
	t.Helper()
	v, err := New(nil, "accumulograph", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][6]string{
		{"g_vertex", "v", "__LABEL__", "__EXISTS__", "", "1"}, {"g_vertex", "w", "__LABEL__", "__EXISTS__", "", "2"},
		{"g_edge", "e", "__LABEL__", "v__DELIM__w", "aknows", "3"}, {"g_vertex", "v", "__IN_EDGE__", "w__DELIM__e", "__DELIM__knows", "4"},
		{"g_vertex", "w", "__OUT_EDGE__", "v__DELIM__e", "__DELIN__knows", "5"},
	} {
		e := store.Entry{Timestamp: x[5], Source: store.Source{Table: x[0]}}
		for i, name := range []string{store.Row, store.Family, store.Qualifier, store.Value} {
			e.Add(name, []byte(x[1+i]))
		}
		if x[5] == "5" {
			e.Deleted = deleted
		}
		v.Add(&e)
	}
	lines, changes, left := v.Repair()
	if changes != 1 || !strings.Contains(string(lines), `"timestamp":"6"`) {
		t.Errorf("%d changes: %s", changes, lines)
	}
	for i := range left {
		if len(left[i].Mend) > 0 {
			t.Errorf("%s is left", left[i].Code)
		}
	}
}

// Where the text does not say what the bytes of a row are, its deletion might be that of another row.
func TestInexactRowsAreNotRepaired(t *testing.T) {
	v, err := New(nil, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	const text = "root@fake> table g_vertex_key_index\nroot@fake g_vertex_key_index> scan -np\n" +
		"aAnn name:v1 []\naBea my:key:v2 []\nroot@fake g> table g_vertex\nroot@fake g_vertex> scan -np\nv9 __LABEL__:__EXISTS__ []\n"
	parsed, err := dump.ParseText([]byte(text), dump.Options{File: "dump.txt", SplitKey: schema.KeySplitter("", nil)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		v.Add(&parsed.Rows[i].Entry)
	}
	lines, changes, left := v.Repair()
	if changes != 1 || strings.Contains(string(lines), "61426561") || len(left) != 1 || left[0].NoMend == "" {
		t.Errorf("%d changes, left %+v:\n%s", changes, left, lines)
	}
}

func TestAcceptedFindingsAreNotRepaired(t *testing.T) {
	v := corrupt(t)
	if err := v.Accept([]byte(`{"code":"dangling-child","parts":{"key":"6368696c6472656e3a2f7573657273"},"item":"bob"}`)); err != nil {
		t.Fatal(err)
	}
	for _, f := range v.Findings() {
		if f.Code == "dangling-child" {
			t.Errorf("%s is not accepted", f.Item)
		}
	}
	if got := v.Totals(); got.Accepted != 1 || got.Gone != 0 {
		t.Errorf("%+v", got)
	}
}

// apart is a check that finds nothing.
type apart struct{}

func (apart) Rounds() int                                      { return 1 }
func (apart) Place(*store.Entry, *shuffle.Place) format.Taking { return format.Checked }
func (apart) Check(*shuffle.Group)                             {}
func (apart) AppendOrder(dst []byte, _ *format.Finding) []byte { return dst }

func TestRowsAreFoundByWhatIdentifiesThem(t *testing.T) {
	cell := func(row, qualifier, val, at, table string) store.Entry {
		return store.Entry{Timestamp: at, Source: store.Source{File: "f", Table: table}, Parts: []store.Part{
			{Name: store.Row, Bytes: []byte(row)}, {Name: store.Qualifier, Bytes: []byte(qualifier)}, {Name: store.Value, Bytes: []byte(val)}}}
	}
	list := []store.Entry{
		cell("a", "bc", "1", "5", "t"), cell("ab", "c", "2", "5", "t"), cell("a", "bc", "3", "7", "t"), cell("a", "bc", "4", "6", "t"),
		cell("a", "bc", "5", "7", "t"), cell("a", "bc", "6", "9", "u"), {Parts: []store.Part{{Name: store.Row, Bytes: []byte("abc")}}},
	}
	rows := shuffle.New(apart{}, nil)
	for i := range list {
		rows.Add(&list[i], 0)
	}
	for _, c := range []struct {
		row, qualifier, at, table string
		want                      int
	}{
		{"a", "bc", "", "t", 4}, {"a", "bc", "6", "t", 3}, {"a", "bc", "", "", 5}, {"ab", "c", "", "", 1}, {"abc", "", "", "", -1},
		{"a", "bc", "8", "", -1},
	} {
		v := &Checker{located: shuffle.NewSorter()}
		l := locator{v: v, rows: rows, wanted: shuffle.NewSorter(), stored: shuffle.NewSorter(), changed: shuffle.NewSorter(),
			related: shuffle.NewSorter()}
		e := cell(c.row, c.qualifier, "", "", "")
		l.look(format.Keyed(e.Parts), lookup{finding: 3, timestamp: c.at, table: c.table})
		for _, err := range []error{l.filterWanted(), rows.Rows(l.offer), l.join(), v.err} {
			if err != nil {
				t.Fatal(err)
			}
		}
		got := -1
		if err := drain(v.located, func(key, packed []byte) error {
			var r shuffle.Row
			rows.Unpack(packed, &r)
			if got = int(r.Index); !reflect.DeepEqual(r.Entry, list[got]) {
				t.Errorf("%+v is kept as %+v", list[got], r.Entry)
			}
			if want := "\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00"; string(key) != want {
				t.Errorf("found for %x", key)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%+v: row %d", c, got)
		}
	}
}
