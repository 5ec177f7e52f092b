package stream_test

import (
	"encoding/binary"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// The slow paths next to the fast one: a value that several readings fit, a row that nothing
// reads, and a row of a kind other than the requested one.
func BenchmarkRows(b *testing.B) {
	const key = "d1a380f12c80000000000000642bdafe659d297d346974656d00"
	tied := []byte{0x2c, 0x80, 0, 1, 0x8f, 0x3c, 0x9b, 0xe2, 0}
	for _, c := range []struct {
		name   string
		learn  string
		pin    stream.Decoder
		entry  *store.Entry
		failed bool
	}{
		{"sound", "row=" + key, stream.Decoder{}, formattest.Entry(b, "row="+key), false},
		{"sound-lone", "row=" + key, stream.Decoder{}, formattest.Entry(b, "bytes="+key), false},
		{"tied", "", stream.Decoder{}, &store.Entry{Parts: []store.Part{{Name: store.Bytes, Bytes: tied}}}, false},
		{"damaged", "row=" + key, stream.Decoder{}, formattest.Entry(b, "row="+key[:len(key)-4]), true},
		{"damaged-lone", "row=" + key, stream.Decoder{}, formattest.Entry(b, "bytes="+key[:len(key)-4]), true},
		{"damaged-pair", "", stream.Decoder{Format: "implexus"}, formattest.Entry(b, "key=ff"+key+",value=00"), true},
		{"wanted", "", stream.Decoder{Only: "edge-state"}, formattest.Entry(b, "row="+key), false},
		{"other", "", stream.Decoder{Only: "edge-index"}, formattest.Entry(b, "row="+key), false},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := &c.pin
			if c.learn != "" {
				d.Learn(formattest.Entry(b, c.learn))
			}
			var w value.Writer
			b.ReportAllocs()
			for i := uint16(0); b.Loop(); i++ {
				binary.BigEndian.PutUint16(tied[6:], i) // no two values are the same
				w.Reset()
				if _, _, err := d.Decode(c.entry, &w); (err != nil) != c.failed {
					b.Fatal(err)
				}
			}
		})
	}
}
