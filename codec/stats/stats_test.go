package stats_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

const now = 1_800_000_000_000

// text reads a file of golden, unpacked.
func text(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "golden", name))
	if err == nil && strings.HasSuffix(name, ".gz") {
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(b)); err == nil {
			b, err = io.ReadAll(r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sample is the rows of a dump, and a decoder that knows its model.
func sample(t testing.TB, name, model string) (list []stream.Row, d *stream.Decoder) {
	t.Helper()
	d = new(stream.Decoder)
	if model != "" {
		v, err := value.Parse(text(t, model))
		if err == nil {
			d.Schemas, err = schema.Parse(v, "")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rows, err := dump.Open(bytes.NewReader(text(t, name)), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range rows.All() {
		if err != nil {
			list = append(list, stream.Row{Entry: new(store.Entry), Bad: err})
			continue
		}
		c := e.Clone()
		list = append(list, stream.Row{Entry: &c})
	}
	for i := range list {
		if list[i].Bad == nil && d.Learn(list[i].Entry) {
			break
		}
	}
	return list, d
}

// samples are dumps of all kinds of stores, with their models.
var samples = [][2]string{
	{"actionbase/actionbase-hbase-shell-damaged.txt", "actionbase/actionbase-hbase-shell.schema.json"},
	{"actionbase/actionbase-hbase-shell.txt", ""},
	{"maryk-rocksdb/keepall.rows.jsonl.gz", "maryk-rocksdb/keepall.models.json"},
	{"maryk-hbase/keepall.cells.jsonl.gz", "maryk-hbase/keepall.models.json"},
	{"implexus/corrupt.rows.jsonl", ""},
	{"accumulograph/accumulograph-shell.txt", ""},
	{"dumps/hex-plain.txt", ""},
	{"dumps/accumulo-scan.txt", ""},
}

func report(s *stats.Stats) string {
	var w value.Writer
	s.Report(1000).Write(&w)
	return string(w.Buf)
}

// counted counts rows in one pass.
func counted(o stats.Options, d *stream.Decoder, rows []stream.Row) *stats.Stats {
	s := stats.New(o)
	for i := range rows {
		s.Add(&rows[i], d)
	}
	return s
}

// Parts one after the other add up to the whole, wherever they are cut.
func TestPartsAddUpToTheWhole(t *testing.T) {
	o := stats.Options{Now: now, Regions: 5}
	r := rand.New(rand.NewPCG(1, 1))
	for _, name := range samples {
		rows, d := sample(t, name[0], name[1])
		want := report(counted(o, d, rows))
		for range 6 {
			all := stats.New(o)
			for from := 0; from < len(rows); {
				to := from + r.IntN(len(rows)-from+1)
				all.Merge(counted(o, d.Fork(), rows[from:to]))
				from = to
			}
			if got := report(all); got != want {
				t.Fatalf("%s: in parts\n%s\nin one\n%s", name[0], got, want)
			}
		}
	}
}

// Several counters may take parts in turn, as the cores of a machine do, if each is told the previous entry.
func TestCountersMayTakePartsInAnyOrder(t *testing.T) {
	o := stats.Options{Now: now}
	r := rand.New(rand.NewPCG(2, 2))
	for _, name := range samples {
		rows, d := sample(t, name[0], name[1])
		want := report(counted(o, d, rows))
		for range 6 {
			workers := [3]*stats.Stats{stats.New(o), stats.New(o), stats.New(o)}
			var before *store.Entry
			for from := 0; from < len(rows); {
				to := min(from+1+r.IntN(20), len(rows))
				s := workers[r.IntN(3)]
				s.Follow(before)
				for i := range rows[from:to] {
					s.Add(&rows[from+i], d)
					if rows[from+i].Bad == nil {
						before = rows[from+i].Entry
					}
				}
				from = to
			}
			all := stats.New(o)
			for _, i := range r.Perm(3) {
				all.Merge(workers[i])
			}
			if got := report(all); got != want {
				t.Fatalf("%s: by three\n%s\nby one\n%s", name[0], got, want)
			}
		}
	}
}

// Counting adds no allocation to decoding, except when rows go from one column family to another: then the
// name of the model is looked up.
func TestCountingAllocatesNothing(t *testing.T) {
	for _, name := range samples[:4] {
		rows, d := sample(t, name[0], name[1])
		s := counted(stats.Options{Now: now}, d, rows)
		tree := span.Tree{Mute: true}
		decoding := testing.AllocsPerRun(5, func() {
			for i := range rows {
				d.Explain(rows[i].Entry, &tree)
			}
		})
		all := testing.AllocsPerRun(5, func() {
			for i := range rows {
				s.Add(&rows[i], d)
			}
		})
		if all > decoding+float64(2*families(rows)) {
			t.Errorf("%s: %v allocations for %d rows, of decoding %v", name[0], all, len(rows), decoding)
		}
	}
}

// families counts how often the column family changes.
func families(rows []stream.Row) (n int) {
	for i := range rows {
		if rows[i].Entry.Source.CF != rows[max(i-1, 0)].Entry.Source.CF {
			n++
		}
	}
	return n
}

// Any bytes are counted, and those of a row only once.
func TestAnyBytesAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	rows, d := sample(t, samples[0][0], samples[0][1])
	s := stats.New(stats.Options{Now: now})
	n, size := int64(0), int64(0)
	for i := range 2000 {
		e := rows[i%len(rows)].Entry.Clone()
		p := &e.Parts[r.IntN(len(e.Parts))]
		switch {
		case len(p.Bytes) == 0:
		case i%3 == 0:
			p.Bytes = p.Bytes[:r.IntN(len(p.Bytes))]
		default:
			p.Bytes[r.IntN(len(p.Bytes))] ^= 1 << r.IntN(8)
		}
		e.Timestamp = []string{"", "-1", "x", "9223372036854775807", "1714784409500"}[i%5]
		n++
		size += int64(e.Len())
		s.Add(&stream.Row{Entry: &e}, d)
	}
	s.Add(&stream.Row{Entry: new(store.Entry)}, d)
	s.Add(&stream.Row{Entry: &store.Entry{Parts: []store.Part{{Name: store.Bytes}}}}, d)
	got := s.Report(5)
	records, codes := int64(0), int64(0)
	for _, k := range got.Records {
		records += k.Rows
	}
	for _, c := range got.Codes() {
		codes += c.Rows
	}
	if got.Rows != n+2 || got.Bytes() != size || codes != got.Undecodable || records+codes != n+2 || codes == 0 || got.Doubtful == 0 {
		t.Errorf("%d rows of %d bytes: %+v", n, size, got)
	}
	if len(got.Entities.ByRows) != 5 {
		t.Errorf("%d entities, want 5", len(got.Entities.ByRows))
	}
}

// Damage and texts that cannot be read are counted as what they are.
func TestWhatIsMissingIsCounted(t *testing.T) {
	s := stats.New(stats.Options{Now: now})
	var d stream.Decoder
	s.Add(&stream.Row{Entry: new(store.Entry), Bad: lost{}}, &d)
	s.Add(&stream.Row{Entry: new(store.Entry), Bad: io.ErrUnexpectedEOF}, &d)
	r := s.Report(1)
	if r.Damage != 1 || r.Rows != 1 || r.Undecodable != 1 || len(r.Codes()) != 1 || r.Codes()[0].Code != stream.BadText {
		t.Errorf("%+v", r)
	}
}

type lost struct{}

func (lost) Error() string              { return "lost" }
func (lost) WriteError(w *value.Writer) { w.Null() }

// Rows of other kinds count only as neighbours.
func TestOtherKindsAreLeftOut(t *testing.T) {
	rows, d := sample(t, samples[0][0], samples[0][1])
	d.Only = "edge-count"
	r := counted(stats.Options{Now: now}, d, rows).Report(1)
	if r.Rows != 12 || r.Others != 92 || len(r.Records) != 1 || r.Repeated != 2 {
		t.Errorf("%d rows and %d others, %d kinds, %d bytes repeated", r.Rows, r.Others, len(r.Records), r.Repeated)
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, name := range samples[:4] {
		b.Run(filepath.Base(filepath.Dir(name[0])), func(b *testing.B) {
			rows, d := sample(b, name[0], name[1])
			s := counted(stats.Options{Now: now}, d, rows)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Add(&rows[i%len(rows)], d)
			}
		})
	}
}
