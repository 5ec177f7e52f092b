// Package rocksdb reads and writes the rows of Maryk's RocksDB store, releases 0.2 to 0.12: every
// column family, the versioned comparator of the historic families, and whole records made from
// rows.
//
// A row is a pair in a column family. The family's name is one type byte and the number of the
// model. Keys of records have a fixed length that no row stores: it comes from MARYK_META.yml or
// the stored model (cell.Schema).
//
// Start at family.go (the families) and row.go (one row). The bytes are documented
// in docs/formats/maryk-rocksdb.md.
//
// The format is one of codec.Formats; rows are decoded by a schema of models:
//
//	schemas, err := schema.Parse(models, rocksdb.Format.ID)
//	if err != nil {
//		return err
//	}
//	entry.Source.CF, err = schema.Family("0301", rocksdb.Format.ID, schemas)
//	decoder := stream.Decoder{Format: rocksdb.Format.ID, Schemas: schemas}
//	f, r, bad := decoder.Decode(entry, &fields)
//
// A row of the family 03 01, the table of model 1:
//
//	key    0000000000017fffffff 11      the record's key, then property 2
//	value  1a1fc677cc400000 01 0001     version, a value, case 1: Red
//
// Stable.
package rocksdb
