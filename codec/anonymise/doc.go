// Package anonymise replaces identifying values in rows: ids, texts, numbers and bytes become others of the same shape.
// The structure of a row stays: its record kind, codes and names, types, lengths and times. Equal values stay equal,
// because the same value becomes the same everywhere. Values of one shape keep their order if there is room.
//
// It works on what decoders read: fields are replaced and encoded again, so check values and lengths are right. A row
// whose fields cannot be read, changed or written is left out, with the reason: nothing passes that was not understood.
//
//	rows := []anonymise.Row{{Format: f, Record: r, Input: in}}
//	result := anonymise.Rows(rows, seed)
//
// The replacement of a value is drawn at random and depends only on the value's shape and its rank among the others of that shape.
//
// Not promised: it serves the programs of this repository.
package anonymise
