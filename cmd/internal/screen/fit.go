package screen

import (
	"bytes"
	"unicode/utf8"
)

// Fit breaks lines that are wider than the screen, at a space if there is one, and
// indents the continuation. JSON records are left unbroken, because they are for programs.
func Fit(text []byte, width int) []byte {
	const least = 16 // narrower screens are ignored
	if width < least {
		return text
	}
	var out []byte
	for line := range bytes.Lines(text) {
		if line[0] == '{' {
			out = append(out, line...)
			continue
		}
		out = fitLine(out, line, width)
	}
	return out
}

func fitLine(out, line []byte, width int) []byte {
	bare := withoutEscapes(line)
	indent := len(bare) - len(bytes.TrimLeft(bare, " "))
	next := min(indent+2, width/2)
	from, used, room := len(out), 0, -1 // room is the position in out of the last space of this line
	for at := 0; at < len(line); {
		if n := escape(line[at:]); n > 0 { // takes no columns
			out = append(out, line[at:at+n]...)
			at += n
			continue
		}
		c, size := utf8.DecodeRune(line[at:])
		columns := Columns(string(c))
		if c == '\n' {
			columns = 0
		}
		if used+columns > width {
			rest := []byte(nil)
			if room > from {
				rest = bytes.Clone(out[room+1:])
				out = out[:room]
			}
			out = append(out, '\n')
			from = len(out)
			out = append(append(out, bytes.Repeat([]byte{' '}, next)...), rest...)
			used, room = next+Columns(string(withoutEscapes(rest))), -1
			if c == ' ' && len(withoutEscapes(rest)) == 0 {
				at += size
				continue
			}
		}
		if c == ' ' && used >= max(indent, next) {
			room = len(out)
		}
		out = append(out, line[at:at+size]...)
		used += columns
		at += size
	}
	return out
}

// escape returns the length of the escape sequence at the start of a text, such as one
// for a colour, or 0 if there is none.
func escape(text []byte) int {
	if len(text) < 2 || text[0] != '\x1b' || text[1] != '[' {
		return 0
	}
	for i := 2; i < len(text); i++ {
		if text[i] >= '@' && text[i] <= '~' {
			return i + 1
		}
	}
	return 0
}

func withoutEscapes(text []byte) (out []byte) {
	for at := 0; at < len(text); {
		if n := escape(text[at:]); n > 0 {
			at += n
			continue
		}
		out = append(out, text[at])
		at++
	}
	return out
}

// CutLine cuts a line to a width, with an ellipsis; 0 means no limit. It keeps escape
// sequences, so that no colour stays on.
func CutLine(line []byte, width int) []byte {
	if width <= 0 || Columns(string(withoutEscapes(line))) <= width {
		return line
	}
	var out []byte
	used, cut := 0, false
	for at := 0; at < len(line); {
		if n := escape(line[at:]); n > 0 {
			out = append(out, line[at:at+n]...)
			at += n
			continue
		}
		c, size := utf8.DecodeRune(line[at:])
		if used += Columns(string(c)); used < width {
			out = append(out, line[at:at+size]...)
		} else if !cut {
			out, cut = append(out, "…"...), true
		}
		at += size
	}
	return out
}
