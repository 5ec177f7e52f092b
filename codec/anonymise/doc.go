// Package anonymise replaces what identifies in rows: ids, texts, numbers and bytes become others of the same
// shape. What a row consists of stays: its record kind, codes and names, types, lengths, times, and which values are
// equal, as the same value becomes the same everywhere. Values of one shape keep their order where there is room.
//
// It works on what decoders read: fields are replaced and encoded again, so checks are right and lengths fit. A row
// whose fields cannot be read, changed or written is left out, with the reason: nothing passes that was not
// understood.
//
//	rows := []anonymise.Row{{Format: f, Record: r, Input: in}}
//	result := anonymise.Rows(rows, seed)
//
// What replaces a value is drawn at random and depends on nothing but its shape and its rank among the others of
// that shape.
//
// Not promised: it serves the programs of this repository.
package anonymise
