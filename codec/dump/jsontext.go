package dump

import (
	"bytes"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// jsonText is the form "json-string": a text in double quotes with JSON's escapes; the bytes are
// its UTF-8. Exact.
func jsonText(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	if len(inner) == 0 || inner[0] != '"' {
		return dst, syntax(from, "a double quote", found(inner))
	}
	q := quotedText{text: text[:from+len(inner)], i: from + 1, rules: jsonString}
	dst, bad := q.read(dst, '"')
	if bad != nil {
		return dst, bad
	}
	return dst, nothingBehind(text, q.text[q.i:])
}

// latin1Text is the form "json-latin1": a JSON text of which each character is a byte, as Python's json.dumps(b.decode("latin-1"))
// and Java's new String(b, ISO_8859_1) in JSON write bytes.
func latin1Text(s *Scanner, dst, text []byte) ([]byte, *Error) {
	decoded, bad := jsonText(s, nil, text)
	if bad != nil {
		return dst, bad
	}
	for _, r := range string(decoded) {
		if r > 0xff {
			return dst, syntax(0, "characters up to U+00FF, each of which is a byte", strconv.QuoteRuneToASCII(r))
		}
		dst = append(dst, byte(r))
	}
	return dst, nil
}

// fitLatin1 detects the form by control characters from U+0080 to U+009F, which no text has. With other characters above U+007F
// beside control characters it is one of two readings.
func fitLatin1(s *sample) fit {
	var sc Scanner
	b, bad := latin1Text(&sc, nil, s.text)
	if bad != nil {
		return no
	}
	high, controls := false, false
	for _, c := range b {
		if c >= 0x80 && c < 0xa0 {
			return yes
		}
		high, controls = high || c >= 0xa0, controls || c < ' ' && c != '\n' && c != '\t' && c != '\r'
	}
	if high && controls {
		return also
	}
	return no
}

// fitJSONString prefers hex and base64 in quotes.
func fitJSONString(s *sample) fit {
	f := literal{starts: prefixed(`"`), parse: jsonText}.fit(s)
	if f == yes && spellsBytes(s) {
		return also
	}
	return f
}

// spellsBytes reports whether a quoted text is hex or base64, which takes precedence over a string
// of some language.
func spellsBytes(s *sample) bool {
	return fitHex(s) != no || fitBase64('+', false)(s) == yes || fitBase64('-', false)(s) == yes
}

// nodeBufferJSON is the form "node-buffer-json": {"type":"Buffer","data":[0,255]}, as
// JSON.stringify writes a Node.js Buffer. Exact.
func nodeBufferJSON(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	if end, bad := value.Skim(inner, jsonDepth); bad != nil || end != len(inner) {
		return dst, syntax(from, `{"type":"Buffer","data":[…]}`, found(inner))
	}
	data := bufferData(inner)
	if data == nil {
		return dst, syntax(from, `{"type":"Buffer","data":[…]}`, found(inner))
	}
	dst, _, bad := listIn(dst, data, 0, ']')
	return dst, bad
}

// startsNodeBuffer recognizes an object by its first members, which identify a Buffer.
func startsNodeBuffer(text []byte) bool {
	return text[0] == '{' && bytes.Contains(text[:min(len(text), 40)], []byte(`"Buffer"`))
}

// bufferData returns the JSON list of a Buffer's numbers.
func bufferData(object []byte) (data []byte) {
	buffer := false
	eachMember(object, func(name, raw []byte) bool {
		switch string(name) {
		case "type":
			buffer = string(raw) == `"Buffer"`
		case "data":
			if raw[0] == '[' {
				data = raw
			}
		}
		return true
	})
	if !buffer {
		return nil
	}
	return data
}

// jsonDocument is the form "json-object": a JSON object whose members are the parts, or a list of
// such objects, over any number of lines. Members are found by name as in JSON Lines. A list of texts
// has a row in each: hex, base64 or HBase's escapes. Exact.
type jsonDocument struct {
	lines jsonLines
	text  []byte // the unread rest of a list
	all   []byte
	line  int // line of all[at]
	start int // where that line starts
	at    int
	begun bool
}

func openJSONDocument(_ *Scanner, sm *sample) reader {
	d := &jsonDocument{lines: jsonLines{parse: hexText}}
	if objects := firstObjects(sm.text, '{'); len(objects) > 0 {
		d.lines = *newJSONLines(hexText, objects)
	} else if parse := spellingOf(firstObjects(sm.text, '"')); parse != nil {
		d.lines.parse = parse
	}
	return d
}

// spellingOf returns how all texts of a list spell bytes, or nil if they are words. Hex of single bytes is rather one value,
// and base64 without any padding could be names.
func spellingOf(list [][]byte) spelling {
	hex, escapes, padded, base64 := true, false, false, true
	for _, raw := range list {
		text, _ := plainString(raw)
		hex = hex && len(text) >= len("0000") && parses(hexText, text)
		escapes = escapes || bytes.Contains(text, []byte(`\x`))
		padded = padded || bytes.HasSuffix(text, []byte("="))
		base64 = base64 && len(text) > 0 && len(text)%4 == 0 && parses(base64Text, text)
	}
	switch {
	case len(list) == 0:
		return nil
	case hex:
		return hexText
	case escapes:
		return toStringBinary
	case base64 && padded:
		return base64Text
	}
	return nil
}

// firstObjects returns some objects of a document, or with a quote as their beginning some texts of a list.
func firstObjects(text []byte, start byte) (objects [][]byte) {
	text = bytes.TrimLeft(text, " \t\r\n")
	list := len(text) > 0 && text[0] == '['
	if list {
		text = text[1:]
	} else if start == '"' {
		return nil
	}
	for len(objects) < sampleLines {
		text = bytes.TrimLeft(text, " \t\r\n,")
		end, bad := value.Skim(text, jsonDepth)
		if bad != nil || end == 0 || text[0] != start {
			break
		}
		objects = append(objects, text[:end])
		if text = text[end:]; !list {
			break
		}
	}
	return objects
}

func (d *jsonDocument) next(s *Scanner) error {
	if !d.begun {
		d.begun = true
		d.line = s.lines.line + 1
		text, err := s.lines.rest()
		if err != nil {
			return err
		}
		d.all = text
		d.text = bytes.TrimLeft(text, " \t\r\n")
		if len(d.text) > 0 && d.text[0] == '[' {
			d.text = d.text[1:]
		}
	}
	d.text = bytes.TrimLeft(d.text, " \t\r\n,;")
	if len(d.text) == 0 || d.text[0] == ']' {
		return io.EOF
	}
	d.moveTo(len(d.all) - len(d.text))
	s.entry.Source.Line = d.line
	end, bad := value.Skim(d.text, jsonDepth)
	if bad != nil {
		rest := d.all[d.start:]
		d.text = nil
		at := d.at - d.start + bad.Offset
		return syntax(at, bad.Expected, found(rest[min(at, len(rest)):])).place(rest, d.line)
	}
	one := d.text[:end]
	d.text = d.text[end:]
	wrong := d.lines.line(s, one)
	if wrong == nil {
		return nil
	}
	if wrong.place(one, d.line); wrong.Line == d.line {
		wrong.Offset += d.at - d.start
	}
	return wrong
}

// moveTo counts the lines up to an offset.
func (d *jsonDocument) moveTo(at int) {
	between := d.all[d.at:at]
	if i := bytes.LastIndexByte(between, '\n'); i >= 0 {
		d.line += bytes.Count(between, []byte{'\n'})
		d.start = d.at + i + 1
	}
	d.at = at
}

// fitJSONDocument detects an object, or a list of objects, that cannot be JSON Lines: over several
// lines, in a list, or with lists of numbers only; and a list of texts that spell bytes.
func fitJSONDocument(s *sample) fit {
	text := bytes.TrimSpace(s.text)
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return no
	}
	if end, bad := value.Skim(text, jsonDepth); s.whole && (bad != nil || end < len(text)) {
		return no
	}
	if spellingOf(firstObjects(s.text, '"')) != nil {
		return yes
	}
	objects := firstObjects(s.text, '{')
	if len(objects) == 0 || bufferData(objects[0]) != nil {
		return no
	}
	var sc Scanner
	lines := newJSONLines(hexText, objects)
	if bad := lines.line(&sc, objects[0]); bad != nil || len(sc.entry.Parts) == 0 {
		return no
	}
	if !s.whole && text[0] == '{' && len(s.lines) > 1 {
		return also // JSON Lines
	}
	return yes
}
