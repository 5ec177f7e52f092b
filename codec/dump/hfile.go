package dump

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
)

// hfilePrint reads what HBase's HFile printer (`hbase hfile -p`, 2.4.17) prints, and the text form
// of a cell in logs, which is the part between K: and V:.
//
//	K: <row>/<family>:<qualifier>/<ts>/<type>/vlen=<n>/seqid=<n> V: <value>
//	Scanned kv count -> N
//
// Older versions have mvcc= or ts= or nothing in place of seqid=. Row and qualifier are
// toStringBinary text, but / and : in them are not escaped, so a line is read from the right: first
// the value, which has vlen bytes, then the tail, then the family. If the family can be in several
// places, the leftmost one with a family known from other lines wins. Values and timestamps are
// exact.
type hfilePrint struct {
	families map[string]bool
	count    count
}

func openHFile(_ *Scanner, sm *sample) reader {
	h := &hfilePrint{families: map[string]bool{}}
	for _, line := range sm.lines {
		if k, ok := cutHFile(line); ok {
			h.learn(k.column)
		}
	}
	return h
}

// familiesMost limits how many family names are remembered.
const familiesMost = 1000

const noteFamilies = "several places in the key can be the border of row and family"

// hfileKey is a line split from the right.
type hfileKey struct {
	column   []byte // <row>/<family>:<qualifier>
	time     []byte
	kind     []byte
	value    []byte
	hasValue bool
}

func (h *hfilePrint) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		if n, ok := countedAfter(line, "Scanned kv count -> "); ok {
			if err := h.count.check(s, n, "cells"); err != nil {
				return err
			}
			continue
		}
		if len(line) == 0 || bytes.HasPrefix(line, []byte("Scanned kv count")) {
			continue
		}
		k, ok := cutHFile(line)
		if !ok {
			if bytes.HasPrefix(line, []byte("K: ")) {
				h.count.damaged++
				return s.lineError("`K: <row>/<family>:<qualifier>/<ts>/<type>/vlen=<n>` and a value of n bytes", line)
			}
			if toolFailure(line) || traceLine(line) {
				return s.lineError("a cell", line)
			}
			if bad := s.skip(line, noteSkipped); bad != nil {
				return bad
			}
			continue
		}
		s.entry.Source.Line = s.lines.line
		h.count.entries++
		return h.emit(s, k)
	}
}

func (h *hfilePrint) emit(s *Scanner, k hfileKey) error {
	h.learn(k.column)
	slash, colon, many := h.split(k.column)
	s.room(len(k.column) + len(k.value))
	q := s.unescape(store.Row, k.column[:slash])
	q |= s.unescape(store.Family, k.column[slash+1:colon])
	q |= s.unescape(store.Qualifier, k.column[colon+1:])
	if k.hasValue {
		q |= s.unescape(store.Value, k.value)
	}
	if many {
		s.inexact(noteFamilies)
	}
	s.mention(q)
	if bytes.HasPrefix(k.kind, []byte("Delete")) {
		s.entry.Deleted = kindName(k.kind)
	}
	switch string(k.time) {
	case "LATEST_TIMESTAMP":
		s.entry.Timestamp = "9223372036854775807"
	case "OLDEST_TIMESTAMP":
		s.entry.Timestamp = "-9223372036854775808"
	default:
		s.entry.Timestamp = s.keep(k.time)
	}
	return nil
}

// cutHFile finds the ` V: ` before a value of as many bytes as vlen says.
func cutHFile(line []byte) (k hfileKey, ok bool) {
	text, printed := bytes.CutPrefix(line, []byte("K: "))
	if !printed {
		n := 0
		k, n = cutHFileKey(text)
		return k, n >= 0
	}
	const most = 16 // places that look right except for the length: the printer prints no line with more
	for from, tries := 0, 0; tries < most; {
		i := bytes.Index(text[from:], []byte(" V: "))
		if i < 0 {
			break
		}
		from += i
		var n int
		if k, n = cutHFileKey(text[:from]); n >= 0 {
			k.value, k.hasValue = text[from+4:], true
			if b, _ := appendBinary(nil, k.value[:min(len(k.value), 4*n+4)]); len(b) == n {
				return k, true
			}
			tries++
		}
		from += 4
	}
	return k, false
}

// cutHFileKey splits `<column>/<ts>/<type>/vlen=<n>/seqid=<n>`; vlen is -1 if the text has another form.
func cutHFileKey(text []byte) (k hfileKey, vlen int) {
	const tailMost = len("/vlen=/seqid=") + 2*20
	near := max(0, len(text)-tailMost)
	i := bytes.LastIndex(text[near:], []byte("/vlen="))
	if i < 0 {
		return k, -1
	}
	i += near
	tail := text[i+len("/vlen="):]
	digits, rest, more := bytes.Cut(tail, []byte{'/'})
	n, err := strconv.Atoi(string(digits))
	if err != nil || n < 0 || n > defaultLimit || more && !hfileSequence(rest) {
		return k, -1
	}
	text = text[:i]
	kind := bytes.LastIndexByte(text, '/')
	if kind < 0 {
		return k, -1
	}
	time := bytes.LastIndexByte(text[:kind], '/')
	if time < 0 {
		return k, -1
	}
	k.column, k.time, k.kind = text[:time], text[time+1:kind], text[kind+1:]
	if !decimal(bytes.TrimPrefix(k.time, []byte{'-'})) && !bytes.HasSuffix(k.time, []byte("EST_TIMESTAMP")) {
		return k, -1
	}
	if slash, _ := familyAt(k.column, 0); slash < 0 {
		return k, -1
	}
	return k, n
}

// hfileSequence recognizes seqid=, mvcc= and ts= with a number.
func hfileSequence(text []byte) bool {
	name, number, _ := bytes.Cut(text, []byte{'='})
	switch string(name) {
	case "seqid", "mvcc", "ts":
		return decimal(number)
	}
	return false
}

// familyAt finds the next `/<family>:` from an offset on.
func familyAt(column []byte, from int) (slash, colon int) {
	slash = -1
	for i := from; i < len(column); i++ {
		switch column[i] {
		case '/':
			slash = i
		case ':':
			if slash >= 0 {
				return slash, i
			}
		}
	}
	return -1, -1
}

// learn remembers the family of a column in which only one place is possible.
func (h *hfilePrint) learn(column []byte) {
	slash, colon := familyAt(column, 0)
	if again, _ := familyAt(column, colon+1); again < 0 && len(h.families) < familiesMost {
		if name := column[slash+1 : colon]; !h.families[string(name)] {
			h.families[string(name)] = true
		}
	}
}

// split chooses the place of the family. many says that several were possible.
func (h *hfilePrint) split(column []byte) (slash, colon int, many bool) {
	slash, colon = familyAt(column, 0)
	at, end := slash, colon
	for {
		next, nextEnd := familyAt(column, end+1)
		if h.families[string(column[at+1:end])] {
			return at, end, many || next >= 0
		}
		if next < 0 {
			return slash, colon, many
		}
		at, end, many = next, nextEnd, true
	}
}

// fitHFile detects the printer's lines, or lines that are all cells of a log.
func fitHFile(s *sample) fit {
	bare := 0
	for _, line := range s.lines {
		_, ok := cutHFile(line)
		if ok && line[0] == 'K' {
			return yes
		}
		if ok {
			bare++
		}
	}
	if bare > 0 && bare == len(s.lines) {
		return yes
	}
	return no
}
