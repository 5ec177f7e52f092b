// Package core is the format of Maryk's core library: values, property references, keys,
// index entries and stored models, each on its own. The package maryk reads and writes
// them; here are the record kinds, their JSON and samples. What stores make of them is in
// the packages hbase and rocksdb.
package core
