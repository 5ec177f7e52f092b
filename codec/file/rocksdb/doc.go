// Package rocksdb reads RocksDB's files without RocksDB: block-based tables, write-ahead logs,
// MANIFESTs and blob files, individually or as the database that they form.
//
//	open.go, folder.go    the files of a database, and one consistent state while it is written
//	log.go                records of logs, possibly in fragments
//	manifest.go, edit.go  families and their tables
//	replay.go, batch.go   the content of logs
//	table.go and others   tables: footer, index, blocks
//	cursor.go, visible.go sources merged into the rows that the database would show
//	blob.go, entity.go    values that are stored elsewhere, or consist of columns
//	structure.go          every byte of every file
//
// A scan holds in memory the live logs, plus 40 bytes for each of their entries (96 while they are sorted). For tables it
// holds their indexes and, for each open table, a stretch of at most 512 KiB; one table per level is open, and all tables of
// level 0.
//
// Not promised: readers of store files are new.
package rocksdb
