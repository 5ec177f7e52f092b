package rocksdb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// recordsOf reads a log and describes it in text: records by their payload's first byte and
// length, damage by its code and place.
func recordsOf(name string, buf []byte) string {
	var said []string
	log := newLogReader(name, buf, file.Options{}.Limits())
	var rec logRecord
	for log.next(&rec) {
		switch {
		case rec.damage != nil:
			said = append(said, rec.damage.Code+"@"+strconv.FormatInt(rec.damage.Offset, 10))
		case len(rec.payload) == 0:
			said = append(said, "0")
		default:
			said = append(said, string(rec.payload[:1])+strconv.Itoa(len(rec.payload)))
		}
	}
	return strings.Join(said, " ")
}

func of(c byte, n int) []byte { return bytes.Repeat([]byte{c}, n) }

func TestLogsAreReadRecordByRecord(t *testing.T) {
	fill := func(n int) []byte { return of('f', n) }
	three := func() *logWriter { return new(logWriter).record(fill(10)).record(of('b', 70000)).record(of('c', 5)) }
	flip := func(b []byte, at int) []byte { b[at] ^= 1; return b }
	zeroed := func(b []byte, at, n int) []byte { clear(b[at : at+n]); return b }
	recycled := func(numbers ...uint32) []byte {
		w := &logWriter{recyclable: true}
		for i, n := range numbers {
			w.number = n
			w.record(of(byte('a'+i), 20))
		}
		return w.buf
	}
	for _, c := range []struct {
		what string
		buf  []byte
		want string
	}{
		{"nothing", nil, ""},
		{"whole records and one in pieces", three().buf, "f10 b70000 c5"},
		{"an empty record", new(logWriter).record(nil).buf, "0"},
		{"six bytes left in a block", new(logWriter).record(fill(logBlock - 7 - 6)).record(of('n', 3)).buf, "f32755 n3"},
		{"seven bytes left: an empty first piece", new(logWriter).record(fill(logBlock - 7 - 7)).record(of('n', 3)).buf, "f32754 n3"},
		{"reserved zeros", append(new(logWriter).record(fill(3)).buf, make([]byte, 40000)...), "f3"},
		{"zeros, then something", append(append(new(logWriter).record(fill(3)).buf, make([]byte, 20)...), 5, 5), "f3 log-record@10"},
		{"a cut header", three().buf[:20], "f10 log-tail@17"},
		{"a wrong length in the last block", flip(new(logWriter).record(fill(10)).record(of('b', 20)).record(of('c', 5)).buf, 22), "f10 log-checksum@17 c5"},
		{"a cut payload", three().buf[:30], "f10 log-tail@17"},
		{"a first piece alone", three().buf[:logBlock], "f10 log-tail@17"},
		{"a cut middle piece", three().buf[:logBlock+100], "f10 log-tail@17"},
		{"a flipped payload", flip(three().buf, 12), "log-checksum@0 log-record@32768 log-record@65536 c5"},
		{"a flipped first piece", flip(three().buf, 30), "f10 log-checksum@17 log-record@32768 log-record@65536 c5"},
		{"a flipped middle piece", flip(three().buf, logBlock+30), "f10 log-checksum@32768 log-record@65536 c5"},
		{"a length behind the block", flip(three().buf, 5), "log-checksum@0 log-record@32768 log-record@65536 c5"},
		{"a first piece, then a whole record", new(logWriter).piece(pieceFirst, fill(4)).record(of('w', 2)).buf, "log-record@0 w2"},
		{"a middle piece alone", new(logWriter).piece(pieceMiddle, fill(4)).record(of('w', 2)).buf, "log-record@0 w2"},
		{"a type that may be ignored", new(logWriter).piece(0xc8, fill(4)).record(of('w', 2)).buf, "f4 w2"},
		{"a type that may not", new(logWriter).piece(77, fill(4)).record(of('w', 2)).buf, "log-record@0 w2"},
		{"an unknown compression", new(logWriter).piece(pieceCompression, []byte{3, 0, 0, 0}).buf, "log-record@0"},
		{"recyclable", recycled(4, 4), "a20 b20"},
		{"recyclable, then old records", recycled(4, 4, 3), "a20 b20"},
		{"all old", recycled(3, 3), ""},
		{"recyclable, then garbage", append(recycled(4), fill(100)...), "a20 log-tail@31"},
		{"recyclable, flipped in the middle", flip(recycled(4, 4, 4), 45), "a20 log-checksum@31 c20"},
		{"recyclable, zeros in the middle", zeroed(recycled(4, 4, 4, 4), 31, 40), "a20 log-checksum@31 d20"},
		{"recyclable, an old record in the middle", recycled(4, 3, 4), "a20 log-checksum@31 c20"},
		{"recyclable, an old record in a record", func() []byte {
			w := &logWriter{recyclable: true, number: 4}
			copy(w.record(of('a', 20)).record(of('b', 40000)).record(of('c', 5)).buf[logBlock:], recycled(3))
			return w.buf
		}(), "a20 log-checksum@32768 c5"},
		{"recyclable, a later log's records", recycled(5, 5), "log-record@0"},
		{"recyclable, flipped before a later log's records", flip(recycled(4, 4, 5), 45), "a20 log-tail@31"},
		{"recyclable, flipped at the end", flip(recycled(4, 4), 45), "a20 log-tail@31"},
		{"recyclable, a cut piece", recycled(4, 4)[:50], "a20 log-tail@31"},
		{"recyclable, zeros then bytes", append(append(recycled(4), make([]byte, 20)...), 1), "a20 log-tail@31"},
	} {
		if got := recordsOf("000004.log", c.buf); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A log that another process writes, or one that is cut, can end anywhere: also where the rest of
// the block has no room for another piece, with or without the zeros that fill it.
func TestALogMayEndBeforeTheEndOfABlock(t *testing.T) {
	for left := range 8 {
		buf := new(logWriter).record(of('f', logBlock-pieceHeader-left)).buf
		want := fmt.Sprintf("f%d", logBlock-pieceHeader-left)
		for zeros := range left + 1 {
			log := append(buf[:len(buf):len(buf)], make([]byte, zeros)...)
			if got := recordsOf("000004.log", log); got != want {
				t.Errorf("%d bytes left in the block, %d of them zeros: %s, want %s", left, zeros, got, want)
			}
		}
	}
}

func TestTheNumberOfALogAloneIsThatOfItsFirstRecord(t *testing.T) {
	w := &logWriter{recyclable: true, number: 9}
	w.record(of('a', 3))
	w.number = 8
	w.record(of('b', 3))
	if got := recordsOf("renamed", w.buf); got != "a3" {
		t.Error(got)
	}
}

func TestRecordsThatDoNotUnpackAreSkipped(t *testing.T) {
	w := new(logWriter).piece(pieceCompression, binary.LittleEndian.AppendUint32(nil, logZstd))
	w.record([]byte("no zstd frame"))
	if got := recordsOf("000004.log", w.buf); got != "\x074 log-record@11" {
		t.Error(got)
	}
}

// Whatever byte of a log is changed, each byte is in exactly one of these: a record that is
// read, reported damage, or the padding of a block.
func TestEveryByteOfALogIsReadOrReported(t *testing.T) {
	var w logWriter
	for i := range 12 {
		w.record(of('r', 40+i))
	}
	w.record(of('l', 2*logBlock)).record(of('s', 9))
	for i := 0; i < len(w.buf); i += 1 + i/700 {
		for _, bits := range []byte{1, 0xFF} {
			w.buf[i] ^= bits
			l := newLogReader("000004.log", w.buf, file.Options{}.Limits())
			read, lost := 0, int64(0)
			for rec := (logRecord{}); l.next(&rec); {
				if rec.damage != nil {
					lost += rec.damage.Lost
				} else {
					read += rec.end - rec.at
				}
			}
			if left := int64(len(w.buf)-read) - lost; left < 0 || left >= pieceHeader*3 || lost == 0 {
				t.Errorf("byte %d: %d bytes of records and %d lost ones of %d", i, read, lost, len(w.buf))
			}
			w.buf[i] ^= bits
		}
	}
}
