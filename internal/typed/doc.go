// Package typed has records as typed columns, a batch at a time, for the files and streams that the command writes and for
// those who read stores through the C library.
//
// The columns follow from the record kinds that the caller names, never from the rows, so that one pass with bounded
// memory is enough and two runs have one schema. Types have the names of the C library's (RL_TYPE_INT64, …).
// docs/columns.md lists all columns.
//
// What columns a record kind has, its format declares. They are filled while a row is decoded, from the values that the
// decoder writes: what JSON Lines have, columns have. Nothing of a record is lost: what has no column, or does not fit
// its own, is in the column rest.
package typed
