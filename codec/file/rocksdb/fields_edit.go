package rocksdb

import "github.com/rowlens/rowlens/codec/span"

// The legend of version edits, the records of a MANIFEST.
var (
	fEdit = &span.Field{Name: "edit", Title: "version edit", Type: "group", Role: span.RoleGroup,
		Doc: "one change of the list of files and families; all its items count at once"}
	fEditItem = &span.Field{Name: "item", Type: "group", Role: span.RoleGroup, Doc: "one item of a version edit"}
	fEditTag  = &span.Field{Name: "tag", Type: "varint32", Role: span.RoleCode, Doc: "what the item says"}
	fEditName = &span.Field{Name: "name", Type: "bytes", Role: span.RoleIdentity, Doc: "name of a comparator or of a new column family"}
	fEditNum  = &span.Field{Name: "number", Type: "varint64", Role: span.RoleValue, Doc: "a number of the database; the tag says which"}
	fLevel    = &span.Field{Name: "level", Type: "varint32", Role: span.RoleValue, Doc: "level of the file"}
	fFile     = &span.Field{Name: "file", Type: "varint64", Role: span.RoleIdentity, Doc: "number in the file's name"}
	fPath     = &span.Field{Name: "path", Type: "varint32", Role: span.RoleStructure, Doc: "which of the database's folders has the file"}
	fFileSize = &span.Field{Name: "size", Type: "varint64", Unit: "bytes", Role: span.RoleValue, Doc: "size of the file"}
	fSmallest = &span.Field{Name: "smallest", Type: "internal key", Role: span.RoleSort, Doc: "lower bound of the file's keys"}
	fLargest  = &span.Field{Name: "largest", Type: "internal key", Role: span.RoleSort, Doc: "upper bound of the file's keys"}
	fSeqMin   = &span.Field{Name: "smallestSequence", Title: "smallest sequence", Type: "varint64", Role: span.RoleVersion,
		Doc: "smallest sequence number of the file"}
	fSeqMax = &span.Field{Name: "largestSequence", Title: "largest sequence", Type: "varint64", Role: span.RoleVersion,
		Doc: "largest sequence number of the file; that of all entries in an ingested file"}
	fCustomTag   = &span.Field{Name: "customTag", Title: "tag", Type: "varint32", Role: span.RoleCode, Doc: "which further property of the file follows"}
	fCustomValue = &span.Field{Name: "custom", Type: "bytes", Role: span.RoleValue, Doc: "a further property of the file"}
	fFamily      = &span.Field{Name: "family", Type: "varint32", Role: span.RoleIdentity, Doc: "the column family that the edit is about"}
	fGroupLeft   = &span.Field{Name: "remaining", Type: "varint32", Role: span.RoleValue,
		Doc: "how many edits of the atomic group are still to come"}
	fEditBytes = &span.Field{Name: "bytes", Type: "bytes", Role: span.RoleValue, Doc: "what the item says; the tag says how"}
	fLength    = &span.Field{Name: "length", Type: "varint32", Unit: "bytes", Role: span.RoleStructure, Doc: "length of the bytes that follow"}
)

var editFields = []*span.Field{fEdit, fEditItem, fEditTag, fEditName, fEditNum, fLevel, fFile, fPath, fFileSize, fSmallest, fLargest,
	fSeqMin, fSeqMax, fCustomTag, fCustomValue, fFamily, fGroupLeft, fEditBytes, fLength}
