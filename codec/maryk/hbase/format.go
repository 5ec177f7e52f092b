package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:            formatID,
	Title:         "Maryk on HBase",
	Store:         "HBase",
	Doc:           "Cells of Maryk's HBase store, which releases up to 0.7 had: records, indexes, unique values, and the models in the tables' descriptors.",
	ParseSchema:   cell.ParseSchema,
	SchemaMembers: cell.SchemaMembers,
	NewVerifier:   newVerifier,
	Models:        &models,
	Compare:       cell.Compare,
	Objects:       &objects,
	StampsHLC:     true,
	NamesTable:    namesTable,
	Records:       records,
	Columns:       columns,
	Uncommon:      uncommon,
	Operations:    operations,
	Samples:       samples,
	Examples:      examples,
	Guide:         guide,
}

var objects = format.Objects{
	NewJoiner: newJoiner,
	Rows:      objectRows,
	Changes:   objectChanges,
	Scans:     objectScans,
	Kinds:     cell.ObjectKinds,
}

var (
	cellParts  = []string{store.Row, store.Family, store.Qualifier, store.Value}
	tableParts = []string{partDescriptorKey, store.Value}
)

// of returns the record of one kind of cells.
func of(name, title string, kind Kind, fields []*span.Field, doc string) format.Record {
	return format.Record{
		Name: name, Title: title, Doc: doc, Parts: cellParts, Guess: []string{store.Row}, Fields: fields,
		Match: match(kind), Refuses: homeless,
		Decode: decode(name, kind), Encode: encode(kind),
		Scan: &format.Scan{Fields: scanFields(kind), Names: scanNames(kind), Plan: plan(kind)},
	}
}

// match returns a quick check that refuses cells of another kind by family and qualifier.
func match(kind Kind) func(*format.Input) bool {
	return func(in *format.Input) bool {
		family, ok := in.Entry.Part(store.Family)
		if !ok {
			return true
		}
		switch kind {
		case IndexCell:
			return len(family) > 1 && family[0] == familyIndex
		case UniqueCell:
			return string(family) == familyUnique
		}
		q, ok := in.Entry.Part(store.Qualifier)
		if want, meta := metas[kind]; meta && ok && string(q) != want {
			return false
		}
		return string(family) == familyData
	}
}

// homeless refuses a cell without a family, which can be read only if the model is known.
func homeless(in *format.Input) bool {
	_, ok := in.Entry.Part(store.Family)
	return !ok && in.Schema == nil
}

// ofTable returns the record of a value in the table's descriptor.
func ofTable(name, title string, kind Kind, doc string) format.Record {
	return format.Record{
		Name: name, Title: title, Doc: doc, Parts: tableParts, Fields: tableFields, Decode: decodeTable(name, kind),
		Encode: format.Only(encodeTable(kind), "item", tableMembers[kind]),
	}
}

// tableMembers maps each value of the descriptor to the member that it is made of.
var tableMembers = map[Kind]string{TableName: "name", TableVersion: "version", TableDefinition: "stored", TableDependents: "stored"}

var records = []format.Record{
	ofTable("table-meta-name", "model name", TableName, "Name of the model in the table's descriptor."),
	ofTable("table-meta-version", "model version", TableVersion, "Version of the model in the table's descriptor."),
	ofTable("table-meta-definition", "model definition", TableDefinition,
		"The stored definition of the model: what types all cells of the table."),
	ofTable("table-meta-dependents", "model dependents", TableDependents,
		"Embedded models and enums that the definition needs; absent if there are none."),
	of("data-created", "creation", Created, metaFields, "When the record was created: the record exists as long as this cell is not hidden."),
	of("data-last-update", "last update", LastUpdate, metaFields, "A change of the record; one version each."),
	of("data-soft-delete", "soft delete", SoftDelete, metaFields, "The record is soft-deleted. Release 0.7 cannot restore it."),
	of("data-value", "value", Property, dataFields, "The value of one property, item or size at the cell's timestamp."),
	of("unique", "unique value", UniqueCell, uniqueFields, "Who has a unique value from the cell's timestamp on, or that nobody has."),
	of("index", "index cell", IndexCell, indexFields, "That a record has, or no longer has, the values of an index entry."),
	{
		Name: "delete-marker", Title: "delete marker", Parts: cellParts, Fields: markerFields,
		Doc:   "HBase's own marker of a hard delete: it hides all older cells of its row in its family. Only the type of the cell says that it is one.",
		Guess: []string{store.Row},
		Match: matchMarker, Refuses: homeless,
		Weigh:  weighMarker,
		Decode: decode("delete-marker", DeleteMarker),
	},
}

var operations = []format.Record{
	{Name: "table-families", Title: "column families", Doc: "The column families that a model's table has.", Derive: deriveFamilies},
	{Name: "logical-record", Title: "record", Doc: "A record from all its cells: now, at a version, or its whole history.",
		Derive: deriveRecord},
}
