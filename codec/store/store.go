package store

import "strconv"

// Part names. They are the store's words for its parts, and the member names in all JSON that
// rowlens reads or writes.
const (
	Row        = "row"        // row key (HBase, Accumulo)
	Family     = "family"     // column family
	Qualifier  = "qualifier"  // column qualifier
	Visibility = "visibility" // column visibility (Accumulo)
	Key        = "key"        // key of a pair (RocksDB, LMDB)
	Value      = "value"      // cell or pair value
	Bytes      = "bytes"      // a lone byte string that may be any part

	DescriptorKey = "descriptorKey" // key of a value in the description of a table (HBase)
)

// Part is one named byte string of an entry. Nil Bytes mean an empty part; an absent part is not in
// the entry at all.
type Part struct {
	Name  string
	Bytes []byte
}

// Entry is one stored cell or pair. The zero Entry is empty and ready to use; Reset keeps its
// memory, so one Entry can serve a whole dump.
type Entry struct {
	Parts []Part

	// Lists names the parts that are lists: an entry may have any number of parts with such a name,
	// including zero.
	Lists []string

	// Rows are the entries of a record that consists of several, such as an element with all its
	// cells; RowsName is the JSON member that lists them.
	Rows     []Entry
	RowsName string

	// Timestamp is the store's own timestamp as decimal text (milliseconds since the epoch in
	// HBase), or empty if the dump has none.
	Timestamp string

	// Deleted names the kind of tombstone as the store does; empty if the entry is not a tombstone.
	Deleted string

	// Increment means that the value, 8 bytes, is to be added to the stored number instead of
	// replacing it, as HBase's Increment does.
	Increment bool

	Source Source
}

// Source says where an entry was found, so that messages can point there.
type Source struct {
	File  string // path as given, empty for standard input or pasted text
	Line  int    // 1-based line of the entry's first byte, 0 if unknown
	Table string // table or database name, if the dump names it
	CF    string // RocksDB column family, if the dump names it

	// Inexact is set if the text does not say exactly what the bytes of the entry are.
	Inexact bool

	// Lineless is set if the input has no lines, such as a CBOR sequence or a binary file. Offset
	// is then the number of bytes before the entry.
	Lineless bool
	Offset   int64

	// Inside is set for an entry from a store's own file. Offset is then that of the entry's block in the file, and At
	// the entry's offset in the unpacked block.
	Inside   bool
	At       int
	Level    int    // of the file in the store, -1 if it has no levels
	Sequence uint64 // RocksDB's sequence number or HBase's MVCC number; 0 if there is none
	Group    string // locality group (Accumulo); empty for the default group
}

// inexactPlace is added to the place of an inexact entry.
const inexactPlace = 1 << 60

// Place returns line, offset and Inexact as one number, for SetPlace.
func (s *Source) Place() (place int64) {
	if place = int64(s.Line); s.Inexact {
		place |= inexactPlace
	}
	if s.Lineless {
		place = ^(s.Offset | place&inexactPlace)
	}
	return place
}

// SetPlace sets line, offset and Inexact to what Place returned.
func (s *Source) SetPlace(place int64) {
	s.Lineless = place < 0
	if s.Lineless {
		place = ^place
	}
	s.Inexact = place&inexactPlace != 0
	if place &^= inexactPlace; s.Lineless {
		s.Line, s.Offset = 0, place
	} else {
		s.Line, s.Offset = int(place), 0
	}
}

// Spot returns the place in words, "line 12" or "offset 1047", or nothing if it is not known.
func (s *Source) Spot() string {
	switch {
	case s.Lineless:
		return "offset " + strconv.FormatInt(s.Offset, 10)
	case s.Line > 0:
		return "line " + strconv.Itoa(s.Line)
	}
	return ""
}

// Reset empties e and keeps its memory.
func (e *Entry) Reset() { *e = Entry{Parts: e.Parts[:0], Lists: e.Lists[:0], Rows: e.Rows[:0]} }

// Add appends a part; the bytes are not copied.
func (e *Entry) Add(name string, b []byte) { e.Parts = append(e.Parts, Part{name, b}) }

// Part returns the part called name and whether the entry has it.
func (e *Entry) Part(name string) ([]byte, bool) {
	for i := range e.Parts {
		if e.Parts[i].Name == name {
			return e.Parts[i].Bytes, true
		}
	}
	return nil, false
}

// First returns the first of the names that the entry has as a part.
func (e *Entry) First(names ...string) (name string, b []byte, ok bool) {
	for _, name := range names {
		if b, ok := e.Part(name); ok {
			return name, b, true
		}
	}
	return "", nil, false
}

// sorted lists part names in the order in which stores have them.
var sorted = [...]string{Row, Family, Qualifier, Visibility, Key, Value}

// SortParts sorts the parts as stores do: row, family, qualifier, visibility, key, value. Parts with other names come
// last, and parts of the same name keep their order.
func (e *Entry) SortParts() {
	at := 0
	for _, name := range sorted {
		for i := at; i < len(e.Parts); i++ {
			if p := e.Parts[i]; p.Name == name {
				copy(e.Parts[at+1:i+1], e.Parts[at:i])
				e.Parts[at] = p
				at++
			}
		}
	}
}

// Len returns the number of bytes in all parts.
func (e *Entry) Len() int {
	n := 0
	for i := range e.Parts {
		n += len(e.Parts[i].Bytes)
	}
	return n
}

// Clone returns a copy of e that shares no memory with it.
func (e *Entry) Clone() Entry {
	c := *e
	c.Parts = make([]Part, len(e.Parts))
	for i, p := range e.Parts {
		c.Parts[i] = Part{p.Name, append([]byte(nil), p.Bytes...)}
	}
	c.Rows = make([]Entry, len(e.Rows))
	for i := range e.Rows {
		c.Rows[i] = e.Rows[i].Clone()
	}
	return c
}
