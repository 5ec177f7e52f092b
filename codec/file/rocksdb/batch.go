package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// Types of entries, in internal keys and, most of them, as tags of write batches.
const (
	typeDelete       = 0x00
	typePut          = 0x01
	typeMerge        = 0x02
	typeSingleDelete = 0x07
	typeRangeDelete  = 0x0f
	typeBlobIndex    = 0x11
	typeDeleteStamp  = 0x14 // delete with timestamp
	typeEntity       = 0x16
	typeTimedPut     = 0x18 // put with preferred sequence number
)

// Tags of write batches that do not stand for entries.
const (
	batchLogData               = 0x03
	batchBeginPrepare          = 0x09
	batchEndPrepare            = 0x0a
	batchCommit                = 0x0b
	batchRollback              = 0x0c
	batchNoop                  = 0x0d
	batchBeginPersisted        = 0x12
	batchBeginUnprepared       = 0x13
	batchCommitTimestamp       = 0x15
	batchHeader                = 12
	batchPlaceOfTheCount       = 8
	sequenceBits               = 56
	sequenceMax                = 1<<sequenceBits - 1
	typeNoEntry          uint8 = 0xff
)

// entryTags gives the type of entry for each tag, and whether it names a family.
var entryTags = [...]struct {
	kind  uint8
	named bool
}{
	0x00: {typeDelete, false}, 0x04: {typeDelete, true},
	0x01: {typePut, false}, 0x05: {typePut, true},
	0x02: {typeMerge, false}, 0x06: {typeMerge, true},
	0x07: {typeSingleDelete, false}, 0x08: {typeSingleDelete, true},
	0x0f: {typeRangeDelete, false}, 0x0e: {typeRangeDelete, true},
	0x11: {typeBlobIndex, false}, 0x10: {typeBlobIndex, true},
	0x16: {typeEntity, false}, 0x17: {typeEntity, true},
	0x18: {typeTimedPut, false}, 0x19: {typeTimedPut, true},
	0x03: {kind: typeNoEntry}, 0x09: {kind: typeNoEntry}, 0x0a: {kind: typeNoEntry}, 0x0b: {kind: typeNoEntry}, 0x0c: {kind: typeNoEntry},
	0x0d: {kind: typeNoEntry}, 0x12: {kind: typeNoEntry}, 0x13: {kind: typeNoEntry}, 0x14: {kind: typeNoEntry}, 0x15: {kind: typeNoEntry},
}

// typeNames are the names of types, in entries and explanations.
var typeNames = [256]string{
	typeDelete: "delete", typePut: "put", typeMerge: "merge", typeSingleDelete: "single-delete", typeRangeDelete: "range-delete",
	typeBlobIndex: "blob-index", typeDeleteStamp: "delete-with-timestamp", typeEntity: "entity", typeTimedPut: "timed-put",
}

var batchNames = map[uint8]string{
	batchLogData: "log data", batchBeginPrepare: "begin prepare", batchEndPrepare: "end prepare", batchCommit: "commit",
	batchRollback: "rollback", batchNoop: "noop", batchBeginPersisted: "begin prepare (write prepared)",
	batchBeginUnprepared: "begin prepare (write unprepared)", batchCommitTimestamp: "commit with timestamp",
}

func isDelete(kind uint8) bool {
	return kind == typeDelete || kind == typeSingleDelete || kind == typeDeleteStamp
}

// batchRecord is one record of a write batch. Key and value alias the batch.
type batchRecord struct {
	at     int // of the tag
	tag    uint8
	kind   uint8 // of the entry; typeNoEntry for other records
	family uint32
	key    []byte // of the entry; or a transaction's id; or a commit's timestamp
	value  []byte // of the entry; or the id of a transaction that is committed with a timestamp

	keyAt, valueAt int // in the batch
}

// readBatchHeader reads the header of a write batch.
func readBatchHeader(r *wire.Reader) (sequence uint64, count uint32) {
	sequence = r.Uint64LE(fSequence)
	return sequence, r.Uint32LE(fCount)
}

// readBatchRecord reads the next record of a batch:
//
//	tag       1 byte
//	[family]  varint32, for tags that name one
//	slices    key and value, depending on the tag
func readBatchRecord(r *wire.Reader, b *batchRecord) {
	r.Begin(fEntry)
	b.at, b.family, b.key, b.value = r.Offset(), 0, nil, nil
	b.tag = r.Uint8(fTag)
	known := int(b.tag) < len(entryTags) && b.tag != 0x14
	if !known && r.OK() {
		r.FailAt(wire.BadValue, fTag, b.at, "a tag of write batches", "tag "+strconv.Itoa(int(b.tag)))
		return
	}
	b.kind = typeNoEntry
	if known {
		b.kind = entryTags[b.tag].kind
	}
	if m := r.Last(); m.Recorded() {
		name := batchNames[b.tag]
		if b.kind != typeNoEntry {
			name = typeNames[b.kind]
		}
		m.Enum(int64(b.tag), name)
	}
	switch {
	case b.kind != typeNoEntry:
		if entryTags[b.tag].named {
			b.family = uint32(r.Uvarint(fFamily, 32))
		}
		b.key = slice(r, fKey)
		b.keyAt = r.Offset() - len(b.key)
		if !isDelete(b.kind) {
			b.value = slice(r, fValue)
		}
		b.valueAt = r.Offset() - len(b.value)
	case b.tag == batchLogData:
		slice(r, fValue)
	case b.tag == batchEndPrepare, b.tag == batchCommit, b.tag == batchRollback:
		b.key = slice(r, fXID)
	case b.tag == batchCommitTimestamp:
		b.key, b.value = slice(r, fStamp), slice(r, fXID)
	}
	r.End()
}
