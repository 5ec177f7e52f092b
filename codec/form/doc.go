// Package form describes fields as a form that a person can fill in: one line a member, with its
// title, the control that fits it, what may be chosen, what is computed, what may be left out.
//
// The lines follow from the fields, the legend of the record kind and the hints of its format
// (format.Hint). What may be left out, and what only repeats other members, is found by asking the
// encoder, so that it cannot differ from what is written:
//
//	fields    {"direction":"OUT", "directedSource":{"type":"long","value":"1002"}, …}
//	lines     direction        one of OUT, IN
//	          source           long, one of its types   1002
//
// Not promised: it serves the form of the page.
package form
