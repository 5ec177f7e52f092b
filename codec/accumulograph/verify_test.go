package accumulograph_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/store"
)

// verified returns what is found in the transcript after a change, which may leave an entry out, minus what is found without
// a change.
func verified(t *testing.T, change func(e *store.Entry) bool) (list []string) {
	t.Helper()
	v := accumulograph.NewVerifier()
	for _, e := range scan(t, "accumulograph-shell-st.txt") {
		e = e.Clone()
		if change(&e) {
			v.Add(&e)
		}
	}
	for _, f := range v.Findings() {
		if f.Code != accumulograph.OrphanProperty {
			list = append(list, f.Severity.String()+" "+f.Code+" "+f.Item)
		}
	}
	return list
}

func part(e *store.Entry, name string) []byte { b, _ := e.Part(name); return b }

func put(e *store.Entry, name string, b []byte) {
	for i := range e.Parts {
		if e.Parts[i].Name == name {
			e.Parts[i].Bytes = b
		}
	}
}

func compare(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// swap replaces text in a part of the first entry of a table that has it.
func swap(table, name, from, to string) func(e *store.Entry) bool {
	done := false
	return func(e *store.Entry) bool {
		if b := part(e, name); !done && e.Source.Table == table && bytes.Contains(b, []byte(from)) {
			put(e, name, bytes.Replace(b, []byte(from), []byte(to), 1))
			done = true
		}
		return true
	}
}

// What upstream reads although no writer makes it is reported, and nothing that would follow if it did not
// count.
func TestLenientEntriesAreTold(t *testing.T) {
	compare(t, "undamaged", verified(t, func(*store.Entry) bool { return true }))
	compare(t, "a marker", verified(t, swap("social_vertex", store.Qualifier, "__EXISTS__", "__EZISTS__")),
		"error undecodable table social_vertex")
	marked := false
	compare(t, "a value of a marker", verified(t, func(e *store.Entry) bool {
		if !marked && string(part(e, store.Qualifier)) == "__EXISTS__" {
			put(e, store.Value, []byte("a"))
			marked = true
		}
		return true
	}), "error undecodable table social_vertex")
}

// The spelling of a float is not a fault.
func TestSpellingOfFloatsIsNoFault(t *testing.T) {
	compare(t, "property and index", verified(t, func(e *store.Entry) bool {
		if e.Source.Table == "social_edge" && string(part(e, store.Value)) == "d0.5" {
			put(e, store.Value, []byte("d0.50"))
		}
		if e.Source.Table == "social_edge_key_index" && string(part(e, store.Row)) == "d0.5" {
			put(e, store.Row, []byte("d0.50"))
		}
		return true
	}), `info other-jdk-spelling table social_edge, id "e1", key "weight"`)
}

// With an unknown class nothing is checked, so that is reported for keys and names; that the metadata does not list
// the index is not.
func TestUnknownClassesAreTold(t *testing.T) {
	compare(t, "classes", verified(t, func(e *store.Entry) bool {
		if e.Source.Table == "social_index_metadata" {
			put(e, store.Qualifier, bytes.Replace(part(e, store.Qualifier), []byte(".Vertex"), []byte(".Wertex"), 1))
		}
		return true
	}), `warning unknown-class table social_index_metadata, id "age"`, `warning unknown-class table social_index_metadata, id "name"`,
		`warning unknown-class table social_index_metadata, id "people"`)
}

// A listed index without entries is reported, unless the input is only the metadata.
func TestIndexesWithoutTableAreTold(t *testing.T) {
	compare(t, "without people", verified(t, func(e *store.Entry) bool { return e.Source.Table != "social_index_people" }),
		`info missing-table table social_index_people, id "people"`)
	compare(t, "metadata", verified(t, func(e *store.Entry) bool { return e.Source.Table == "social_index_metadata" }))
}

// The index of a property that cannot be read may be all that still has its value.
func TestTheIndexOfAnUnreadablePropertyStays(t *testing.T) {
	v := accumulograph.NewVerifier()
	change := swap("social_vertex", store.Value, "i30", ")30")
	for _, e := range scan(t, "accumulograph-shell-st.txt") {
		e = e.Clone()
		change(&e)
		v.Add(&e)
	}
	var codes []string
	for _, f := range v.Findings() {
		if f.Code == accumulograph.OrphanProperty {
			continue
		}
		codes = append(codes, f.Code)
		if len(f.Mend) > 0 || f.NoMend == "" {
			t.Errorf("%s: %d rows mend it, why not: %q", f.Code, len(f.Mend), f.NoMend)
		}
	}
	compare(t, "an unreadable property", codes, accumulograph.Undecodable, accumulograph.StaleIndex, accumulograph.MissingIndex)
}

// The bulk ingester writes null, and createKeyIndex makes no entry for it.
func TestNullIsNotIndexed(t *testing.T) {
	change := swap("social_vertex", store.Value, "i30", "n")
	compare(t, "null", verified(t, func(e *store.Entry) bool {
		return change(e) && !(e.Source.Table == "social_vertex_key_index" && string(part(e, store.Row)) == "i30")
	}))
}
