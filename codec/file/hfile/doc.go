// Package hfile reads HBase's HFiles, write-ahead logs, and the folders of regions, tables and snapshots.
//
// Not promised: readers of store files are new.
package hfile
