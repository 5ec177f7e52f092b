package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:            formatID,
	Title:         "Maryk on RocksDB",
	Store:         "RocksDB",
	Doc:           "Rows of Maryk's RocksDB store: records, indexes, unique values, their history, and the models that type them.",
	ParseSchema:   cell.ParseSchema,
	SchemaMembers: cell.SchemaMembers,
	Models:        &models,
	Objects:       &objects,
	NewVerifier:   newVerifier,
	Comparator:    comparator,
	TableOf:       tableOf,
	Migrations:    migrations,
	Compare:       cell.Compare,
	WithOpener:    cell.WithOpener,
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

var rowParts = []string{partFamily, store.Key, store.Value}

// row returns the record of one kind of rows.
func row(name, title string, kind Kind, family FamilyType, fields []*span.Field, doc string) format.Record {
	k := kindOf{name, kind, family}
	r := format.Record{
		Name: name, Title: title, Doc: doc, Parts: rowParts, Guess: []string{store.Key}, Fields: fields,
		Match: match(k), Refuses: homeless, Decode: decode(k), Encode: encode(k),
	}
	if keyParts(k) != nil {
		r.Scan = &format.Scan{Fields: scanFields(k), Names: scanNames(k), Plan: plan(k)}
	}
	return r
}

// match returns a quick check that refuses rows of another column family.
func match(k kindOf) func(*format.Input) bool {
	return func(in *format.Input) bool {
		name, ok := familyName(&in.Entry)
		if !ok {
			return true
		}
		s := cell.SchemaIn(in)
		f, err := DecodeFamily(name, s != nil && s.Old)
		return err != nil || f.Type == k.family
	}
}

// homeless refuses a row of unknown family, which can be read only if there is exactly one model.
func homeless(in *format.Input) bool {
	_, ok := familyName(&in.Entry)
	return !ok && cell.SchemaIn(in).Only() == nil
}

var records = []format.Record{
	row("model-name", "model name", ModelName, Model, modelFields,
		"Name of a model. A database has a model's name, version and definition, or none of them."),
	row("model-version", "model version", ModelVersion, Model, modelFields,
		"Version of a model, so that a program with another one notices."),
	row("model-definition", "model definition", ModelDefinition, Model, modelFields, "The stored definition of a model: what types all rows of the model."),
	row("model-dependents", "model dependents", ModelDependents, Model, modelFields,
		"Embedded models and enums that the definition needs; absent if there are none."),
	row("model-migration-state", "migration state", ModelMigrationState, Model, modelFields, "How far a migration came; only while it runs."),
	row("model-migration-log", "migration log", ModelMigrationLog, Model, modelFields, "Audit log of migrations, if it is configured."),
	row("model-update-history-backfill-complete", "update history filled", ModelHistoryFilled, Model, modelFields,
		"Says that the update history has all changes; only with keepUpdateHistoryIndex."),
	row("model-replication-tombstone-backfill-complete", "tombstones filled", ModelTombstonesFilled, Model, modelFields,
		"Says that the tombstones were filled from the update history."),
	row("keys", "record key", RecordKey, Keys, recordFields, "One row per record: the record exists exactly as long as this row does."),
	row("table-created", "creation", Created, Table, recordFields, "When the record was created; the same as in the Keys family."),
	row("table-last-update", "last update", LastUpdate, Table, recordFields, "When the record was added, changed or soft-deleted last."),
	row("table-value", "value", Property, Table, cellFields, "The latest value of one property, item or size."),
	row("table-soft-delete", "soft delete", SoftDelete, Table, deleteFields, "Whether the record is soft-deleted; absent if it never was."),
	row("index", "index row", IndexRow, Index, indexFields, "One entry of an index: values of its parts, and the record."),
	row("unique", "unique value", UniqueRow, Unique, uniqueFields, "Who has a unique value."),
	row("unique-marker", "unique marker", UniqueMarker, Unique, uniqueFields,
		"Says that a property has unique rows; releases before 0.12 wrote one for each."),
	row("replication-tombstone", "replication tombstone", DeletedForGood, ReplicationTombstone, recordFields,
		"Says when a record was deleted for good; removed when its key is added again."),
	row("update-history", "update history", Update, UpdateHistory,
		append(recordFields[:len(recordFields):len(recordFields)], &fInverted, &fHard),
		"One row for each change of a record, the newest first; never removed."),
	row("historic-created", "historic creation", Created, HistoricTable, recordFields, "When the record was created."),
	row("historic-value", "historic value", Property, HistoricTable, cellFields,
		"A value from its version on, until the next version of the same property."),
	row("historic-soft-delete", "historic soft delete", SoftDelete, HistoricTable, deleteFields, "A soft delete or restore."),
	row("historic-index", "historic index row", IndexRow, HistoricIndex, indexFields, "That an index entry was set or unset at a version."),
	row("historic-unique", "historic unique value", UniqueRow, HistoricUnique, uniqueFields,
		"Who took or released a unique value at a version: since 0.11 both look alike."),
}

var operations = []format.Record{
	{Name: "logical-record", Title: "record", Doc: "A record from all its rows: now, at a version, or its whole history.",
		Derive: deriveRecord},
	{Name: "index-boundary", Title: "parts of an index entry",
		Doc: "Where the values of an index entry are, found from the end.", Derive: deriveBoundary},
	{Name: "order", Title: "order", Doc: "Keys in the order of a column family.", Derive: deriveOrder},
	{Name: "compare", Title: "comparison", Doc: "How a column family orders three keys: the versioned comparator is not always consistent.", Derive: deriveCompare},
}
