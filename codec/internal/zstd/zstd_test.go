package zstd

import (
	"bytes"
	"encoding/binary"
	"math/rand"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// texts are plain bytes of several kinds.
func texts() [][]byte {
	r := rand.New(rand.NewSource(1))
	noise := make([]byte, 200_000)
	r.Read(noise)
	skewed := make([]byte, 300_000)
	for i := range skewed {
		skewed[i] = byte(r.ExpFloat64() * 12)
	}
	var rows []byte
	for i := range 20_000 {
		rows = append(rows, "row-"...)
		rows = binary.BigEndian.AppendUint32(rows, uint32(i))
		rows = append(rows, "family:qualifier"[:r.Intn(16)]...)
		rows = append(rows, noise[i:i+r.Intn(8)]...)
	}
	mixed := bytes.Join([][]byte{rows[:100_000], skewed[:50_000], noise[:50_000], make([]byte, 200_000), rows[90_000:300_000], skewed}, nil)
	return [][]byte{{}, []byte("a"), []byte("abcabcabcabcabcabcabcabcabcabcabcabcabc"), rows[:500], rows[:4_000], rows,
		noise[:900], noise, skewed[:70], skewed[:5_000], skewed, make([]byte, 100), make([]byte, 1<<20), mixed}
}

func encoder(t testing.TB, with ...zstd.EOption) *zstd.Encoder {
	t.Helper()
	e, err := zstd.NewWriter(nil, append(with, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// streamed packs without saying the size, in pieces.
func streamed(t testing.TB, e *zstd.Encoder, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	e.Reset(&b)
	for rest := plain; len(rest) > 0; {
		n := min(len(rest), 30_000)
		if _, err := e.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		if rest = rest[n:]; len(rest)%7 == 0 {
			if err := e.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFramesOfAnotherEncoderDecode(t *testing.T) {
	var d Decoder
	var memory []byte
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault, zstd.SpeedBetterCompression, zstd.SpeedBestCompression} {
		for _, sum := range []bool{true, false} {
			e := encoder(t, zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(sum))
			for i, plain := range texts() {
				for _, packed := range [][]byte{e.EncodeAll(plain, nil), streamed(t, e, plain)} {
					if len(packed) == 0 {
						continue // the encoder writes nothing for nothing
					}
					out, used, err := d.Decode(memory[:0], packed, 1<<21, nil)
					if err != nil || used != len(packed) || !bytes.Equal(out, plain) {
						t.Fatalf("%v, text %d of %d: %d bytes, %d of %d used, %v", level, i, len(plain), len(out), used, len(packed), err)
					}
					memory = out
				}
			}
		}
	}
}
