// Package columns writes records as typed columns: a Parquet file, or a stream of Arrow's.
//
// The columns follow from the record kinds that the caller names, never from the rows, so that one pass with bounded
// memory is enough and two runs have one schema. Types have the names of the C library's (RL_TYPE_INT64, …).
// docs/columns.md lists all columns.
//
// What columns a record kind has, its format declares. They are filled while a row is decoded, from the values that the
// decoder writes: what JSON Lines have, columns have. Nothing of a record is lost: what has no column, or does not fit
// its own, is in the column rest.
package columns
