package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// cell is one line of the HBase shell, split but not unescaped.
type cell struct {
	row, family, qualifier []byte
	time                   []byte
	local                  bool   // time is a local date-time
	kind                   []byte // type of a tombstone, nil for a put
	value                  []byte
	odd                    bool // a separator occurs twice, so the line may be split wrongly
}

var (
	tagColumn = []byte(" column=")
	tagTime   = []byte("timestamp=")
	tagValue  = []byte(", value=")
	tagType   = []byte(", type=")
)

// cutScan splits `<row> column=<family>:<qualifier>, timestamp=<ts>, value=<value>`. It returns
// what is missing, "" if the line fits. The row ends at the first ` column=`, because that text is
// printed unchanged inside values and qualifiers.
func (c *cell) cutScan(text []byte) (missing string) {
	i := bytes.Index(text, tagColumn)
	if i < 0 {
		return "` column=`"
	}
	c.row = text[:i]
	return c.cutColumn(text[i+len(tagColumn):], ", ")
}

// cutColumn splits `<family>:<qualifier>` and, after the given separator, the tail `timestamp=<ts>,
// value=<value>` or `timestamp=<ts>, type=<type>`.
func (c *cell) cutColumn(text []byte, separator string) (missing string) {
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		return "`:` after the column family"
	}
	c.family = text[:colon]
	at := colon + 1
	for {
		i := bytes.Index(text[at:], tagTime)
		if i < 0 {
			return "`" + separator + "timestamp=<time>, value=`"
		}
		end := at + i
		at = end + len(tagTime)
		if end-len(separator) <= colon || string(text[end-len(separator):end]) != separator || !c.cutTail(text[at:]) {
			continue
		}
		c.qualifier = text[colon+1 : end-len(separator)]
		c.odd = bytes.Contains(text[:end], tagColumn) || c.kind == nil && tailIn(c.value, separator)
		return ""
	}
}

// cutTail splits `<ts>, value=<value>` or `<ts>, type=<type>`.
func (c *cell) cutTail(text []byte) bool {
	n, local := scanTime(text)
	if n == 0 {
		return false
	}
	c.time, c.local = text[:n], local
	rest := text[n:]
	if bytes.HasPrefix(rest, tagValue) {
		c.value, c.kind = rest[len(tagValue):], nil
		return true
	}
	if !bytes.HasPrefix(rest, tagType) {
		return false
	}
	kind := rest[len(tagType):]
	n = 0
	for n < len(kind) && kind[n]|0x20 >= 'a' && kind[n]|0x20 <= 'z' {
		n++
	}
	if len(bytes.TrimLeft(kind[n:], " ")) > 0 {
		return false
	}
	c.value, c.kind = nil, kind[:n]
	return n > 0
}

// tailIn reports whether a value contains text that could also be the tail of the column: the
// qualifier may then be longer.
func tailIn(value []byte, separator string) bool {
	var c cell
	for {
		i := bytes.Index(value, tagTime)
		if i < 0 {
			return false
		}
		if i >= len(separator) && string(value[i-len(separator):i]) == separator && c.cutTail(value[i+len(tagTime):]) {
			return true
		}
		value = value[i+len(tagTime):]
	}
}

const noteBorders = "a row, qualifier or value holds the text that separates the fields, so the borders may be elsewhere, " +
	"or two cells are in one line"

// emit unescapes a split cell into the entry.
func (c *cell) emit(s *Scanner, hasRow bool) *Error {
	s.room(len(c.row) + len(c.family) + len(c.qualifier) + len(c.value))
	var q quirks
	if hasRow {
		q |= s.unescape(store.Row, c.row)
	}
	q |= s.unescape(store.Family, c.family)
	q |= s.unescape(store.Qualifier, c.qualifier)
	if c.kind == nil {
		q |= s.unescape(store.Value, c.value)
	} else {
		s.entry.Deleted = kindName(c.kind)
	}
	if c.odd {
		s.inexact(noteBorders)
	}
	s.mention(q)
	return s.timestamp(c.time, c.local)
}

// unescape appends a part that is written as toStringBinary text.
func (s *Scanner) unescape(name string, text []byte) quirks {
	from := len(s.buf)
	var q quirks
	s.buf, q = appendBinary(s.buf, text)
	s.add(name, s.buf[from:])
	return q
}

// kindName returns a tombstone type in HBase's spelling. It does not allocate for existing types.
func kindName(kind []byte) string {
	switch string(kind) {
	case "Delete":
		return "Delete"
	case "DeleteColumn":
		return "DeleteColumn"
	case "DeleteFamily":
		return "DeleteFamily"
	case "DeleteFamilyVersion":
		return "DeleteFamilyVersion"
	}
	return string(kind)
}
