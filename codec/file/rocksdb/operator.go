package rocksdb

import (
	"encoding/binary"
	"slices"
	"strings"
)

// operator says how the operands of a merge become a value.
type operator struct {
	name  string // as named by the files; "" if no file names it
	kind  operatorKind
	delim []byte

	assumed bool // no file has the delimiter
}

type operatorKind uint8

const (
	operatorUnknown operatorKind = iota // base and operands are shown unmerged
	operatorAppend                      // base and operands, joined by a delimiter
	operatorAdd                         // the sum of 8-byte little-endian numbers
	operatorGuess                       // no file names it: numbers are added, everything else is appended
)

// operatorOf knows RocksDB's built-in operators, by class name and by their names in options.
func operatorOf(name, delimiter string) operator {
	o := operator{name: name, delim: []byte(delimiter)}
	base := name
	if i := strings.LastIndexByte(base, '.'); i >= 0 {
		base = base[i+1:]
	}
	switch strings.ToLower(base) {
	case "":
		o.kind = operatorGuess
	case "stringappendoperator", "stringappendtestoperator", "stringappend", "stringappendtest":
		o.kind = operatorAppend
	case "uint64addoperator", "uint64add":
		o.kind = operatorAdd
	}
	return o
}

// assumedOperator is an operator whose delimiter no file has: a comma is the most usual one.
func assumedOperator(name string) operator {
	o := operatorOf(name, ",")
	o.assumed = true
	return o
}

// operands are the operands of one key, newest first, as the entries come.
type operands struct {
	memory []byte
	ends   []int
	places []operandPlace
}

// operandPlace is where an operand is stored.
type operandPlace struct {
	file     string
	level    int
	block    int64
	at       int
	sequence uint64
}

func (o *operands) reset() {
	o.memory, o.ends, o.places = o.memory[:0], o.ends[:0], o.places[:0]
}

func (o *operands) add(b []byte, place operandPlace) {
	o.memory = append(o.memory, b...)
	o.ends, o.places = append(o.ends, len(o.memory)), append(o.places, place)
}

func (o *operands) at(i int) []byte {
	from := 0
	if i > 0 {
		from = o.ends[i-1]
	}
	return o.memory[from:o.ends[i]]
}

// settle chooses an operator if no file names it. Operands are added if they are numbers of 8
// bytes that contain a 00, which text does not.
func (o operator) settle(base []byte, hasBase bool, all *operands) operatorKind {
	if o.kind != operatorGuess {
		return o.kind
	}
	number := func(b []byte) bool { return len(b) == 8 && slices.Contains(b, 0) }
	if hasBase && !number(base) {
		return operatorAppend
	}
	for i := range all.ends {
		if !number(all.at(i)) {
			return operatorAppend
		}
	}
	return operatorAdd
}

// apply appends the value to dst. The operator must be known.
func (o operator) apply(dst, base []byte, hasBase bool, all *operands) []byte {
	if o.settle(base, hasBase, all) == operatorAdd {
		sum := uint64(0)
		if hasBase && len(base) == 8 {
			sum = binary.LittleEndian.Uint64(base)
		}
		for i := range all.ends {
			if b := all.at(i); len(b) == 8 {
				sum += binary.LittleEndian.Uint64(b)
			}
		}
		return binary.LittleEndian.AppendUint64(dst, sum)
	}
	if hasBase {
		dst = append(dst, base...)
	}
	for i := len(all.ends) - 1; i >= 0; i-- {
		if hasBase || i < len(all.ends)-1 {
			dst = append(dst, o.delim...)
		}
		dst = append(dst, all.at(i)...)
	}
	return dst
}
