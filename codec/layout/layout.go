package layout

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// Layout is a parsed line. It is immutable.
type Layout struct {
	line  string
	items []item
}

// String returns the line.
func (l *Layout) String() string { return l.line }

// kind is what an item is.
type kind uint8

const (
	literal kind = iota
	unsigned
	signed
	float
	truth
	clock  // a count of ticks since 1970
	hybrid // a hybrid logical clock
	leb    // LEB128
	zigzag
	text
	raw
	skip
	uuid
	hash
	lex
	ordered // OrderedBytes
	list
	group
)

// item is one item of a line.
type item struct {
	name  string
	kind  kind
	typ   string // as written
	label string // of the node: the name, or what replaces it
	at    int    // offset in the line

	width int    // bytes of a fixed width, or number of items of a list; -1 for none
	ticks int64  // for a clock: ticks per second
	fixed []byte // for a literal its bytes, for a text its terminator
	count *item  // the number before a text or list that gives its length
	tail  int    // for an item that extends to those after it: their size in bytes

	sorts, desc, little, optional bool

	lex   *lexicoder.Lexicoder
	ob    orderedbytes.Type
	any   bool // for OrderedBytes: every type
	check check
	items []item // for a list its element, for a group its items
}

// fixedMost stands for all larger sizes of lists in lists, so that the sizes of a line's items can be added: no key is as long.
const fixedMost = math.MaxInt32 / itemsMax

// size returns how many bytes every value of the item takes; false if that depends on the value.
func (it *item) size() (n int, ok bool) {
	if it.optional || it.kind == leb || it.kind == zigzag || it.kind == lex || it.kind == ordered || it.width < 0 {
		return 0, false
	}
	if it.kind != list && it.kind != group {
		return it.width, true
	}
	for i := range it.items {
		w, fixed := it.items[i].size()
		if !fixed {
			return 0, false
		}
		n += w
	}
	if it.kind == list {
		n = int(min(int64(n)*int64(it.width), fixedMost))
	}
	return n, true
}

// runs reports whether the item extends to the beginning of the items after it.
func (it *item) runs() bool {
	switch it.kind {
	case text, raw, list:
		return it.width < 0 && it.count == nil && it.fixed == nil
	case lex:
		_, says := it.lex.Length(nil)
		return !says
	}
	return it.kind == ordered && !it.any && it.ob == orderedbytes.BlobCopy // read to the end of the key
}

// least returns the minimum size of a value in bytes.
func (it *item) least() int {
	if n, fixed := it.size(); fixed {
		return n
	}
	return 1
}

func (l *Layout) find(name string) int {
	for i := range l.items {
		if l.items[i].name == name {
			return i
		}
	}
	return -1
}

func itoa(n int) string { return strconv.Itoa(n) }
