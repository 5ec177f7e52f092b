// Package rocksdb reads and writes the rows of Maryk's RocksDB store, releases 0.2
// to 0.12: every column family, the versioned comparator of the historic ones, and
// whole records out of rows.
//
// A row is a pair in a column family whose name is one type byte and the number of
// the model. Keys of records have a fixed length that no row says: it comes from
// MARYK_META.yml or the stored model (cell.Schema).
//
// Start at family.go (the families) and row.go (one row). The bytes are documented
// in docs/formats/maryk-rocksdb.md.
package rocksdb
