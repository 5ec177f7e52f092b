package diff_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
)

// cell is "row family:qualifier timestamp value" or "… !Tombstone".
func cell(text string) store.Entry {
	words := strings.Split(text, " ")
	family, qualifier, _ := strings.Cut(words[1], ":")
	e := store.Entry{Timestamp: words[2]}
	e.Add(store.Row, []byte(words[0]))
	e.Add(store.Family, []byte(family))
	e.Add(store.Qualifier, []byte(qualifier))
	if word, deleted := strings.CutPrefix(words[3], "!"); deleted {
		e.Deleted = word
	}
	e.Add(store.Value, []byte(words[3]))
	return e
}

func TestReadersSeeTheNewestVersionThatNoTombstoneHides(t *testing.T) {
	for name, c := range map[string]struct{ rows, seen []string }{
		"versions":         {[]string{"r f:q 1 a", "r f:q 3 c", "r f:q 2 b"}, []string{"r f:q 3 c"}},
		"negative":         {[]string{"r f:q -5 a", "r f:q 1 c"}, []string{"r f:q 1 c"}},
		"one deleted":      {[]string{"r f:q 3 c", "r f:q 3 !Delete", "r f:q 2 b"}, []string{"r f:q 2 b"}},
		"column":           {[]string{"r f:q 3 c", "r f:q 3 !DeleteColumn", "r f:q 2 b"}, nil},
		"older column":     {[]string{"r f:q 4 c", "r f:q 3 !DeleteColumn", "r f:q 2 b"}, []string{"r f:q 4 c"}},
		"family":           {[]string{"r f: 2 !DeleteFamily", "r f:a 1 a", "r f:b 2 b", "r f:c 3 c", "r g:a 1 g", "s f:a 1 s"}, []string{"r f:c 3 c", "r g:a 1 g", "s f:a 1 s"}},
		"family's version": {[]string{"r f: 2 !DeleteFamilyVersion", "r f:a 1 a", "r f:b 2 b", "r f:b 1 old", "r f: 2 x"}, []string{"r f:a 1 a", "r f:b 1 old"}},
		"two of a family":  {[]string{"r f: 1 !DeleteFamily", "r f: 3 !DeleteFamily", "r f:a 2 a", "r f:b 4 b"}, []string{"r f:b 4 b"}},
		"Accumulo":         {[]string{"r f:q 3 !deleted", "r f:q 2 b", "r f:r 2 b"}, []string{"r f:r 2 b"}},
	} {
		var list []store.Entry
		for _, text := range c.rows {
			list = append(list, cell(text))
		}
		if got := seen(t, list); !slices.Equal(got, c.seen) {
			t.Errorf("%s: %q, want %q", name, got, c.seen)
		}
	}
}

// seen returns what readers see of cells and pairs.
func seen(t *testing.T, list []store.Entry) (texts []string) {
	t.Helper()
	v := diff.Visible{From: &diff.InOrder{Entries: &tables{list: sorted(diff.Keys{}, list)}}}
	for {
		var r diff.Row
		err := v.Next(&r)
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for i, p := range r.Entry.Parts {
			text += string(p.Bytes) + []string{" ", ":", " " + r.Entry.Timestamp + " ", ""}[i]
		}
		texts = append(texts, text)
	}
}

func TestRangesOfRocksDBHideOlderKeys(t *testing.T) {
	row := func(key, value, deleted string, sequence uint64) store.Entry {
		return store.Entry{
			Parts:   []store.Part{{Name: store.Key, Bytes: []byte(key)}, {Name: store.Value, Bytes: []byte(value)}},
			Deleted: deleted, Source: store.Source{Sequence: sequence},
		}
	}
	got := seen(t, []store.Entry{
		row("a", "before", "", 1), row("b", "e", "RangeDeletion", 5), row("b", "c", "RangeDeletion", 9), row("b", "old", "", 4),
		row("bb", "inner", "", 8), row("c", "older", "", 4), row("c", "new", "", 6), row("d", "old", "", 4),
		row("e", "end", "", 1), row("f", "x", "Deletion", 7), row("f", "old", "", 6),
	})
	if want := []string{"a before:", "c new:", "e end:"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestARowWithoutVersionIsHiddenByATombstoneOfItsKeyOnly(t *testing.T) {
	pair := func(key, value, deleted string) store.Entry {
		e := store.Entry{Deleted: deleted}
		e.Add(store.Key, []byte(key))
		e.Add(store.Value, []byte(value))
		return e
	}
	got := seen(t, []store.Entry{pair("a", "1", ""), pair("a", "2", ""), pair("b", "1", ""), pair("b", "", "Deletion"), pair("c", "1", "")})
	if want := []string{"a 1:", "a 2:", "c 1:"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
