package hbase

import (
	"slices"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
)

// The legend. The content of keys, references and values belongs to Maryk's core, whose package has
// the legend for it.
var (
	fRow    = span.Field{Name: "row", Title: "row key", Type: "row key", Role: span.RoleGroup, Doc: "row key of the cell"}
	fRecord = span.Field{Name: "record", Title: "record key", Type: "key", Role: span.RoleIdentity, About: span.AboutEntity,
		Doc:    "key of the record",
		Member: "record"}
	fFamily = span.Field{Name: "family", Title: "column family", Type: "text", Role: span.RoleCode,
		Doc: "d data, u unique values, i and base64url of the index reference: one index"}
	fIndexKind = span.Field{Name: "kind", Short: "i", Type: "text", Role: span.RoleStructure, Doc: "i: a family of an index"}
	fIndexName = span.Field{Name: "index", Title: "index reference", Type: "base64url", Role: span.RoleCode, About: span.AboutNoted,
		Doc: "bytes of the index definition as base64url without padding", Member: "index"}
	fQualifier = span.Field{Name: "qualifier", Type: "qualifier", Role: span.RoleGroup, Doc: "column qualifier of the cell"}
	fMeta      = span.Field{Name: "meta", Type: "tag", Role: span.RoleStructure,
		Doc: "0000 created, 0001 last update, 00 soft delete: no reference begins with 00"}
	fValue   = span.Field{Name: "value", Title: "cell value", Type: "cell value", Role: span.RoleGroup, Doc: "value of the cell"}
	fVersion = span.Field{Name: "version", Type: "HLC", Role: span.RoleVersion, About: span.AboutHLC,
		Doc: "milliseconds times 2^20 plus a counter; the same number as the cell's timestamp", Member: "version"}
	fDeleted = span.Field{Name: "deleted", Short: "del", Type: "boolean", Role: span.RoleValue, About: span.AboutDeletion,
		Doc: "01: soft-deleted", Member: "deleted"}

	fReference = span.Field{Name: "reference", Title: "property reference", Type: "property reference", Role: span.RoleCode, About: span.AboutReference,
		Doc: "path to the property, item or collection whose cell this is", Member: "reference"}
	fStored = span.Field{Name: "storedValue", Title: "unique value", Type: "bytes", Role: span.RoleSort,
		Doc: "the stored value, as in the cell of the property", Member: "storedValue"}
	fReleased = span.Field{Name: "released", Short: "00", Type: "tag", Role: span.RoleStructure, About: span.AboutDeletion,
		Doc: "00: nobody has the value any more"}
	fEntry = span.Field{Name: "valueAndLengths", Title: "index value", Type: "bytes", Role: span.RoleSort,
		Doc: "values of the index's parts, then their lengths from the last to the first", Member: "valueAndLengths"}
	fSet = span.Field{Name: "set", Short: "set", Type: "boolean", Role: span.RoleValue,
		Doc: "01: the record has this value; 00: no longer", Member: "set"}
	fMarked = span.Field{Name: "row", Title: "row key", Type: "bytes", Role: span.RoleIdentity,
		Doc: "the row whose older cells the marker hides"}
	fNothing = span.Field{Name: "empty", Type: "nothing", Role: span.RoleStructure, Doc: "empty: a marker has neither qualifier nor value"}

	fDescriptorKey = span.Field{Name: "descriptorKey", Title: "descriptor key", Type: "descriptor key", Role: span.RoleGroup,
		Doc: "key in the table's descriptor; HBase's own keys next to it are words"}
	fItem = span.Field{Name: "item", Short: "itm", Type: "uint8", Role: span.RoleCode,
		Doc: "0 name, 1 version, 2 definition, 3 dependents", Member: "item"}
	fName       = span.Field{Name: "name", Type: "text", Role: span.RoleCode, Doc: "name of the model", Member: "name"}
	fDescriptor = span.Field{Name: "value", Title: "descriptor value", Type: "descriptor value", Role: span.RoleGroup,
		Doc: "value in the table's descriptor"}
)

var (
	metaFields   = []*span.Field{&fRow, &fRecord, &fFamily, &fQualifier, &fMeta, &fValue, &fVersion, &fDeleted}
	dataFields   = slices.Concat([]*span.Field{&fRow, &fRecord, &fFamily, &fQualifier, &fReference, &fValue}, cell.Fields)
	uniqueFields = slices.Concat([]*span.Field{&fRow, &fReference, &fFamily, &fQualifier, &fStored, &fValue, &fRecord,
		&fReleased}, cell.Fields)
	indexFields  = []*span.Field{&fRow, &fEntry, &fFamily, &fIndexKind, &fIndexName, &fQualifier, &fRecord, &fValue, &fSet}
	markerFields = []*span.Field{&fMarked, &fFamily, &fQualifier, &fValue, &fNothing}
	tableFields  = []*span.Field{&fDescriptorKey, &fItem, &fDescriptor, &fName}
)
