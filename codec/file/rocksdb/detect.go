package rocksdb

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// What a file can be.
const (
	sortTable    = "table"
	sortLog      = "log"
	sortManifest = "manifest"
	sortBlob     = "blob"
	sortCurrent  = "current"
)

// magicPebble ends the tables that Pebble writes in its own formats.
const magicPebble = 0xb3aa9ff0b3aa9ff0

// detect recognises a table by its last bytes, a blob file by its first bytes, a log by the
// checksum of its first record, and CURRENT by its content.
func detect(p *file.Probe) file.Sort {
	if s := detectTable(p); s.What != "" {
		return s
	}
	switch {
	case len(p.Head) >= 4 && binary.LittleEndian.Uint32(p.Head) == blobMagic && len(p.Head) >= blobHeader:
		return file.Sort{What: sortBlob, Title: "a blob file of RocksDB"}
	case len(p.Tail) == len(p.Head) && len(p.Head) < 64:
		if _, ok := manifestOf(p.Head); ok {
			return file.Sort{What: sortCurrent, Title: "the CURRENT file of a RocksDB database"}
		}
	}
	return detectLog(p)
}

func detectTable(p *file.Probe) file.Sort {
	if len(p.Tail) < 8 {
		return file.Sort{}
	}
	switch binary.LittleEndian.Uint64(p.Tail[len(p.Tail)-8:]) {
	case magicBlock:
		return file.Sort{What: sortTable, Title: "a table file (SST) of RocksDB"}
	case magicOld:
		return file.Sort{What: sortTable, Title: "a table file of LevelDB, or of RocksDB in its format version 0"}
	case magicPlain, magicPlain0:
		return file.Sort{What: sortTable, Title: "a plain table of RocksDB", Refuse: "table-kind",
			Why: "plain tables are not read: let RocksDB compact the family with block-based tables, or dump it with its own sst_dump"}
	case magicCuckoo:
		return file.Sort{What: sortTable, Title: "a cuckoo table of RocksDB", Refuse: "table-kind",
			Why: "cuckoo tables are not read: let RocksDB compact the family with block-based tables, or dump it with its own sst_dump"}
	case magicPebble:
		return file.Sort{What: sortTable, Title: "a table file of Pebble", Refuse: "table-kind",
			Why: "tables in Pebble's own formats are not read: dump them with `pebble sstable scan`"}
	}
	return file.Sort{}
}

// detectLog examines the first record of a log. Only a write-ahead log begins with a record
// about the log itself; other records reveal by their content what the log is.
func detectLog(p *file.Probe) file.Sort {
	head := p.Head
	if len(head) < pieceHeader {
		return file.Sort{}
	}
	kind := head[6]
	size := pieceHeader + (int(head[4]) | int(head[5])<<8)
	if numbered(kind) {
		size += recyclableMore
	}
	if size > logBlock || kind == pieceZero || pieceName(kind) == "unknown" {
		return file.Sort{}
	}
	if size > len(head) {
		more, err := file.ReadAll(p.File, nil, 0, size)
		if err != nil || len(more) < size {
			return file.Sort{}
		}
		head = more
	}
	if block.Mask(block.CRC32C(head[6:size])) != binary.LittleEndian.Uint32(head) {
		return file.Sort{}
	}
	wal := file.Sort{What: sortLog, Title: "a write-ahead log of RocksDB"}
	if kind >= pieceCompression {
		return wal
	}
	payload, whole := firstRecord(p, head, size)
	switch {
	case isEdit(payload, whole):
		return file.Sort{What: sortManifest, Title: "a MANIFEST of RocksDB"}
	case isBatch(payload, whole):
		return wal
	}
	return file.Sort{}
}

// detectMax is how much of a log's first record is examined.
const detectMax = 1 << 20

// firstRecord returns the first record, reassembled, and whether that is all of it.
func firstRecord(p *file.Probe, head []byte, size int) (payload []byte, whole bool) {
	if kind := head[6]; kind == pieceFull || kind == pieceFull+pieceRecyclable {
		r := wire.NewReader(head[:size], nil)
		var one piece
		readPiece(&r, &one, nil)
		return one.payload, true
	}
	buf, err := file.ReadAll(p.File, nil, 0, detectMax)
	if err != nil {
		return nil, false
	}
	log := newLogReader("", buf, file.Options{}.Limits())
	var rec logRecord
	if log.next(&rec) && rec.damage == nil {
		return rec.payload, true
	}
	r := wire.NewReader(head[:size], nil) // the record is longer, or cut
	var one piece
	readPiece(&r, &one, nil)
	return one.payload, false
}

// isEdit reports whether a record is a version edit: known tags up to its end.
func isEdit(payload []byte, whole bool) bool {
	if len(payload) == 0 {
		return false
	}
	var e edit
	r := wire.NewReader(payload, nil)
	readEdit(&r, &e)
	err := r.Finish()
	tag, n := binary.Uvarint(payload)
	return n > 0 && editTags[tag] != "" && (err == nil || !whole && bytes.HasPrefix(payload, []byte{tagComparator}))
}

// isBatch reports whether a record is a write batch: its header, and records with known tags.
func isBatch(payload []byte, whole bool) bool {
	r := wire.NewReader(payload, nil)
	sequence, count := readBatchHeader(&r)
	if !r.OK() || sequence > sequenceMax {
		return false
	}
	var b batchRecord
	data, records := uint32(0), 0
	for commits := false; r.More(); records++ {
		if readBatchRecord(&r, &b); !r.OK() {
			return !whole && (records > 0 || b.kind != typeNoEntry)
		}
		if b.kind != typeNoEntry {
			data++
		}
		if commits = commits || b.tag == batchCommit || b.tag == batchCommitTimestamp; commits {
			return true
		}
	}
	return data == count
}
