package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// mdbDump reads what LMDB's mdb_dump prints (0.9.24), one block per database:
//
//	VERSION=3
//	format=bytevalue | print
//	database=NAME                 only with -s or -a
//	…                             more headers, which are ignored
//	HEADER=END
//	 <key>                        every data line starts with one space
//	 <value>
//	DATA=END
//
// bytevalue is hex and exact. print (-p) shows bytes 20..7e unchanged and others as \hh, but does
// not escape a backslash: an entry with a backslash that is not clearly a \hh of a non-printing
// byte is reported as inexact.
type mdbDump struct {
	print   bool
	data    bool   // inside a block's data
	strays  bool   // there was a backslash that starts no \hh: the dumper does not escape it
	headed  bool   // the block has its header
	named   bool   // the block names its database
	entries int64  // of this block
	trees   bool   // all values of this block have the size of a database record
	key     []byte // key line waiting for its value
	keyLine int    // its number, or 0
}

const (
	noteBackslash = "mdb_dump -p prints a backslash unescaped, so an escape may be text; dump without -p to be sure"
	noteNoEnd     = "the dump ends without DATA=END, so it may be cut"
	noteOutside   = "lines that mdb_dump does not write were skipped"
	noteTrees     = "all values have 48 bytes, as the records of named databases do: dump with -a to see their content"
)

func openMDB(print bool) func(*Scanner, *sample) reader {
	return func(s *Scanner, sm *sample) reader {
		m := &mdbDump{print: print}
		if len(sm.lines) > 0 && !bytes.HasPrefix(sm.lines[0], []byte("VERSION=")) && sm.lines[0][0] == ' ' {
			m.begin() // a fragment of a dump without its header
		}
		for _, line := range sm.lines {
			m.strays = m.strays || strayBackslash(line)
		}
		return m
	}
}

func (m *mdbDump) begin() {
	m.data, m.entries, m.trees, m.keyLine = true, 0, true, 0
}

func (m *mdbDump) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err == io.EOF && m.keyLine > 0 {
			return m.unpaired() // the next call returns the end
		}
		if err == io.EOF && m.data && m.headed {
			s.unended(noteNoEnd)
		}
		if err != nil {
			return err
		}
		if !m.data {
			if toolFailure(line) {
				return s.lineError("a header", line)
			}
			if bad := m.header(s, line); bad != nil {
				return bad
			}
			continue
		}
		if string(line) == "DATA=END" {
			m.data = false
			if m.trees && m.entries > 0 && !m.named {
				s.note(noteTrees)
			}
			if m.keyLine > 0 {
				return m.unpaired()
			}
			continue
		}
		if len(line) == 0 || line[0] != ' ' {
			if len(line) == 0 {
				continue
			}
			return s.lineError("a data line that starts with a space", line)
		}
		if m.keyLine == 0 {
			m.key, m.keyLine = append(m.key[:0], line[1:]...), s.lines.line
			continue
		}
		s.entry.Source.Line, m.keyLine = m.keyLine, 0
		return m.pair(s, line[1:])
	}
}

func (m *mdbDump) unpaired() *Error {
	line := m.keyLine
	m.keyLine = 0
	return &Error{Line: line, Offset: -1, Expected: "a value line after the key", Found: "the end of the data"}
}

func (m *mdbDump) header(s *Scanner, line []byte) *Error {
	name, content, ok := bytes.Cut(line, []byte{'='})
	if (!ok || !word(string(name))) && len(line) > 0 {
		return s.skip(line, noteOutside)
	}
	switch string(name) {
	case "VERSION":
		m.named = false
		s.setTable("")
	case "format":
		m.print = string(content) == "print"
	case "database":
		m.named = true
		s.setTable(string(content))
	case "HEADER":
		m.begin()
		m.headed = true
	case "DATA":
		return s.lineError(wantsOneTool, line)
	}
	return nil
}

func (m *mdbDump) pair(s *Scanner, value []byte) error {
	s.room(len(m.key) + len(value))
	if err := m.part(s, store.Key, m.key); err != nil {
		return err
	}
	from := len(s.buf)
	if err := m.part(s, store.Value, value); err != nil {
		return err
	}
	m.entries++
	m.trees = m.trees && len(s.buf)-from == 48
	return nil
}

func (m *mdbDump) part(s *Scanner, name string, text []byte) error {
	from := len(s.buf)
	if !m.print {
		b, ok := appendHex(s.buf, text)
		if !ok {
			return s.lineError("an even count of hex digits in the "+name, text)
		}
		s.buf = b
	} else {
		m.strays = m.strays || !s.opt.BerkeleyDB && strayBackslash(text)
		if nonASCII(text) < len(text) {
			s.remark(noteUnescaped)
		}
		s.buf = m.unescape(s, s.buf, text)
	}
	s.add(name, s.buf[from:])
	return nil
}

// unescape reads -p text: \hh of a byte that is not printable is that byte. Any other backslash is
// itself, except that \5c is a backslash if the dumper seems to escape it.
func (m *mdbDump) unescape(s *Scanner, dst, text []byte) []byte {
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			dst = append(dst, text[i])
			i++
			continue
		}
		if s.opt.BerkeleyDB && i+1 < len(text) && text[i+1] == '\\' {
			dst = append(dst, '\\')
			i += 2
			continue
		}
		b, ok := lowerPair(text[i+1:])
		switch {
		case ok && (b < 0x20 || b > 0x7E):
			dst = append(dst, b)
			i += 3
		case ok && b == '\\' && !m.strays:
			s.inexact(noteBackslash)
			dst = append(dst, b)
			i += 3
		default:
			s.inexact(noteBackslash)
			dst = append(dst, '\\')
			i++
		}
	}
	return dst
}

// lowerPair reads two lower-case hex digits.
func lowerPair(text []byte) (b byte, ok bool) {
	if len(text) < 2 || text[0] >= 'A' && text[0] <= 'F' || text[1] >= 'A' && text[1] <= 'F' {
		return 0, false
	}
	hi, lo := unhex[text[0]], unhex[text[1]]
	return hi<<4 | lo, hi|lo < 16
}

func strayBackslash(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return false
		}
		text = text[i+1:]
		if _, ok := lowerPair(text); !ok {
			return true
		}
	}
}

// fitMDB detects a dump by its header.
func fitMDB(print bool) func(*sample) fit {
	return func(s *sample) fit {
		version, format := false, []byte(nil)
		for _, line := range s.lines {
			version = version || bytes.HasPrefix(line, []byte("VERSION="))
			if after, ok := bytes.CutPrefix(line, []byte("format=")); ok && format == nil {
				format = after
			}
			if version && string(line) == "HEADER=END" {
				if print == (string(format) == "print") {
					return yes
				}
				return no
			}
		}
		return no
	}
}
