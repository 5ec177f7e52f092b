// Package hfile reads the HFiles, the folders of regions, tables and snapshots, and write-ahead logs of HBase.
//
// Not promised: readers of store files are new.
package hfile
