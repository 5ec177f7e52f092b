package fuzz

import (
	"bytes"
	"testing"

	gofuzz "github.com/google/gofuzz"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

func FuzzEdgeState(f *testing.F)    { fuzzRecord(f, "edge-state") }
func FuzzEdgeIndex(f *testing.F)    { fuzzRecord(f, "edge-index") }
func FuzzEdgeCount(f *testing.F)    { fuzzRecord(f, "edge-count") }
func FuzzEdgeLock(f *testing.F)     { fuzzRecord(f, "edge-lock") }
func FuzzEdgeGroup(f *testing.F)    { fuzzRecord(f, "edge-group") }
func FuzzEdgeCache(f *testing.F)    { fuzzRecord(f, "edge-cache") }
func FuzzMetastoreRow(f *testing.F) { fuzzRecord(f, "metastore-row") }
func FuzzEdgeID(f *testing.F)       { fuzzRecord(f, "edge-id") }
func FuzzValue(f *testing.F)        { fuzzRecord(f, "value") }
func FuzzV0Value(f *testing.F)      { fuzzRecord(f, "v0-value") }
func FuzzRowType(f *testing.F)      { fuzzRecord(f, "row-type") }

// fuzzRecord decodes arbitrary bytes as one record kind of Actionbase. All seeds are
// files in testdata, so that other fuzzers can use them, too.
func fuzzRecord(f *testing.F, record string) {
	p := formattest.NewProbe(codec.Find("actionbase"), record)
	f.Fuzz(func(t *testing.T, data []byte) { probe(t, p, data) })
}

// FuzzAnyRecord does the same for every record kind of every format. The first two bytes choose it.
func FuzzAnyRecord(f *testing.F) {
	all := formattest.Probes()
	f.Fuzz(func(t *testing.T, data []byte) {
		p, rest := pick(all, data)
		probe(t, p, rest)
	})
}

func pick(all []*formattest.Probe, data []byte) (p *formattest.Probe, rest []byte) {
	if len(data) < 2 {
		return all[0], nil
	}
	return all[(int(data[0])<<8|int(data[1]))%len(all)], data[2:]
}

func probe(t *testing.T, p *formattest.Probe, data []byte) {
	t.Helper()
	var in format.Input
	formattest.Split(p.Record, data, &in)
	if err := p.Decode(&in); err != nil {
		t.Fatalf("%s %s: %v", p.Format.ID, p.Record.Name, err)
	}
	if err := p.Canonical(&in); err != nil {
		t.Fatalf("%s %s: %v", p.Format.ID, p.Record.Name, err)
	}
	if n, limit := p.TreeBytes(), formattest.TreeBytesMax(in.Entry.Len()); n > limit {
		t.Fatalf("%s %s: the tree takes %d bytes for %d bytes of input, at most %d", p.Format.ID, p.Record.Name, n, in.Entry.Len(), limit)
	}
}

// FuzzAnswer sends arbitrary bytes as a request line. The answer must be one line
// of JSON, and the same when asked again.
func FuzzAnswer(f *testing.F) {
	f.Fuzz(func(t *testing.T, line []byte) {
		var s session.Session
		first := s.Answer(nil, line)
		checkAnswer(t, first)
		if again := s.Answer([]byte("x"), line); !bytes.Equal(again[1:], first) {
			t.Fatalf("asked again, %s answers\n%s\nand before\n%s", line, again[1:], first)
		}
	})
}

// FuzzInspect inspects any text, by what it looks like and as a request.
func FuzzInspect(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		var s session.Session
		var w value.Writer
		w.Object()
		w.Key("text")
		w.Text(text)
		w.EndObject()
		checkAnswer(t, s.Inspect(nil, w.Buf))
		checkAnswer(t, s.Inspect(nil, text))
	})
}

func checkAnswer(t *testing.T, line []byte) {
	t.Helper()
	v, err := value.Parse(line)
	if err != nil || v.Kind != value.Object || bytes.ContainsAny(line, "\n\x1b\x7f") {
		t.Fatalf("the answer is not one line of JSON: %v\n%q", err, line)
	}
}

// FuzzRoundTrip encodes and decodes a struct. The first byte chooses it, the others fill it.
func FuzzRoundTrip(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		r := formattest.RoundTrips[int(data[0])%len(formattest.RoundTrips)]
		if err := r.Try(formattest.GeneratorFrom(data[1:])); err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
	})
}

// FuzzOrder compares two values, or two index suffixes, with their encodings. The
// first byte chooses type and order.
func FuzzOrder(f *testing.F) {
	const kinds = int(actionbase.Boolean) + 1
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		kind := actionbase.Kind(int(data[0]) % (kinds + 1))
		o := []order.Order{order.Asc, order.Desc}[data[0]>>7]
		var values [2]actionbase.Value
		var suffixes [2]actionbase.EdgeCacheQualifier
		draw := formattest.GeneratorFrom(data[1:]).Funcs(
			func(p *[2]actionbase.Value, c gofuzz.Continue) { p[0], p[1] = formattest.Pair(kind, &c) },
			func(p *[2]actionbase.EdgeCacheQualifier, c gofuzz.Continue) { p[0], p[1] = formattest.Suffixes(&c) },
		)
		var err error
		if int(kind) < kinds {
			draw.Fuzz(&values)
			err = formattest.Ordered(&values[0], &values[1], o)
		} else {
			draw.Fuzz(&suffixes)
			err = formattest.OrderedSuffixes(&suffixes[0], &suffixes[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}
