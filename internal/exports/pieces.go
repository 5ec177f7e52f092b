package exports

import (
	"math"

	"github.com/rowlens/rowlens/codec/store"
)

// pieceMemory is the memory for pieces, which a call keeps.
type pieceMemory [PartsMax][]byte

func (m *pieceMemory) shrink() {
	for i := range m {
		if cap(m[i]) > keepMax {
			m[i] = nil
		}
	}
}

// pieces collects the parts of encoded rows: all rows of one part, then all rows of the next.
type pieces struct {
	starts, codes []int32
	out           []byte
	rows          int
	count         int      // number of parts
	parts         [][]byte // for each part, the bytes of all rows
	size          int64    // total size
}

func newPieces(starts, codes []int32, out []byte, rows, parts int) *pieces {
	return &pieces{starts: starts, codes: codes, out: out, rows: rows, count: parts}
}

// begin takes the memory for collecting the parts.
func (p *pieces) begin(m *pieceMemory) {
	p.parts = m[:p.count]
	for i := range p.parts {
		p.parts[i] = p.parts[i][:0]
		p.starts[i*(p.rows+1)] = 0
	}
}

// add appends the parts of the next row, all of which must be present.
func (p *pieces) add(row int, names []string, e *store.Entry) {
	for i, name := range names {
		b, _ := e.Part(name)
		p.parts[i] = append(p.parts[i], b...)
		p.size += int64(len(b))
		p.starts[i*(p.rows+1)+row+1] = int32(min(len(p.parts[i]), math.MaxInt32))
	}
	if p.codes != nil {
		p.codes[row] = int32(OK)
	}
}

// fail is add for a row that failed.
func (p *pieces) fail(row int, code Code) {
	for i := range p.parts {
		at := i*(p.rows+1) + row
		p.starts[at+1] = p.starts[at]
	}
	p.codes[row] = int32(code)
}

// end copies the parts to the caller if they fit, and returns their size.
func (p *pieces) end(e *Error) int64 {
	from := 0
	for i, part := range p.parts {
		if p.size <= int64(len(p.out)) {
			copy(p.out[from:], part)
		}
		for k := i * (p.rows + 1); from > 0 && k < (i+1)*(p.rows+1); k++ {
			p.starts[k] += int32(from)
		}
		from += len(part)
	}
	*e = Error{}
	return p.size
}
