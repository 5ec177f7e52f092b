package identify

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// refusedMax is how many readings that do not parse are kept, and refusedTrees how many of them are
// explained if nothing parses.
const (
	refusedMax   = 8
	refusedTrees = 3
)

// failure is a reading that does not parse.
type failure struct {
	format *format.Format
	record *format.Record
	part   string
	input  *format.Input // of the format; it may by now hold another reading
	err    wire.Error
	asked  bool // err is known: Decode was called
	held   bool // a check value was recomputed and matched
	looked bool // it has been explained
	most   int  // an upper bound of the bytes that it may explain
	order  int  // its number in the order of attempts
}

// fail keeps a reading that does not parse.
func (x *Finder) fail(f *format.Format, r *format.Record, part string, in *format.Input) *failure {
	n := len(x.failures)
	if x.failures = slices.Grow(x.failures, 1)[:n+1]; x.failures[n].record != r || x.failures[n].part != part || x.failures[n].input != in {
		x.failures[n] = failure{format: f, record: r, part: part, input: in} // usually it is the same each time
	}
	to := &x.failures[n]
	to.asked, to.looked, to.order = false, false, n
	return to
}

// because records why the reading in the failure's input does not parse.
func (f *failure) because(err *wire.Error) {
	in := f.input
	f.asked, f.err, f.held, f.most = true, *err, in.Held, in.Entry.Len()
	if b, ok := in.Entry.Part(err.Part); ok {
		f.most -= len(b) - min(err.Offset, len(b))
	}
}

// ask asks Decode why it refuses the readings that were refused by shape alone.
func (x *Finder) ask() {
	kept := 0
	for i := range x.failures {
		f := &x.failures[i]
		if !f.asked {
			f.input.Entry = x.entry.As(f.part, x.lone[:])
			err, ok := x.try(f.record, f.input, false, false)
			if err == nil || !ok {
				continue
			}
			f.because(err)
		}
		if kept != i {
			x.failures[kept] = *f
			x.failures[kept].order = kept
		}
		kept++
	}
	x.failures = x.failures[:kept]
}

// nearest returns at most k of the readings that do not parse, farthest first; a check value that
// matches counts first. Readings that cannot be among these are not explained.
func (x *Finder) nearest(k int) []*Candidate {
	x.ask()
	best := x.near[:0]
	x.tree.Mute = true
	for {
		f := x.promising()
		if f == nil {
			break
		}
		if len(best) == k {
			if last := &best[k-1]; holds(f.held) < last.checks || holds(f.held) == last.checks && f.most < last.covered {
				break
			}
		}
		n := x.look(f)
		at, _ := slices.BinarySearchFunc(best, n, near.compare)
		best = slices.Insert(best, at, n)
		best = best[:min(len(best), k)]
	}
	x.tree.Mute, x.near = false, best
	var list []*Candidate
	for _, n := range best {
		f := n.failure
		err := f.err
		list = append(list, &Candidate{Format: f.format, Record: f.record, Part: f.part, Err: &err, tried: f.order,
			Covered: n.covered, Total: x.entry.Len(), near: n.checks > 0 || 2*n.covered >= x.entry.Len()})
	}
	return list
}

// promising returns the failure that may have got farthest among those not yet explained.
func (x *Finder) promising() (best *failure) {
	for i := range x.failures {
		f := &x.failures[i]
		if !f.looked && (best == nil || holds(f.held) > holds(best.held) || f.held == best.held && f.most > best.most) {
			best = f
		}
	}
	return best
}

func holds(held bool) int {
	if held {
		return 1
	}
	return 0
}

// near is a reading that does not parse, with how far it got.
type near struct {
	*failure
	covered, checks int
}

func (n near) compare(other near) int {
	if n.checks != other.checks || n.covered != other.covered {
		return cmp.Or(other.checks-n.checks, other.covered-n.covered)
	}
	titles := compareWords(words(n.format, n.record, n.part), words(other.format, other.record, other.part))
	return cmp.Or(titles, n.order-other.order)
}

// look explains a failure up to its error and returns how far that is.
func (x *Finder) look(f *failure) near {
	f.looked = true
	x.again(f)
	return near{f, min(covered(&x.tree), reached(&x.tree, &f.err)), checks(&x.tree)}
}

// again repeats a failed strict reading with the tree.
func (x *Finder) again(f *failure) {
	f.input.Entry = x.entry.As(f.part, x.lone[:])
	f.input.Lenient = false
	x.fields.Reset()
	Explain(f.record, f.input, &x.tree, &x.fields)
}

// explain gives its tree to a reading that does not parse.
func (x *Finder) explain(c *Candidate) {
	for i := range x.failures {
		if f := &x.failures[i]; f.order == c.tried {
			x.again(f)
			c.Tree = x.tree.Clone()
			return
		}
	}
}

// reached counts the bytes before an error: a text that is one leaf of the tree may be wrong from
// its first character on.
func reached(t *span.Tree, e *wire.Error) int {
	n := 0
	for i := range t.Sources {
		if s := &t.Sources[i]; s.Node < 0 {
			if s.Name == e.Part {
				return n + e.Offset
			}
			n += len(s.Bytes)
		}
	}
	return n
}

// covered counts the bytes of the entry's own parts that fields claim.
func covered(t *span.Tree) int {
	n := 0
	for i := range t.Sources {
		if t.Sources[i].Node < 0 {
			n += len(t.Sources[i].Bytes)
		}
	}
	for i := range t.Nodes {
		if nd := &t.Nodes[i]; nd.Field == span.Undecoded && t.Sources[nd.Src].Node < 0 {
			n -= int(nd.End - nd.Start)
		}
	}
	return n
}

// checks counts the check values that were recomputed and matched.
func checks(t *span.Tree) int {
	n := 0
	for i := range t.Nodes {
		if t.Nodes[i].Flags&span.Checked != 0 {
			n++
		}
	}
	return n
}
