package hfile_test

import (
	"encoding/binary"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// logEntry is an entry of a log of the second region, with one cell.
type logEntry struct {
	sequence, time byte
	qualifier      string // of the cell: its name, or the region event
	value          string
}

// logWith returns a log that just stops after the entries.
func logWith(header []byte, entries ...logEntry) []byte {
	b := header[:len(header):len(header)]
	for _, e := range entries {
		region := file.Base(regionSecond[:len(regionSecond)-1])
		key := "\x0a\x20" + region + "\x12\x08ns1:shop\x18" + string(e.sequence) + "\x20" + string(e.time) + "\x38\x01"
		family := "d"
		if e.value != "" {
			family = "METAFAMILY"
		}
		flat := "\x00\x05zz-in" + string(rune(len(family))) + family + e.qualifier + "\x00\x00\x00\x00\x00\x00\x00\x09\x04"
		b = append(append(b, byte(len(key))), key...)
		b = binary.BigEndian.AppendUint32(b, uint32(8+len(flat)+len(e.value)))
		b = binary.BigEndian.AppendUint32(b, uint32(len(flat)))
		b = binary.BigEndian.AppendUint32(b, uint32(len(e.value)))
		b = append(append(b, flat...), e.value...)
	}
	return b
}

// When a server closes a region, all that its log has is in files. If the snapshot of a table is restored then, those files
// go to the archive, and what the log has must not come back.
func TestWhatALogHasOfAClosedRegionIsOver(t *testing.T) {
	all := corpus(t)
	header := logHeader(t)
	const first, second = "root-flushed/WALs/a/a.1795874834414", "root-flushed/WALs/b/b.1795874834415"
	closed := logEntry{120, 50, "HBASE::REGION_EVENT::REGION_CLOSE", "\x08\x01\x12\x08ns1:shop"}
	opened := logEntry{121, 51, "HBASE::REGION_EVENT::REGION_OPEN", "\x08\x00\x12\x08ns1:shop"}
	old := logEntry{110, 49, "old", ""}
	later, reborn := logEntry{122, 40, "new", ""}, logEntry{110, 60, "new", ""}
	without, _, _ := readFolders(t, all, "root-flushed")
	for name, c := range map[string]struct {
		logs map[string][]byte
		more int
	}{
		"an entry alone":                        {map[string][]byte{first: logWith(header, old)}, 1},
		"the region was only opened":            {map[string][]byte{first: logWith(header, old, opened)}, 1},
		"the region was closed":                 {map[string][]byte{first: logWith(header, old, closed)}, 0},
		"and written to after that":             {map[string][]byte{first: logWith(header, old, closed, opened, later)}, 1},
		"a new region of that name":             {map[string][]byte{first: logWith(header, old, closed, reborn)}, 1},
		"closed in a later log":                 {map[string][]byte{first: logWith(header, old), second: logWith(header, closed)}, 0},
		"closed in a log that is read before":   {map[string][]byte{second: logWith(header, old), first: logWith(header, closed)}, 0},
		"a later number by a clock behind":      {map[string][]byte{first: logWith(header, closed), second: logWith(header, later)}, 1},
		"a new region with a number of the old": {map[string][]byte{first: logWith(header, closed), second: logWith(header, reborn)}, 1},
	} {
		got, damage, remarks := readFolders(t, changed(all, c.logs), "root-flushed")
		if len(got) != len(without)+c.more || len(damage)+len(remarks) > 0 {
			t.Errorf("%s: %d cells, want %d, %+v, %+v", name, len(got), len(without)+c.more, damage, remarks)
		}
	}
}
