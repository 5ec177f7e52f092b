package rocksdb

import "github.com/rowlens/rowlens/codec/span"

// The legend of tables. Fixed-size numbers are little-endian.
var (
	ftFooter  = span.Field{Name: "footer", Type: "footer", Role: span.RoleGroup, Doc: "the last 48 (version 0) or 53 bytes of a table"}
	ftSumKind = span.Field{Name: "checksumType", Title: "checksum type", Short: "sum", Type: "byte", Role: span.RoleCode,
		Doc: "0 none, 1 masked crc32c, 2 xxhash (XXH32), 3 xxhash64, 4 xxh3"}
	ftMark = span.Field{Name: "extendedMagic", Title: "mark", Type: "4 bytes", Role: span.RoleStructure,
		Doc: "3e 00 7a 00, which no footer of an older version has here"}
	ftOwnSum = span.Field{Name: "footerChecksum", Title: "footer checksum", Type: "u32", Role: span.RoleCheck,
		Doc: "checksum of the footer with these 4 bytes zero, plus the modifier of its offset"}
	ftBase = span.Field{Name: "baseContextChecksum", Title: "base", Type: "u32", Role: span.RoleCheck,
		Doc: "what modifiers of checksums are made of: xor with the offset's halves added; 0 for no modifiers"}
	ftMetaSize = span.Field{Name: "metaindexSize", Title: "metaindex size", Type: "u32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "without its trailer, which ends where the footer begins"}
	ftReserved = span.Field{Name: "reserved", Type: "16 bytes", Role: span.RoleStructure, Doc: "not looked at"}
	ftZeros    = span.Field{Name: "features", Type: "8 bytes", Role: span.RoleStructure, Doc: "zero; anything else needs a newer reader"}
	ftPadding  = span.Field{Name: "padding", Type: "bytes", Role: span.RoleStructure, Doc: "zeros up to 40 bytes of handles"}
	ftVersion  = span.Field{Name: "formatVersion", Title: "format version", Type: "u32", Role: span.RoleCode, Doc: "1 to 7"}
	ftMagic    = span.Field{Name: "magic", Type: "u64", Role: span.RoleStructure,
		Doc: "0x88e241b785f4cff7, or 0xdb4775248b80fb57 in version 0"}

	ftHandle = span.Field{Name: "handle", Type: "handle", Role: span.RoleGroup, Doc: "where a block lies"}
	ftOffset = span.Field{Name: "offset", Type: "varint64", Unit: "bytes", Role: span.RoleStructure, Doc: "from the file's start"}
	ftSize   = span.Field{Name: "size", Type: "varint64", Unit: "bytes", Role: span.RoleStructure,
		Doc: "without the trailer of 5 bytes"}
	ftSizeDelta = span.Field{Name: "sizeDelta", Title: "size delta", Type: "zigzag varint64", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size less that of the block before; this one begins behind that one's trailer"}

	ftBody        = span.Field{Name: "body", Type: "block", Role: span.RoleGroup, Doc: "the block as it is stored"}
	ftPlainSize   = span.Field{Name: "plainSize", Title: "unpacked size", Type: "varint32, or u64", Unit: "bytes", Role: span.RoleStructure, Doc: "of the block"}
	ftPackedBytes = span.Field{Name: "compressed", Type: "bytes", Role: span.RoleStructure, Doc: "the block, compressed"}
	ftTrailer     = span.Field{Name: "trailer", Title: "after the block", Type: "trailer", Role: span.RoleGroup, Doc: "what stands behind each block"}
	ftPacking     = span.Field{Name: "compressionType", Title: "compression", Short: "cmp", Type: "byte", Role: span.RoleCode,
		Doc: "0 none, 1 snappy, 2 zlib, 3 bzip2, 4 lz4, 5 lz4hc, 6 xpress, 7 zstd"}
	ftSum = span.Field{Name: "checksum", Type: "u32", Role: span.RoleCheck,
		Doc: "of the stored block and its compression type; from version 6 on plus the modifier of the block's offset"}

	ftData         = span.Field{Name: "dataBlock", Title: "data block", Type: "block", Role: span.RoleGroup, Doc: "entries in the order of their keys"}
	ftIndex        = span.Field{Name: "indexBlock", Title: "index block", Type: "block", Role: span.RoleGroup, Doc: "handles of blocks in the order of their keys"}
	ftMetaindex    = span.Field{Name: "metaindex", Type: "block", Role: span.RoleGroup, Doc: "handles of the parts that are no data blocks, by name"}
	ftProperties   = span.Field{Name: "properties", Type: "block", Role: span.RoleGroup, Doc: "what the table says of itself, by name"}
	ftRangeDeletes = span.Field{Name: "rangeDeletes", Title: "range deletes", Type: "block", Role: span.RoleGroup,
		Doc: "internal key of the first key, user key of the end, which is not deleted"}
	ftFilter     = span.Field{Name: "filter", Type: "bytes", Role: span.RoleStructure, Doc: "says which keys are not in the table; not needed to read it"}
	ftDictionary = span.Field{Name: "dictionary", Type: "bytes", Role: span.RoleStructure, Doc: "with which the data blocks are compressed"}
	ftOther      = span.Field{Name: "otherBlock", Title: "block", Type: "block", Role: span.RoleGroup, Doc: "a block without entries"}
	ftOtherBytes = span.Field{Name: "otherBytes", Title: "bytes", Type: "bytes", Role: span.RoleStructure, Doc: "not needed to read the table"}
	ftBlock      = span.Field{Name: "block", Type: "block", Role: span.RoleGroup, Doc: "a block with its trailer"}
	ftGap        = span.Field{Name: "gap", Type: "bytes", Role: span.RoleGroup, Doc: "bytes that no block claims"}
	ftGapBytes   = span.Field{Name: "gapBytes", Title: "bytes", Type: "bytes", Role: span.RoleStructure, Doc: "zeros that align blocks, or what was lost"}

	ftEntry  = span.Field{Name: "entry", Type: "entry", Role: span.RoleGroup, Doc: "a key, without what it shares with the key before, and a value"}
	ftShared = span.Field{Name: "shared", Type: "varint32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "how many bytes of the key before begin this key"}
	ftUnshared   = span.Field{Name: "unshared", Type: "varint32", Unit: "bytes", Role: span.RoleStructure, Doc: "how many more the key has"}
	ftValueSize  = span.Field{Name: "valueSize", Title: "value size", Type: "varint32", Unit: "bytes", Role: span.RoleStructure, Doc: "of the value"}
	ftValuePlace = span.Field{Name: "valueOffset", Title: "value place", Type: "varint32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "from the start of the values; only at restarts, elsewhere values follow each other"}
	ftKeyBytes = span.Field{Name: "keyBytes", Title: "key", Type: "bytes", Role: span.RoleIdentity,
		Doc: "the rest of the key: user key, then u64 (sequence number << 8 | type), little-endian"}
	ftInternalKey  = span.Field{Name: "internalKey", Title: "key", Type: "internal key", Role: span.RoleGroup, Doc: "the rest of the key"}
	ftUserKey      = span.Field{Name: "userKey", Title: "user key", Type: "bytes", Role: span.RoleIdentity, Doc: "the rest of the user key, with its timestamp where the family has them"}
	ftType         = span.Field{Name: "type", Type: "byte", Role: span.RoleCode, Doc: "0 delete, 1 put, 2 merge, 7 single delete, 0xf range delete, 0x11 blob index, 0x14 delete with timestamp, 0x16 entity, 0x18 timed put"}
	ftSequence     = span.Field{Name: "sequence", Type: "u56", Role: span.RoleVersion, Doc: "number of the write in the whole store, little-endian"}
	ftValue        = span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "the value"}
	ftValues       = span.Field{Name: "values", Type: "bytes", Role: span.RoleGroup, Doc: "the values of all entries, apart from their keys"}
	ftUnused       = span.Field{Name: "unused", Type: "bytes", Role: span.RoleStructure, Doc: "bytes that no entry claims"}
	ftIndexEntry   = span.Field{Name: "indexEntry", Title: "entry", Type: "entry", Role: span.RoleGroup, Doc: "a key that is not before any of its block, and the block's place"}
	ftFirstKeySize = span.Field{Name: "firstKeySize", Title: "first key size", Type: "varint32", Unit: "bytes", Role: span.RoleStructure, Doc: "of the first key"}
	ftFirstKey     = span.Field{Name: "firstKey", Title: "first key", Type: "internal key", Role: span.RoleSort, Doc: "the first key of the block"}

	ftRestarts    = span.Field{Name: "restarts", Type: "u32 list", Role: span.RoleGroup, Doc: "where readers can begin: offsets of entries that share nothing"}
	ftRestart     = span.Field{Name: "restart", Type: "u32", Unit: "bytes", Role: span.RoleStructure, Doc: "offset of an entry in the block"}
	ftHashIndex   = span.Field{Name: "hashIndex", Title: "hash index", Type: "hash index", Role: span.RoleGroup, Doc: "restarts by the hash of user keys"}
	ftBuckets     = span.Field{Name: "buckets", Type: "bytes", Role: span.RoleStructure, Doc: "a restart each; 255 none, 254 several"}
	ftBucketCount = span.Field{Name: "bucketCount", Title: "bucket count", Type: "u16", Role: span.RoleStructure, Doc: "how many buckets"}
	ftValuesAt    = span.Field{Name: "valuesOffset", Title: "values offset", Type: "u32", Unit: "bytes", Role: span.RoleStructure, Doc: "where the values begin in the block"}
	ftPacked      = span.Field{Name: "restartCount", Title: "restart count", Type: "u32", Role: span.RoleStructure,
		Doc: "bits 0 to 27: how many restarts; bit 28: keys and values apart; bit 29: keys evenly spread; bit 31: hash index"}
)

// tableFields are the fields of tables, in the order of the documentation.
var tableFields = []*span.Field{
	&ftFooter, &ftSumKind, &ftMark, &ftOwnSum, &ftBase, &ftMetaSize, &ftReserved, &ftZeros, &ftPadding, &ftVersion,
	&ftMagic, &ftHandle, &ftOffset, &ftSize, &ftSizeDelta, &ftBody, &ftPlainSize, &ftPackedBytes, &ftTrailer,
	&ftPacking, &ftSum, &ftData, &ftIndex, &ftMetaindex, &ftProperties, &ftRangeDeletes, &ftFilter, &ftDictionary,
	&ftOther, &ftOtherBytes, &ftBlock, &ftGap, &ftGapBytes, &ftEntry, &ftShared, &ftUnshared, &ftValueSize,
	&ftValuePlace, &ftKeyBytes, &ftInternalKey, &ftUserKey, &ftType, &ftSequence, &ftValue, &ftValues, &ftUnused, &ftIndexEntry,
	&ftFirstKeySize, &ftFirstKey, &ftRestarts, &ftRestart, &ftHashIndex, &ftBuckets, &ftBucketCount, &ftValuesAt,
	&ftPacked,
}
