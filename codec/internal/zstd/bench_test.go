package zstd

import (
	"testing"

	"github.com/klauspost/compress/zstd"
)

// blocks are what stores keep: pieces of rows, 4, 16 and 64 KiB, and a large one of all kinds.
func blocks(b *testing.B) map[string][]byte {
	all := texts()
	rows, mixed := all[5], all[len(all)-1]
	e := encoder(b, zstd.WithEncoderCRC(false))
	return map[string][]byte{
		"4k":    e.EncodeAll(rows[:4<<10], nil),
		"16k":   e.EncodeAll(rows[:16<<10], nil),
		"64k":   e.EncodeAll(rows[:64<<10], nil),
		"mixed": e.EncodeAll(mixed, nil),
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, packed := range blocks(b) {
		b.Run("ours/"+name, func(b *testing.B) {
			var d Decoder
			out, _, err := d.Decode(nil, packed, 1<<24, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(out)))
			b.ReportAllocs()
			for b.Loop() {
				if out, _, err = d.Decode(out[:0], packed, 1<<24, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("klauspost/"+name, func(b *testing.B) {
			d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
			if err != nil {
				b.Fatal(err)
			}
			out, err := d.DecodeAll(packed, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(out)))
			b.ReportAllocs()
			for b.Loop() {
				if out, err = d.DecodeAll(packed, out[:0]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
