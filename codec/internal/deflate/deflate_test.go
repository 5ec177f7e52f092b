package deflate

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand"
	"testing"
)

// texts are plain bytes of several kinds.
func texts() [][]byte {
	r := rand.New(rand.NewSource(1))
	noise := make([]byte, 100_000)
	r.Read(noise)
	skewed := make([]byte, 200_000)
	for i := range skewed {
		skewed[i] = byte(r.ExpFloat64() * 12)
	}
	var rows []byte
	for i := range 10_000 {
		rows = append(rows, "row-"...)
		rows = append(rows, byte(i>>8), byte(i))
		rows = append(rows, "family:qualifier"[:r.Intn(16)]...)
		rows = append(rows, noise[i:i+r.Intn(8)]...)
	}
	return [][]byte{{}, []byte("a"), bytes.Repeat([]byte("abc"), 30), rows[:600], rows, noise, skewed, make([]byte, 300_000)}
}

func pack(t testing.TB, plain, dict []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, level, dict)
	if err != nil {
		t.Fatal(err)
	}
	for rest := plain; len(rest) > 0; {
		n := min(len(rest), 50_000)
		if _, err = w.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		if rest = rest[n:]; n%3 == 0 {
			w.Flush()
		}
	}
	if err = w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// theirs decodes a stream with the standard library, and returns how many bytes it took.
func theirs(packed, dict []byte) (plain []byte, used int, err error) {
	src := bytes.NewReader(packed)
	plain, err = io.ReadAll(io.LimitReader(flate.NewReaderDict(src, dict), 1<<21))
	return plain, len(packed) - src.Len(), err
}

func TestStreamsDecode(t *testing.T) {
	var d Decoder
	all := texts()
	for _, dict := range [][]byte{nil, all[4][:20_000], all[4][:60_000]} {
		for level := flate.HuffmanOnly; level <= 9; level++ {
			for i, plain := range all {
				packed := pack(t, plain, dict, level)
				out, used, err := d.Decode(nil, append(packed, "more"...), 1<<20, dict)
				if err != nil || used != len(packed) || !bytes.Equal(out, plain) {
					t.Fatalf("level %d, text %d: %d of %d bytes, %d of %d used, %v", level, i, len(out), len(plain), used, len(packed), err)
				}
				if cap(out) > 1<<20 {
					t.Errorf("%d bytes reserved", cap(out))
				}
				if len(plain) == 0 {
					continue
				}
				out, _, err = d.Decode([]byte("before"), packed, len(plain)-1, dict)
				if err != ErrMax || string(out) != "before"+string(plain[:len(plain)-1]) {
					t.Fatalf("level %d, text %d, one byte less: %d bytes, %v", level, i, len(out), err)
				}
			}
		}
	}
}

func TestCutStreamsAreDecodedAsFarAsTheyGo(t *testing.T) {
	var d Decoder
	for _, plain := range texts()[1:] {
		packed := pack(t, plain[:min(len(plain), 3_000)], nil, 6)
		for n := range packed {
			if out, used, err := d.Decode(nil, packed[:n], 1<<20, nil); err != ErrDamaged || used != 0 || !bytes.HasPrefix(plain, out) {
				t.Fatalf("%d of %d bytes: %d bytes, %d used, %v", n, len(packed), len(out), used, err)
			}
		}
	}
}

func TestDamagedStreamsAreRefusedAsByTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	var d Decoder
	var sound [][]byte
	for _, plain := range texts() {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 9} {
			sound = append(sound, pack(t, plain[:min(len(plain), 5_000)], nil, level))
		}
	}
	taken := 0
	const tries = 30_000
	for range tries {
		b := bytes.Clone(sound[r.Intn(len(sound))])
		at := r.Intn(len(b))
		if r.Intn(2) == 0 {
			at = r.Intn(min(len(b), 80))
		}
		switch r.Intn(4) {
		case 0:
			b[at] = byte(r.Intn(256))
		case 1:
			r.Read(b[at:])
		default:
			b[at] ^= 1 << r.Intn(8)
		}
		want, theirUsed, theirErr := theirs(b, nil)
		got, used, err := d.Decode(nil, b, 1<<21, nil)
		if (err == nil) != (theirErr == nil) || err == nil && (!bytes.Equal(got, want) || used != theirUsed) {
			t.Fatalf("%d bytes, %d used, %v; theirs %d, %d, %v: % x", len(got), used, err, len(want), theirUsed, theirErr, b[:min(len(b), 100)])
		}
		if err == nil {
			taken++
		}
	}
	if taken < 1_000 || taken > tries-1_000 {
		t.Errorf("%d of %d taken: too few, or too many, to tell", taken, tries)
	}
}

func BenchmarkDecode(b *testing.B) {
	packed := pack(b, texts()[4][:16<<10], nil, 6)
	var d Decoder
	out, _, err := d.Decode(nil, packed, 1<<20, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(out)))
		b.ReportAllocs()
		for b.Loop() {
			out, _, _ = d.Decode(out[:0], packed, 1<<20, nil)
		}
	})
	b.Run("standard", func(b *testing.B) {
		src := bytes.NewReader(packed)
		r := flate.NewReader(src)
		b.SetBytes(int64(len(out)))
		b.ReportAllocs()
		for b.Loop() {
			src.Reset(packed)
			r.(flate.Resetter).Reset(src, nil)
			if _, err := io.ReadFull(r, out); err != nil {
				b.Fatal(err)
			}
		}
	})
}
