package typed

import "slices"

// Batch is some records as columns. Nulls take no memory in it.
type Batch struct {
	Schema *Schema
	Rows   int
	Leaves []Vector
	Groups [][]int32 // for each struct, the rows in which it is not null
	Size   int       // approximate bytes of all values
}

// Vector holds the non-null values of one column.
type Vector struct {
	Rows []int32
	Nums []uint64 // numbers and truth values
	Text []byte   // all other values, one after another
	Ends []int
}

// NewBatch returns an empty batch.
func NewBatch(s *Schema) *Batch {
	return &Batch{Schema: s, Leaves: make([]Vector, len(s.Leaves)), Groups: make([][]int32, len(s.Groups))}
}

// Len returns the number of records.
func (b *Batch) Len() int { return b.Rows }

// keepBytes is how much of a batch's memory is kept for the next rows.
const keepBytes = 4 << 20

// Reset removes all records.
func (b *Batch) Reset() {
	if b.Size > keepBytes {
		*b = *NewBatch(b.Schema)
		return
	}
	for i := range b.Leaves {
		v := &b.Leaves[i]
		*v = Vector{v.Rows[:0], v.Nums[:0], v.Text[:0], v.Ends[:0]}
	}
	for i := range b.Groups {
		b.Groups[i] = b.Groups[i][:0]
	}
	b.Rows, b.Size = 0, 0
}

// Copy returns a batch of one of the records.
func (b *Batch) Copy(row int) *Batch {
	out := NewBatch(b.Schema)
	out.Rows = 1
	for i := range b.Leaves {
		v, to := &b.Leaves[i], &out.Leaves[i]
		k, there := v.find(row)
		switch {
		case !there:
		case v.Ends == nil:
			to.Rows, to.Nums = []int32{0}, []uint64{v.Nums[k]}
			out.Size += 8
		default:
			text := v.At(k)
			to.Rows, to.Text, to.Ends = []int32{0}, append([]byte(nil), text...), []int{len(text)}
			out.Size += len(text) + 8
		}
	}
	for i, list := range b.Groups {
		if _, there := slices.BinarySearch(list, int32(row)); there {
			out.Groups[i] = []int32{0}
		}
	}
	return out
}

func (v *Vector) find(row int) (int, bool) { return slices.BinarySearch(v.Rows, int32(row)) }

// At returns the text of a value.
func (v *Vector) At(k int) []byte {
	from := 0
	if k > 0 {
		from = v.Ends[k-1]
	}
	return v.Text[from:v.Ends[k]]
}

// First returns how many of the values are in the first n rows.
func (v *Vector) First(n int) int {
	k := len(v.Rows)
	for k > 0 && int(v.Rows[k-1]) >= n {
		k--
	}
	return k
}

// fresh reports whether the row being filled has no value yet.
func (v *Vector) fresh(row int) bool {
	return len(v.Rows) == 0 || int(v.Rows[len(v.Rows)-1]) < row
}

func (b *Batch) addNum(c *Column, num uint64) {
	v := &b.Leaves[c.Leaf]
	v.Rows, v.Nums = append(v.Rows, int32(b.Rows)), append(v.Nums, num)
	b.Size += 8
}

func (b *Batch) addText(c *Column, text []byte) {
	v := &b.Leaves[c.Leaf]
	v.Rows, v.Text = append(v.Rows, int32(b.Rows)), append(v.Text, text...)
	v.Ends = append(v.Ends, len(v.Text))
	b.Size += len(text) + 8
}

// Levels gives, for each struct, how many of the structs from the outermost to it are not null in a row. It is
// empty if the struct is null in all rows.
type Levels struct {
	Of [][]uint8
	by [][]uint8 // memory for them
}

// Set processes the first n rows of a batch.
func (l *Levels) Set(b *Batch, n int) {
	if l.by == nil {
		l.Of, l.by = make([][]uint8, len(b.Groups)), make([][]uint8, len(b.Groups))
	}
	for i, c := range b.Schema.Groups {
		l.Of[i] = nil
		if len(b.Groups[i]) == 0 || int(b.Groups[i][0]) >= n {
			if c.Around >= 0 {
				l.Of[i] = l.Of[c.Around]
			}
			continue
		}
		list := l.by[i][:0]
		if c.Around >= 0 && l.Of[c.Around] != nil {
			list = append(list, l.Of[c.Around]...)
		} else {
			list = slices.Grow(list, n)[:n]
			clear(list)
		}
		for _, row := range b.Groups[i] {
			if int(row) < n {
				list[row] = uint8(c.Depth + 1)
			}
		}
		l.Of[i], l.by[i] = list, list
	}
}

// Around returns the levels of the struct around a column; nil if there is none, or if it is null in all rows.
func (l *Levels) Around(c *Column) []uint8 {
	if c.Around < 0 {
		return nil
	}
	return l.Of[c.Around]
}
