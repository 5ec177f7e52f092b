// Package core is the format of Maryk's core library: values, property references, keys,
// index entries and stored models, each separately. The package maryk reads and writes
// them; this package has the record kinds, their JSON and samples. How stores use them is in the
// packages hbase and rocksdb.
//
// The format is one of codec.Formats and is used like the others:
//
//	r := core.Format.Record("storage-value")
//	in := format.Input{Entry: entry, Given: given}
//	err := r.Decode(&in, nil, &fields)
//
// Given is {"definition":{"type":"Boolean"}} and the bytes are:
//
//	01    true
//
// Stable.
package core
