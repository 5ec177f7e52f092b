package accumulograph_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

const transcripts = "../../golden/accumulograph/"

type expected struct {
	Kind, Table, Row, Cf, Cq, Vis, Value, Ts string
	Element                                  json.RawMessage
	Finding, ID, Key                         string
}

func readExpected(t *testing.T) (entries []expected, elements []any, findings []string) {
	t.Helper()
	text, err := os.ReadFile(transcripts + "accumulograph-shell.expected.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var e expected
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case "entry":
			entries = append(entries, e)
		case "element":
			elements = append(elements, loose(t, e.Element))
		case "finding":
			findings = append(findings, e.Finding+" "+e.Table+" "+e.ID+" "+e.Key)
		}
	}
	slices.Sort(findings)
	return entries, elements, findings
}

// loose returns JSON with its edges in a fixed order.
func loose(t *testing.T, text []byte) any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"out_edges", "in_edges"} {
		if list, ok := v[name].([]any); ok {
			slices.SortFunc(list, func(a, b any) int {
				return strings.Compare(a.(map[string]any)["edge"].(string), b.(map[string]any)["edge"].(string))
			})
		}
	}
	return v
}

// scan reads a transcript of the shell with the format's own hook.
func scan(t *testing.T, name string) []store.Entry {
	t.Helper()
	text, err := os.ReadFile(transcripts + name)
	if err != nil {
		t.Fatal(err)
	}
	res, err := dump.ParseText(text, dump.Options{SplitKey: accumulograph.Format.NewKeySplitter(nil)})
	if err != nil || res.Form.ID != "accumulo-scan" {
		t.Fatalf("%v %v", res.Form, err)
	}
	var list []store.Entry
	for _, row := range res.Rows {
		list = append(list, row.Entry)
	}
	return list
}

func TestTranscriptsAreReadExactly(t *testing.T) {
	want, _, _ := readExpected(t)
	for _, name := range []string{"accumulograph-shell.txt", "accumulograph-shell-st.txt"} {
		got := scan(t, name)
		if len(got) != len(want) {
			t.Fatalf("%s: %d entries, want %d", name, len(got), len(want))
		}
		for i := range got {
			w := want[i]
			for part, text := range map[string]string{"row": w.Row, "family": w.Cf, "qualifier": w.Cq, "visibility": w.Vis, "value": w.Value} {
				b, ok := got[i].Part(part)
				if !ok || hex.EncodeToString(b) != text {
					t.Errorf("%s, entry %d, %s: %q, want %s", name, i+1, part, b, text)
				}
			}
			if got[i].Source.Table != w.Table {
				t.Errorf("%s, entry %d: table %s, want %s", name, i+1, got[i].Source.Table, w.Table)
			}
		}
	}
}

func TestTranscriptsBecomeElementsAndFindings(t *testing.T) {
	_, elements, findings := readExpected(t)
	in := format.Input{Given: value.OfMembers(value.Member{Name: "graph", Value: value.Of("social")})}
	in.Entry.Rows = scan(t, "accumulograph-shell.txt")
	var w value.Writer
	if err := accumulograph.Format.Record("graph").Derive(&in, &w); err != nil {
		t.Fatal(err)
	}
	var result struct {
		Elements []json.RawMessage
		Findings []expected
	}
	if err := json.Unmarshal(w.Buf, &result); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range result.Findings {
		got = append(got, f.Finding+" "+f.Table+" "+f.ID+" "+f.Key)
	}
	if slices.Sort(got); !slices.Equal(got, findings) {
		t.Errorf("findings %q, want %q", got, findings)
	}
	if len(result.Elements) != len(elements) {
		t.Fatalf("%d elements, want %d", len(result.Elements), len(elements))
	}
	for _, text := range result.Elements {
		e := loose(t, text)
		if !slices.ContainsFunc(elements, func(want any) bool { return reflect.DeepEqual(want, e) }) {
			t.Errorf("no such element is expected: %s", text)
		}
	}
}

func TestEveryEntryOfATranscriptIsIdentified(t *testing.T) {
	for _, e := range scan(t, "accumulograph-shell.txt") {
		parsed, _ := identify.Candidates(identify.Query{Entry: &e})
		if len(parsed) == 0 || parsed[0].Record.Name != "entry" || parsed[0].Dots != 3 && parsed[0].Canonical == identify.Same {
			t.Errorf("%s %v is read as %d candidates", e.Source.Table, e.Parts, len(parsed))
		}
	}
}

func TestVerifierFindsWhatTheGraphSays(t *testing.T) {
	v, err := accumulograph.Format.NewVerifier(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := scan(t, "accumulograph-shell.txt")
	rows = append(rows, rows[0].Clone(), store.Entry{Source: store.Source{Table: "other"}})
	spelled := store.Entry{Source: store.Source{Table: "social_edge_key_index"}}
	spelled.Add("row", []byte("d0.50"))
	spelled.Add("family", []byte("weight"))
	spelled.Add("qualifier", []byte("e1"))
	spelled.Add("value", nil)
	broken := store.Entry{Source: store.Source{Table: "social_edge"}}
	broken.Add("row", []byte("e9"))
	broken.Add("family", []byte("__LABEL__"))
	broken.Add("qualifier", []byte("no delimiter"))
	broken.Add("value", []byte("al"))
	for _, e := range append(rows, spelled, broken) {
		v.Add(&e)
	}
	var got []string
	for _, f := range v.Findings() {
		got = append(got, f.Severity.String()+" "+f.Code+" "+f.Item)
	}
	want := []string{
		"error undecodable table social_edge",
		`warning orphan-property table social_edge, id "e5", key "weight"`,
		`warning orphan-property table social_edge, id "e5", key "why"`,
		`info other-jdk-spelling table social_edge_key_index, id "e1", key "weight"`,
		"info no-table 1 entries",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTableNamesHaveSeveralReadings(t *testing.T) {
	type table = accumulograph.Table
	for name, want := range map[string][]table{
		"g_vertex": {{Kind: accumulograph.VertexTable, Graph: "g"}},
		"a_index_vertex": {{Kind: accumulograph.VertexTable, Graph: "a_index"},
			{Kind: accumulograph.NamedIndex, Graph: "a", Index: "vertex"}},
		"a_index_b_edge_key_index": {{Kind: accumulograph.EdgeKeyIndex, Graph: "a_index_b"},
			{Kind: accumulograph.NamedIndex, Graph: "a", Index: "b_edge_key_index"}},
		"g_index_metadata": {{Kind: accumulograph.IndexMetadata, Graph: "g"},
			{Kind: accumulograph.NamedIndex, Graph: "g", Index: "metadata"}},
		"a_index_b_index_c": {{Kind: accumulograph.NamedIndex, Graph: "a", Index: "b_index_c"},
			{Kind: accumulograph.NamedIndex, Graph: "a_index_b", Index: "c"}},
		"_vertex":           nil,
		"_index_a":          nil,
		"_index_a_index_b":  {{Kind: accumulograph.NamedIndex, Graph: "_index_a", Index: "b"}},
		"a-b_vertex":        nil,
		"accumulo.metadata": nil,
		"":                  nil,
	} {
		got := accumulograph.Tables(name)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		kind := accumulograph.UnknownTable
		if len(got) > 0 {
			kind = got[0].Kind
		}
		if accumulograph.KindOfTable(name) != kind {
			t.Errorf("%s is a table of kind %v, want %v", name, accumulograph.KindOfTable(name), kind)
		}
		for _, g := range got {
			if g.Name() != name {
				t.Errorf("%v is called %s, want %s", g, g.Name(), name)
			}
		}
	}
}
