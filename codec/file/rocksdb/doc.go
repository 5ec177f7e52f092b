// Package rocksdb reads RocksDB's own files without RocksDB: block-based tables, write-ahead logs,
// MANIFESTs and blob files, alone or as the database that they form.
//
//	open.go, folder.go    which files are a database, and one state of it while it is written
//	log.go                records of logs, in pieces
//	manifest.go, edit.go  families and the tables that they have
//	replay.go, batch.go   what the logs hold
//	table.go and others   tables: footer, index, blocks
//	cursor.go, visible.go sources merged to the rows that the database would show
//	blob.go, entity.go    values that stand elsewhere, or consist of columns
//	structure.go          every byte of every file
//
// A scan holds the live logs in memory, with 40 bytes for each of their entries (96 while they are sorted), and of the tables
// their indexes and a stretch of at most 512 KiB each of those that are open: one of a level, all
// of level 0.
//
// Not promised: readers of store files are new.
package rocksdb
