package hfile_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// logOf returns a log with a real header and one entry of many cells.
func logOf(header []byte, cells, valueSize int) []byte {
	key := append([]byte("\x0a\x2000112233445566778899aabbccddeeff\x12\x01t\x18\x07\x38"), binary.AppendUvarint(nil, uint64(cells))...)
	b := append(header[:len(header):len(header)], byte(len(key)))
	b = append(b, key...)
	for i := range cells {
		flat := fmt.Sprintf("\x00\x06r%05d\x01fq\x00\x00\x00\x00\x00\x00\x00\x09\x04", i)
		b = binary.BigEndian.AppendUint32(b, uint32(8+len(flat)+valueSize))
		b = binary.BigEndian.AppendUint32(b, uint32(len(flat)))
		b = binary.BigEndian.AppendUint32(b, uint32(valueSize))
		b = append(append(b, flat...), make([]byte, valueSize)...)
	}
	return b
}

// An entry may be larger than what is read of a log at a time, so that a read may end anywhere in a cell.
func TestEntriesOfAnySizeAreRead(t *testing.T) {
	whole := corpus(t)["wal/wal-0"]
	header := whole[:offsetOf(t, whole, "log entry", 0)]
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
