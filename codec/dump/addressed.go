package dump

import (
	"bytes"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
)

// fillMost limits what `*` lines expand to, because one short line can claim any number of repeats.
const fillMost = 16 << 20

// addressed reads a dump of one value whose lines start with offsets. The tools differ in the
// column after the offset.
//
//	offset  column of bytes
//	*                          the previous line repeats up to the next offset
//	offset                     alone: the length of the value
//
// Offsets must be consecutive. A start other than 0 becomes Detail.Offset; a restart at 0 begins
// the next value.
type addressed struct {
	column column
	bases  []int // of the offsets, most likely first
	words  bool  // the last byte may be padding, which only the final offset reveals
	loose  bool  // something may stand before an offset, and no final one follows

	base    int    // index into bases
	settled bool   // an offset confirmed the base
	first   []byte // offset of the first line, as written
	start   uint64
	starred bool
	lineLen int  // bytes of the last line, which `*` repeats
	began   bool // this value has a line
	ended   bool // its final offset was read
}

// column appends the bytes of one line, from after its offset. ok is false if the line does not have the form.
type column interface {
	append(s *Scanner, dst, rest []byte) (b []byte, ok bool)
}

const (
	noteRepeats  = "`*` without offsets: the number of repeated lines is lost, so they are left out"
	noteNoLength = "the final offset is missing, so the value may be cut"
	noteLastByte = "the final offset is missing, so the last byte may be padding"
)

func (a *addressed) next(s *Scanner) error {
	a.start, a.starred, a.lineLen, a.began, a.ended, a.base, a.settled = 0, false, 0, false, false, 0, false
	for !a.ended {
		line, err := s.lines.next()
		if err == io.EOF && a.began {
			break
		}
		if err != nil {
			return err
		}
		more, bad := a.line(s, line)
		if bad != nil {
			return bad
		}
		if !more {
			s.lines.back()
			break
		}
	}
	if a.starred {
		return &Error{Line: s.lines.line, Offset: -1, Expected: "an offset after `*`", Found: "the end"}
	}
	if a.words && !a.ended {
		s.inexact(noteLastByte)
	} else if !a.ended && a.closes() {
		s.unended(noteNoLength)
	}
	s.detail.Offset = a.start
	s.add(store.Bytes, s.buf)
	return nil
}

// closes reports whether the tool ends its output with an offset alone: all do but xxd and od -An.
func (a *addressed) closes() bool {
	_, xxd := a.column.(xxdColumn)
	return !xxd && !a.loose && len(a.first) > 0
}

// line takes one line. more is false if the line belongs to the next value.
func (a *addressed) line(s *Scanner, line []byte) (more bool, bad *Error) {
	if len(bytes.TrimLeft(line, " \t")) == 0 {
		return true, nil
	}
	if string(line) == "*" && a.began {
		a.starred = true
		return true, nil
	}
	if a.loose {
		line = looseOffset(line)
	}
	offset, rest := cutOffset(line)
	b, ok := a.column.append(s, s.buf, rest)
	if !ok || offset == nil && a.start+uint64(len(a.first)) > 0 {
		if !a.began {
			return true, s.skip(line, noteSkipped)
		}
		return true, s.lineError("an offset and bytes", line)
	}
	if !a.began {
		s.entry.Source.Line = s.lines.line
	}
	if offset != nil {
		here := len(s.buf)
		if more, bad = a.moveTo(s, offset, len(b) == here, line); bad != nil || !more {
			return more, bad
		}
		if len(s.buf) != here {
			b, _ = a.column.append(s, s.buf, rest) // after the repeated lines
		}
	} else if a.starred {
		a.starred = false
		s.inexact(noteRepeats)
	}
	a.began = true
	a.lineLen = len(b) - len(s.buf)
	s.buf = b
	a.ended = offset != nil && a.lineLen == 0
	if len(s.buf) > s.lines.limit {
		return true, s.lineError("a value of at most "+itoa(s.lines.limit)+" bytes", line)
	}
	return true, nil
}

// moveTo checks the offset of a line against the bytes so far, and repeats the last line if `*`
// preceded it. final means that no bytes follow the offset.
func (a *addressed) moveTo(s *Scanner, offset []byte, final bool, line []byte) (more bool, bad *Error) {
	if !a.began {
		a.first = append(a.first[:0], offset...)
		a.start, _ = strconv.ParseUint(string(offset), a.bases[0], 64)
		return true, nil
	}
	at, err := strconv.ParseUint(string(offset), a.bases[a.base], 64)
	here := a.start + uint64(len(s.buf))
	if (err != nil || at != here) && !a.settled && a.rebase(s, offset, final) {
		at, _ = strconv.ParseUint(string(offset), a.bases[a.base], 64)
		here = a.start + uint64(len(s.buf))
	}
	switch {
	case at == here:
		a.settled = true
	case a.starred && at > here && at-here <= fillMost && a.lineLen > 0:
		last := s.buf[len(s.buf)-a.lineLen:]
		for n := int(at - here); n > 0; n -= len(last) {
			last = last[:min(n, len(last))]
			s.buf = append(s.buf, last...)
		}
	case final && a.words && at+1 == here:
		s.buf = s.buf[:len(s.buf)-1]
	case at == 0 && !final && !a.starred:
		return false, nil
	default:
		return true, s.lineError("offset "+strconv.FormatUint(here, a.bases[a.base]), line)
	}
	a.starred = false
	return true, nil
}

// rebase looks for another base in which the offset fits the bytes so far.
func (a *addressed) rebase(s *Scanner, offset []byte, final bool) bool {
	for i, base := range a.bases {
		at, err1 := strconv.ParseUint(string(offset), base, 64)
		start, err2 := strconv.ParseUint(string(a.first), base, 64)
		here := start + uint64(len(s.buf))
		if err1 == nil && err2 == nil && (at == here || final && a.words && at+1 == here) {
			a.base, a.start, a.settled = i, start, true
			return true
		}
	}
	return false
}

// cutOffset cuts off the hex digits at the start of a line; nil if it starts with a space.
func cutOffset(line []byte) (offset, rest []byte) {
	n := 0
	for n < len(line) && unhex[line[n]] < 16 {
		n++
	}
	if n == 0 || n > 16 {
		return nil, line
	}
	return line[:n], line[n:]
}

func openAddressed(c column, words bool, bases ...int) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &addressed{column: c, bases: bases, words: words} }
}

func openLoose(*Scanner, *sample) reader {
	return &addressed{column: looseColumn{}, bases: []int{16}, loose: true}
}

// fitAddressed detects a dump: all lines fit, except for one at the start (a prompt), and their
// offsets have one of the given lengths.
func fitAddressed(c column, digits ...int) func(*sample) fit {
	return func(s *sample) fit {
		var sc Scanner
		n := 0
		for i, line := range s.lines {
			if string(line) == "*" && n > 0 {
				continue
			}
			offset, rest := cutOffset(line)
			fits := false
			for _, d := range digits {
				fits = fits || d == len(offset) || d < 0 && len(offset) >= -d
			}
			sc.detail = Detail{Exact: true}
			if fits {
				var b []byte
				b, fits = c.append(&sc, nil, rest)
				if fits && len(b) > 0 {
					n++
				}
			}
			if !fits && i > 0 {
				return no
			}
		}
		if n == 0 {
			return no
		}
		return yes
	}
}
