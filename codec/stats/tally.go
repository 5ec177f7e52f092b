package stats

import (
	"cmp"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// Tally is a number of rows with their bytes.
type Tally struct {
	Rows                 int64
	KeyBytes, ValueBytes int64
}

// Bytes returns the bytes of keys and values.
func (t *Tally) Bytes() int64 { return t.KeyBytes + t.ValueBytes }

func (t *Tally) add(o *Tally) {
	t.Rows += o.Rows
	t.KeyBytes += o.KeyBytes
	t.ValueBytes += o.ValueBytes
}

// tallies counts rows by name, in bounded memory however many names there are. Up to a limit of
// names all counts are exact. Beyond that, counts are in a count-min sketch, where they are never
// too small, and names are those of two samples of rows: in one every row has the same chance, in
// the other every byte. All of it depends only on the rows, not on their order, so that parts of a
// dump counted separately add up to exactly what one pass would have counted. Sketches that evict
// names, such as Space-Saving, lack this property.
type tallies struct {
	size   tallySize
	exact  map[string]*named
	sketch []Tally // depth rows of size.width; nil while the counts are exact
	total  Tally

	byRows, byBytes sample

	last *named // the latest name, which often comes again
}

// tallySize limits tallies: exact names, columns of the sketch (a power of two), and rows of each sample.
type tallySize struct{ exact, width, sample int }

// depth is how many counters a name has in the sketch; the smallest of them is used.
const depth = 4

// The error of a count is at most e/width of the total with a probability of 1-e^-depth.
const eulersNumber = 2.718281828459045

func newTallies(size tallySize) *tallies {
	return &tallies{size: size, exact: map[string]*named{}, byRows: sample{max: size.sample}, byBytes: sample{max: size.sample}}
}

// add counts a row of a name; rank is a hash that only equal rows have in common.
func (t *tallies) add(name []byte, row *Tally, rank uint64) {
	t.total.add(row)
	if t.sketch == nil {
		x := t.last
		if x == nil || x.name != string(name) {
			x = t.find(name)
		}
		x.add(row)
		t.last = x
		t.draw(name, x.name, row, rank)
		if len(t.exact) > t.size.exact {
			t.spill()
		}
		return
	}
	t.count(name, row)
	t.draw(name, "", row, rank)
}

// find returns what was counted exactly for a name.
func (t *tallies) find(name []byte) *named {
	x := t.exact[string(name)]
	if x == nil {
		x = &named{name: string(name)}
		t.exact[x.name] = x
	}
	return x
}

// draw lets a row take part in the samples; text is its name if there is one already.
func (t *tallies) draw(name []byte, text string, row *Tally, rank uint64) {
	rows, n := float64(rank), row.Bytes()
	bytes := rows / float64(max(n, 1))
	byRows, byBytes := t.byRows.wants(rows), n > 0 && t.byBytes.wants(bytes)
	if !byRows && !byBytes {
		return
	}
	if text == "" {
		text = string(name)
	}
	if byRows {
		t.byRows.put(drawn{rows, text})
	}
	if byBytes {
		t.byBytes.put(drawn{bytes, text})
	}
}

// count adds to the sketch.
func (t *tallies) count(name []byte, row *Tally) {
	at := places(xxhash.Sum64(name))
	for i := range depth {
		t.sketch[i*t.size.width+int(at[i])&(t.size.width-1)].add(row)
	}
}

// places returns the columns of a name: four numbers of 32 bits that are practically independent.
func places(hash uint64) (at [depth]uint32) {
	first, step := uint32(hash), uint32(hash>>32)|1
	for i := range at {
		at[i] = first >> 8
		first += step
	}
	return at
}

func (t *tallies) spill() {
	t.sketch = make([]Tally, depth*t.size.width)
	for name, x := range t.exact {
		t.count([]byte(name), &x.Tally)
	}
	t.exact, t.last = nil, nil
}

// merge adds what another tallies with the same size counted.
func (t *tallies) merge(o *tallies) {
	t.total.add(&o.total)
	t.byRows.merge(&o.byRows)
	t.byBytes.merge(&o.byBytes)
	if o.sketch != nil && t.sketch == nil {
		t.spill()
	}
	for i := range o.sketch {
		t.sketch[i].add(&o.sketch[i])
	}
	for name, x := range o.exact {
		if t.sketch != nil {
			t.count([]byte(name), &x.Tally)
			continue
		}
		t.find([]byte(name)).add(&x.Tally)
		if len(t.exact) > t.size.exact {
			t.spill()
		}
	}
}

// named is a name with its count.
type named struct {
	name string
	Tally
}

// all returns all names, or those of the samples, in no order, and the largest likely errors of
// their rows and bytes, which are 0 if the counts are exact.
func (t *tallies) all() (list []named, rows, bytes int64) {
	if t.sketch == nil {
		for _, x := range t.exact {
			list = append(list, *x)
		}
		return list, 0, 0
	}
	seen := map[string]bool{}
	for _, s := range [...]*sample{&t.byRows, &t.byBytes} {
		for _, x := range s.heap {
			if !seen[x.name] {
				seen[x.name] = true
				list = append(list, named{x.name, t.estimate(x.name)})
			}
		}
	}
	share := eulersNumber / float64(t.size.width)
	return list, int64(share*float64(t.total.Rows)) + 1, int64(share*float64(t.total.Bytes())) + 1
}

// estimate returns the count of a name in the sketch: the smallest of its counters.
func (t *tallies) estimate(name string) (n Tally) {
	at := places(xxhash.Sum64String(name))
	for i := range depth {
		c := &t.sketch[i*t.size.width+int(at[i])&(t.size.width-1)]
		if i == 0 {
			n = *c
			continue
		}
		n.Rows, n.KeyBytes, n.ValueBytes = min(n.Rows, c.Rows), min(n.KeyBytes, c.KeyBytes), min(n.ValueBytes, c.ValueBytes)
	}
	return n
}

// sorted returns all names by the number of their rows, most first, and then by name.
func (t *tallies) sorted() []named {
	list, _, _ := t.all()
	sorting.Func(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), strings.Compare(a.name, b.name))
	})
	return list
}

// drawn is a row in a sample.
type drawn struct {
	rank float64
	name string
}

func (a drawn) compare(b drawn) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.name, b.name))
}

// sample holds the rows with the smallest ranks, the largest of these on top. Equal rows have equal
// ranks and count as one.
type sample struct {
	max  int
	heap []drawn
	have map[drawn]struct{}
}

// wants reports whether a row with that rank may be in the sample.
func (s *sample) wants(rank float64) bool { return len(s.heap) < s.max || rank <= s.heap[0].rank }

func (s *sample) put(x drawn) {
	if len(s.heap) == s.max && x.compare(s.heap[0]) >= 0 {
		return
	}
	if _, again := s.have[x]; again {
		return
	}
	if s.have == nil {
		s.have = map[drawn]struct{}{}
	}
	s.have[x] = struct{}{}
	if len(s.heap) < s.max {
		s.heap = append(s.heap, x)
		s.up()
		return
	}
	delete(s.have, s.heap[0])
	s.heap[0] = x
	s.down()
}

// up restores the heap after the last item was added, down after the first one was replaced.
func (s *sample) up() {
	for i := len(s.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if s.heap[i].compare(s.heap[parent]) <= 0 {
			return
		}
		s.heap[i], s.heap[parent] = s.heap[parent], s.heap[i]
		i = parent
	}
}

func (s *sample) down() {
	for i := 0; ; {
		great := i
		for _, kid := range [...]int{2*i + 1, 2*i + 2} {
			if kid < len(s.heap) && s.heap[kid].compare(s.heap[great]) > 0 {
				great = kid
			}
		}
		if great == i {
			return
		}
		s.heap[i], s.heap[great] = s.heap[great], s.heap[i]
		i = great
	}
}

func (s *sample) merge(o *sample) {
	for _, x := range o.heap {
		s.put(x)
	}
}
