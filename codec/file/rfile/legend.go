package rfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
)

func lengthText(n int64) string { return "a length of " + strconv.FormatInt(n, 10) }

// The legend of the tail and of the container's own tables.
var (
	fTail       = span.Field{Name: "tail", Type: "group", Role: span.RoleGroup, Doc: "the end of the file: where its tables are"}
	fMetaOffset = span.Field{Name: "metaIndexOffset", Title: "meta index", Type: "int64", Role: span.RoleStructure, Doc: "offset of the meta index"}
	fCryptoAt   = span.Field{Name: "cryptoOffset", Title: "crypto", Type: "int64", Role: span.RoleStructure, Doc: "offset of the crypto parameters (BCFile 3)"}
	fMajor      = span.Field{Name: "major", Type: "int16", Role: span.RoleVersion, Doc: "version of the container: 1 or 3"}
	fMinor      = span.Field{Name: "minor", Type: "int16", Role: span.RoleVersion, Doc: "minor version of the container"}
	fMagic      = span.Field{Name: "magic", Type: "16 bytes", Role: span.RoleStructure, Doc: "marks an RFile, at both ends"}
	fCrypto     = span.Field{Name: "crypto", Type: "bytes", Role: span.RoleStructure,
		Doc: "crypto parameters: `U+1F47B` or nothing in a file that is not encrypted"}
	fCryptoLength = span.Field{Name: "cryptoLength", Title: "length", Type: "int32", Role: span.RoleStructure, Doc: "bytes of the crypto parameters"}

	fMetaIndex = span.Field{Name: "metaIndex", Title: "meta index", Type: "group", Role: span.RoleGroup, Doc: "the meta blocks by name"}
	fMetaBlock = span.Field{Name: "metaBlock", Title: "meta block", Type: "group", Role: span.RoleGroup, Doc: "name, codec and place of a meta block"}
	fName      = span.Field{Name: "name", Type: "text", Role: span.RoleIdentity, Doc: "name of the meta block, after `data:`"}
	fCodec     = span.Field{Name: "codec", Type: "text", Role: span.RoleStructure, Doc: "compression of the block"}
	fCount     = span.Field{Name: "count", Type: "number", Role: span.RoleStructure, Doc: "how many follow"}
	fRegion    = span.Field{Name: "region", Type: "group", Role: span.RoleGroup, Doc: "where a block is"}
	fOffset    = span.Field{Name: "offset", Type: "tlong", Role: span.RoleStructure, Doc: "offset in the file"}
	fStored    = span.Field{Name: "storedSize", Title: "stored", Type: "tlong", Role: span.RoleStructure, Doc: "size in the file, in bytes"}
	fPlain     = span.Field{Name: "plainSize", Title: "plain", Type: "tlong", Role: span.RoleStructure, Doc: "size after unpacking, in bytes"}
	fBCIndex   = span.Field{Name: "bcfileIndex", Title: "BCFile.index", Type: "group", Role: span.RoleGroup,
		Doc: "codec of the data blocks, and in RFile 3 and 4 where they are"}
	fTextLength = span.Field{Name: "length", Type: "number", Role: span.RoleStructure, Doc: "bytes of the text"}
)

// The legend of what is shown as bytes.
var (
	fStart       = span.Field{Name: "start", Type: "group", Role: span.RoleGroup, Doc: "the beginning of the file"}
	fGap         = span.Field{Name: "gap", Type: "group", Role: span.RoleGroup, Doc: "bytes that no table of the file names"}
	fWithRest    = span.Field{Name: "block", Type: "group", Role: span.RoleGroup, Doc: "a block, and bytes after its end"}
	fUnknown     = span.Field{Name: "bytes", Type: "bytes", Role: span.RoleUndecoded, Doc: "bytes of another program, or of nothing"}
	fPackedBlock = span.Field{Name: "packedBlock", Title: "packed block", Type: "group", Role: span.RoleGroup, Doc: "a block as it is stored"}
	fPacked      = span.Field{Name: "packed", Type: "bytes", Role: span.RoleStructure, Doc: "compressed bytes"}
	fMetaBytes   = span.Field{Name: "metaBytes", Title: "meta block", Type: "group", Role: span.RoleGroup, Doc: "a meta block of another program"}
)

// The legend of RFile.index and of index blocks.
var (
	fIndex      = span.Field{Name: "rfileIndex", Title: "RFile.index", Type: "group", Role: span.RoleGroup, Doc: "the locality groups and the roots of their indexes"}
	fIndexMagic = span.Field{Name: "magic", Type: "4 bytes", Role: span.RoleStructure, Doc: "`20637474`"}
	fVersion    = span.Field{Name: "version", Type: "int32", Role: span.RoleVersion, Doc: "version of the RFile: 3, 4, 6, 7 or 8"}
	fGroup      = span.Field{Name: "group", Title: "locality group", Type: "group", Role: span.RoleGroup, Doc: "a locality group: column families that are stored together"}
	fDefault    = span.Field{Name: "default", Type: "bool", Role: span.RoleStructure, Doc: "the group of all column families that no other has"}
	fGroupName  = span.Field{Name: "name", Type: "text", Role: span.RoleIdentity, Doc: "name of the group"}
	fFirstBlock = span.Field{Name: "firstBlock", Title: "first block", Type: "int32", Role: span.RoleStructure,
		Doc: "number of the group's first data block in BCFile.index (RFile 3 and 4; of no use in 7)"}
	fFamilies   = span.Field{Name: "families", Type: "int32", Role: span.RoleStructure, Doc: "number of column families; -1 if they are not known"}
	fFamilySize = span.Field{Name: "length", Type: "int32", Role: span.RoleStructure, Doc: "bytes of the column family"}
	fFamilyRows = span.Field{Name: "entries", Type: "int64", Role: span.RoleStructure, Doc: "entries of the column family in this file"}
	fHasFirst   = span.Field{Name: "hasFirstKey", Title: "first key follows", Type: "bool", Role: span.RoleStructure, Doc: "false if the group is empty"}
	fBlocks     = span.Field{Name: "dataBlocks", Title: "data blocks", Type: "int32", Role: span.RoleStructure, Doc: "data blocks of the group"}
	fSampled    = span.Field{Name: "sampled", Type: "bool", Role: span.RoleStructure, Doc: "whether sample groups follow (RFile 8)"}
	fSampler    = span.Field{Name: "sampler", Type: "group", Role: span.RoleGroup, Doc: "how the sample was taken"}
	fClass      = span.Field{Name: "class", Type: "text", Role: span.RoleCode, Doc: "class of the sampler"}
	fOption     = span.Field{Name: "option", Type: "text", Role: span.RoleValue, Doc: "an option of the sampler, name or value"}

	fIndexBlock = span.Field{Name: "indexBlock", Title: "index block", Type: "group", Role: span.RoleGroup, Doc: "last keys of blocks, and where they are"}
	fLevel      = span.Field{Name: "level", Type: "int32", Role: span.RoleStructure, Doc: "0 if its entries are data blocks"}
	fFirstUnder = span.Field{Name: "firstBlock", Title: "first block", Type: "int32", Role: span.RoleStructure, Doc: "number of the first data block below it"}
	fMore       = span.Field{Name: "more", Type: "bool", Role: span.RoleStructure, Doc: "whether more blocks of this level follow"}
	fEntryAt    = span.Field{Name: "entryOffset", Title: "offset", Type: "int32", Role: span.RoleStructure, Doc: "where an entry begins in the entries"}
	fEntriesLen = span.Field{Name: "length", Type: "int32", Role: span.RoleStructure, Doc: "bytes of the entries"}
	fIndexEntry = span.Field{Name: "entry", Type: "entry", Role: span.RoleGroup,
		Doc: "a key not smaller than the last one of what it points to, and where that is"}
	fCells = span.Field{Name: "cells", Type: "int32", Role: span.RoleStructure, Doc: "entries of the data block; 0 above level 0"}
)

// The legend of keys and data blocks.
var (
	fKey        = span.Field{Name: "key", Type: "group", Role: span.RoleGroup, Doc: "a whole key"}
	fEnd        = span.Field{Name: "end", Type: "vlong", Role: span.RoleStructure, Doc: "where the part ends in the bytes of the key"}
	fRow        = span.Field{Name: "row", Type: "bytes", Role: span.RoleIdentity, Doc: "the row, or what of it differs from the one before"}
	fFamily     = span.Field{Name: "family", Title: "column family", Type: "bytes", Role: span.RoleCode, Doc: "the column family, or what of it differs"}
	fQualifier  = span.Field{Name: "qualifier", Title: "column qualifier", Type: "bytes", Role: span.RoleTarget, Doc: "the column qualifier, or what of it differs"}
	fVisibility = span.Field{Name: "visibility", Title: "column visibility", Type: "bytes", Role: span.RoleStructure, Doc: "the column visibility, or what of it differs"}
	fTimestamp  = span.Field{Name: "timestamp", Type: "vlong", Role: span.RoleVersion,
		Doc: "milliseconds since 1970-01-01 UTC or a logical count, as the table has it; or the difference to the one before"}
	fDeleted = span.Field{Name: "deleted", Type: "bool", Role: span.RoleStructure, Doc: "whether the entry is a deletion"}

	fDataBlock = span.Field{Name: "dataBlock", Title: "data block", Type: "group", Role: span.RoleGroup, Doc: "entries, each relative to the one before"}
	fEntry     = span.Field{Name: "entry", Type: "entry", Role: span.RoleGroup, Doc: "relative key and value"}
	fFlags     = span.Field{Name: "flags", Short: "fl", Type: "uint8", Role: span.RoleStructure,
		Doc: "01 row, 02 family, 04 qualifier, 08 visibility, 10 timestamp as before; 20 deletion; 80 a second byte follows"}
	fPrefixes = span.Field{Name: "prefixes", Short: "pf", Type: "uint8", Role: span.RoleStructure,
		Doc: "01 row, 02 family, 04 qualifier, 08 visibility begin as before; 10 the timestamp is a difference"}
	fPrefix    = span.Field{Name: "prefix", Short: "pre", Type: "vlong", Role: span.RoleStructure, Doc: "leading bytes that are as before"}
	fLength    = span.Field{Name: "length", Short: "len", Type: "vlong", Role: span.RoleStructure, Doc: "bytes that follow"}
	fValueSize = span.Field{Name: "valueLength", Title: "value length", Type: "int32", Role: span.RoleStructure, Doc: "bytes of the value"}
	fValue     = span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "the value"}
)

var fields = []*span.Field{
	&fTail, &fMetaOffset, &fCryptoAt, &fMajor, &fMinor, &fMagic, &fCrypto, &fCryptoLength,
	&fMetaIndex, &fMetaBlock, &fName, &fCodec, &fCount, &fRegion, &fOffset, &fStored, &fPlain, &fBCIndex, &fTextLength,
	&fIndex, &fIndexMagic, &fVersion, &fGroup, &fDefault, &fGroupName, &fFirstBlock, &fFamilies, &fFamilySize, &fFamilyRows,
	&fHasFirst, &fBlocks, &fSampled, &fSampler, &fClass, &fOption,
	&fIndexBlock, &fLevel, &fFirstUnder, &fMore, &fEntryAt, &fEntriesLen, &fIndexEntry, &fCells,
	&fKey, &fEnd, &fRow, &fFamily, &fQualifier, &fVisibility, &fTimestamp, &fDeleted,
	&fDataBlock, &fEntry, &fFlags, &fPrefixes, &fPrefix, &fLength, &fValueSize, &fValue,
	&fStart, &fGap, &fWithRest, &fUnknown, &fPackedBlock, &fPacked, &fMetaBytes,
}
