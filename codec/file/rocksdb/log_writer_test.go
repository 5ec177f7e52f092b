package rocksdb

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/file/block"
)

// logWriter writes logs as RocksDB does, for cases that no fixture covers.
type logWriter struct {
	buf        []byte
	recyclable bool
	number     uint32
}

// record writes a record, in pieces if it does not fit into the rest of a block.
func (w *logWriter) record(payload []byte) *logWriter {
	header := pieceHeader
	if w.recyclable {
		header += recyclableMore
	}
	for first := true; ; first = false {
		left := logBlock - len(w.buf)%logBlock
		if left < header {
			w.buf = append(w.buf, make([]byte, left)...)
			left = logBlock
		}
		n := min(len(payload), left-header)
		last := n == len(payload)
		kind := uint8(pieceMiddle)
		switch {
		case first && last:
			kind = pieceFull
		case first:
			kind = pieceFirst
		case last:
			kind = pieceLast
		}
		if w.recyclable {
			kind += pieceRecyclable
		}
		w.piece(kind, payload[:n])
		if payload = payload[n:]; last {
			return w
		}
	}
}

// piece writes one physical record.
func (w *logWriter) piece(kind uint8, payload []byte) *logWriter {
	body := []byte{kind}
	if numbered(kind) {
		body = binary.LittleEndian.AppendUint32(body, w.number)
	}
	body = append(body, payload...)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, block.Mask(block.CRC32C(body)))
	w.buf = binary.LittleEndian.AppendUint16(w.buf, uint16(len(payload)))
	w.buf = append(w.buf, body...)
	return w
}

// batchOf returns a write batch. count is what its header says.
func batchOf(sequence uint64, count uint32, records ...string) []byte {
	b := binary.LittleEndian.AppendUint64(nil, sequence)
	b = binary.LittleEndian.AppendUint32(b, count)
	for _, r := range records {
		b = append(b, r...)
	}
	return b
}

// sliced returns a tag, numbers that are already encoded, and slices.
func sliced(head string, slices ...string) string {
	for _, s := range slices {
		head += varint(uint64(len(s))) + s
	}
	return head
}

func putOf(key, v string) string { return sliced("\x01", key, v) }

// newFileOf returns the item of an edit that adds a table.
func newFileOf(level, number, size uint64, smallest, largest string, low, high uint64) string {
	return sliced("\x67"+varint(level)+varint(number)+varint(size), smallest, largest) + varint(low) + varint(high) + "\x01"
}

// manifestOfEdits returns a MANIFEST with these edits.
func manifestOfEdits(edits ...string) []byte {
	var w logWriter
	for _, e := range edits {
		w.record([]byte(e))
	}
	return w.buf
}

const firstEdit = "\x01\x1aleveldb.BytewiseComparator\x02\x00\x03\x06\x04\x00"

// databaseOf returns a database with these edits and one log, number 4.
func databaseOf(log []byte, edits ...string) map[string][]byte {
	return map[string][]byte{
		"CURRENT": []byte("MANIFEST-000001\n"), "MANIFEST-000001": manifestOfEdits(append([]string{firstEdit}, edits...)...), "000004.log": log,
	}
}
