package segments

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The function table of a Go program (runtime/symtab.go of Go 1.20 to 1.26), little-endian. Its header:
//
//	0   u32  magic f1 ff ff ff
//	4        00 00 01 08: padding, the size of an instruction, the size of a pointer
//	8   u64  number of functions n
//	16  u64  number of files
//	24  u64  unused
//	32  u64  where names begin; this and the next four count from the header
//	40  u64  where the files of units begin (u32 each)
//	48  u64  where the files' names begin
//	56  u64  where tables of values by address begin
//	64  u64  where functions begin: n pairs of u32, entry and offset of the function's record, and the last entry
//
// Offsets in a record count from its start:
//
//	0   u32  entry
//	4   u32  name
//	16  u32  table of stack depths        kept, like every table of values that this and pcdata refer to
//	20  u32  table of files               dropped
//	24  u32  table of lines               dropped
//	28  u32  number of pcdata
//	32  u32  offset of the unit's files   dropped
//	36  u32  line of the function         dropped
//	43  u8   number of funcdata
//	44  u32  of each pcdata: its table; unsafe points, stack maps, inlining, live arguments
//
// A missing table has number 0; the runtime then says "?" and line 0.
const (
	tableHeader = 72
	recordLen   = 44
)

var tableMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// The pcdata that WebAssembly does not use: where a signal may interrupt, and which arguments a trace can print.
const (
	unsafePoints  = 0
	liveArguments = 3
)

var errNoTable = errors.New("expected the function table of Go 1.20 to 1.26 in the data")

// table is the function table in a program's memory.
type table struct {
	b           []byte // from the header on
	n           uint64 // number of functions
	cu, files   uint64
	values, fns uint64
}

// dropLines zeroes what only says in which file and line a function is. The garbage collector and the growth of stacks
// need the rest. Traces then still have function names; a build of the same sources without this step has the lines,
// too.
func dropLines(memory []byte) error {
	t, ok := findTable(memory)
	if !ok {
		return errNoTable
	}
	used := make([]bool, t.fns-t.values)
	for i := range t.n {
		record, ok := t.record(i)
		if !ok || !t.strip(record, used) {
			return errNoTable
		}
	}
	for i, keep := range used {
		if !keep {
			t.b[t.values+uint64(i)] = 0
		}
	}
	clear(t.b[t.cu:t.values])
	return nil
}

func findTable(memory []byte) (table, bool) {
	for rest := memory; ; rest = rest[len(tableMagic):] {
		at := bytes.Index(rest, tableMagic)
		if at < 0 || len(rest)-at < tableHeader {
			return table{}, false
		}
		rest = rest[at:]
		word := func(i int) uint64 { return binary.LittleEndian.Uint64(rest[i:]) }
		t := table{rest, word(8), word(40), word(48), word(56), word(64)}
		size := uint64(len(rest))
		ordered := tableHeader <= word(32) && word(32) <= t.cu && t.cu <= t.files && t.files <= t.values && t.values < t.fns && t.fns < size
		if ordered && 0 < t.n && t.n < (size-t.fns)/8 {
			return t, true
		}
	}
}

// record returns the record of a function, with everything that follows it.
func (t *table) record(i uint64) ([]byte, bool) {
	list := t.b[t.fns:]
	at := binary.LittleEndian.Uint32(list[8*i+4:])
	if uint64(at)+recordLen > uint64(len(list)) {
		return nil, false
	}
	record := list[at:]
	count := binary.LittleEndian.Uint32(record[28:])
	return record, uint64(count) <= uint64(len(record)-recordLen)/4 &&
		binary.LittleEndian.Uint32(record) == binary.LittleEndian.Uint32(list[8*i:])
}

// strip zeroes the numbers in a record that refer to a file or a line, and marks the values that it still uses.
func (t *table) strip(record []byte, used []bool) bool {
	clear(record[20:28])
	clear(record[32:40])
	ok := t.mark(record[16:], used)
	for i := range binary.LittleEndian.Uint32(record[28:]) {
		number := record[recordLen+4*i:][:4]
		if i == unsafePoints || i == liveArguments {
			clear(number)
		}
		ok = ok && t.mark(number, used)
	}
	return ok
}

// mark marks the bytes of a table of values: pairs of a change of the value (signed, and not 0 except in the first
// pair) and how far it applies, up to a change of 0.
func (t *table) mark(number []byte, used []bool) bool {
	start := uint64(binary.LittleEndian.Uint32(number))
	if start == 0 {
		return true
	}
	if start >= uint64(len(used)) {
		return false
	}
	r := reader{b: t.b[t.values+start : t.fns]}
	for first := true; ; first = false {
		if r.uvarint() == 0 && !first || r.failed {
			break
		}
		r.uvarint()
	}
	if r.failed {
		return false
	}
	for i := start; i < uint64(len(used)-len(r.b)); i++ {
		used[i] = true
	}
	return true
}
