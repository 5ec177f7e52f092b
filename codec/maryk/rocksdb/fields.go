package rocksdb

import (
	"slices"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
)

// The legend. The content of keys, references and values belongs to Maryk's core, whose package has
// the legend for it.
var (
	fFamily = span.Field{Name: "cf", Title: "column family", Type: "column family", Role: span.RoleGroup,
		Doc: "name of the column family: what it holds, and the model"}
	fFamilyType  = span.Field{Name: "cfType", Title: "family type", Short: "cf", Type: "uint8", Role: span.RoleCode, Doc: "1 model, 2 keys, 3 table, 4 index, 5 unique, 6 to 8 historic table, index and unique, 9 update history, 10 replication tombstone", Member: "cfType"}
	fModelNumber = span.Field{Name: "model", Title: "model number", Type: "var-int", Role: span.RoleCode,
		Doc: "number of the model in the database", Member: "model"}

	fKey    = span.Field{Name: "key", Title: "row key", Type: "row key", Role: span.RoleGroup, Doc: "key of the pair"}
	fValue  = span.Field{Name: "value", Title: "row value", Type: "row value", Role: span.RoleGroup, Doc: "value of the pair"}
	fRecord = span.Field{Name: "record", Title: "record key", Type: "key", Role: span.RoleIdentity, About: span.AboutEntity,
		Doc: "key of the record, of the length that the model fixes", Member: "record"}
	fWithout = span.Field{Name: "recordAndMore", Title: "record key and reference", Type: "bytes", Role: span.RoleIdentity,
		Doc: "key of the record and a reference: only the length of the model's keys tells where they meet", Member: "recordAndMore"}
	fVersion = span.Field{Name: "version", Type: "HLC", Role: span.RoleVersion, About: span.AboutHLC,
		Doc: "when the row was written: milliseconds times 2^20 plus a counter", Member: "version"}
	// for a row of Keys
	fCreated = span.Field{Name: "version", Type: "HLC", Role: span.RoleVersion, About: span.AboutHLC,
		Doc: "when the row was written: milliseconds times 2^20 plus a counter", Member: "created"}
	fInverted = span.Field{Name: "version", Title: "inverted version", Type: "HLC, complemented", Role: span.RoleVersion,
		About: span.AboutHLC,
		Doc:   "all bits complemented: the newest version comes first", Member: "version"}

	fReference = span.Field{Name: "reference", Title: "property reference", Type: "property reference", Role: span.RoleCode, About: span.AboutReference,
		Doc: "path to the property, item or collection whose cell this is", Member: "reference"}
	fLastUpdate = span.Field{Name: "lastUpdate", Title: "last update", Short: "08", Type: "tag", Role: span.RoleStructure,
		Doc: "08: the row says when the record was changed last"}
	fSoftDelete = span.Field{Name: "softDelete", Title: "soft delete", Short: "00", Type: "tag", Role: span.RoleStructure,
		Doc: "00: the row says whether the record is soft-deleted"}
	fDeleted = span.Field{Name: "deleted", Short: "del", Type: "boolean", Role: span.RoleValue, About: span.AboutDeletion,
		Doc: "01 soft-deleted, 00 restored", Member: "deleted"}

	fIndexLength = span.Field{Name: "length", Short: "len", Type: "var-int", Role: span.RoleStructure,
		Doc: "length of the index reference; since release 0.11"}
	fIndex = span.Field{Name: "index", Title: "index reference", Type: "index reference", Role: span.RoleCode, About: span.AboutNoted,
		Doc: "bytes of the index definition: which index it is", Member: "index"}
	fEntry = span.Field{Name: "valueAndLengths", Title: "index value", Type: "bytes", Role: span.RoleSort,
		Doc: "values of the index's parts, then their lengths from the last to the first", Member: "valueAndLengths"}
	fEntryMore = span.Field{Name: "indexValueAndKey", Title: "index value and record key", Type: "bytes", Role: span.RoleSort,
		Doc: "values, lengths and key of the record: only the length of the model's keys tells where they meet", Member: "indexValueAndKey"}
	fIndexMore = span.Field{Name: "indexAndMore", Title: "index reference, value and record key", Type: "bytes",
		Role: span.RoleSort, Doc: "only the model tells where they meet: index keys of releases up to 0.10 do not begin with a length",
		Member: "indexAndMore"}
	fState = span.Field{Name: "state", Short: "st", Type: "state", Role: span.RoleValue,
		Doc: "empty: set; 00: unset by a change; 01: unset by a soft delete", Member: "state"}

	fMarker = span.Field{Name: "marker", Short: "00", Type: "tag", Role: span.RoleStructure,
		Doc: "00: the row only says that this reference has unique rows"}
	fToken = span.Field{Name: "token", Title: "unique token", Type: "bytes", Role: span.RoleSort,
		Doc: "for a sensitive property: the start of an HMAC-SHA256 of the value", Member: "storedValue"}
	fHard = span.Field{Name: "hardDelete", Title: "hard delete", Short: "del", Type: "boolean", Role: span.RoleValue,
		About: span.AboutDeletion,
		Doc:   "01: the record was hard-deleted; empty for all other changes", Member: "hardDelete"}
	fReleased = span.Field{Name: "released", Type: "nothing", Role: span.RoleStructure, About: span.AboutDeletion,
		Doc: "empty: the value was freed, as written by releases up to 0.10"}

	fItem = span.Field{Name: "item", Short: "itm", Type: "uint8", Role: span.RoleCode,
		Doc: "0 name, 1 version, 2 definition, 3 dependents, 4 migration state, 5 migration log, 6 and 7 fill marks", Member: "item"}
	fName     = span.Field{Name: "name", Type: "text", Role: span.RoleCode, Doc: "name of the model", Member: "name"}
	fDone     = span.Field{Name: "complete", Short: "01", Type: "flag", Role: span.RoleValue, Doc: "01: the family was filled"}
	fLog      = span.Field{Name: "log", Type: "text", Role: span.RoleValue, Doc: "lines of the migration log", Member: "log"}
	fMigrated = span.Field{Name: "migrationState", Title: "migration state", Type: "bytes", Role: span.RoleValue,
		Doc: "only while a migration runs", Member: "state"}
)

var (
	recordFields = []*span.Field{&fFamily, &fFamilyType, &fModelNumber, &fKey, &fRecord, &fValue, &fVersion}
	cellFields   = slices.Concat(recordFields, []*span.Field{&fReference, &fWithout, &fInverted}, cell.Fields)
	deleteFields = slices.Concat(recordFields, []*span.Field{&fSoftDelete, &fDeleted, &fInverted})
	indexFields  = slices.Concat(recordFields, []*span.Field{&fIndexLength, &fIndex, &fEntry, &fEntryMore, &fIndexMore, &fInverted, &fState})
	uniqueFields = slices.Concat(recordFields, []*span.Field{&fReference, &fToken, &fMarker, &fInverted, &fReleased}, cell.Fields)
	modelFields  = []*span.Field{&fFamily, &fFamilyType, &fModelNumber, &fKey, &fItem, &fValue, &fName, &fDone, &fLog, &fMigrated}
)
