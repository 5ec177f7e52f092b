package rfile

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

func BenchmarkScan(b *testing.B) {
	_, files := readFixtures(b)
	for _, name := range []string{"levels.rf", "codec-gz.rf", "codec-snappy.rf", "codec-zstd.rf"} {
		b.Run(name, func(b *testing.B) {
			s := openFixture(b, files, name)
			b.ReportAllocs()
			entries := 0
			for b.Loop() {
				c, err := s.Scan(file.All, file.Query{Stored: true})
				if err != nil {
					b.Fatal(err)
				}
				var e file.Entry
				for c.Next(&e) {
					entries++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(entries), "ns/entry")
		})
	}
}

func TestNextAllocatesNothing(t *testing.T) {
	_, files := readFixtures(t)
	for _, name := range []string{"big.rf", "big-gz.rf", "big-snappy.rf", "big-lz4.rf", "levels-gz.rf"} {
		s := openFixture(t, files, name)
		for _, q := range []file.Query{{Stored: true}, {Versions: 1 << 20, Labels: []string{"a"}, HasLabels: true}} {
			c, err := s.Scan(file.All, q)
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for range 300 { // until every buffer has reached its size
				c.Next(&e)
			}
			if n := testing.AllocsPerRun(500, func() { c.Next(&e) }); n > 0 {
				t.Errorf("%s: %v allocations an entry", name, n)
			}
		}
	}
}
