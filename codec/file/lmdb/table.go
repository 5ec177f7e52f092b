package lmdb

import (
	"bytes"
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func newReader(b []byte) wire.Reader { return wire.NewReader(b, nil) }

// describe returns what a database's record says, and the first and last key.
func (p *source) describe(d *record) file.Table {
	pages := number64(d.branch) + number64(d.leaf) + number64(d.overflow)
	w := walker{source: p, seen: p.newSeen(), leaf2: false}
	first := bytes.Clone(w.edge(d.root, false))
	w.seen = p.newSeen()
	t := file.Table{
		Comparator: comparator(d.flags),
		Bytewise:   d.flags&(reverseKey|integerKey) == 0,
		Files:      1,
		Entries:    number64(d.entries),
		Bytes:      pages * int64(p.size),
		First:      first,
		Last:       bytes.Clone(w.edge(d.root, true)),
		Properties: []file.Property{
			{Name: "flags", Value: flagWords(d.flags)},
			{Name: "depth", Value: strconv.Itoa(int(d.depth))},
			{Name: "branch pages", Value: dec(d.branch)},
			{Name: "leaf pages", Value: dec(d.leaf)},
			{Name: "overflow pages", Value: dec(d.overflow)},
		},
	}
	return t
}

// number64 keeps a count from a hostile record within bounds.
func number64(n uint64) int64 { return int64(min(n, math.MaxInt32*65536)) }

// comparator names the order of a database's keys. Its flags give the order of the values of one key.
func comparator(flags uint16) string {
	switch {
	case flags&reverseKey != 0:
		return "reverse"
	case flags&integerKey != 0:
		return "integer"
	}
	return "bytewise"
}

// properties returns what a meta page says about the whole file.
func (m *meta) properties() []file.Property {
	order := "little-endian"
	if m.big {
		order = "big-endian"
	}
	return []file.Property{
		{Name: "data version", Value: dec(uint64(m.version))},
		{Name: "word size", Value: strconv.Itoa(m.wordSize())},
		{Name: "byte order", Value: order},
		{Name: "page size", Value: strconv.Itoa(m.size)},
		{Name: "last page", Value: dec(m.last)},
		{Name: "map size", Value: dec(m.mapSize)},
		{Name: "transaction", Value: dec(m.txn)},
	}
}

// text returns a name for people: in hex if it is not text.
func text(name []byte) string {
	if len(name) == 0 || !utf8.Valid(name) {
		return "0x" + string(value.AppendHex(nil, name))
	}
	for _, r := range string(name) {
		if !unicode.IsPrint(r) {
			return "0x" + string(value.AppendHex(nil, name))
		}
	}
	return string(name)
}
