package dump

import "bytes"

// ambiguities describes, in sentences, where two readings of a text differ.
func ambiguities(s *sample, found []*Form) (notes []string) {
	has := func(id string) bool {
		for _, f := range found {
			if f.ID == id {
				return true
			}
		}
		return false
	}
	switch found[0].ID {
	case "hex":
		if has("base64") {
			notes = append(notes, "the text is also base64, of other bytes")
		}
		if decimal(bytes.TrimSpace(s.text)) {
			notes = append(notes, "the text has only decimal digits; it may be a number")
		} else if len(bytes.Trim(s.text, "01 \r\n")) == 0 {
			notes = append(notes, "the text has only the digits 0 and 1; they may be bits")
		}
		if has("hex-lines") {
			notes = append(notes, "the lines were joined to one value; each may be a value of its own")
		}
	case "hex-lines", "base64-lines":
		notes = append(notes, "each line was read as a value of its own; they may be one value that was folded")
	case "base64", "base64url":
		if has("base64-lines") {
			notes = append(notes, "the lines were joined to one value; each may be a value of its own")
		}
	case "json-latin1":
		notes = append(notes, noteLatin1)
	case "json-string":
		if has("json-latin1") {
			notes = append(notes, noteUTF8)
		}
	case "pg-bytea":
		if len(s.lines) == 1 && len(bytes.TrimSpace(s.text)) > len(`\x41`) {
			notes = append(notes, `\x and hex digits is bytea of PostgreSQL here; as HBase or C text only the first two digits are an escape`)
		}
	case "text":
		if len(firstObjects(s.text, '{')) > 0 {
			notes = append(notes, noteMembers)
		}
		if inSentence(s.text) {
			notes = append(notes, noteWords)
		} else if bareEscapes(s.text) {
			notes = append(notes, `xHH stands where \xHH is usual: a shell removes backslashes that are not in single quotes`)
		} else if hexInside(s.text) {
			notes = append(notes, noteHexInside)
		}
	case "tostringbinary", "accumulo-escaped", "c-escaped", "pg-bytea-escape":
		if inSentence(s.text) {
			notes = append(notes, noteWords)
		}
		if bytes.Contains(s.text, []byte(`\\`)) || bytes.Contains(s.text, []byte(`\x5C`)) {
			notes = append(notes, `HBase writes a backslash as \x5C, Accumulo and C write \\; the other reading has other bytes`)
		}
	}
	return notes
}

const (
	noteLatin1 = "each character was read as a byte, as in ISO 8859-1; read as UTF-8 the text has other bytes"
	noteUTF8   = "the characters were read as UTF-8; each may be a byte, as in ISO 8859-1"
)

const noteMembers = "JSON is read by members called row, family, qualifier, visibility, value or key, in hex, base64 or HBase's escapes; " +
	"there are none, so it was read as plain text"

const noteHexInside = "hex digits stand among other characters, so all of it was read as text: give the digits alone to read the bytes that they spell"

// hexInside reports whether a text has hex that is hardly a word or a number.
func hexInside(text []byte) bool {
	const least = 16
	for len(text) > 0 {
		n := 0
		for n < len(text) && unhex[text[n]] < 16 {
			n++
		}
		if n >= least && !decimal(text[:n]) {
			return true
		}
		text = text[n:]
		text = text[min(1, len(text)):]
	}
	return false
}

// bareEscapes reports whether a text has an `xHH` right after another, as escapes without their backslashes do.
func bareEscapes(text []byte) bool {
	run := 0
	for i := 0; i+3 <= len(text); {
		if text[i] != 'x' || unhex[text[i+1]]|unhex[text[i+2]] > 15 {
			run = 0
			i++
			continue
		}
		if run++; run == 2 {
			return true
		}
		i += 3
	}
	return false
}
