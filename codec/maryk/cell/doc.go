// Package cell holds what Maryk's stores have in common: the bytes of one stored
// value (a deleted one, a plain value, a type, a size), the schema that types rows,
// and how the cells of one record become the record.
//
//	data.go    the bytes of a cell, read and written
//	schema.go  models by their number, as a store has them
//	meta.go    MARYK_META.yml
//	record.go  cells to a record at a version, and to Maryk's JSON
//
// Stable in part: Schema, Model, Data and Record. The rest is for the stores.
package cell
