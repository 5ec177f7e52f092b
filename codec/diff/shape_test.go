package diff_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

func TestKeysOfOtherPartsAreNotCompared(t *testing.T) {
	row := func(names ...string) *stream.Row {
		e := &store.Entry{}
		for _, name := range names {
			e.Parts = append(e.Parts, store.Part{Name: name, Bytes: []byte("a")})
		}
		return &stream.Row{Entry: e}
	}
	cell, bare := row(store.Row, store.Family, store.Qualifier, store.Value), row(store.Row, store.Value)
	pair, text := row(store.Key, store.Value), row(store.Bytes)
	for _, c := range []struct {
		old, new []*stream.Row
		match    diff.Match
		want     string // in the error; "" for none
	}{
		{[]*stream.Row{cell}, []*stream.Row{text}, diff.ByKey, "rows of the first have a row key and a column, rows of the second neither a row key nor a key, so no keys can be equal; entities can"},
		{[]*stream.Row{cell}, []*stream.Row{bare}, diff.BySaltless, "rows of the second a row key without a column"},
		{[]*stream.Row{pair, text}, []*stream.Row{cell}, diff.ByKey, "rows of the first have a key, or neither a row key nor a key"},
		{[]*stream.Row{cell, bare}, []*stream.Row{bare}, diff.ByKey, ""},
		{[]*stream.Row{cell}, nil, diff.ByKey, ""},
		{[]*stream.Row{cell}, []*stream.Row{text}, diff.ByEntity, ""},
	} {
		d := diff.Documents{Comparer: diff.Comparer{Old: &stream.Summarizer{}, New: &stream.Summarizer{}}, Match: c.match}
		for side, rows := range [][]*stream.Row{c.old, c.new} {
			for _, r := range rows {
				if err := d.Add(side, r); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, _, err := d.Append(nil, 10)
		if got := errorText(err); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%v with %v: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
