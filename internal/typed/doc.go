// Package typed represents records as typed columns, one batch at a time, for the files and streams that the command
// writes and for programs that read stores through the C library.
//
// The columns depend on the record kinds that the caller names, never on the rows, so that one pass in bounded
// memory is enough and two runs have the same schema. Types are named as in the C library (RL_TYPE_INT64, …).
// docs/columns.md lists all columns.
//
// Each format declares the columns of its record kinds. They are filled while a row is decoded, from the values that
// the decoder writes, so that columns hold what JSON Lines hold. Nothing in a record is lost: whatever has no column,
// or does not fit its own, goes to the column rest.
package typed
