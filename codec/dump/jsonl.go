package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// jsonDepth is how deep skipped members may nest.
const jsonDepth = 64

// jsonLines reads JSON Lines: one value per line.
//
//	{"row":"00ff","family":"66","qualifier":"","value":"", "timestamp":"17…"}   members found by name
//	{"key":"AAE=","value":"//4="}                                             base64
//	{"format":…,"record":…,"parts":{"key":"00","value":""},"timestamp":…}     what rowlens writes
//	"00ff"                                                                     a text
//	[0, 255]                                                                   a list of numbers
//
// The strings of all lines have the same encoding, hex, base64 or HBase's escapes; lists of numbers need none. Exact.
type jsonLines struct {
	parse   spelling
	columns map[string]int // how sure it is that members hold bytes, if no member has a known name; negative if they do not
	nothing bool           // the line only names a column family
}

func openJSONLines(parse spelling) func(*Scanner, *sample) reader {
	return func(s *Scanner, sm *sample) reader {
		if sm.every(keylessCell) {
			s.note(noteKeyless)
		}
		return newJSONLines(parse, sm.lines)
	}
}

// keylessCell reports whether an object has parts of a cell, but no row key.
func keylessCell(object []byte) bool {
	cell, key := false, false
	eachMember(object, func(name, _ []byte) bool {
		switch part := columnPart(name); part {
		case store.Row, store.Key, store.Bytes:
			key = true
		case store.Qualifier, store.Visibility:
			cell = true
		}
		return !key
	})
	return cell && !key
}

// newJSONLines examines some objects to find the members that hold bytes: those with a known name,
// or otherwise those whose texts parse, but for a damaged one in ten.
func newJSONLines(parse spelling, objects [][]byte) *jsonLines {
	j := &jsonLines{parse: parse}
	known := false
	names := map[string]int{} // 1 for each text that parses, 9 less for each that does not
	for _, object := range objects {
		eachMember(object, func(name, raw []byte) bool {
			known = known || columnPart(name) != "" || string(name) == "parts"
			text, ok := plainString(raw)
			weight := 1
			if raw[0] != '[' && (!ok || len(text) > 0 && !parses(parse, text)) {
				weight = -9
			}
			names[string(name)] += weight
			return true
		})
	}
	if !known {
		j.columns = names
	}
	return j
}

func (j *jsonLines) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		text := bytes.TrimSpace(line)
		if len(text) == 0 {
			continue
		}
		s.entry.Source.Line = s.lines.line
		if bad := j.line(s, text); bad != nil {
			bad.Line = s.lines.line
			return bad
		}
		if !j.nothing {
			return nil
		}
	}
}

// line reads one JSON value.
func (j *jsonLines) line(s *Scanner, text []byte) *Error {
	end, bad := value.Skim(text, jsonDepth)
	if bad != nil {
		return syntax(bad.Offset, bad.Expected, found(text[min(bad.Offset, len(text)):]))
	}
	if end < len(text) {
		return syntax(end, "one JSON value a line", found(text[end:]))
	}
	s.room(len(text))
	j.nothing = false
	if text[0] != '{' || bufferData(text) != nil {
		return j.part(s, store.Bytes, text)
	}
	var first *Error
	family := []byte(nil) // a member called cf: a family of HBase or of RocksDB
	eachMember(text, func(name, raw []byte) bool {
		if string(name) == "cf" {
			family = raw
			return true
		}
		first = j.member(s, name, raw)
		return first == nil
	})
	j.nothing = first == nil && family != nil && len(s.entry.Parts) == 0
	if first == nil && family != nil && !j.nothing {
		if _, pair := s.entry.Part(store.Key); pair {
			cf, _ := plainString(family)
			s.entry.Source.CF = string(cf)
		} else {
			first = j.part(s, store.Family, family)
			s.entry.SortParts()
		}
	}
	return first
}

// holds reports whether a member with an unknown name holds bytes.
func (j *jsonLines) holds(name []byte) bool {
	weight, ok := j.columns[string(name)]
	return ok && weight >= 0
}

func (j *jsonLines) member(s *Scanner, name, raw []byte) (bad *Error) {
	switch string(name) {
	case "parts":
		eachMember(raw, func(name, raw []byte) bool {
			bad = partHex(s, name, raw)
			return bad == nil
		})
		return bad
	case "timestamp", "ts":
		if text, ok := plainString(raw); ok {
			raw = text
		} else if string(raw) == "null" {
			return nil
		}
		return s.namedTime(raw)
	case "deleted":
		text, _ := plainString(raw)
		s.entry.Deleted = string(text)
		return nil
	case "increment":
		s.entry.Increment = string(raw) == "true"
		return nil
	case "type":
		if text, _ := plainString(raw); bytes.HasPrefix(text, []byte("Delete")) {
			s.entry.Deleted = kindName(text)
		}
		return nil
	case "table":
		text, _ := plainString(raw)
		s.entry.Source.Table = string(text)
		return nil
	case "source":
		eachMember(raw, func(name, raw []byte) bool {
			text, _ := plainString(raw)
			switch string(name) {
			case "table":
				s.entry.Source.Table = string(text)
			case "cf":
				s.entry.Source.CF = string(text)
			}
			return true
		})
		return nil
	}
	if part := columnPart(name); part != "" {
		return j.part(s, part, raw)
	}
	if j.holds(name) {
		return j.part(s, string(name), raw)
	}
	return nil
}

// part appends the bytes that a string or a list of numbers stands for.
func (j *jsonLines) part(s *Scanner, name string, raw []byte) *Error {
	from := len(s.buf)
	if raw[0] == '{' {
		if data := bufferData(raw); data != nil {
			raw = data
		}
	}
	if raw[0] == '[' {
		l := intList{text: raw, i: 1}
		b, bad := l.read(s.buf, ']')
		if bad != nil {
			return bad
		}
		s.buf = b
		s.add(name, s.buf[from:])
		return nil
	}
	text, ok := plainString(raw)
	if string(raw) == "null" {
		return nil
	}
	if !ok {
		return syntax(0, "a text or a list of numbers in "+name, found(raw))
	}
	if len(text) > 0 {
		b, bad := j.parse(s, s.buf, text)
		if bad != nil {
			bad.Offset = 0
			bad.Expected += " in " + name
			return bad
		}
		s.buf = b
	}
	s.add(name, s.buf[from:])
	return nil
}

// partHex appends a part of a record that rowlens wrote.
func partHex(s *Scanner, name, raw []byte) *Error {
	text, ok := plainString(raw)
	from := len(s.buf)
	b, hex := appendHex(s.buf, text)
	if !ok || !hex {
		return syntax(0, "hex digits in "+string(name), found(raw))
	}
	s.buf = b
	part := columnPart(name)
	if part == "" {
		part = string(name)
	}
	s.add(part, s.buf[from:])
	return nil
}

// eachMember calls f with the name and the JSON text of each member of an object that value.Skim
// accepts, until f returns false.
func eachMember(object []byte, f func(name, raw []byte) bool) {
	rest := bytes.TrimLeft(object, " \t\r\n")
	if len(rest) == 0 || rest[0] != '{' {
		return
	}
	rest = rest[1:]
	for {
		rest = skipJSON(rest, ',')
		if len(rest) == 0 || rest[0] != '"' {
			return
		}
		end := valueEnd(rest)
		if end < 0 {
			return
		}
		name, _ := plainString(rest[:end])
		rest = skipJSON(rest[end:], ':')
		if end = valueEnd(rest); end <= 0 || !f(name, rest[:end]) {
			return
		}
		rest = rest[end:]
	}
}

// skipJSON skips white space and one kind of separator.
func skipJSON(text []byte, separator byte) []byte {
	for len(text) > 0 && (text[0] == separator || text[0] <= ' ') {
		text = text[1:]
	}
	return text
}

// valueEnd returns where the JSON value at the start of text ends, or -1 if there is none. A quoted
// text, as most values are, is not checked again.
func valueEnd(text []byte) int {
	if len(text) == 0 {
		return -1
	}
	if text[0] != '"' {
		end, bad := value.Skim(text, jsonDepth)
		if bad != nil {
			return -1
		}
		return end
	}
	for at := 1; ; {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			return -1
		}
		at += i + 1
		back := at - 2
		for text[back] == '\\' {
			back--
		}
		if (at-back)%2 == 0 { // an even number of backslashes before the quote
			return at
		}
	}
}

// plainString returns the content of a JSON string, without a copy if it has no escapes.
func plainString(raw []byte) (text []byte, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return nil, false
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner, true
	}
	v, err := value.Parse(raw)
	if err != nil {
		return nil, false
	}
	s, ok := v.Text()
	return []byte(s), ok
}

// fitJSONLines detects lines of JSON whose strings parse. Records of rowlens are a form of their own.
func fitJSONLines(parse spelling, base64 bool) func(*sample) fit {
	return func(s *sample) fit {
		if len(s.lines) == 0 || bytes.IndexByte([]byte("{\"["), bytes.TrimSpace(s.lines[0])[0]) < 0 {
			return no
		}
		var sc Scanner
		sc.lines.limit = defaultLimit
		j := newJSONLines(parse, s.lines)
		if base64 && j.columns != nil || bufferData(s.lines[0]) != nil && len(s.lines) == 1 {
			return no // without names, too many words would pass for base64
		}
		strings, hex, parts, damaged := 0, 0, 0, 0
		for _, line := range s.lines {
			sc.entry.Reset()
			sc.buf = sc.buf[:0]
			text := bytes.TrimSpace(line)
			if len(s.lines) == 1 && text[0] != '{' {
				return no
			}
			if j.line(&sc, text) != nil {
				damaged++
				continue
			}
			parts += len(sc.entry.Parts)
			if text[0] == '"' {
				strings++
			}
			eachMember(text, func(name, raw []byte) bool {
				if t, ok := plainString(raw); ok && (columnPart(name) != "" || j.holds(name)) {
					strings++
					if len(t) == 0 || parses(hexText, t) {
						hex++
					}
				}
				return true
			})
		}
		if parts == 0 || strings == 0 && len(s.lines) == 1 || base64 && strings == 0 || 3*damaged > len(s.lines) {
			return no
		}
		if base64 && hex == strings || isRecord(s.lines[0]) {
			return also
		}
		return yes
	}
}

// fitJSONEscaped detects lines of JSON whose texts have the escapes of HBase, as Java's Put and logs print them.
func fitJSONEscaped(s *sample) fit {
	if !s.mostly(func(line []byte) bool { return jsonObject(line) && bytes.Contains(line, []byte(`\\x`)) }) {
		return no
	}
	return fitJSONLines(toStringBinary, true)(s)
}

// isRecord reports whether a line is a record that rowlens wrote.
func isRecord(line []byte) (ok bool) {
	eachMember(line, func(name, raw []byte) bool {
		ok = string(name) == "parts" && len(raw) > 0 && raw[0] == '{'
		return !ok
	})
	return ok
}

func fitRecords(s *sample) fit {
	if s.every(isRecord) {
		return yes
	}
	return no
}
