// Package layout reads and writes keys of any layout that a person describes in one line:
//
//	salt:xxh32(4..) src:long! tbl:int ts:ms! desc rest:str
//
// An item is a name and a type, or constant bytes. docs/layouts.md lists all types and their bytes.
//
// The line is parsed once; a Layout is immutable:
//
//	l, err := layout.Parse(`"evt:" day:u16 user:str(..0x00) at:ms! desc`)
//
// Its bytes for the day 19844, the user ada and 2024-05-02T14:00:00Z:
//
//	6576743a            "evt:"
//	4d84                day
//	616461 00           user, and the byte that ends it
//	7ffffe70c6b4b1ff    at: the sign bit inverted, then all bits
//
// Order: keys sort by their items, one after another, if each item sorts. Unsigned numbers do; so do signed numbers and
// floats with !, times with ! (after 1969 also without), and texts to the end of the key or up to 0x00. With desc they
// sort in reverse.
//
// Not promised: it grows with the language.
package layout
