package dump

import "bytes"

// Programs colour what they write to a terminal, with sequences that begin with ESC. Shells and dump tools print an ESC of
// the data as an escape such as \x1B, so in their text the byte itself is never data. What prints values unescaped keeps it.

const (
	escape = 0x1B
	bell   = 0x07
)

const (
	noteControl = "control sequences of a terminal, such as colours, were left out"
	noteKept    = "control sequences of a terminal, such as colours, were read as data, because nothing in this text is escaped"
)

// hasControl reports whether a text has a control sequence.
func hasControl(text []byte) bool {
	for {
		i := bytes.IndexByte(text, escape)
		if i < 0 {
			return false
		}
		if text = text[i:]; controlSequence(text) > 0 {
			return true
		}
		text = text[1:]
	}
}

// withoutControl leaves out the control sequences of a line. The result is line itself, or in dst's memory.
func withoutControl(dst, line []byte) []byte {
	i := bytes.IndexByte(line, escape)
	if i < 0 {
		return line
	}
	dst = dst[:0]
	for i >= 0 {
		dst = append(dst, line[:i]...)
		line = line[i:]
		n := controlSequence(line)
		if n == 0 { // an ESC that begins nothing
			dst = append(dst, escape)
			n = 1
		}
		line = line[n:]
		i = bytes.IndexByte(line, escape)
	}
	return append(dst, line...)
}

// controlSequence returns the length of the sequence at the start of text, which begins with ESC; 0 if there is none
// (ECMA-48, sections 5.4 and 5.6).
func controlSequence(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch kind := text[1]; {
	case kind == '[': // CSI: parameters, intermediate bytes, a final byte
		i := 2
		for i < len(text) && text[i] >= 0x20 && text[i] <= 0x3F {
			i++
		}
		if i < len(text) && text[i] >= 0x40 && text[i] <= 0x7E {
			return i + 1
		}
	case kind == ']': // OSC, such as a link: up to BEL or ESC \
		for i := 2; i < len(text); i++ {
			if text[i] == bell {
				return i + 1
			}
			if text[i] == escape {
				if i+1 < len(text) && text[i+1] == '\\' {
					return i + 2
				}
				return 0
			}
		}
	case kind == '(' || kind == ')': // a character set
		if len(text) > 2 && text[2] > ' ' && text[2] < 0x7F {
			return 3
		}
	case kind == '=' || kind == '>': // the keypad's mode
		return 2
	}
	return 0
}
