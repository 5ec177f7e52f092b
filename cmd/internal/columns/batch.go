package columns

import (
	"slices"

	"github.com/rowlens/rowlens/cmd/internal/rows"
)

// Batch is some records as columns. What is null takes no memory in it.
type Batch struct {
	schema *Schema
	rows   int
	leaves []vector
	groups [][]int32 // of each struct: the rows in which it is not null
	size   int       // about how many bytes the values have
}

// vector is what is not null of one column.
type vector struct {
	rows []int32
	nums []uint64 // numbers and truth values
	text []byte   // anything else, one after the other
	ends []int
}

func newBatch(s *Schema) *Batch {
	return &Batch{schema: s, leaves: make([]vector, len(s.leaves)), groups: make([][]int32, len(s.groups))}
}

// Len is how many records there are.
func (b *Batch) Len() int { return b.rows }

// keepBytes is how much memory of a batch is kept for the next rows.
const keepBytes = 4 << 20

// Reset removes all records.
func (b *Batch) Reset() {
	if b.size > keepBytes {
		*b = *newBatch(b.schema)
		return
	}
	for i := range b.leaves {
		v := &b.leaves[i]
		*v = vector{v.rows[:0], v.nums[:0], v.text[:0], v.ends[:0]}
	}
	for i := range b.groups {
		b.groups[i] = b.groups[i][:0]
	}
	b.rows, b.size = 0, 0
}

// Copy is a batch of one of the records.
func (b *Batch) Copy(row int) rows.Table {
	out := newBatch(b.schema)
	out.rows = 1
	for i := range b.leaves {
		v, to := &b.leaves[i], &out.leaves[i]
		k, there := v.find(row)
		switch {
		case !there:
		case v.ends == nil:
			to.rows, to.nums = []int32{0}, []uint64{v.nums[k]}
			out.size += 8
		default:
			text := v.at(k)
			to.rows, to.text, to.ends = []int32{0}, append([]byte(nil), text...), []int{len(text)}
			out.size += len(text) + 8
		}
	}
	for i, list := range b.groups {
		if _, there := slices.BinarySearch(list, int32(row)); there {
			out.groups[i] = []int32{0}
		}
	}
	return out
}

func (v *vector) find(row int) (int, bool) { return slices.BinarySearch(v.rows, int32(row)) }

// at is the text of a value.
func (v *vector) at(k int) []byte {
	from := 0
	if k > 0 {
		from = v.ends[k-1]
	}
	return v.text[from:v.ends[k]]
}

// first is how many of the values are in the first n rows.
func (v *vector) first(n int) int {
	k := len(v.rows)
	for k > 0 && int(v.rows[k-1]) >= n {
		k--
	}
	return k
}

// fresh reports whether the row that is being filled has no value yet.
func (v *vector) fresh(row int) bool {
	return len(v.rows) == 0 || int(v.rows[len(v.rows)-1]) < row
}

func (b *Batch) addNum(c *Column, num uint64) {
	v := &b.leaves[c.leaf]
	v.rows, v.nums = append(v.rows, int32(b.rows)), append(v.nums, num)
	b.size += 8
}

func (b *Batch) addText(c *Column, text []byte) {
	v := &b.leaves[c.leaf]
	v.rows, v.text = append(v.rows, int32(b.rows)), append(v.text, text...)
	v.ends = append(v.ends, len(v.text))
	b.size += len(text) + 8
}

// levels says of each struct how many of the structs from the outside to it are not null in a row, or nothing if
// none is in any row.
type levels struct {
	of [][]uint8
	by [][]uint8 // their memory
}

func (l *levels) set(b *Batch, n int) {
	if l.by == nil {
		l.of, l.by = make([][]uint8, len(b.groups)), make([][]uint8, len(b.groups))
	}
	for i, c := range b.schema.groups {
		l.of[i] = nil
		if len(b.groups[i]) == 0 || int(b.groups[i][0]) >= n {
			if c.around >= 0 {
				l.of[i] = l.of[c.around]
			}
			continue
		}
		list := l.by[i][:0]
		if c.around >= 0 && l.of[c.around] != nil {
			list = append(list, l.of[c.around]...)
		} else {
			list = slices.Grow(list, n)[:n]
			clear(list)
		}
		for _, row := range b.groups[i] {
			if int(row) < n {
				list[row] = uint8(c.depth + 1)
			}
		}
		l.of[i], l.by[i] = list, list
	}
}

// around is the levels of the struct around a column; nil if it is in none, or that is null in all rows.
func (l *levels) around(c *Column) []uint8 {
	if c.around < 0 {
		return nil
	}
	return l.of[c.around]
}
