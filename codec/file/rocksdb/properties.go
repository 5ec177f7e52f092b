package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
)

// properties is what a table says about itself. Numbers that it does not give are 0.
type properties struct {
	found bool // there is a readable block of properties

	columnFamily   []byte
	columnFamilyID uint32
	hasFamily      bool // the id is known, and not that of a file made by SstFileWriter

	comparator, mergeOperator, compression string

	entries, deletions, rangeDeletions uint64
	rawKeySize, rawValueSize, dataSize uint64
	hasDataSize                        bool

	indexType    uint32
	keyIsUserKey bool
	deltaValues  bool

	externalVersion uint32
	globalSequence  uint64

	keyLargestSeqno    uint64
	hasKeyLargestSeqno bool

	timestampsPersisted bool

	creator, session string // the database that made the table, and when
	number           uint64 // of the file when it was made

	all []file.Property // in stored order, for people
}

// familyUnknown is the column family id in files made without a database.
const familyUnknown = 2147483647

// Index types: property rocksdb.block.based.table.index.type.
const (
	indexBinary   = 0
	indexHash     = 1
	indexTwoLevel = 2
	indexFirstKey = 3
)

// form says how a property's value is stored.
type form uint8

const (
	formBytes  form = iota
	formVarint      // varint64
	form32          // u32, little-endian
	form64          // u64, little-endian
)

const namePrefix = "rocksdb."

// Properties needed to read the table.
const (
	propIndexType   = "rocksdb.block.based.table.index.type"
	propUserKey     = "rocksdb.index.key.is.user.key"
	propDelta       = "rocksdb.index.value.is.delta.encoded"
	propGlobalSeqno = "rocksdb.external_sst_file.global_seqno"
)

// propertyForms lists the properties whose values are not bytes.
var propertyForms = map[string]form{
	"rocksdb.data.size": formVarint, "rocksdb.index.size": formVarint, "rocksdb.filter.size": formVarint,
	"rocksdb.raw.key.size": formVarint, "rocksdb.raw.value.size": formVarint, "rocksdb.num.data.blocks": formVarint,
	"rocksdb.num.entries": formVarint, "rocksdb.num.filter_entries": formVarint, "rocksdb.deleted.keys": formVarint,
	"rocksdb.merge.operands": formVarint, "rocksdb.num.range-deletions": formVarint, "rocksdb.tail.start.offset": formVarint,
	"rocksdb.index.partitions": formVarint, "rocksdb.top-level.index.size": formVarint,
	propUserKey: formVarint, propDelta: formVarint,
	"rocksdb.format.version": formVarint, "rocksdb.fixed.key.length": formVarint, "rocksdb.column.family.id": formVarint,
	"rocksdb.creation.time": formVarint, "rocksdb.oldest.key.time": formVarint, "rocksdb.newest.key.time": formVarint,
	"rocksdb.file.creation.time": formVarint, "rocksdb.original.file.number": formVarint,
	"rocksdb.sample_for_compression.slow.data.size": formVarint, "rocksdb.sample_for_compression.fast.data.size": formVarint,
	"rocksdb.num.data.blocks.compression.rejected": formVarint, "rocksdb.num.data.blocks.compression.bypassed": formVarint,
	"rocksdb.num.uniform.blocks": formVarint, "rocksdb.data.block.restart.interval": formVarint,
	"rocksdb.index.block.restart.interval": formVarint, "rocksdb.separate.key.value.in.data.block": formVarint,
	"rocksdb.udi.is.primary.index": formVarint, "rocksdb.key.largest.seqno": formVarint, "rocksdb.key.smallest.seqno": formVarint,
	"rocksdb.user.defined.timestamps.persisted": formVarint,
	propIndexType: form32, "rocksdb.external_sst_file.version": form32, propGlobalSeqno: form64,
	"rocksdb.timestamp_min": form64, "rocksdb.timestamp_max": form64,
}

// number decodes a value of a numeric form.
func (f form) number(b []byte) (v uint64, ok bool) {
	switch {
	case f == formVarint:
		v, n := binary.Uvarint(b)
		return v, n > 0 && n == len(b)
	case f == form32 && len(b) == 4:
		return uint64(binary.LittleEndian.Uint32(b)), true
	case f == form64 && len(b) == 8:
		return binary.LittleEndian.Uint64(b), true
	}
	return 0, false
}

// add stores one property.
func (p *properties) add(name string, value []byte) {
	v, isNumber := propertyForms[name].number(value)
	if !isNumber {
		p.all = append(p.all, file.Property{Name: name, Value: showBytes(value)})
		p.addText(name, value)
		return
	}
	p.all = append(p.all, file.Property{Name: name, Value: strconv.FormatUint(v, 10)})
	switch name[len(namePrefix):] {
	case "column.family.id":
		p.columnFamilyID, p.hasFamily = uint32(v), v < familyUnknown
	case "num.entries":
		p.entries = v
	case "deleted.keys":
		p.deletions = v
	case "num.range-deletions":
		p.rangeDeletions = v
	case "raw.key.size":
		p.rawKeySize = v
	case "raw.value.size":
		p.rawValueSize = v
	case "data.size":
		p.dataSize, p.hasDataSize = v, true
	case propIndexType[len(namePrefix):]:
		p.indexType = uint32(v)
	case propUserKey[len(namePrefix):]:
		p.keyIsUserKey = v != 0
	case propDelta[len(namePrefix):]:
		p.deltaValues = v != 0
	case "external_sst_file.version":
		p.externalVersion = uint32(v)
	case propGlobalSeqno[len(namePrefix):]:
		p.globalSequence = v
	case "key.largest.seqno":
		p.keyLargestSeqno, p.hasKeyLargestSeqno = v, true
	case "original.file.number":
		p.number = v
	case "user.defined.timestamps.persisted":
		p.timestampsPersisted = v != 0
	}
}

func (p *properties) addText(name string, value []byte) {
	switch name {
	case "rocksdb.column.family.name":
		p.columnFamily = append([]byte{}, value...)
	case "rocksdb.comparator":
		p.comparator = string(value)
	case "rocksdb.merge.operator":
		if p.mergeOperator = string(value); p.mergeOperator == "nullptr" {
			p.mergeOperator = ""
		}
	case "rocksdb.creating.db.identity":
		p.creator = string(value)
	case "rocksdb.creating.session.identity":
		p.session = string(value)
	case "rocksdb.compression":
		p.compression = string(value)
	}
}

// showBytes returns text unchanged, and anything else in hex.
func showBytes(b []byte) string {
	if !file.IsText(b) {
		return hexText(b)
	}
	return string(b)
}
