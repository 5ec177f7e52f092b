package hfile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// logOf returns a log with a real header, one entry of many cells, and a trailer.
func logOf(header []byte, cells, valueSize int) []byte {
	key := append([]byte("\x0a\x2000112233445566778899aabbccddeeff\x12\x01t\x18\x07\x20\x09\x38"), binary.AppendUvarint(nil, uint64(cells))...)
	b := append(header[:len(header):len(header)], byte(len(key)))
	b = append(b, key...)
	for i := range cells {
		flat := fmt.Sprintf("\x00\x06r%05d\x01fq\x00\x00\x00\x00\x00\x00\x00\x09\x04", i)
		b = binary.BigEndian.AppendUint32(b, uint32(8+len(flat)+valueSize))
		b = binary.BigEndian.AppendUint32(b, uint32(len(flat)))
		b = binary.BigEndian.AppendUint32(b, uint32(valueSize))
		b = append(append(b, flat...), make([]byte, valueSize)...)
	}
	return append(b, "\x00\x00\x00\x00LAWP"...)
}

// logHeader returns the header of a log that HBase wrote.
func logHeader(t *testing.T) []byte {
	whole := corpus(t)["wal/wal-0"]
	return whole[:offsetOf(t, whole, "log entry", 0)]
}

// No changed byte of a log's frame, and no type of a cell, may cost cells without a word. Nothing guards the bytes of keys and values.
func TestChangedBytesOfALogAreReported(t *testing.T) {
	header := logHeader(t)
	whole := logOf(header, 3, 5)
	const cellSize = 12 + 20 + 5
	cells := len(whole) - logTail - 3*cellSize
	typeAt := func(i int) int { return cells + i*cellSize + 12 + 19 }
	for name, c := range map[string]struct {
		change func(b []byte) []byte
		code   string
		cells  int
	}{
		"nothing":                     {func(b []byte) []byte { return b }, "", 3},
		"the length of the trailer":   {func(b []byte) []byte { b[len(b)-5] = 200; return b }, "wal-entry", 3},
		"the trailer is cut off":      {func(b []byte) []byte { return b[:len(b)-logTail] }, "", 3},
		"zeros from the start on":     {func(b []byte) []byte { clear(b[:40]); return b }, "wal-entry", 0},
		"cut after the header":        {func(b []byte) []byte { return b[:len(header)] }, "", 0},
		"the type of a cell":          {func(b []byte) []byte { b[typeAt(1)]++; return b }, "cell", 3},
		"the class of the writer":     {func(b []byte) []byte { b[bytes.Index(b, []byte("LogWriter"))] ^= 1; return b }, "wal-entry", 3},
		"the package of the codec":    {func(b []byte) []byte { b[bytes.Index(b, []byte("apache"))] ^= 1; return b }, "wal-entry", 3},
		"the name of the table":       {func(b []byte) []byte { b[cells-7] = 0; return b }, "wal-entry", 3},
		"the field of the time":       {func(b []byte) []byte { b[cells-4] = 13 << 3; return b }, "wal-entry", 3},
		"zeros from the key's end on": {func(b []byte) []byte { clear(b[cells-2:]); return b }, "wal-entry", 0},
	} {
		s := storetest.Open(t, hfile.Kind, file.Files{"log": c.change(bytes.Clone(whole))})
		for _, stored := range []bool{false, true} {
			got, damage := storetest.Read(t, s, file.Query{Stored: stored})
			found := slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Code == c.code && !d.Remark })
			if len(got) != c.cells || found != (c.code != "") || !found && len(damage) > 0 {
				t.Errorf("%s, stored %v: %d cells, want %d; %+v", name, stored, len(got), c.cells, damage)
			}
		}
		s.Close()
	}
}

const logTail = 8

// An entry may be larger than what is read of a log at a time, so that a read may end anywhere in a cell.
func TestEntriesOfAnySizeAreRead(t *testing.T) {
	header := logHeader(t)
	for valueSize := range 60 {
		const cells = 3000
		s := storetest.Open(t, hfile.Kind, file.Files{"log": logOf(header, cells, valueSize)})
		got, damage := storetest.Read(t, s, file.Query{Stored: true})
		if len(got) != cells || len(damage) > 0 {
			t.Fatalf("values of %d bytes: %d cells, want %d; %+v", valueSize, len(got), cells, damage)
		}
		s.Close()
	}
}
