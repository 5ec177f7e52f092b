package value

// Picker lets a Writer of CBOR write only some members, for callers that want a few columns of a record: an unwanted
// member costs only a look at its name. Wanted members are in Writer.Buf in the order of the record and with the bytes
// that they have there; a number need not be written at all. If several members have the same name, the first counts, as
// in a search of the whole record.
type Picker struct {
	nodes  []*Pick // the whole record and the values in it
	around []*Pick // the objects that contain the one being written
	place  place
	before int // members found in earlier rows
}

// Pick is a wanted value, or an object with wanted members.
type Pick struct {
	name  string
	whole bool    // the whole value is wanted
	cbor  bool    // even a number is wanted as CBOR
	below []*Pick // members of an object
	last  int     // index in below of the latest member: most rows have them in the same order
	marks uint64  // the marks of all names in below
	leads []*lead // what Lead was called with here
	led   *lead   // the latest of them
	seen  int     // how many members were found up to this one, in all rows
	found Picked
}

// Picked is a wanted value of a row.
type Picked struct {
	At int // where its CBOR begins in Writer.Buf; -1 for a number, a truth value or null, which is not written

	Head   byte   // of what is not written: the first byte of its CBOR; of a whole number only the major type
	Number uint64 // the argument that follows it
}

// place is the position of a Picker in the record.
type place struct {
	in    *Pick // the object whose next name is expected; nil for none
	value *Pick // the next value; nil if unwanted
	depth int   // length of around
	found int   // members found
	whole int   // open containers that are written
	skip  int   // open containers that are dropped
}

// NewPicker returns a Picker that wants nothing yet.
func NewPicker() *Picker {
	p := &Picker{nodes: []*Pick{{}}}
	p.reset()
	return p
}

// Want adds a value: the member at the path of names, or the whole record without names. With cbor, it is written even if
// it is a number. The names must not change. Want must not be called while something is being written.
func (p *Picker) Want(cbor bool, names ...string) {
	for _, n := range p.nodes {
		n.leads, n.led = nil, nil
	}
	at := p.nodes[0]
	for _, name := range names {
		below := at.member(name)
		if below == nil {
			below = &Pick{name: name}
			p.nodes = append(p.nodes, below)
			at.below = append(at.below, below)
			at.marks |= mark(name)
		}
		at = below
	}
	at.whole, at.cbor = true, at.cbor || cbor
	p.reset()
}

// Find returns the wanted value that contains the member at the path of names, the outermost one if there are several,
// and how many of the names lead to it. Call it after every Want.
func (p *Picker) Find(names ...string) (value *Pick, used int) {
	at := p.nodes[0]
	for !at.whole && used < len(names) {
		at = at.member(names[used])
		used++
	}
	return at, used
}

// Found returns a value of Find in the row just written, or nil if the row has none. It is valid until the Writer is reset.
func (p *Picker) Found(value *Pick) *Picked {
	if value.seen <= p.before {
		return nil
	}
	return &value.found
}

func (p *Picker) reset() {
	p.before = p.place.found
	whole := p.nodes[0]
	whole.seen = p.before + 1
	p.place = place{value: whole, found: whole.seen}
}

// back forgets everything after a place.
func (p *Picker) back(to place) {
	for _, n := range p.nodes {
		if n.seen > to.found {
			n.seen = 0
		}
	}
	p.place = to
}

// member returns the named member of an object, or nil if it is not wanted.
func (n *Pick) member(name string) *Pick {
	if n.marks&mark(name) == 0 {
		return nil
	}
	for range n.below {
		if n.last++; n.last >= len(n.below) {
			n.last = 0
		}
		if one := n.below[n.last]; one.name == name {
			return one
		}
	}
	return nil
}

// mark has one bit, which depends on the length of a name and its first letter: few unwanted names share it with a wanted one.
func mark(name string) uint64 {
	if name == "" {
		return 1
	}
	return 1 << ((len(name) + 7*int(name[0])) & 63)
}

// Drops reports whether the next value is unwanted and so need not be written.
func (w *Writer) Drops() bool {
	return w.Picker != nil && w.Picker.place.whole == 0 && w.Picker.place.value == nil
}

// drops consumes the next value, a text or bytes, and reports whether it is unwanted.
func (w *Writer) drops() bool { return w.Picker != nil && w.Picker.dropsValue(len(w.Buf)) }

// keeps consumes the next value, a number or a word, and reports whether it need not be written.
func (w *Writer) keeps(head byte, number uint64) bool {
	return w.Picker != nil && w.Picker.keepsNumber(head, number, len(w.Buf))
}

// dropsKey consumes the name of the next value and reports whether it is unwanted.
func (p *Picker) dropsKey(name string) bool {
	at := &p.place
	if at.whole > 0 {
		return false
	}
	if at.skip > 0 || at.in == nil {
		return true
	}
	at.value = p.find(at.in, name)
	return true
}

// find returns the named member of an object, or nil if it is unwanted.
func (p *Picker) find(in *Pick, name string) *Pick {
	return p.first(in.member(name))
}

// first marks a member as found, and returns nil if it is unwanted or was found before in this row.
func (p *Picker) first(n *Pick) *Pick {
	if n == nil || n.seen > p.before {
		return nil
	}
	p.place.found++
	n.seen = p.place.found
	return n
}

// dropsValue is drops for a value that would be written at a place of the buffer.
func (p *Picker) dropsValue(to int) bool {
	at := &p.place
	n := at.value
	switch {
	case at.whole > 0:
		return false
	case n == nil:
		return true
	}
	at.value, n.found.At = nil, to
	return !n.whole
}

// keepsNumber is keeps for a value that would be written at a place of the buffer.
func (p *Picker) keepsNumber(head byte, number uint64, to int) bool {
	at := &p.place
	n := at.value
	switch {
	case at.whole > 0:
		return false
	case n == nil:
		return true
	}
	at.value, n.found = nil, Picked{-1, head, number}
	if n.cbor {
		n.found.At = to
	}
	return !n.cbor
}

// dropsOpen consumes the beginning of a container.
func (p *Picker) dropsOpen(object bool, to int) bool {
	at := &p.place
	switch next := at.value; {
	case at.whole > 0:
		at.whole++
		return false
	case next == nil:
		at.skip++
	case next.whole:
		next.found.At = to
		at.whole, at.value = 1, nil
		return false
	case object:
		p.around = append(p.around[:at.depth], at.in)
		at.depth++
		at.in, at.value = next, nil
	default:
		at.skip, at.value = 1, nil
	}
	return true
}

// dropsShut consumes the end of a container.
func (p *Picker) dropsShut() bool {
	at := &p.place
	switch {
	case at.whole > 0:
		at.whole--
		return false
	case at.skip > 0:
		at.skip--
	case at.depth > 0:
		at.depth--
		at.in = p.around[at.depth]
	}
	return true
}
