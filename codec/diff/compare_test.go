package diff_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func comparer(format string) *diff.Comparer {
	side := func() *stream.Summarizer { return &stream.Summarizer{Decoder: stream.Decoder{Format: format}} }
	return &diff.Comparer{Old: side(), New: side()}
}

func pair(t *testing.T, key, hexed string) *store.Entry {
	t.Helper()
	b, err := hex.DecodeString(hexed)
	if err != nil {
		t.Fatal(err)
	}
	return &store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: []byte(key)}, {Name: store.Value, Bytes: b}}}
}

func written(d *diff.Difference) string {
	var w value.Writer
	d.Write(&w)
	return string(w.Buf)
}

// Rows of Implexus: lists of two ids, each with a type and a length before it.
const (
	johnJane  = "070000000000000002" + john + jane
	johnJames = "070000000000000002" + john + james
	onlyJohn  = "070000000000000001" + john
	john      = "05000000000000000b2f75736572732f6a6f686e"
	jane      = "05000000000000000b2f75736572732f6a616e65"
	james     = "05000000000000000c2f75736572732f6a616d6573"
)

const members = "cat:/categories/active-users:members"

func TestWhatIsSaidOfADifference(t *testing.T) {
	key := `"parts":{"key":"` + hex.EncodeToString([]byte(members)) + `","value":"`
	for name, c := range map[string]struct {
		pair diff.Pair
		want string
	}{
		"an item": {
			diff.Pair{Change: diff.Changed, Old: pair(t, members, johnJane), New: pair(t, members, johnJames)},
			`{"change":"changed","format":"implexus","record":"row",` + key + johnJames + `"},"was":{"parts":{"value":"` + johnJane + `"}},` +
				`"fields":{"items.1":["/users/jane","/users/james"]}}`,
		},
		"another length": {
			diff.Pair{Change: diff.Changed, Old: pair(t, members, johnJane), New: pair(t, members, onlyJohn)},
			`{"change":"changed","format":"implexus","record":"row",` + key + onlyJohn + `"},"was":{"parts":{"value":"` + johnJane + `"}},` +
				`"fields":{"items":[["/users/john","/users/jane"],["/users/john"]]}}`,
		},
		"added": {
			diff.Pair{Change: diff.Added, New: pair(t, members, onlyJohn)},
			`{"change":"added","format":"implexus","record":"row",` + key + onlyJohn + `"},` +
				`"fields":{"key_text":[null,"cat:/categories/active-users:members"],"items":[null,["/users/john"]]}}`,
		},
		"removed": {
			diff.Pair{Change: diff.Removed, Old: pair(t, members, onlyJohn)},
			`{"change":"removed","format":"implexus","record":"row",` + key + onlyJohn + `"},` +
				`"fields":{"key_text":["cat:/categories/active-users:members",null],"items":[["/users/john"],null]}}`,
		},
	} {
		got := written(comparer("implexus").Compare(&c.pair))
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
}

func TestARowThatCannotBeDecodedHasItsValuesInHex(t *testing.T) {
	c := comparer("implexus")
	d := c.Compare(&diff.Pair{Change: diff.Changed, Old: pair(t, members, johnJane), New: pair(t, members, "0700")})
	got := written(d)
	if d.Err == nil || !strings.Contains(got, `"error":{"code":"`) || !strings.Contains(got, `"fields":{"value":["`+johnJane+`","0700"]}`) {
		t.Errorf("%s", got)
	}
	if d.Format != "implexus" || d.Record != "row" {
		t.Errorf("it is %s/%s", d.Format, d.Record)
	}
}

func TestTimestampsAreADifferenceOfTheirOwn(t *testing.T) {
	old, new := pair(t, members, onlyJohn), pair(t, members, onlyJohn)
	old.Timestamp, new.Timestamp = "5", "6"
	got := written(comparer("implexus").Compare(&diff.Pair{Change: diff.Changed, Old: old, New: new}))
	if !strings.Contains(got, `"timestamp":"6","was":{"parts":{},"timestamp":"5"}`) || strings.Contains(got, "fields") {
		t.Errorf("%s", got)
	}
}

func TestWideColumnsAreOfTheRow(t *testing.T) {
	rows := func(columns string) diff.Sequence {
		e := pair(t, members, onlyJohn)
		e.Add(diff.Columns, []byte(columns))
		return &diff.InOrder{Entries: &tables{list: []store.Entry{*e}}}
	}
	m := diff.Merge{Old: rows("a"), New: rows("b")}
	p, err := m.Next()
	if err != nil || p.Change != diff.Changed {
		t.Fatalf("%v, %v", p, err)
	}
	if got := written(comparer("").Compare(p)); !strings.Contains(got, `"fields":{"columns":["61","62"]}`) {
		t.Errorf("%s", got)
	}
}

func TestTotalsAreByRecordKind(t *testing.T) {
	c := comparer("")
	index := &store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: []byte{0xff}}, {Name: store.Value, Bytes: []byte{0xff}}}}
	for _, p := range []diff.Pair{
		{Change: diff.Added, New: pair(t, members, onlyJohn)},
		{Change: diff.Same, Old: pair(t, members, onlyJohn), New: pair(t, members, onlyJohn)},
		{Change: diff.Changed, Old: pair(t, members, onlyJohn), New: pair(t, members, johnJane)},
		{Change: diff.Removed, Old: index},
	} {
		if d := c.Compare(&p); (d == nil) != (p.Change == diff.Same) {
			t.Errorf("%v is %v", p.Change, d)
		}
	}
	var w value.Writer
	w.Object()
	c.Totals.Write(&w)
	w.EndObject()
	got := string(w.Buf)
	if !strings.HasPrefix(got, `{"added":1,"removed":1,"changed":1,"same":1,"records":[`) ||
		!strings.HasSuffix(got, `[{"format":"implexus","record":"row","added":1,"removed":0,"changed":1,"same":1},`+
			`{"format":null,"record":null,"added":0,"removed":1,"changed":0,"same":0}]}`) {
		t.Errorf("%s", got)
	}
	if !c.Totals.Differ() || (&diff.Totals{}).Differ() {
		t.Error("Differ is wrong")
	}
}

func TestOnlyTheWantedKindIsCompared(t *testing.T) {
	c := comparer("")
	c.Old.Only, c.New.Only = "edge-index", "edge-index"
	if d := c.Compare(&diff.Pair{Change: diff.Added, New: pair(t, members, onlyJohn)}); d != nil || c.Totals.Differ() {
		t.Errorf("%s", written(d))
	}
}
