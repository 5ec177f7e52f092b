package value

import "strings"

// Picker lets a Writer of CBOR write some members only, for those who want a few columns of a record: what is not
// wanted costs a look at its name. Each member that is wanted is in Writer.Buf as it would be in the whole, after those
// that came before it. Of several members with one name the first counts, as for those who search the whole.
type Picker struct {
	nodes  []*pick // the whole record, and what is in it
	around []*pick // the objects around the one that is being written
	place  place
}

// pick is an object with members that are wanted, or a value that is.
type pick struct {
	name   string
	whole  bool    // the value is wanted, whatever it is
	number int     // in nodes
	below  []*pick // members of an object
	last   int     // place in below of the member that came last: most rows have them in one order
	widths uint64  // a bit for the length of each name in below
	seen   int     // how many members were found up to it; 0 for one that was not found yet
	at     int     // where the value is; -1 for nowhere
}

// place is where in the record a Picker is.
type place struct {
	in    *pick // the object of which a name comes next; nil for none
	value *pick // what comes next; nil for a value that nobody wants
	depth int   // of around
	found int   // members
	whole int   // open containers that are written
	skip  int   // open containers that are not
}

// NewPicker returns a Picker that wants nothing yet.
func NewPicker() *Picker {
	p := &Picker{nodes: []*pick{{}}}
	p.reset()
	return p
}

// Want adds a value: the member to which names lead, or the whole record if there are none. It must not be called
// while something is written.
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

// Find returns the value that has the member to which names lead, after all are added: the outermost that is wanted.
// So many of the names lead to that.
func (p *Picker) Find(names ...string) (value, used int) {
	at := p.nodes[0]
	for !at.whole && used < len(names) {
		at = at.member(names[used])
		used++
	}
	return at.number, used
}

// At returns where in Writer.Buf a value of Find begins, and -1 if the record has none.
func (p *Picker) At(value int) int { return p.nodes[value].at }

func (p *Picker) reset() {
	for _, n := range p.nodes {
		n.seen, n.at = 0, -1
	}
	p.place = place{value: p.nodes[0]}
}

// back forgets what came after a place.
func (p *Picker) back(to place) {
	for _, n := range p.nodes {
		if n.seen > to.found {
			n.seen, n.at = 0, -1
		}
	}
	p.place = to
}

// member is the member of an object with a name; nil for one that is not wanted.
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

// width has a bit for the length of a name, and one for all that are longer than 63.
func width(name string) uint64 { return 1 << (min(len(name), 63) & 63) }

// Drops reports whether nobody wants the value that comes next: then it need not be written.
func (w *Writer) Drops() bool {
	return w.Picker != nil && w.Picker.place.whole == 0 && w.Picker.place.value == nil
}

// drops takes the value that comes next, no container, and reports whether it is not to be written.
func (w *Writer) drops() bool { return w.Picker != nil && w.Picker.dropsValue(w.Buf) }

// dropsKey takes the name of the next value. It reports whether it is not to be written.
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

// dropsValue is drops, for a value that would be written to the end of buf.
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

// dropsOpen takes the begin of a container.
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

// dropsShut takes the end of one.
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
