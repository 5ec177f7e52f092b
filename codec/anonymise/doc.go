// Package anonymise replaces identifying values in rows: ids and other numbers are numbered in order of appearance, texts
// become letters of the same length. The structure of a row stays: its record kind, codes and names, types and times.
// Equal values stay equal, because the same value becomes the same everywhere. Order among values does not stay.
//
// It works on what decoders read: fields are replaced and encoded again, so check values and lengths are right. A row
// whose fields cannot be read, changed or written is left out, with the reason: nothing passes that was not understood.
//
//	rows := []anonymise.Row{{Format: f, Record: r, Input: in}}
//	result := anonymise.Rows(rows, anonymise.Options{})
//
// The replacement of a value depends only on the value's shape and on when the value appears among the others.
//
// Not promised: it serves the programs of this repository.
package anonymise
