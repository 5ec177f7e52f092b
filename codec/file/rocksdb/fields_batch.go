package rocksdb

import "github.com/rowlens/rowlens/codec/span"

// The legend of write batches, the records of a write-ahead log, and of what values consist of.
var (
	fBatch = &span.Field{Name: "batch", Title: "write batch", Type: "group", Role: span.RoleGroup,
		Doc: "what one call wrote, all or nothing"}
	fSequence = &span.Field{Name: "sequence", Type: "uint64", Role: span.RoleVersion,
		Doc: "sequence number of the first entry; each further one has the next"}
	fCount = &span.Field{Name: "count", Type: "uint32", Role: span.RoleValue, Doc: "number of entries"}
	fEntry = &span.Field{Name: "entry", Type: "group", Role: span.RoleGroup, Doc: "one record of the batch"}
	fTag   = &span.Field{Name: "tag", Type: "code", Role: span.RoleCode, Doc: "what the record does"}
	fKey   = &span.Field{Name: "key", Type: "bytes", Role: span.RoleIdentity, Doc: "user key"}
	fValue = &span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "value, operand of a merge, or end of a range"}
	fXID   = &span.Field{Name: "transaction", Type: "bytes", Role: span.RoleIdentity, Doc: "id of a transaction in two phases"}
	fStamp = &span.Field{Name: "timestamp", Type: "bytes", Role: span.RoleVersion,
		Doc: "timestamp that all keys of the transaction get"}

	fEntity        = &span.Field{Name: "entity", Type: "group", Role: span.RoleGroup, Doc: "a value of several named columns"}
	fEntityVersion = &span.Field{Name: "version", Type: "varint32", Role: span.RoleStructure, Doc: "version of the layout, 1 or 2"}
	fColumnCount   = &span.Field{Name: "columns", Type: "varint32", Role: span.RoleValue, Doc: "number of columns"}
	fColumnName    = &span.Field{Name: "column", Type: "bytes", Role: span.RoleIdentity,
		Doc: "name of a column; the empty name is the default column"}
	fColumnType = &span.Field{Name: "columnType", Title: "type", Type: "code", Role: span.RoleCode,
		Doc: "1: the value follows, 17: it stands in a blob file"}
	fColumnSize = &span.Field{Name: "columnSize", Title: "size", Type: "varint32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "length of a name or value, or of all names or values"}
	fColumnValue = &span.Field{Name: "columnValue", Title: "value", Type: "bytes", Role: span.RoleValue, Doc: "value of a column"}

	fBlobIndex  = &span.Field{Name: "blobIndex", Title: "blob index", Type: "group", Role: span.RoleGroup, Doc: "where a value stands in a blob file"}
	fBlobKind   = &span.Field{Name: "blobKind", Title: "kind", Type: "code", Role: span.RoleCode, Doc: "0: the value follows, 1: blob, 2: blob that expires"}
	fBlobExpiry = &span.Field{Name: "expiry", Type: "varint64", Unit: "s since 1970-01-01 UTC", Role: span.RoleVersion, Doc: "when the value expires"}
	fBlobFile   = &span.Field{Name: "blobFile", Title: "blob file", Type: "varint64", Role: span.RoleIdentity, Doc: "number of the blob file; 0 is this table"}
	fBlobOffset = &span.Field{Name: "blobOffset", Title: "offset", Type: "varint64", Role: span.RoleValue, Doc: "offset of the stored value in it"}
	fBlobSize   = &span.Field{Name: "blobSize", Title: "size", Type: "varint64", Unit: "bytes", Role: span.RoleValue, Doc: "size of the stored value"}
	fBlobPacked = &span.Field{Name: "blobCompression", Title: "compression", Type: "code", Role: span.RoleCode, Doc: "how the stored value is compressed"}
)

var batchFields = []*span.Field{fBatch, fSequence, fCount, fEntry, fTag, fKey, fValue, fXID, fStamp, fEntity, fEntityVersion,
	fColumnCount, fColumnName, fColumnType, fColumnSize, fColumnValue, fBlobIndex, fBlobKind, fBlobExpiry, fBlobFile, fBlobOffset,
	fBlobSize, fBlobPacked}
