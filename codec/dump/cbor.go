package dump

import (
	"encoding/binary"
	"io"
)

// cborRecords is the form "rowlens-cbor": records as a CBOR sequence (RFC 8742) with definite
// lengths, whose parts are byte strings. Exact. Records are located by offset: there are no lines.
type cborRecords struct{}

func openCBOR(*Scanner, *sample) reader { return cborRecords{} }

const (
	cborDepth = 64
	cborMap   = 5
)

func (cborRecords) next(s *Scanner) error {
	l := &s.lines
	for {
		text := l.buf[l.pos:]
		if len(text) == 0 && l.r == nil {
			if err := l.err; err != nil {
				l.err = nil
				return err
			}
			return io.EOF
		}
		c := cborText{b: text}
		at := l.offset()
		if c.skip(cborDepth); !c.bad && !c.short {
			s.entry.Source.SetPlace(^at)
			s.room(c.i)
			ok := s.cborRecord(text[:c.i])
			l.pos += c.i
			if !ok {
				return syntax(0, "a record", "another value").lineless(at)
			}
			return nil
		}
		if c.bad || l.r == nil || len(text) > l.limit {
			l.pos, l.r = len(l.buf), nil // the start of the next record is unknown
			what := "a value that is not of the form"
			if c.short {
				what = "the end, or a record above the limit"
			}
			return syntax(0, "a CBOR record of definite length", what).lineless(at)
		}
		l.fill()
	}
}

// cborRecord reads those members of a record that make an entry.
func (s *Scanner) cborRecord(record []byte) bool {
	c := cborText{b: record}
	return c.members(func(name []byte) {
		switch string(name) {
		case "parts":
			c.members(func(part []byte) {
				if b, ok := c.bytes(2); ok {
					s.add(columnOr(part), b)
				}
			})
		case "timestamp":
			if b, ok := c.bytes(3); ok {
				s.entry.Timestamp = s.keep(b)
			}
		case "deleted":
			if b, ok := c.bytes(3); ok {
				s.entry.Deleted = s.keep(b)
			}
		case "increment":
			from := c.i
			major, n := c.head()
			if s.entry.Increment = major == 7 && n == 21; major != 7 { // 21 is true
				c.i = from
				c.skip(cborDepth)
			}
		case "source":
			c.members(func(name []byte) {
				to := map[string]*string{"table": &s.entry.Source.Table, "cf": &s.entry.Source.CF}[string(name)]
				if to == nil {
					c.skip(cborDepth)
				} else if b, ok := c.bytes(3); ok {
					*to = string(b)
				}
			})
		default:
			c.skip(cborDepth)
		}
	})
}

// columnOr returns the part that a member's name denotes, or the name itself.
func columnOr(name []byte) string {
	if part := columnPart(name); part != "" {
		return part
	}
	return string(name)
}

// cborText is a cursor over CBOR.
type cborText struct {
	b     []byte
	i     int
	bad   bool // not CBOR of definite length
	short bool // the input ends too early
}

// head reads the head of a value.
func (c *cborText) head() (major byte, n uint64) {
	if c.i >= len(c.b) {
		c.short = true
		return 0, 0
	}
	first := c.b[c.i]
	major, n = first>>5, uint64(first&31)
	c.i++
	if n < 24 {
		return major, n
	}
	size := 1 << (n - 24)
	switch {
	case n > 27:
		c.bad = true
		return major, 0
	case len(c.b)-c.i < size:
		c.short = true
		return major, 0
	}
	var wide [8]byte
	copy(wide[8-size:], c.b[c.i:c.i+size])
	c.i += size
	return major, binary.BigEndian.Uint64(wide[:])
}

// skip passes over one value.
func (c *cborText) skip(depth int) {
	if c.bad = c.bad || depth == 0; c.bad || c.short {
		return
	}
	major, n := c.head()
	switch {
	case c.bad || c.short:
	case major == 2 || major == 3:
		if n > uint64(len(c.b)-c.i) {
			c.short = true
			return
		}
		c.i += int(n)
	case major == 6:
		c.skip(depth - 1)
	case major == 4 || major == cborMap:
		for ; n > 0 && !c.bad && !c.short; n-- {
			c.skip(depth - 1)
			if major == cborMap {
				c.skip(depth - 1)
			}
		}
	}
}

// bytes returns the content of a string of the given major type; another value is skipped.
func (c *cborText) bytes(want byte) (b []byte, ok bool) {
	from := c.i
	major, n := c.head()
	if major != want || n > uint64(len(c.b)-c.i) {
		c.i = from
		c.skip(cborDepth)
		return nil, false
	}
	c.i += int(n)
	return c.b[c.i-int(n) : c.i : c.i], true
}

// members calls f with the name of each member of a map. f must skip or read the value, which is next.
func (c *cborText) members(f func(name []byte)) bool {
	from := c.i
	major, n := c.head()
	if major != cborMap {
		c.i = from
		c.skip(cborDepth)
		return false
	}
	for ; n > 0 && !c.bad && !c.short; n-- {
		if name, ok := c.bytes(3); ok {
			f(name)
		} else {
			c.skip(cborDepth)
		}
	}
	return !c.bad && !c.short
}

// fitCBOR detects a map that begins with a member of a record.
func fitCBOR(s *sample) fit {
	c := cborText{b: s.text}
	major, n := c.head()
	if major != cborMap || n == 0 || len(s.text) == 0 {
		return no
	}
	name, _ := c.bytes(3)
	if name := string(name); name != "format" && name != "parts" {
		return no
	}
	c = cborText{b: s.text}
	if c.skip(cborDepth); c.bad || c.short && s.whole {
		return no
	}
	return yes
}
