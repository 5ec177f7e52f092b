package stream_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const (
	soundRow = "row=d1a380f12c80000000000000642bdafe659d297d346974656d00"
	wrongRow = "row=d1a380f02c80000000000000642bdafe659d297d346974656d00"
)

// doubted decodes an entry and returns its doubts as JSON.
func doubted(t *testing.T, d *stream.Decoder, parts string) string {
	t.Helper()
	e := formattest.Entry(t, parts)
	var fields, w value.Writer
	if _, _, err := d.Decode(e, &fields); err != nil {
		t.Fatalf("%s: %v", parts, err)
	}
	if d.Doubt() == nil {
		return ""
	}
	w.Object()
	d.Doubt().Write(&w)
	w.EndObject()
	return string(w.Buf)
}

// TestARecordSaysWhatIsNotSure: wherever the row stands, and whether its format was
// learnt before or not.
func TestARecordSaysWhatIsNotSure(t *testing.T) {
	const wrongSalt = `"check":[{"field":"salt","part":"row","offset":0,"stored":"d1a380f0","expected":"d1a380f1"}],"canonical":false`
	for _, c := range []struct{ parts, want string }{
		{soundRow, ""},
		{wrongRow, "{" + wrongSalt + "}"},
		{soundRow + "00", `{"lenient":{"part":"row","offset":26,"expected":"end of input","found":"1 more byte"},"extra":1,"canonical":false}`},
		{wrongRow + "0000", `{"lenient":{"part":"row","offset":26,"expected":"end of input","found":"2 more bytes"},"extra":2,` + wrongSalt + "}"},
		{"bytes=2c8000018f3c9be200", `{"tie":["actionbase/edge-index","actionbase/value","hbase-orderedbytes/sequence"]}`},
		{"bytes=2c8000018f3c9be200ffee", `{"lenient":{"part":"value","offset":9,"expected":"end of input","found":"2 more bytes"},"extra":2,"canonical":false}`},
	} {
		var learnt stream.Decoder
		if !learnt.Learn(formattest.Entry(t, soundRow)) {
			t.Fatal("a row whose check value matches teaches nothing")
		}
		for name, d := range map[string]*stream.Decoder{"alone": {}, "learnt": &learnt, "on a thread": learnt.Fork()} {
			if got := doubted(t, d, c.parts); got != c.want {
				t.Errorf("%s, %s: got %s, want %s", c.parts, name, got, c.want)
			}
			if got := doubted(t, d, soundRow); got != "" {
				t.Errorf("%s, %s: the sound row after it has %s", c.parts, name, got)
			}
		}
	}
}

func TestASoundRowOfALearntFormatAllocatesNothing(t *testing.T) {
	for _, d := range []*stream.Decoder{{}, {Only: "edge-state"}} {
		e := formattest.Entry(t, soundRow)
		d.Learn(e)
		w := value.Writer{Buf: make([]byte, 0, 4096)}
		if n := testing.AllocsPerRun(100, func() {
			w.Reset()
			d.Decode(e, &w)
		}); n != 0 {
			t.Errorf("%g allocations, wanted kind %q", n, d.Only)
		}
	}
}

func TestRowsOfOtherKindsAreNotTakenForTheWantedOne(t *testing.T) {
	for _, c := range []struct{ only, format, parts, want string }{
		{"edge-state", "", soundRow, "edge-state"},
		{"edge-count", "", soundRow, "edge-state"},
		{"edge-index", "actionbase", soundRow, "edge-state"},
		{"edge-count", "", wrongRow + "00", "edge-state"},
		{"value", "actionbase", "bytes=2c8000018f3c9be200", "value"},           // a tie that the flag decides
		{"value", "actionbase", "bytes=" + soundRow[4:], "edge-state"},         // nothing but a row key
		{"edge-id", "", "bytes=626d5868735f2d663367", "edge-id"},               // one that is never learnt from
		{"float64", "", "bytes=31c000000000000000", "float64"},                 // of a format that is not named
		{"edge-state", "", "key=00,value=00", "an error"},                      // no format knows what it is
		{"edge-count", "", "row=8a21aff9346974656d002bdafe659d29", "an error"}, // damaged
	} {
		d := stream.Decoder{Format: c.format, Only: c.only}
		e := formattest.Entry(t, c.parts)
		var w value.Writer
		_, r, err := d.Decode(e, &w)
		got := "an error"
		if err == nil {
			got = r.Name
		}
		if got != c.want {
			t.Errorf("--record %s, %s: %s, want %s (%v)", c.only, c.parts, got, c.want, err)
		}
		if err == nil && (got == c.only) != (len(w.Buf) > 0) {
			t.Errorf("--record %s, %s: fields %s", c.only, c.parts, w.Buf)
		}
	}
}
