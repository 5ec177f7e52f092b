//go:build wasip1

package main

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// A block is some rows as read by the scanner, in one run of bytes that the host stores wherever
// it likes and passes back to work with the rows. All numbers in the head are little-endian.
//
//	0    4            4+2n        4+6n+4
//	+----+------------+-----------+------+
//	| n 4| kinds 2 n  | ends 4 n  | rows |
//	+----+------------+-----------+------+
//	kinds  what each row is (see kindOf); 0 for one that does not decode
//	ends   where each row ends, relative to the start of rows
//
// A row is a byte of flags, its line or offset, and for an entry: the number of parts, each with
// the number of its name and its bytes, then the texts that its flags announce. Numbers are
// uvarints; bytes and texts are preceded by their length.
const (
	blockRows  = 1000
	blockBytes = 256 << 10
)

const (
	hasTimestamp = 1 << iota
	hasRare      // deleted, table, column family, note
	isBad        // only a message: why the text could not be read
	isIncrement
	isInside  // file, group, at, level and sequence: it comes from a store's file
	isDamaged // for a bad row: damage instead of a message
)

// partNames are the names that have numbers. Any other name is written out after otherName.
var partNames = [...]string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Value, store.Bytes}

const otherName = len(partNames)

// packer collects the rows of a block.
type packer struct {
	kinds []uint16
	ends  []uint32
	rows  []byte
}

func (p *packer) reset() { p.kinds, p.ends, p.rows = p.kinds[:0], p.ends[:0], p.rows[:0] }

func (p *packer) count() int { return len(p.ends) }

func (p *packer) full() bool { return len(p.ends) >= blockRows || len(p.rows) >= blockBytes }

// add copies an entry, because the scanner reuses its memory.
func (p *packer) add(e *store.Entry, d dump.Detail, kind uint16) {
	note := ""
	if !d.Exact {
		note = d.Note
	}
	flags := byte(0)
	if e.Timestamp != "" {
		flags |= hasTimestamp
	}
	if e.Increment {
		flags |= isIncrement
	}
	if e.Source.Inside {
		flags |= isInside
	}
	rare := [...]string{e.Deleted, e.Source.Table, e.Source.CF, note}
	if rare != [len(rare)]string{} {
		flags |= hasRare
	}
	b := binary.AppendVarint(append(p.rows, flags), e.Source.Place())
	b = binary.AppendUvarint(b, uint64(len(e.Parts)))
	for i := range e.Parts {
		b = appendName(b, e.Parts[i].Name)
		b = append(binary.AppendUvarint(b, uint64(len(e.Parts[i].Bytes))), e.Parts[i].Bytes...)
	}
	if flags&hasTimestamp != 0 {
		b = appendText(b, e.Timestamp)
	}
	if flags&hasRare != 0 {
		for _, text := range rare {
			b = appendText(b, text)
		}
	}
	if flags&isInside != 0 {
		b = appendText(appendText(b, e.Source.File), e.Source.Group)
		b = binary.AppendVarint(binary.AppendUvarint(b, uint64(e.Source.At)), int64(e.Source.Level))
		b = binary.AppendUvarint(b, e.Source.Sequence)
	}
	p.end(b, kind)
}

func (p *packer) addBad(bad *dump.Error) {
	where := bad.Source("")
	p.end(appendText(binary.AppendVarint(append(p.rows, isBad), where.Place()), bad.Error()), 0)
}

func (p *packer) end(rows []byte, kind uint16) {
	p.rows = rows
	p.kinds = append(p.kinds, kind)
	p.ends = append(p.ends, uint32(len(rows)))
}

func appendName(b []byte, name string) []byte {
	for i := range partNames {
		if partNames[i] == name {
			return append(b, byte(i))
		}
	}
	return appendText(append(b, byte(otherName)), name)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendNumber(b []byte, n int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(n)) }

// appendTo appends the block.
func (p *packer) appendTo(dst []byte) []byte {
	dst = appendNumber(dst, len(p.ends))
	for _, kind := range p.kinds {
		dst = binary.LittleEndian.AppendUint16(dst, kind)
	}
	for _, end := range p.ends {
		dst = appendNumber(dst, int(end))
	}
	return append(dst, p.rows...)
}

// block reads the rows of a block. Its results alias the block's bytes.
type block struct {
	count             int
	kinds, ends, rows []byte
}

// openBlock reads the head of text and reports whether it is a block. The zero block has no rows.
func openBlock(text []byte) (b block, ok bool) {
	if len(text) < 4 {
		return b, false
	}
	said := binary.LittleEndian.Uint32(text)
	if said > uint32(len(text)-4)/6 {
		return b, false
	}
	n := int(said)
	return block{n, text[4 : 4+2*n], text[4+2*n : 4+6*n], text[4+6*n:]}, true
}

func (b *block) kind(i int) int { return int(binary.LittleEndian.Uint16(b.kinds[2*i:])) }

func (b *block) end(i int) int {
	return int(min(binary.LittleEndian.Uint32(b.ends[4*i:]), math.MaxInt32))
}

// row reads row i into r and its entry.
func (b *block) row(i int, r *stream.Row) bool {
	if i < 0 || i >= b.count {
		return false
	}
	from, end := 0, b.end(i)
	if i > 0 {
		from = b.end(i - 1)
	}
	if from >= end || end > len(b.rows) {
		return false
	}
	flags, u := b.rows[from], unpacker{b: b.rows[from+1 : end]}
	e := r.Entry
	e.Reset()
	r.Note, r.Bad = "", nil
	e.Source.SetPlace(u.place())
	switch {
	case flags&isDamaged != 0:
		r.Bad = u.damage(e)
		return u.ok()
	case flags&isBad != 0:
		r.Bad = errors.New(u.text())
		return u.ok()
	}
	for n := u.number(); n > 0 && u.ok(); n-- {
		name := u.name()
		e.Add(name, u.bytes())
	}
	e.Increment = flags&isIncrement != 0
	if flags&hasTimestamp != 0 {
		e.Timestamp = u.text()
	}
	if flags&hasRare != 0 {
		e.Deleted, e.Source.Table, e.Source.CF, r.Note = u.text(), u.text(), u.text(), u.text()
	}
	if flags&isInside != 0 {
		s := &e.Source
		s.Inside, s.File, s.Group = true, u.text(), u.text()
		s.At, s.Level, s.Sequence = u.number(), u.level(), u.wide()
	}
	return u.ok()
}

// unpacker reads what packer wrote. A host may pass any bytes.
type unpacker struct {
	b      []byte
	broken bool
}

func (u *unpacker) ok() bool { return !u.broken }

func (u *unpacker) number() int {
	n := u.wide()
	if n > inputMax {
		u.broken = true
		return 0
	}
	return int(n)
}

func (u *unpacker) wide() uint64 {
	n, size := binary.Uvarint(u.b)
	if size <= 0 {
		u.broken = true
		return 0
	}
	u.b = u.b[size:]
	return n
}

func (u *unpacker) level() int {
	n := u.place()
	u.broken = u.broken || int64(int32(n)) != n
	return int(n)
}

// place returns the line or offset, as in store.Source.Place.
func (u *unpacker) place() int64 {
	n, size := binary.Varint(u.b)
	if size <= 0 {
		u.broken = true
		return 0
	}
	u.b = u.b[size:]
	return n
}

func (u *unpacker) bytes() []byte {
	n := u.number()
	if n > len(u.b) {
		u.broken = true
		return nil
	}
	b := u.b[:n:n]
	u.b = u.b[n:]
	return b
}

func (u *unpacker) name() string {
	n := u.number()
	if n < otherName {
		return partNames[n]
	}
	return u.text()
}

// text returns a text that aliases the block, like everything in a row.
func (u *unpacker) text() string {
	b := u.bytes()
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// kindOf returns the number of a record kind; those of all formats are numbered from 1.
func kindOf(f *format.Format, r *format.Record) uint16 {
	n := 1
	for _, g := range codec.Formats() {
		if g != f {
			n += g.Kinds()
			continue
		}
		for i := range g.Kinds() {
			if g.Kind(i) == r {
				return uint16(n + i)
			}
		}
	}
	return 0
}

// recordOf returns the record kind with a number; nil for 0, the number of rows that do not decode.
func recordOf(kind int) (*format.Format, *format.Record) {
	n := 1
	for _, f := range codec.Formats() {
		if kind >= n && kind < n+f.Kinds() {
			return f, f.Kind(kind - n)
		}
		n += f.Kinds()
	}
	return nil, nil
}
