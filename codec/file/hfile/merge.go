package hfile

import (
	"cmp"

	"github.com/rowlens/rowlens/codec/file"
)

// merged is several sources as one, in cell order. Damage comes where its source meets it.
type merged struct {
	rows    rowOrder
	inputs  []*input // a heap: the input with the first cell or damage is at 0
	waiting []*input // inputs that have not begun
	fault   error
	moved   bool // the first input's cell was returned
}

// input is a source, with what breaks ties: the newer file comes first.
type input struct {
	source
	part   *openPart // nil for a log
	newest int64     // largest sequence number of the file
	index  int
	cell   *cell // the current cell; nil at damage
}

// step moves to the next cell or damage.
func (in *input) step() bool {
	more := in.next()
	if in.cell = nil; more {
		in.cell = in.current()
	}
	return more
}

func (m *merged) next() bool {
	if m.inputs == nil && m.waiting != nil {
		m.begin()
	} else if m.moved && len(m.inputs) > 0 {
		m.advance()
	}
	m.moved = true
	return len(m.inputs) > 0
}

// begin moves all inputs to their first cell.
func (m *merged) begin() {
	m.inputs = make([]*input, 0, len(m.waiting))
	for _, in := range m.waiting {
		if in.step() {
			m.inputs = append(m.inputs, in)
		} else if err := in.err(); err != nil {
			m.fail(err)
		}
	}
	m.waiting = nil
	for i := len(m.inputs)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
}

// fail ends the merge: whatever the other files still have would be incomplete.
func (m *merged) fail(err error) { m.fault, m.inputs = err, m.inputs[:0] }

func (m *merged) advance() {
	if in := m.inputs[0]; !in.step() {
		if err := in.err(); err != nil {
			m.fail(err)
			return
		}
		last := len(m.inputs) - 1
		m.inputs[0] = m.inputs[last]
		m.inputs = m.inputs[:last]
	}
	m.down(0)
}

// down sifts the input at i down to its place.
func (m *merged) down(i int) {
	if i >= len(m.inputs) {
		return
	}
	in := m.inputs[i]
	for {
		child := 2*i + 1
		if child >= len(m.inputs) {
			break
		}
		if other := child + 1; other < len(m.inputs) && m.less(m.inputs[other], m.inputs[child]) {
			child = other
		}
		if !m.less(m.inputs[child], in) {
			break
		}
		m.inputs[i] = m.inputs[child]
		i = child
	}
	m.inputs[i] = in
}

func (m *merged) less(a, b *input) bool {
	x, y := a.cell, b.cell
	if x == nil || y == nil {
		return x == nil && (y != nil || a.index < b.index)
	}
	if c := compareKeys(m.rows, x, y); c != 0 {
		return c < 0
	}
	if p, q := a.sequence(x), b.sequence(y); p != q {
		return p > q
	}
	if a.newest != b.newest {
		return a.newest > b.newest
	}
	if a.part != nil && b.part != nil {
		if c := a.part.beside(b.part); c != 0 {
			return c > 0
		}
	}
	return a.index < b.index
}

// beside compares two files with the same sequence number, such as those of one bulk load: the smaller one counts as
// newer, then the one that was loaded later, then the one with the larger name.
func (p *openPart) beside(o *openPart) int {
	if c := cmp.Compare(o.file.size, p.file.size); c != 0 {
		return c
	}
	if c := cmp.Compare(p.file.info.number(infoBulkLoad), o.file.info.number(infoBulkLoad)); c != 0 {
		return c
	}
	return cmp.Compare(file.Base(p.file.name), file.Base(o.file.name))
}

// sequence returns the MVCC number of a cell. Cells of a bulk load have that of their file.
func (in *input) sequence(c *cell) int64 {
	if in.part != nil && in.part.loaded {
		return in.newest
	}
	return int64(c.sequence)
}

func (m *merged) current() *cell { return m.inputs[0].cell }

func (m *merged) damaged() *file.Damage { return m.inputs[0].damaged() }

func (m *merged) err() error { return m.fault }
