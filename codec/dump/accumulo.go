package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// accumuloScan reads what the Accumulo shell prints for scan (DefaultFormatter; the same text in
// 1.5, 1.10 and 2.1):
//
//	<row> <family>:<qualifier> [<visibility>]<TAB><value>
//	<row> <family>:<qualifier> [<visibility>] <timestamp><TAB><value>
//
// An empty value has no TAB. Bytes 20..7e are themselves, a backslash is \\, all
// others are \xHH, so value and visibility are exact. Spaces and colons of the
// row and column are not escaped: if there are several, Options.SplitKey or Options.Families
// decide; otherwise the row ends at the first space and the family at the next colon, or where SplitKey
// guesses, and the entry is inexact. The 1.5 shell's console prints the TAB as four spaces. Prompts are skipped
// and provide the table.
type accumuloScan struct {
	tabs bool // the text has TABs, so four spaces are data
}

func openAccumulo(s *Scanner, sm *sample) reader {
	return &accumuloScan{tabs: sm.some(len(sm.lines), func(line []byte) bool { return bytes.IndexByte(line, '\t') >= 0 })}
}

const (
	noteAccumuloKey = "spaces and colons of row and column are not escaped, so the borders may be elsewhere"
	noteFourSpaces  = "TABs appear as four spaces, as the 1.5 shell prints them; four spaces inside a value look the same"
)

func (a *accumuloScan) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		if len(line) == 0 || a.chatter(s, line) {
			continue
		}
		c, ok := cutAccumulo(bytes.TrimPrefix(line, []byte("> ")), a.tabs) // quoted in a mail
		if !ok {
			return s.lineError("`<row> <family>:<qualifier> [<visibility>]`, then a TAB and the value", line)
		}
		s.entry.Source.Line = s.lines.line
		if c.spaces {
			s.note(noteFourSpaces)
		}
		return c.emit(s)
	}
}

// chatter consumes prompts and the pager's lines.
func (a *accumuloScan) chatter(s *Scanner, line []byte) bool {
	if bytes.HasPrefix(line, []byte("-- hit any key")) {
		return true
	}
	if line[0] == '>' {
		_, cell := cutAccumulo(line, a.tabs)
		return !cell // a row may begin so
	}
	prompt, command, ok := cutPrompt(line)
	if !ok {
		return false
	}
	if _, table, ok := bytes.Cut(prompt, []byte{' '}); ok {
		s.setTable(string(table))
	}
	fields := bytes.Fields(command)
	for i, word := range fields[:max(len(fields)-1, 0)] {
		if i == 0 && string(word) == "table" || i > 0 && string(word) == "-t" && string(fields[0]) == "scan" {
			s.setTable(string(fields[i+1]))
		}
	}
	return true
}

// cutPrompt cuts `user@instance table> command`.
func cutPrompt(line []byte) (prompt, command []byte, ok bool) {
	end := bytes.IndexByte(line, '>')
	if end < 0 || end+1 < len(line) && line[end+1] != ' ' {
		return nil, nil, false
	}
	prompt = line[:end]
	at := bytes.IndexByte(prompt, '@')
	if at <= 0 || bytes.IndexByte(prompt[:at], ' ') >= 0 || bytes.Count(prompt, []byte{' '}) > 1 {
		return nil, nil, false
	}
	return prompt, line[end+1:], true
}

// accumuloCell is one line, split but not unescaped.
type accumuloCell struct {
	key, visibility []byte // key is `<row> <family>:<qualifier>`
	time            []byte
	date            bool // time is in the form of the date formatter
	value           []byte
	spaces          bool // the TAB was printed as four spaces
}

func cutAccumulo(line []byte, tabs bool) (c accumuloCell, ok bool) {
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 {
		c.value = line[tab+1:]
		ok = c.cutKey(line[:tab])
		return c, ok
	}
	if tabs {
		ok = c.cutKey(line)
		return c, ok
	}
	// The first place that can end the visibility and is followed by the value.
	const most = 32 // candidates for the end of a key: a line with more is not from a scan
	for from, tries := 0, 0; tries < most; {
		i := bytes.IndexByte(line[from:], ']')
		if i < 0 {
			break
		}
		from += i + 1
		end := from
		if n := accumuloTime(line[from:]); n > 0 {
			end += n
		}
		if rest := line[end:]; len(rest) == 0 || bytes.HasPrefix(rest, []byte("    ")) {
			if c.spaces = len(rest) > 0; c.spaces {
				c.value = rest[4:]
			}
			if c.cutKey(line[:end]) {
				return c, true
			}
			tries++
		}
	}
	return c, false
}

// accumuloTime returns the length of ` <timestamp>` at the start of text.
func accumuloTime(text []byte) int {
	const date = " 0000/00/00 00:00:00.000"
	if len(text) >= len(date) && shaped(text[:len(date)], date) {
		return len(date)
	}
	if len(text) < 2 || text[0] != ' ' {
		return 0
	}
	if n, local := scanTime(text[1:]); n > 0 && !local {
		return 1 + n
	}
	return 0
}

// cutKey cuts `<key> [<visibility>]` with or without ` <timestamp>`, from the right.
func (c *accumuloCell) cutKey(text []byte) bool {
	end := bytes.LastIndexByte(text, ']')
	if end < 0 {
		return false
	}
	c.time = nil
	if rest := text[end+1:]; len(rest) > 0 {
		if accumuloTime(rest) != len(rest) {
			return false
		}
		c.time = rest[1:]
		c.date = bytes.IndexByte(c.time, '/') > 0
	}
	open := bytes.LastIndex(text[:end], []byte(" ["))
	if open < 0 {
		return false
	}
	c.key, c.visibility = text[:open], text[open+2:end]
	space := bytes.IndexByte(c.key, ' ')
	return space >= 0 && bytes.IndexByte(c.key[space:], ':') > 0
}

func (c *accumuloCell) emit(s *Scanner) error {
	s.room(len(c.key) + len(c.visibility) + len(c.value))
	key, q := appendAccumulo(s.buf, c.key)
	s.buf = key
	space, colon := s.splitAccumulo(key)
	s.add(store.Row, key[:space])
	s.add(store.Family, key[space+1:colon])
	s.add(store.Qualifier, key[colon+1:])
	from := len(s.buf)
	s.buf = append(s.buf, c.visibility...) // printed unescaped
	s.add(store.Visibility, s.buf[from:])
	from = len(s.buf)
	value, more := appendAccumulo(s.buf, c.value)
	s.buf = value
	s.add(store.Value, value[from:])
	if nonASCII(c.key) < len(c.key) || nonASCII(c.value) < len(c.value) {
		q |= unescaped
	}
	s.mention(q | more)
	if c.time == nil {
		return nil
	}
	if bad := s.timestamp(c.isoTime(), c.date); bad != nil {
		return bad
	}
	return nil
}

// isoTime turns yyyy/MM/dd HH:mm:ss.SSS into the form that timestamp reads.
func (c *accumuloCell) isoTime() []byte {
	if !c.date {
		return c.time
	}
	iso := bytes.ReplaceAll(c.time, []byte{'/'}, []byte{'-'})
	iso[10] = 'T'
	return iso
}

// splitAccumulo finds the space and the colon that end row and family in an unescaped key that has both.
func (s *Scanner) splitAccumulo(key []byte) (space, colon int) {
	space = bytes.IndexByte(key, ' ')
	colon = space + bytes.IndexByte(key[space:], ':')
	if s.opt.SplitKey != nil {
		at, end, ok := s.opt.SplitKey(s.table, key)
		if at >= 0 && at < end && end < len(key) && key[at] == ' ' && key[end] == ':' {
			if space, colon = at, end; ok {
				return space, colon
			}
		}
	}
	if bytes.Count(key, []byte{' '}) == 1 && bytes.Count(key, []byte{':'}) == 1 {
		return space, colon
	}
	for at := space; at < len(key); at++ {
		for _, family := range s.opt.Families {
			end := at + 1 + len(family)
			if key[at] == ' ' && end < len(key) && key[end] == ':' && string(key[at+1:end]) == family {
				return at, end
			}
		}
	}
	s.inexact(noteAccumuloKey)
	return space, colon
}

// appendAccumulo appends what Accumulo's DefaultFormatter printed as text.
func appendAccumulo(dst, text []byte) ([]byte, quirks) {
	var q quirks
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			i = len(text)
		}
		dst = append(dst, text[:i]...)
		if text = text[i:]; len(text) == 0 {
			break
		}
		switch {
		case len(text) >= 2 && text[1] == '\\':
			dst = append(dst, '\\')
			text = text[2:]
		case len(text) >= 4 && text[1] == 'x' && unhex[text[2]]|unhex[text[3]] < 16:
			if text[2] >= 'a' || text[3] >= 'a' {
				q |= lowerHex
			}
			dst = append(dst, unhex[text[2]]<<4|unhex[text[3]])
			text = text[4:]
		default:
			q |= stray
			dst = append(dst, '\\')
			text = text[1:]
		}
	}
	return dst, q
}

// accumuloEscaped is the form "accumulo-escaped": one value per line as the Accumulo shell prints
// it. Exactly reversible.
func accumuloEscaped(s *Scanner, dst, text []byte) ([]byte, *Error) {
	dst, q := appendAccumulo(dst, text)
	s.mention(q)
	return dst, nil
}

func fitAccumuloEscaped(s *sample) fit {
	if len(s.lines) == 0 {
		return no
	}
	double, escapes, q := false, false, quirks(0)
	mostly := s.mostly(func(line []byte) bool {
		b, odd := appendAccumulo(nil, line)
		q |= odd
		escapes = escapes || len(b) < len(line)
		double = double || bytes.Contains(line, []byte(`\\`))
		return len(b) < len(line)
	})
	switch {
	case !escapes || q&stray != 0:
		return no
	case double && mostly:
		return yes
	}
	return also
}

// fitAccumulo detects a scan: every line fits or is a prompt, and one line has a TAB, or prompts or
// timestamps show that this is a transcript.
func fitAccumulo(s *sample) fit {
	tab, mark, n := false, false, 0
	for _, line := range s.lines {
		tab = tab || bytes.IndexByte(line, '\t') >= 0
	}
	for _, line := range s.lines {
		_, _, ok := cutPrompt(line)
		if ok || line[0] == '>' && !accumuloLine(line) || bytes.HasPrefix(line, []byte("-- hit any key")) {
			mark = mark || ok
			continue
		}
		c, ok := cutAccumulo(line, tab)
		if !ok {
			return no
		}
		mark = mark || c.spaces || c.time != nil
		n++
	}
	switch {
	case n == 0 || quoted(s.first()):
		return no
	case tab || mark || n > 1:
		return yes
	}
	return also
}
