// Package form describes fields as a form for people to fill in: one line per member, with its
// title, the control that fits it, its choices, what is computed, and what may be left out.
//
// The lines are derived from the fields, the legend of the record kind and the hints of its format
// (format.Hint). What may be left out, and what only repeats other members, is found by asking the
// encoder, so it always agrees with what the encoder accepts:
//
//	fields    {"direction":"OUT", "directedSource":{"type":"long","value":"1002"}, …}
//	lines     direction        one of OUT, IN
//	          source           long, one of its types   1002
//
// Not promised: it serves the form of the page.
package form
