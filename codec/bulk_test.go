package codec_test

import (
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// bulks are entries with what a Bulk, and a Decoder, says of them.
var bulks = []struct{ parts, record, code string }{
	{"row=" + stateRow, "edge-state", ""},
	{"row=" + countRow + ",family=66,qualifier=65,value=0000000000000003", "edge-count", ""},
	{"bytes=" + countRow, "edge-count", ""},
	{"bytes=" + stateRow, "edge-state", ""},
	{"bytes=" + qualifier, "edge-cache", ""},
	{"row=" + stateRow + "00", "edge-state", ""}, // only lenient
	{"value=34610000", "value", ""},              // only lenient
	{"row=" + stateRow[:20], "", "truncated"},
	{"key=05", "", "missing"},
	{"row=" + stateRow, "edge-state", ""},
}

func TestABulkAnswersWhereverAnEntryStands(t *testing.T) {
	learnt := &codec.Bulk{Schema: fixtureSchema(t), Format: "actionbase"}
	for _, parts := range []string{"value=05", "row=" + stateRow[:20], "bytes=346100"} {
		if learnt.Learn(entry(t, parts)) && parts != "value=05" {
			t.Errorf("%s says for sure what it is", parts)
		}
	}
	if !learnt.Learn(entry(t, "row="+stateRow)) {
		t.Fatal("a salt that matches is not sure")
	}
	for _, b := range []*codec.Bulk{{Format: "actionbase"}, learnt, learnt.Fork(), learnt.Fork().Fork()} {
		for i, c := range bulks {
			w := value.Writer{Buf: []byte("before")}
			_, r, err := b.Decode(entry(t, c.parts), &w)
			switch {
			case c.code != "" && (err == nil || err.Code.String() != c.code || string(w.Buf) != "before"):
				t.Errorf("entry %d: %v, wrote %s", i, err, w.Buf)
			case c.code == "" && (err != nil || r.Name != c.record):
				t.Errorf("entry %d: %v, want %s", i, err, c.record)
			}
		}
	}
}

func TestABulkWritesCBORToo(t *testing.T) {
	b := &codec.Bulk{Schema: fixtureSchema(t), Format: "actionbase"}
	for range 2 { // before and after it has learnt
		for i, c := range bulks {
			w := value.Writer{CBOR: true}
			_, _, err := b.Decode(entry(t, c.parts), &w)
			var fields map[string]any
			if c.code == "" && (err != nil || cbor.Unmarshal(w.Buf, &fields) != nil || len(fields) == 0) {
				t.Errorf("entry %d: %v, %x", i, err, w.Buf)
			}
		}
		b.Learn(entry(t, "row="+stateRow))
	}
}

func TestAPinnedBulkTakesNothingElse(t *testing.T) {
	b := &codec.Bulk{Format: "actionbase", Record: "edge-count"}
	b.Learn(entry(t, "row="+countRow))
	var w value.Writer
	if _, r, err := b.Decode(entry(t, "row="+countRow), &w); err != nil || r.Name != "edge-count" {
		t.Errorf("%v", err)
	}
	if _, _, err := b.Decode(entry(t, "row="+stateRow), &w); err == nil || err.Code != wire.BadValue {
		t.Errorf("%v", err)
	}
	if _, _, err := b.Decode(new(store.Entry), &w); err == nil {
		t.Error("an entry without parts was decoded")
	}
}

func TestSchemasGoToTheFormatsThatUnderstandThem(t *testing.T) {
	names, err := value.Parse([]byte(`["a"]`))
	if err != nil {
		t.Fatal(err)
	}
	if f, err := codec.Schemas(names, ""); err != nil || f(codec.Find("actionbase")) == nil {
		t.Errorf("%v", err)
	}
	if _, err := codec.Schemas(names, "nothing"); err == nil || err.Error() != "no format takes a schema" {
		t.Errorf("a format that is not there: %v", err)
	}
	if _, err := codec.Schemas(value.OfList(value.OfInt(1)), "actionbase"); err == nil || err.Error() != "Actionbase schema: names[0]: expected text, found a number" {
		t.Errorf("a wrong schema: %v", err)
	}
}
