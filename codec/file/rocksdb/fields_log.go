package rocksdb

import "github.com/rowlens/rowlens/codec/span"

// The legend of the log format: what write-ahead logs and MANIFESTs consist of.
var (
	fRecord = &span.Field{Name: "record", Type: "group", Role: span.RoleGroup,
		Doc: "one record of a log, which may be stored in several pieces"}
	fPiece = &span.Field{Name: "piece", Type: "group", Role: span.RoleGroup,
		Doc: "a stretch of a record inside a block of 32 KiB of the log"}
	fPieceCRC = &span.Field{Name: "crc", Type: "uint32", Role: span.RoleCheck,
		Doc: "masked CRC-32C of the type, the log number if there is one, and the payload"}
	fPieceLength = &span.Field{Name: "length", Type: "uint16", Unit: "bytes", Role: span.RoleStructure,
		Doc: "length of the payload"}
	fPieceType = &span.Field{Name: "type", Type: "code", Role: span.RoleCode,
		Doc: "whether the record is whole or this is its first, a middle or its last piece; or what the record says of the log"}
	fPieceNumber = &span.Field{Name: "logNumber", Title: "log number", Type: "uint32", Role: span.RoleIdentity,
		Doc: "low 32 bits of the number of the log that this record belongs to; another number than the file's ends a recycled log"}
	fPayload = &span.Field{Name: "payload", Type: "bytes", Role: span.RoleValue,
		Doc: "a part of a write batch or of a version edit"}
	fPadding = &span.Field{Name: "padding", Type: "bytes", Role: span.RoleStructure,
		Doc: "zeros up to the next block of 32 KiB, where no header fits any more"}
	fLogCompression = &span.Field{Name: "compression", Type: "uint32", Role: span.RoleCode,
		Doc: "compression of the payloads that follow: 7 is zstd"}
	fTimestampFamily = &span.Field{Name: "family", Type: "uint32", Role: span.RoleIdentity,
		Doc: "a column family with user timestamps"}
	fTimestampSize = &span.Field{Name: "timestampSize", Title: "timestamp size", Type: "uint16", Unit: "bytes", Role: span.RoleValue,
		Doc: "length of its user timestamps in the records that follow"}
	fPredecessor = &span.Field{Name: "predecessor", Type: "uint64", Role: span.RoleIdentity,
		Doc: "number of the log before this one"}
	fPredecessorSize = &span.Field{Name: "predecessorSize", Title: "size of the predecessor", Type: "uint64", Unit: "bytes",
		Role: span.RoleValue, Doc: "its size"}
	fPredecessorLast = &span.Field{Name: "predecessorSequence", Title: "last sequence of the predecessor", Type: "uint64",
		Role: span.RoleVersion, Doc: "the sequence number in the header of its last batch"}
	fUnread = &span.Field{Name: "unread", Type: "bytes", Role: span.RoleUndecoded,
		Doc: "bytes of a log that are no record"}
)
