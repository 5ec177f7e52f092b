package diff

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
)

// Names of parts that hold what a reader gets besides the value: wide columns of RocksDB, and the
// tags of an HBase cell.
const (
	Columns = "columns"
	Tags    = "tags"
)

// Keys says what identifies a row.
type Keys struct {
	// Stored makes every version a row of its own: timestamp or sequence number, and the kind of
	// tombstone, are part of the key.
	Stored bool

	// NoTable leaves out the table: each side has only one, whatever its name.
	NoTable bool
}

// The kinds of keys: of cells, of pairs, and of anything else with parts.
const (
	ofCell  = 1
	ofPair  = 2
	ofOther = 3
)

// Append appends the key of an entry of a table.
func (k Keys) Append(dst []byte, table string, e *store.Entry) []byte {
	if !k.NoTable {
		dst = appendPiece(dst, table)
	}
	if row, ok := e.Part(store.Row); ok {
		family, _ := e.Part(store.Family)
		qualifier, _ := e.Part(store.Qualifier)
		dst = appendPiece(appendPiece(appendPiece(append(dst, ofCell), row), family), qualifier)
		if visibility, _ := e.Part(store.Visibility); len(visibility) > 0 {
			dst = appendPiece(dst, visibility) // some texts leave out an empty one
		}
	} else if key, ok := e.Part(store.Key); ok {
		dst = appendPiece(append(dst, ofPair), key)
	} else {
		dst = append(dst, ofOther)
		for i := range e.Parts {
			if p := &e.Parts[i]; !isContent(p.Name) {
				dst = appendPiece(appendPiece(dst, p.Name), p.Bytes)
			}
		}
	}
	if k.Stored {
		dst = appendPiece(AppendVersion(dst, e), e.Deleted)
	}
	return dst
}

// appendPiece appends a piece of a key, escaped, and its end.
func appendPiece[T string | []byte](dst []byte, piece T) []byte {
	for i := 0; i < len(piece); i++ {
		if dst = append(dst, piece[i]); piece[i] == 0 {
			dst = append(dst, 0xff)
		}
	}
	return append(dst, 0, 1)
}

var pieceEnd = []byte{0, 1}

// CutTable returns a key without its table.
func CutTable(key []byte) []byte { return key[bytes.Index(key, pieceEnd)+len(pieceEnd):] }

// AppendVersion appends what sorts the versions of a row, the newest first: 00, the complement of
// the version in 8 bytes, and 00 for a tombstone, which comes before what it deletes, or 01.
// Without a version the first byte is 01 and the next 8 are 00.
func AppendVersion(dst []byte, e *store.Entry) []byte {
	version, known := Version(e)
	mark := byte(0)
	if !known {
		mark, version = 1, ^uint64(0)
	}
	dst = binary.BigEndian.AppendUint64(append(dst, mark), ^version)
	if e.Deleted != "" {
		return append(dst, 0)
	}
	return append(dst, 1)
}

// versionSize is how many bytes AppendVersion appends.
const versionSize = 10

// AppendTail appends what sorts rows of one key: version and value.
func AppendTail(dst []byte, e *store.Entry) []byte {
	v, _ := e.Part(store.Value)
	return append(AppendVersion(dst, e), v...)
}

// ValueOf returns the value in what AppendTail appended.
func ValueOf(tail []byte) []byte { return tail[min(versionSize, len(tail)):] }

// Version returns the timestamp of an entry, with its sign bit inverted, or otherwise its sequence
// number in RocksDB. Larger is newer.
func Version(e *store.Entry) (version uint64, known bool) {
	if e.Timestamp != "" {
		if t, err := strconv.ParseInt(e.Timestamp, 10, 64); err == nil {
			return uint64(t) ^ 1<<63, true
		}
		t, err := strconv.ParseUint(e.Timestamp, 10, 64)
		return t, err == nil
	}
	return e.Source.Sequence, e.Source.Sequence > 0
}

// TableOf returns the table that an entry of a text names: a column family, or a table without the
// family that HBase's tables have in their names here.
func TableOf(e *store.Entry) string {
	if e.Source.CF != "" {
		return e.Source.CF
	}
	table := e.Source.Table
	if at := strings.LastIndexByte(table, '/'); at >= 0 {
		if family, ok := e.Part(store.Family); ok && string(family) == table[at+1:] {
			return table[:at]
		}
	}
	return table
}

// isContent reports whether a part does not belong to the key.
func isContent(name string) bool { return name == store.Value || name == Columns || name == Tags }

// compareContent compares what two rows with the same key hold. With times, timestamps count too, if both rows have one.
func compareContent(a, b *store.Entry, times bool) int {
	for _, name := range [...]string{store.Value, Columns, Tags} {
		x, _ := a.Part(name)
		y, _ := b.Part(name)
		if order := bytes.Compare(x, y); order != 0 {
			return order
		}
	}
	switch {
	case a.Deleted != b.Deleted:
		return strings.Compare(a.Deleted, b.Deleted)
	case a.Increment != b.Increment && a.Increment:
		return 1
	case a.Increment != b.Increment:
		return -1
	case times:
		return compareTimes(a, b)
	}
	return 0
}
