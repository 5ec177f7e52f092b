package rocksdb

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/golang/snappy"
)

// tableWriter writes tables for tests, including some that RocksDB never writes.
type tableWriter struct {
	out     []byte
	version uint32 // 0 means 6
	sum     sumKind
	base    uint32
	packed  byte

	data  []handle
	meta  [][2]string
	props [][2]string
}

// pair is a key and a value of a block.
type pair = [2]string

// internalKey returns a user key with its tag.
func internalKey(user string, seq uint64, kind uint8) string {
	return string(binary.LittleEndian.AppendUint64([]byte(user), seq<<8|uint64(kind)))
}

// blockOf lays out entries, each with the bytes that it shares with the previous key, and one restart.
func blockOf(pairs ...pair) []byte {
	var b []byte
	before := ""
	for _, p := range pairs {
		shared := 0
		for shared < min(len(before), len(p[0])) && before[shared] == p[0][shared] {
			shared++
		}
		b = binary.AppendUvarint(b, uint64(shared))
		b = binary.AppendUvarint(b, uint64(len(p[0])-shared))
		b = binary.AppendUvarint(b, uint64(len(p[1])))
		b = append(append(b, p[0][shared:]...), p[1]...)
		before = p[0]
	}
	return restartsOf(b, 1)
}

// restartsOf ends a block in which all restarts are 0.
func restartsOf(b []byte, packed uint32) []byte {
	for range packed & packedRestarts {
		b = binary.LittleEndian.AppendUint32(b, 0)
	}
	return binary.LittleEndian.AppendUint32(b, packed)
}

func varint(v uint64) string { return string(binary.AppendUvarint(nil, v)) }

func (h handle) written() string { return varint(h.offset) + varint(h.size) }

// block writes a block with its trailer.
func (w *tableWriter) block(body []byte) handle {
	packed := byte(packedNone)
	if w.packed == packedSnappy {
		packed, body = packedSnappy, snappy.Encode(nil, body)
	}
	h := handle{uint64(len(w.out)), uint64(len(body))}
	w.out = append(append(w.out, body...), packed)
	sum := w.sum.of(w.out[h.offset:])
	if w.version >= 6 {
		sum += modifier(w.base, h.offset)
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, sum)
	return h
}

// add writes a data block of entries.
func (w *tableWriter) add(pairs ...pair) handle {
	h := w.block(blockOf(pairs...))
	w.data = append(w.data, h)
	return h
}

// finish writes an index of the data blocks, the properties, the metaindex and the footer.
func (w *tableWriter) finish() []byte {
	var index []pair
	for i, h := range w.data {
		index = append(index, pair{internalKey("sep"+strconv.Itoa(1000+i), 0, 0), h.written()})
	}
	return w.finishWith(w.block(blockOf(index...)))
}

func (w *tableWriter) finishWith(index handle) []byte {
	w.props = append(w.props, pair{"rocksdb.data.size", varint(w.data[len(w.data)-1].end())})
	slices.SortFunc(w.props, func(a, b pair) int { return bytes.Compare([]byte(a[0]), []byte(b[0])) })
	w.meta = append(w.meta, pair{metaProperties, w.block(blockOf(w.props...)).written()})
	if w.version >= 6 {
		w.meta = append(w.meta, pair{metaIndex, index.written()})
	}
	slices.SortFunc(w.meta, func(a, b pair) int { return bytes.Compare([]byte(a[0]), []byte(b[0])) })
	w.packed = packedNone
	return w.footer(w.block(blockOf(w.meta...)), index)
}

func (w *tableWriter) footer(meta, index handle) []byte {
	at := len(w.out)
	if w.version > 0 {
		w.out = append(w.out, byte(w.sum))
	}
	if w.version >= 6 {
		w.out = append(append(w.out, footerMark...), 0, 0, 0, 0)
		w.out = binary.LittleEndian.AppendUint32(w.out, w.base)
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(meta.size))
		w.out = append(w.out, make([]byte, 24)...)
	} else {
		handles := meta.written() + index.written()
		w.out = append(append(w.out, handles...), make([]byte, 40-len(handles))...)
	}
	magic := uint64(magicOld)
	if w.version > 0 {
		w.out, magic = binary.LittleEndian.AppendUint32(w.out, w.version), magicBlock
	}
	w.out = binary.LittleEndian.AppendUint64(w.out, magic)
	if w.version >= 6 {
		w.mendFooter(at)
	}
	return w.out
}

// mendFooter writes the footer's own checksum.
func (w *tableWriter) mendFooter(at int) {
	clear(w.out[at+5 : at+9])
	binary.LittleEndian.PutUint32(w.out[at+5:], w.sum.of(w.out[at:])+modifier(w.base, uint64(at)))
}

// smallTable returns a table of three blocks with three entries each.
func smallTable(version uint32, sum sumKind) *tableWriter {
	w := &tableWriter{version: version, sum: sum, base: 0x12345678}
	for i := range 3 {
		var pairs []pair
		for k := range 3 {
			n := strconv.Itoa(3*i + k)
			pairs = append(pairs, pair{internalKey("key"+n, uint64(10+3*i+k), typePut), "value " + n + " of the table"})
		}
		w.add(pairs...)
	}
	return w
}
