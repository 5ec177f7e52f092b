package stream_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/formattest"
)

const (
	stateRow = "d1a380f12c80000000000000642bdafe659d297d346974656d00"
	countRow = "8a21aff9346974656d002bdafe659d297e2983"
)

func TestPartsOfAnotherStoreAreNotRead(t *testing.T) {
	var d stream.Summarizer
	d.Format = "actionbase"
	var w value.Writer
	for _, parts := range []string{"key=05", "row=" + stateRow + ",visibility="} {
		_, _, err := d.Decode(formattest.Entry(t, parts), &w)
		if err == nil || err.Code != wire.Missing || len(w.Buf) != 0 {
			t.Errorf("%s: %v, %s", parts, err, w.Buf)
		}
	}
	if _, _, err := d.Decode(new(store.Entry), &w); err == nil {
		t.Error("an entry without parts was decoded")
	}
}

func TestADecoderGoesOnAfterAnEntryThatDoesNotFit(t *testing.T) {
	d := stream.Summarizer{Decoder: stream.Decoder{Schemas: fixtureSchema(t)}}
	if d.Summary() != "" {
		t.Error("a summary of nothing")
	}
	for i, c := range []struct{ parts, record, summary string }{
		{"row=" + stateRow + ",family=66,qualifier=65", "edge-state", `100 · "item"`},
		{"row=" + stateRow + ",family=66,qualifier=65", "edge-state", `100 · "item"`},
		{"row=" + stateRow[:20], "", ""},
		{"row=" + countRow + ",value=0000000000000003", "edge-count", `"item"`},
		{"row=" + stateRow + "00", "edge-state", `100 · "item"`}, // only lenient
		{"bytes=" + countRow, "edge-count", `"item"`},
		{"row=" + stateRow, "edge-state", `100 · "item"`},
	} {
		w := value.Writer{Buf: []byte("before")}
		_, r, err := d.Decode(formattest.Entry(t, c.parts), &w)
		if c.record == "" {
			if err == nil || string(w.Buf) != "before" {
				t.Errorf("entry %d: %v, wrote %s", i, err, w.Buf)
			}
			continue
		}
		if err != nil || r.Name != c.record {
			t.Errorf("entry %d: %v, want %s", i, err, c.record)
		}
		if got := d.Summary(); got != c.summary {
			t.Errorf("entry %d: the summary is %s, want %s", i, got, c.summary)
		}
	}
}

// Rows with the same path differ in what surrounds it.
func TestASummaryIsTheKeyWhereKeysAreText(t *testing.T) {
	var d stream.Summarizer
	var w value.Writer
	for parts, want := range map[string]string{
		"key=6361743a2f632f783a6d656d62657273,value=070000000000000000": "cat:/c/x:members",
		"key=6368696c6472656e3a2f63,value=070000000000000000":           "children:/c",
	} {
		if _, _, err := d.Decode(formattest.Entry(t, parts), &w); err != nil {
			t.Fatal(err)
		}
		if got := d.Summary(); got != want {
			t.Errorf("the summary is %s, want %s", got, want)
		}
	}
}

func TestAPinnedDecoderTakesNothingElse(t *testing.T) {
	d := stream.Summarizer{Decoder: stream.Decoder{Format: "actionbase", Record: "edge-count"}}
	var w value.Writer
	for range 2 {
		if _, r, err := d.Decode(formattest.Entry(t, "row="+countRow), &w); err != nil || r.Name != "edge-count" {
			t.Fatal(err)
		}
		if _, _, err := d.Decode(formattest.Entry(t, "row="+stateRow), &w); !errors.Is(err, wire.ErrBadValue) {
			t.Errorf("got %v", err)
		}
	}
}
