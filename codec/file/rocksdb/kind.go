package rocksdb

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// Kind reads RocksDB's files.
var Kind = &file.Kind{
	ID:    kindID,
	Title: "RocksDB",
	Doc: "Databases, checkpoints and backups of RocksDB up to 11, and their files alone: block-based tables of format versions 0 to 7, " +
		"write-ahead logs, MANIFESTs and blob files; LevelDB's, which have the same layouts, too.",
	Detect:     detect,
	Open:       open,
	Structure:  structureOf,
	WriteEntry: writeEntry,
	Fields:     slices.Concat(tableFields, logFields, editFields, batchFields, blobFields, currentFields),
	Codes:      append(slices.Concat(databaseCodes, tableCodes), file.Unreadable),
	Samples:    samples,
}

const kindID = "rocksdb"

// isOurs reports whether a file of a set is RocksDB's. It does not use Kind, whose functions depend on it.
func isOurs(f *file.Found) bool { return f.Kind != nil && f.Kind.ID == kindID }

// databaseCodes are the codes for damage of everything except tables.
var databaseCodes = []file.Code{
	{Word: "current", Doc: "CURRENT is missing, malformed or names a MANIFEST that is not there; the MANIFEST with the highest number is read."},
	{Word: "manifest", Doc: "There is no MANIFEST; the tables are shown by their families, and deleted ones may be among them. Or it lacks newer tables: " +
		"they are not shown. As a remark: backups, or tables, of several states are together."},
	{Word: "file-missing", Doc: "A table or log is not there that the MANIFEST or a later log lists; what it has is lost, and older versions of " +
		"its keys may come to light. As a remark: there is no log at all, as in a checkpoint."},
	{Word: "file-size", Doc: "A table has another size than the MANIFEST lists, so that it may be another one, or a log is shorter."},
	{Word: "file-other", Doc: "A table is not the one that the MANIFEST lists: a file of another time, number or database has its name. Or two " +
		"tables are one and the same. As a remark: without a MANIFEST, a table says that it was made under another number."},
	{Word: "edit", Doc: "An edit of the MANIFEST cannot be read or is incomplete; the state is a mixture, or older."},
	{Word: "log-tail", Doc: "A log ends inside a record; this is normal after a crash or in a copy of a live database. It is a loss if a later " +
		"log does not go on with the next sequence number, or a MANIFEST ends so and lists not all tables."},
	{Word: "log-checksum", Doc: "A record of a log is not what was written; what follows in its block of 32 KiB is lost."},
	{Word: "log-record", Doc: "A record of a log is not complete, of a type that is not known, or says that the log before it ended otherwise."},
	{Word: "batch", Doc: "A write batch is malformed, or has another number of entries than it says; the rest of it is lost."},
	{Word: "comparator", Doc: "The order of a family's keys is not known; its files are merged by bytes."},
	{Word: "prepared", Doc: "A transaction was prepared and neither committed nor rolled back; its entries are not shown."},
	{Word: "transactions", Doc: "Transactions were written before they were committed; sequence numbers may differ from the database's."},
	{Word: "blob-missing", Doc: "A blob file is not there; rows have this word instead of the values in it."},
	{Word: "blob-header", Doc: "The header of a blob file is damaged, or not that of the rows that point to it; its values are read where their records are sound."},
	{Word: "blob-footer", Doc: "A blob file that the MANIFEST lists has no sound footer; its values are read where their records are sound."},
	{Word: "blob-range", Doc: "A value is said to lie past the end of its blob file."},
	{Word: "blob-record", Doc: "A record of a blob file is not that of the row that points to it."},
	{Word: "blob-checksum", Doc: "A value in a blob file is not what was written."},
	{Word: "value-type", Doc: "An entry has a type that is not known, or a value that does not read as its type has it. As a remark: values end in a time."},
}
