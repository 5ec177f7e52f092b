package block

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"math/rand"
	"testing"

	"github.com/golang/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// texts returns plain bytes of several kinds: empty, short, repeating rows, noise, zeros.
func texts() [][]byte {
	r := rand.New(rand.NewSource(1))
	noise := make([]byte, 70_000)
	r.Read(noise)
	var rows []byte
	for i := range 4_000 {
		rows = append(rows, "row-"...)
		rows = binary.BigEndian.AppendUint32(rows, uint32(i))
		rows = append(rows, "family:qualifier"[:r.Intn(16)]...)
		rows = append(rows, noise[i:i+r.Intn(8)]...)
	}
	return [][]byte{{}, []byte("a"), []byte("abcabcabcabcabcabcabcabcabc"), rows[:3_000], rows, noise, make([]byte, 300_000)}
}

// pack compresses with libraries known to be right.
func pack(t testing.TB, c Codec, plain, dict []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	switch c {
	case None:
		return plain
	case Snappy:
		return snappy.Encode(nil, plain)
	case Deflate:
		w, _ := flate.NewWriterDict(&b, 6, dict)
		w.Write(plain)
		w.Close()
	case Zlib:
		w := zlib.NewWriter(&b)
		w.Write(plain)
		w.Close()
	case Gzip:
		w := gzip.NewWriter(&b)
		w.Write(plain)
		w.Close()
	case LZ4:
		packed := make([]byte, lz4.CompressBlockBound(len(plain)))
		n, err := lz4.CompressBlock(plain, packed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 { // the library leaves incompressible data to its caller
			return literals(plain)
		}
		return packed[:n]
	case Zstd:
		with := []zstd.EOption{zstd.WithEncoderConcurrency(1)}
		if dict != nil {
			with = append(with, zstd.WithEncoderDictRaw(0, dict))
		}
		w, err := zstd.NewWriter(nil, with...)
		if err != nil {
			t.Fatal(err)
		}
		return w.EncodeAll(plain, nil)
	}
	return b.Bytes()
}

// literals returns an LZ4 block without a match.
func literals(plain []byte) []byte {
	if len(plain) < 15 {
		return append([]byte{byte(len(plain)) << 4}, plain...)
	}
	b := []byte{0xf0}
	n := len(plain) - 15
	for ; n >= 255; n -= 255 {
		b = append(b, 255)
	}
	return append(append(b, byte(n)), plain...)
}

var packable = []Codec{None, Snappy, Deflate, Zlib, Gzip, LZ4, Zstd}

func TestEveryCodecGivesBackWhatWasPacked(t *testing.T) {
	var u Unpacker
	var memory []byte
	for _, c := range packable {
		for _, plain := range texts() {
			packed := pack(t, c, plain, nil)
			for _, stored := range []int{len(plain), -1} {
				out, err := u.Unpack(memory, packed, Job{Codec: c, Plain: stored, Max: 1 << 20})
				if err != nil || !bytes.Equal(out, plain) {
					t.Fatalf("codec %d, %d bytes: %d bytes, %v", c, len(plain), len(out), err)
				}
				memory = out
			}
		}
	}
}

func TestNoMoreIsUnpackedThanTheJobAllows(t *testing.T) {
	var u Unpacker
	plain := texts()[4]
	for _, c := range packable {
		packed := pack(t, c, plain, nil)
		for _, less := range []int{1, 100, len(plain)} {
			n := len(plain) - less
			if _, err := u.Unpack(nil, packed, Job{Codec: c, Plain: -1, Max: n}); err != ErrMax {
				t.Errorf("codec %d, at most %d of %d: %v", c, n, len(plain), err)
			}
			if _, err := u.Unpack(nil, packed, Job{Codec: c, Plain: n, Max: 1 << 20}); err != ErrSize {
				t.Errorf("codec %d, %d stored of %d: %v", c, n, len(plain), err)
			}
		}
		if _, err := u.Unpack(nil, packed, Job{Codec: c, Plain: len(plain) + 1, Max: 1 << 20}); err != ErrSize {
			t.Errorf("codec %d, one more stored: %v", c, err)
		}
		if _, err := u.Unpack(nil, packed, Job{Codec: c, Plain: len(plain), Max: len(plain) - 1}); err != ErrMax {
			t.Errorf("codec %d, more stored than allowed: %v", c, err)
		}
	}
}

func TestGzipHeaders(t *testing.T) {
	var u Unpacker
	for _, h := range []gzip.Header{
		{}, {Name: "name"}, {Comment: "a comment"}, {Extra: []byte("extra")}, {Name: "n", Comment: "c", Extra: make([]byte, 300)},
	} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Header = h
		w.Write([]byte("hello"))
		w.Close()
		packed := b.Bytes()
		j := Job{Codec: Gzip, Plain: 5, Max: 100}
		if out, err := u.Unpack(nil, packed, j); string(out) != "hello" || err != nil {
			t.Errorf("%+v: %q, %v", h, out, err)
		}
		for n := range packed {
			if _, err := u.Unpack(nil, packed[:n], j); err == nil {
				t.Errorf("%+v: taken with %d of %d bytes", h, n, len(packed))
			}
		}
	}
	// A checksum of the header: RFC 1952, 2.3.1.
	plain := pack(t, Gzip, []byte("hello"), nil)
	head := append([]byte{}, plain[:10]...)
	head[3] = gzipSum
	head = binary.LittleEndian.AppendUint16(head, uint16(CRC32(head)))
	packed := append(head, plain[10:]...)
	if out, err := u.Unpack(nil, packed, Job{Codec: Gzip, Plain: 5, Max: 100}); string(out) != "hello" || err != nil {
		t.Errorf("with a checksum of the header: %q, %v", out, err)
	}
	packed[10]++
	if _, err := u.Unpack(nil, packed, Job{Codec: Gzip, Plain: 5, Max: 100}); err != ErrDamaged {
		t.Errorf("with a wrong one: %v", err)
	}
}

// A reader that does not know where a block ends tries thousands of places. A failed try must
// leave its memory to the next one.
func TestWhatFailsKeepsItsMemory(t *testing.T) {
	text := texts()[4]
	for _, c := range []Codec{Snappy, Deflate, Zlib, Gzip, LZ4, Zstd} {
		packed := pack(t, c, text, nil)
		packed = packed[:len(packed)-9]
		for _, plain := range []int{len(text), len(text) + 1} {
			var u Unpacker
			job := Job{Codec: c, Plain: plain, Max: 1 << 20}
			memory, err := u.Unpack(nil, packed, job)
			if err == nil || len(memory) != 0 {
				t.Errorf("codec %d: %d bytes of %d, %v", c, len(memory), plain, err)
			}
			if n := testing.AllocsPerRun(10, func() { memory, _ = u.Unpack(memory, packed, job) }); n > 0 {
				t.Errorf("codec %d: %v allocations in each further try", c, n)
			}
		}
	}
}
