package diff

import "github.com/rowlens/rowlens/codec/stream"

// ahead are the first pairs. They wait until both sides know their format: without it, a damaged row among the first
// ones would be read as whatever its bytes happen to fit.
type ahead struct {
	begun bool
	pairs []Pair
	size  int   // bytes in their parts
	err   error // what came after them
}

// aheadMax is the most bytes that waiting pairs may have.
const aheadMax = 128 << 10

// Next returns the next pair of a merge for Compare, valid until the next call; io.EOF after the last one. It reads some
// pairs ahead, from which both sides learn the format of the rows, as a Decoder does from the first rows of a dump.
func (c *Comparer) Next(m *Merge) (*Pair, error) {
	x := &c.ahead
	if !x.begun {
		x.begun = true
		c.learn(m)
	}
	if len(x.pairs) > 0 {
		p := &x.pairs[0]
		x.pairs = x.pairs[1:]
		return p, nil
	}
	if x.err != nil {
		return nil, x.err
	}
	return m.Next()
}

// learn reads the first pairs. Rows that are the same teach both sides, though only one of them is decoded later.
func (c *Comparer) learn(m *Merge) {
	x, old, new := &c.ahead, false, false
	for len(x.pairs) < stream.LearnRows && x.size < aheadMax && !(old && new) {
		p, err := m.Next()
		if err != nil {
			x.err = err
			return
		}
		kept := Pair{Change: p.Change}
		if p.Old != nil {
			e := p.Old.Clone()
			kept.Old, x.size = &e, x.size+e.Len()
			old = old || c.Old.Learn(&e)
		}
		if p.New != nil {
			e := p.New.Clone()
			kept.New, x.size = &e, x.size+e.Len()
			new = new || c.New.Learn(&e)
		}
		x.pairs = append(x.pairs, kept)
	}
}
