// Package core is the format of Maryk's core library: values, property references, keys, index
// entries and stored models, each on its own. The package maryk reads and writes them; this package
// has the record kinds, their JSON and samples. The packages hbase and rocksdb show how stores use
// them.
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
