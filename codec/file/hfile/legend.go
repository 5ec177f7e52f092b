package hfile

import "github.com/rowlens/rowlens/codec/span"

func length(name, title string) span.Field {
	return span.Field{Name: name, Title: title, Type: "number", Unit: "bytes", Role: span.RoleStructure, Doc: "length of what it names"}
}

// Blocks.
var (
	fBlock  = span.Field{Name: "block", Type: "block", Role: span.RoleGroup, Doc: "33 bytes of header, data, checksums"}
	fHeader = span.Field{Name: "header", Type: "block header", Role: span.RoleGroup, Doc: "33 bytes; 24 in files of version 2.0"}
	fMagic  = span.Field{Name: "magic", Type: "8 bytes", Role: span.RoleCode, Doc: "what kind of block it is"}
	fStored = span.Field{Name: "onDiskSize", Title: "on-disk size", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size without the header, checksums included: the next block begins after it"}
	fPlain = span.Field{Name: "plainSize", Title: "plain size", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size when unpacked, but still encoded, without the header"}
	fPrevious = span.Field{Name: "previousBlock", Title: "previous block", Type: "int64", Unit: "bytes", Role: span.RoleStructure,
		Doc: "offset of the previous block of the same kind; -1 for none"}
	fSumType = span.Field{Name: "checksumType", Title: "checksum type", Type: "uint8", Role: span.RoleStructure,
		Doc: "0 none, 1 CRC32, 2 CRC32C"}
	fPerSum = span.Field{Name: "bytesPerChecksum", Title: "bytes per checksum", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size of the chunks that have a checksum each, from the start of the header on"}
	fDataSize = span.Field{Name: "sizeWithoutChecksums", Title: "size without checksums", Type: "int32", Unit: "bytes",
		Role: span.RoleStructure, Doc: "size of header and stored data: where the checksums begin"}
	fData = span.Field{Name: "data", Type: "bytes", Role: span.RoleValue, Doc: "what the block holds"}
	fSum  = span.Field{Name: "checksum", Type: "uint32", Role: span.RoleCheck, Doc: "CRC of one chunk of header and stored data"}
	fRoom = span.Field{Name: "room", Title: "room for checksums", Type: "bytes", Role: span.RoleStructure,
		Doc: "not used, since the checksum type is 0"}
	fFilter = span.Field{Name: "filter", Title: "Bloom filter", Type: "bytes", Role: span.RoleValue,
		Doc: "part or header of a Bloom filter, which no reader of all cells needs"}
	fMeta = span.Field{Name: "meta", Title: "meta block", Type: "bytes", Role: span.RoleValue, Doc: "bytes of the writer's own"}
)

// Cells.
var (
	fCells     = span.Field{Name: "cells", Type: "cells", Role: span.RoleGroup, Doc: "cells in ascending order"}
	fCell      = span.Field{Name: "cell", Type: "cell", Role: span.RoleGroup, Doc: "one cell: key, value, tags, MVCC number"}
	fKeyLength = length("keyLength", "key length")
	fValLength = length("valueLength", "value length")
	fKey       = span.Field{Name: "key", Type: "flat key", Role: span.RoleGroup,
		Doc: "row length, row, family length, family, qualifier, timestamp, type"}
	fRowLength    = length("rowLength", "row length")
	fRow          = span.Field{Name: "row", Type: "bytes", Role: span.RoleIdentity, Doc: "row key, at most 32767 bytes"}
	fFamilyLength = length("familyLength", "family length")
	fFamily       = span.Field{Name: "family", Type: "bytes", Role: span.RoleCode, Doc: "column family, at most 255 bytes"}
	fQualifier    = span.Field{Name: "qualifier", Type: "bytes", Role: span.RoleTarget, Doc: "column qualifier; empty in DeleteFamily"}
	fTime         = span.Field{Name: "timestamp", Type: "int64", Unit: "ms since 1970-01-01 UTC", Role: span.RoleVersion,
		Doc: "the cell's time; by convention milliseconds"}
	fType = span.Field{Name: "type", Type: "uint8", Role: span.RoleCode,
		Doc: "4 Put, 8 Delete, 10 DeleteFamilyVersion, 12 DeleteColumn, 14 DeleteFamily; 0 and 255 in keys of an index only"}
	fValue      = span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "the cell's value"}
	fTagsLength = length("tagsLength", "tags length")
	fTag        = span.Field{Name: "tag", Type: "tag", Role: span.RoleGroup, Doc: "one tag of the cell"}
	fTagLength  = length("tagLength", "tag length")
	fTagType    = span.Field{Name: "tagType", Title: "tag type", Type: "uint8", Role: span.RoleCode,
		Doc: "1 ACL, 2 visibility, 3 log replay, 4 visibility format, 5 MOB reference, 6 MOB table, 7 origin of visibility, 8 TTL"}
	fTagValue = span.Field{Name: "tagValue", Title: "tag value", Type: "bytes", Role: span.RoleValue, Doc: "the tag's value"}
	fTagMark  = span.Field{Name: "tagMark", Title: "new tag", Type: "0xff", Role: span.RoleStructure,
		Doc: "the tag follows, and enters the dictionary of the block"}
	fTagIndex = span.Field{Name: "tagIndex", Title: "tag from dictionary", Type: "int16", Role: span.RoleCode,
		Doc: "the tag at this place of the block's dictionary"}
	fSequence = span.Field{Name: "mvcc", Title: "MVCC number", Type: "Hadoop vlong", Role: span.RoleVersion,
		Doc: "sequence number of the write"}
)

// Encodings.
var (
	fEncoding = span.Field{Name: "encoding", Type: "int16", Role: span.RoleCode,
		Doc: "encoding of the data: 2 PREFIX, 3 DIFF, 4 FAST_DIFF, 6 PREFIX_TREE, 7 ROW_INDEX_V1"}
	fUnencoded = length("unencodedSize", "size before encoding")
	fCommon    = span.Field{Name: "common", Title: "common bytes", Type: "number", Unit: "bytes", Role: span.RoleStructure,
		Doc: "how many leading bytes of the key are those of the key before"}
	fFlags = span.Field{Name: "flags", Type: "uint8", Role: span.RoleStructure,
		Doc: "which of length, timestamp, type and value are those of the cell before"}
	fRest     = span.Field{Name: "rest", Title: "rest of the key", Type: "bytes", Role: span.RoleIdentity, Doc: "the key after the common bytes"}
	fTimeDiff = span.Field{Name: "timestampBytes", Title: "bytes of timestamp", Type: "bytes", Role: span.RoleVersion,
		Doc: "DIFF: little-endian, the timestamp or its distance from the one before; FAST_DIFF: its last bytes"}
	fRowOffsets = span.Field{Name: "rowOffsets", Title: "offsets of rows", Type: "list", Role: span.RoleGroup,
		Doc: "where each row begins among the cells"}
	fRows      = span.Field{Name: "rows", Type: "int32", Role: span.RoleStructure, Doc: "number of rows in the block"}
	fRowOffset = span.Field{Name: "rowOffset", Title: "offset of row", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "first cell of a row, from the first cell of the block"}
	fCellsSize = length("cellsSize", "size of all cells")
)

// Index and file info.
var (
	fIndex = span.Field{Name: "index", Type: "index", Role: span.RoleGroup, Doc: "what blocks begin with which key"}
	fEntry = span.Field{Name: "entry", Type: "index entry", Role: span.RoleGroup, Doc: "one block and its first key"}
	fCount = span.Field{Name: "entries", Type: "int32", Role: span.RoleStructure, Doc: "number of entries"}
	fPlace = span.Field{Name: "entryOffset", Title: "offset of entry", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "where an entry begins after this table; the last one: where they end"}
	fOffset = span.Field{Name: "blockOffset", Title: "block offset", Type: "int64", Unit: "bytes", Role: span.RoleTarget,
		Doc: "where in the file the block begins"}
	fSize = span.Field{Name: "blockSize", Title: "block size", Type: "int32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "on-disk size of that block with its header and checksums"}
	fIndexKey = span.Field{Name: "key", Type: "flat key", Role: span.RoleIdentity,
		Doc: "first key of the block, or an invented one between it and the last key of the block before; of a meta block its name"}
	fMiddle = span.Field{Name: "middle", Title: "middle key", Type: "16 bytes", Role: span.RoleStructure,
		Doc: "where the key in the middle of the file is"}
	fInfo      = span.Field{Name: "fileInfo", Title: "file info", Type: "file info", Role: span.RoleGroup, Doc: "names and values, sorted by name"}
	fPBUF      = span.Field{Name: "mark", Type: "PBUF", Role: span.RoleStructure, Doc: "protocol buffers follow"}
	fPairs     = span.Field{Name: "pairs", Type: "protobuf message", Role: span.RoleGroup, Doc: "the pairs of the file info"}
	fInfoEntry = span.Field{Name: "pair", Type: "name and value", Role: span.RoleGroup, Doc: "one property of the file"}
	fInfoName  = span.Field{Name: "name", Type: "bytes", Role: span.RoleCode, Doc: "name of the property"}
	fInfoClass = span.Field{Name: "class", Type: "uint8", Role: span.RoleStructure, Doc: "class of the value, in old files"}
	fInfoValue = span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "value of the property"}
)
