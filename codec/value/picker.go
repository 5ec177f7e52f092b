package value

import "strings"

// Picker lets a Writer of CBOR write only some members, for callers that want a few columns of a record: an unwanted
// member costs only a look at its name. Wanted members are in Writer.Buf in the order of the record and with the bytes
// that they have there. If several members have the same name, the first counts, as in a search of the whole record.
type Picker struct {
	nodes  []*pick // the whole record and the values in it
	around []*pick // the objects that contain the one being written
	place  place
}

// pick is a wanted value, or an object with wanted members.
type pick struct {
	name   string
	whole  bool    // the whole value is wanted
	number int     // index in nodes
	below  []*pick // members of an object
	last   int     // index in below of the latest member: most rows have them in the same order
	widths uint64  // a bit for the length of each name in below
	seen   int     // how many members were found up to this one; 0 if it was not found yet
	at     int     // where the value is; -1 if absent
}

// place is the position of a Picker in the record.
type place struct {
	in    *pick // the object whose next name is expected; nil for none
	value *pick // the next value; nil if unwanted
	depth int   // length of around
	found int   // members found
	whole int   // open containers that are written
	skip  int   // open containers that are dropped
}

// NewPicker returns a Picker that wants nothing yet.
func NewPicker() *Picker {
	p := &Picker{nodes: []*pick{{}}}
	p.reset()
	return p
}

// Want adds a value: the member at the path of names, or the whole record without names. It must not be called while
// something is being written.
func (p *Picker) Want(names ...string) {
	at := p.nodes[0]
	for _, name := range names {
		below := at.member(name)
		if below == nil {
			below = &pick{name: strings.Clone(name), number: len(p.nodes)}
			p.nodes = append(p.nodes, below)
			at.below = append(at.below, below)
			at.widths |= width(name)
		}
		at = below
	}
	at.whole = true
	p.reset()
}

// Find returns the wanted value that contains the member at the path of names, the outermost one if there are several,
// and how many of the names lead to it. Call it after every Want.
func (p *Picker) Find(names ...string) (value, used int) {
	at := p.nodes[0]
	for !at.whole && used < len(names) {
		at = at.member(names[used])
		used++
	}
	return at.number, used
}

// At returns where in Writer.Buf a value of Find begins, or -1 if the record has none.
func (p *Picker) At(value int) int { return p.nodes[value].at }

func (p *Picker) reset() {
	for _, n := range p.nodes {
		n.seen, n.at = 0, -1
	}
	p.place = place{value: p.nodes[0]}
}

// back forgets everything after a place.
func (p *Picker) back(to place) {
	for _, n := range p.nodes {
		if n.seen > to.found {
			n.seen, n.at = 0, -1
		}
	}
	p.place = to
}

// member returns the named member of an object, or nil if it is not wanted.
func (n *pick) member(name string) *pick {
	if n.widths&width(name) == 0 {
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

// width has one bit for each length of a name; all names of 63 bytes and more share one.
func width(name string) uint64 { return 1 << (min(len(name), 63) & 63) }

// Drops reports whether the next value is unwanted and so need not be written.
func (w *Writer) Drops() bool {
	return w.Picker != nil && w.Picker.place.whole == 0 && w.Picker.place.value == nil
}

// drops consumes the next value, which is not a container, and reports whether it is unwanted.
func (w *Writer) drops() bool { return w.Picker != nil && w.Picker.dropsValue(w.Buf) }

// dropsKey consumes the name of the next value and reports whether it is unwanted.
func (p *Picker) dropsKey(name string) bool {
	at := &p.place
	if at.whole > 0 {
		return false
	}
	if at.skip > 0 || at.in == nil {
		return true
	}
	n := at.in.member(name)
	if n != nil && n.seen > 0 {
		n = nil
	}
	if at.value = n; n != nil {
		at.found++
		n.seen = at.found
	}
	return true
}

// dropsValue is drops for a value that would be written at the end of buf.
func (p *Picker) dropsValue(buf []byte) bool {
	at := &p.place
	if at.whole > 0 {
		return false
	}
	n := at.value
	if n == nil {
		return true
	}
	at.value = nil
	if !n.whole {
		return true
	}
	n.at = len(buf)
	return false
}

// dropsOpen consumes the beginning of a container.
func (p *Picker) dropsOpen(object bool, buf []byte) bool {
	at := &p.place
	switch next := at.value; {
	case at.whole > 0:
		at.whole++
		return false
	case next == nil:
		at.skip++
	case next.whole:
		next.at = len(buf)
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
