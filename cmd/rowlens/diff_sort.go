package main

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
)

// sort reads all rows into the sorter. The key of a record is the row's key, version and value; the payload is the
// rest of the row.
func (s *diffSide) sort(keys diff.Keys) error {
	if s.set == nil {
		in, err := s.openText()
		if err != nil {
			return err
		}
		return s.sortEntries(keys, in)
	}
	for _, t := range s.tables {
		in := s.openTable(t)
		if err := s.sortEntries(keys, in); err != nil {
			return err
		}
	}
	return nil
}

func (s *diffSide) sortEntries(keys diff.Keys, in *diffEntries) error {
	var key, payload []byte
	for {
		e, table, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if s.set == nil {
			s.addName(table)
		}
		key = keys.Append(key[:0], table, e)
		payload = binary.AppendUvarint(payload[:0], uint64(len(key)))
		payload = appendRow(payload, e)
		if err := s.sorter.Add(diff.AppendTail(key, e), payload); err != nil {
			return sortingError(err)
		}
	}
}

// rowParts are the names of parts that are stored as an index. Other names are stored as text after the index 0.
var rowParts = [...]string{
	"", store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Bytes, diff.Columns, diff.Tags, store.Value,
}

const valuePart = len(rowParts) - 1

// appendRow appends a row without its value, which is at the end of its key.
func appendRow(dst []byte, e *store.Entry) []byte {
	increment := byte(0)
	if e.Increment {
		increment = 1
	}
	dst = append(dst, increment)
	for _, text := range [...]string{e.Timestamp, e.Deleted, e.Source.Table, e.Source.CF} {
		dst = append(binary.AppendUvarint(dst, uint64(len(text))), text...)
	}
	dst = binary.AppendUvarint(dst, e.Source.Sequence)
	first := true
	for _, p := range e.Parts {
		at := 0
		for i := 1; i < len(rowParts); i++ {
			if rowParts[i] == p.Name {
				at = i
			}
		}
		if at == valuePart && !first {
			at = 0 // no entry of a dump has two values, but one of a text may
		}
		dst = append(dst, byte(at))
		if at == 0 {
			dst = append(binary.AppendUvarint(dst, uint64(len(p.Name))), p.Name...)
		}
		if at == valuePart {
			first = false
			continue
		}
		dst = append(binary.AppendUvarint(dst, uint64(len(p.Bytes))), p.Bytes...)
	}
	return dst
}

// sortedRows reads rows from a sorter.
type sortedRows struct {
	from  *spill.Sorted
	cut   bool // keys are without tables
	entry store.Entry
	texts [4]string
}

// next reads the next record from the sorter.
func (x *sortedRows) next() (key []byte, p rowReader, err error) {
	key, payload, err := x.from.Next()
	if err != nil && err != io.EOF {
		err = sortingError(err)
	}
	return key, rowReader{b: payload}, err
}

// Next implements diff.Sequence.
func (x *sortedRows) Next(r *diff.Row) error {
	key, p, err := x.next()
	if err != nil {
		return err
	}
	n := p.number()
	if n > uint64(len(key)) {
		return errSorted
	}
	r.Key = key[:n:n]
	if x.cut {
		r.Key = diff.CutTable(r.Key)
	}
	x.read(&p, diff.ValueOf(key[n:]))
	if r.Entry = &x.entry; p.bad {
		return errSorted
	}
	return nil
}

var errSorted = errors.New("a sorted row came back different")

// read restores a row.
func (x *sortedRows) read(p *rowReader, v []byte) {
	e := &x.entry
	e.Reset()
	e.Increment = p.byte() == 1
	for i := range x.texts {
		if text := p.bytes(); string(text) != x.texts[i] { // often the same as in the previous row
			x.texts[i] = string(text)
		}
	}
	e.Timestamp, e.Deleted, e.Source.Table, e.Source.CF = x.texts[0], x.texts[1], x.texts[2], x.texts[3]
	e.Source.Sequence = p.number()
	for len(p.b) > 0 {
		switch at := int(p.byte()); {
		case at == valuePart:
			e.Add(store.Value, v)
		case at == 0:
			name := string(p.bytes())
			e.Add(name, p.bytes())
		case at < valuePart:
			e.Add(rowParts[at], p.bytes())
		default:
			p.bad = true
			return
		}
	}
}

// rowReader reads what appendRow wrote. Anything else sets bad.
type rowReader struct {
	b   []byte
	bad bool
}

func (p *rowReader) byte() byte {
	if len(p.b) == 0 {
		p.bad = true
		return 0
	}
	c := p.b[0]
	p.b = p.b[1:]
	return c
}

func (p *rowReader) number() uint64 {
	n, size := binary.Uvarint(p.b)
	if size <= 0 {
		p.bad, p.b = true, nil
		return 0
	}
	p.b = p.b[size:]
	return n
}

func (p *rowReader) bytes() []byte {
	n := p.number()
	if n > uint64(len(p.b)) {
		p.bad, p.b = true, nil
		return nil
	}
	b := p.b[:n:n]
	p.b = p.b[n:]
	return b
}
