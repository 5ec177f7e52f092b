package actionbase

import "github.com/rowlens/rowlens/codec/span"

// The legend. Type is empty where the bytes determine the type (every ordered value has a header).
var (
	fRow       = span.Field{Name: "rowKey", Title: "row key", Type: "row key", Role: span.RoleGroup}
	fFamily    = span.Field{Name: "family", Type: "text", Role: span.RoleStructure, Doc: "column family, always f"}
	fQualifier = span.Field{Name: "qualifier", Type: "column qualifier", Role: span.RoleGroup}
	fCell      = span.Field{Name: "value", Title: "value", Type: "cell value", Role: span.RoleGroup}

	fHeader = span.Field{Name: "header", Short: "hdr", Type: "header", Role: span.RoleStructure,
		Doc: "one byte: type and sort order of the value; below 0x80 ascending, at or above 0xc9 descending"}
	fBody = span.Field{Name: "body", Type: "body", Role: span.RoleStructure,
		Doc: "big-endian, sign bit inverted (floats: or all bits), complemented when descending"}
	fText       = span.Field{Name: "text", Type: "UTF-8", Role: span.RoleStructure, Doc: "UTF-8 without U+0000, complemented when descending"}
	fTerminator = span.Field{Name: "terminator", Short: "end", Type: "terminator", Role: span.RoleStructure,
		Doc: "0x00, or 0xff when descending"}

	fSalt = span.Field{Name: "salt", Type: "xxh32", Role: span.RoleCheck,
		Doc: "XXH32, seed 0, of the bytes after it up to and including the row type; big-endian"}
	fSource    = span.Field{Name: "source", Role: span.RoleIdentity, About: span.AboutEntity, Doc: "source vertex", Member: "source:value"}
	fDirSource = span.Field{Name: "directedSource", Title: "source", Role: span.RoleIdentity, About: span.AboutEntity,
		Doc: "source of an OUT row, target of an IN row", Member: "directedSource:value"}
	fTarget    = span.Field{Name: "target", Role: span.RoleTarget, About: span.AboutTarget, Doc: "target vertex", Member: "target:value"}
	fDirTarget = span.Field{Name: "directedTarget", Title: "target", Role: span.RoleTarget, About: span.AboutTarget,
		Doc: "target of an OUT row, source of an IN row; the id in a multi-edge table", Member: "directedTarget:value"}
	fTable = span.Field{Name: "tableCode", Title: "table", Type: "int32", Role: span.RoleCode, About: span.AboutTable,
		Doc: "XXH32 of database.table as a signed 32-bit code", Member: "tableCode|table"}
	fRowType = span.Field{Name: "rowType", Title: "row type", Short: "typ", Type: "int8", Role: span.RoleCode,
		Doc: "-1 lock, -2 count, -3 state, -4 index, -5 group, -6 cache"}
	fDirection = span.Field{Name: "direction", Short: "dir", Type: "int8", Role: span.RoleCode, About: span.AboutDirection,
		Doc: "2 OUT, 3 IN", Member: "direction"}
	fIndex = span.Field{Name: "indexCode", Title: "index", Type: "int32", Role: span.RoleCode, About: span.AboutPart,
		Doc: "XXH32 of the index's name", Member: "indexCode|index"}
	fGroup = span.Field{Name: "groupCode", Title: "group", Type: "int32", Role: span.RoleCode, About: span.AboutPart,
		Doc: "XXH32 of the group's name", Member: "groupCode|group"}
	fCache = span.Field{Name: "cacheCode", Title: "cache", Type: "int32", Role: span.RoleCode, About: span.AboutPart,
		Doc: "XXH32 of the cache's name", Member: "cacheCode|cache"}

	fIndexValue = span.Field{Name: "indexValue", Title: "index value", Role: span.RoleSort,
		Doc: "value of one index field, in the order that the index declares", Member: "indexValues[].value:value"}
	fGroupValue = span.Field{Name: "groupValue", Title: "group value", Role: span.RoleSort,
		Doc: "value of one group field, always descending", Member: "groupValues[]:value"}
	fCacheValue = span.Field{Name: "cacheValue", Title: "cache value", Role: span.RoleSort,
		Doc: "value of one cache field, in the order that the cache declares", Member: "cacheValues[].value:value"}

	fActive = span.Field{Name: "active", Short: "act", Type: "int8", Role: span.RoleCode, About: span.AboutLife,
		Doc: "1 active, 0 inactive", Member: "active"}
	fVersion = span.Field{Name: "version", Type: "int64", Role: span.RoleVersion, About: span.AboutMillis,
		Doc: "version of the edge, usually milliseconds since 1970 UTC", Member: "version"}
	fCount = span.Field{Name: "count", Type: "int64", Role: span.RoleValue,
		Doc: "raw signed 64-bit big-endian, written by HBase Increment", Member: "count"}
	fSum = span.Field{Name: "sum", Type: "int64", Role: span.RoleValue,
		Doc: "raw signed 64-bit big-endian, written by HBase Increment", Member: "sum"}
	fLockedAt = span.Field{Name: "lockedAt", Title: "locked at", Type: "int64", Unit: "ms since 1970 UTC", Role: span.RoleVersion,
		About: span.AboutMillis,
		Doc:   "wall clock when the lock was taken", Member: "lockedAt"}

	fTombstone = span.Field{Name: "deleted", Title: "tombstone", Type: "nothing", Role: span.RoleValue, About: span.AboutDeletion,
		Doc: "an empty cell of a group or cache: it is deleted, and readers skip it", Member: "deleted"}

	fProperty = span.Field{Name: "property", Role: span.RoleValue, About: span.AboutTyped,
		Doc: "code, value and, in a state, version of one property", Member: "properties[]:value.value"}
	fCreatedAt = span.Field{Name: "createdAt", Title: "created at", Unit: "ms since 1970 UTC", Role: span.RoleVersion,
		About: span.AboutMillis,
		Doc:   "stored as the entry __InsertTs__", Member: "createdAt="}
	fDeletedAt = span.Field{Name: "deletedAt", Title: "deleted at", Unit: "ms since 1970 UTC", Role: span.RoleVersion,
		About: span.AboutMillis,
		Doc:   "stored as the entry __DeleteTs__", Member: "deletedAt="}
	fPropertyCode  = span.Field{Name: "code", Type: "int32", Role: span.RoleCode, Doc: "XXH32 of the property's name", Member: "code|name"}
	fPropertyValue = span.Field{Name: "propertyValue", Title: "value", Role: span.RoleValue,
		Doc: "any ordered value, null included", Member: "value:value"}
	fPropVersion = span.Field{Name: "propertyVersion", Title: "version", Type: "int64", Role: span.RoleVersion, About: span.AboutMillis,
		Doc: "version at which the property was written", Member: "version"}

	fValue = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "one ordered value: header, body, terminator where the type has one", Member: "value:value"}
	// A repeated code. Its last value is shown at its first entry.
	fRepeated = span.Field{Name: "property", Role: span.RoleValue, Member: "-"}
	// A row of which only the type is read.
	fTypedRow = span.Field{Name: "rowKey", Title: "row key", Type: "row key", Role: span.RoleGroup, Member: "-"}

	// The oldest generation's target, which upstream skips.
	fV0Target = span.Field{Name: "target", Role: span.RoleTarget, Doc: "target vertex"}
	fV0Time   = span.Field{Name: "ts", Type: "int64", Role: span.RoleVersion, Doc: "time of the edge; upstream skips it"}
	fV0Name   = span.Field{Name: "name", Role: span.RoleCode, Doc: "name of the property, as text", Member: "name"}
	fMasked   = span.Field{Name: "masked", Type: "base64url", Role: span.RoleGroup,
		Doc: "base64url without padding of the bytes XORed with a fixed pattern of 16 bytes"}
	fMetaKey = span.Field{Name: "k", Type: "text", Role: span.RoleGroup, Doc: "base64url of the row prefix, a colon, hex of the target"}
	fMetaVal = span.Field{Name: "v", Type: "text", Role: span.RoleGroup, Doc: "base64url of the state value"}
)
