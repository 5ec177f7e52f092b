package parquet

import "math/bits"

// dictionary numbers the different texts of a column in a row group.
type dictionary struct {
	numbers map[string]uint32
	plain   []byte // all texts, as a page has them
	starts  []int
	last    uint32 // the number of the text before
	out     hybrid
}

func newDictionary() *dictionary { return &dictionary{numbers: map[string]uint32{}} }

func (d *dictionary) reset() {
	clear(d.numbers)
	d.plain, d.starts, d.last = d.plain[:0], d.starts[:0], 0
}

// number is that of a text, and whether it is new.
func (d *dictionary) number(text []byte) (number uint32, fresh bool) {
	if len(d.starts) > 0 && string(d.entry(d.last)[4:]) == string(text) { // rows beside each other are often of one file, one table
		return d.last, false
	}
	number, known := d.numbers[string(text)]
	if !known {
		number = uint32(len(d.starts))
		d.starts = append(d.starts, len(d.plain))
		d.plain = appendText(d.plain, text)
		d.numbers[string(text)] = number
	}
	d.last = number
	return number, !known
}

// entry is a text with its length.
func (d *dictionary) entry(number uint32) []byte {
	if next := int(number) + 1; next < len(d.starts) {
		return d.plain[d.starts[number]:d.starts[next]]
	}
	return d.plain[d.starts[number]:]
}

// append appends numbers as a page has them: how many bits they have, and they.
func (d *dictionary) append(dst []byte, numbers []uint32) []byte {
	d.out.reset(max(bits.Len(uint(max(len(d.starts), 1)-1)), 1))
	for _, number := range numbers {
		d.out.add(number, 1)
	}
	return append(append(dst, byte(d.out.width)), d.out.end()...)
}
