// Package hbase reads and writes the cells of Maryk's HBase store, which releases up
// to 0.7 had: one table a model, records in family d, unique values in u, and one
// family for each index.
//
// The model types the cells: it stands in the table's descriptor. Row keys of
// different kinds may be the same bytes, so the column family tells the kinds apart.
//
// Start at row.go. The bytes are documented in docs/formats/maryk-hbase.md.
package hbase
