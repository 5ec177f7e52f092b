package bzip2

import (
	"bytes"
	"compress/bzip2"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"testing"
)

const folder = "../../../golden/store-files/block/"

func samples(t testing.TB) map[string][]byte {
	names, err := filepath.Glob(folder + "*.bz2")
	if err != nil || len(names) < 4 {
		t.Fatal(names, err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// theirs decodes all streams with the standard library.
func theirs(packed []byte) ([]byte, error) {
	return io.ReadAll(io.LimitReader(bzip2.NewReader(bytes.NewReader(packed)), 1<<22))
}

// all decodes all streams.
func (d *Decoder) all(src []byte, most int) (plain []byte, streams int, err error) {
	for len(src) > 0 {
		var used int
		if plain, used, err = d.Decode(plain, src, most-len(plain)); err != nil {
			return plain, streams, err
		}
		src = src[used:]
		streams++
	}
	return plain, streams, nil
}

func TestStreamsDecodeAsInTheStandardLibrary(t *testing.T) {
	var d Decoder
	for name, packed := range samples(t) {
		want, err := theirs(packed)
		if err != nil {
			t.Fatal(err)
		}
		got, streams, err := d.all(packed, len(want))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v, want %d", name, len(got), err, len(want))
		}
		if name == "streams.bz2" && streams != 3 {
			t.Errorf("%d streams, want 3: rows, nothing, one letter", streams)
		}
		short, _, err := d.all(packed, len(want)-1)
		if err != ErrMax || !bytes.HasPrefix(want, short) {
			t.Errorf("%s, one byte less: %d bytes, %v", name, len(short), err)
		}
	}
}

// Hadoop's compressor in Java randomizes blocks of rows that resemble each other. The standard library refuses them.
func TestRandomizedBlocksAreDecoded(t *testing.T) {
	packed, err := os.ReadFile(folder + "randomized.bzip2")
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Repeat([]byte("row "), 75_000) // more than all distances together
	var d Decoder
	for range 2 {
		if got, used, err := d.Decode(nil, packed, len(want)); err != nil || used != len(packed) || !bytes.Equal(got, want) {
			t.Errorf("%d bytes of %d, %d of %d used, %v", len(got), len(want), used, len(packed), err)
		}
	}
	for at := range packed {
		b := bytes.Clone(packed)
		b[at] ^= 1 << (at % 8)
		if got, _, err := d.Decode(nil, b, len(want)); err == nil && !bytes.Equal(got, want) {
			t.Errorf("byte %d changed: %d other bytes", at, len(got))
		}
	}
}

func TestAStreamEndsWhereOtherBytesBegin(t *testing.T) {
	var d Decoder
	packed := samples(t)["noise.bz2"]
	for _, after := range []string{"", "x", "BZ", "BZh9", "BZh91AY&SY", "more"} {
		_, used, err := d.Decode(nil, append(bytes.Clone(packed), after...), 1<<20)
		if err != nil || used != len(packed) {
			t.Errorf("before %q: %d bytes used, %v, want %d", after, used, err, len(packed))
		}
	}
	for n := range packed {
		if out, used, err := d.Decode(nil, packed[:n], 1<<20); err != ErrDamaged || used != 0 {
			t.Fatalf("cut after %d bytes: %d bytes, %d used, %v", n, len(out), used, err)
		}
	}
}

func TestDamagedStreamsAreRefused(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	var d Decoder
	all := samples(t)
	for _, name := range []string{"streams.bz2", "runs.bz2", "noise.bz2"} {
		taken, stricter := 0, 0
		for range 500 {
			b := bytes.Clone(all[name])
			at := r.Intn(len(b))
			if r.Intn(2) == 0 {
				at = r.Intn(100)
			}
			b[at] ^= 1 << r.Intn(8)
			want, theirErr := theirs(b)
			got, _, err := d.all(b, 1<<22)
			switch {
			case err == nil && (theirErr != nil || !bytes.Equal(got, want)):
				t.Errorf("%s changed at %d: taken, theirs %v", name, at, theirErr)
			case err == nil:
				taken++
			case theirErr == nil:
				stricter++
			}
		}
		if stricter > 10 { // lengths that are no tree: the standard library makes one of some, libbz2 does not
			t.Errorf("%s: %d of 500 changes refused here only", name, stricter)
		}
		if taken > 50 { // a larger level, or the bits after the end
			t.Errorf("%s: %d of 500 changes unnoticed", name, taken)
		}
	}
}

func TestNothingIsAllocatedForTheNextStream(t *testing.T) {
	var d Decoder
	packed := samples(t)["rows.bz2"]
	out, _, err := d.Decode(nil, packed, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(5, func() { out, _, _ = d.Decode(out[:0], packed, 1<<20) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkDecode(b *testing.B) {
	packed := samples(b)["rows.bz2"]
	var d Decoder
	out, _, err := d.Decode(nil, packed, 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(out)))
		b.ReportAllocs()
		for b.Loop() {
			out, _, _ = d.Decode(out[:0], packed, 1<<20)
		}
	})
	b.Run("standard", func(b *testing.B) {
		b.SetBytes(int64(len(out)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := theirs(packed); err != nil {
				b.Fatal(err)
			}
		}
	})
}
