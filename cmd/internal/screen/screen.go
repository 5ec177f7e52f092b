// Package screen draws on a terminal: coloured trees beside their bytes, and tables. Its output
// is safe: bytes of a dump never reach the terminal unescaped.
package screen

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Screen collects output. The zero Screen has no colours and no width limit, which suits a file.
type Screen struct {
	Buf    []byte
	Colour bool
	Width  int // in columns; 0 means no limit
}

// Style is how a text is highlighted. The words carry the same information, so nothing is
// lost without colour.
type Style string

// The styles, which are parameters of the terminal's SGR sequence.
const (
	Plain  Style = ""
	Bold   Style = "1"
	Dim    Style = "2"
	Good   Style = "38;5;35"
	Warn   Style = "1;38;5;208"
	Title  Style = "1;38;5;75"
	Header Style = "4"
)

// roles maps roles to the page's colours: for each, the nearest of the 256 colours
// that is readable on light and dark backgrounds.
var roles = map[span.Role]Style{
	span.RoleCheck:     "38;5;245",
	span.RoleIdentity:  "38;5;38",
	span.RoleTarget:    "38;5;36",
	span.RoleCode:      "38;5;172",
	span.RoleSort:      "38;5;169",
	span.RoleVersion:   "38;5;69",
	span.RoleStructure: "38;5;143",
	span.RoleUndecoded: "1;38;5;202",
}

// RoleStyle returns the colour of a role.
func RoleStyle(r span.Role) Style { return roles[r] }

// Put appends the program's own text in a style. Line feeds around it are unstyled.
func (s *Screen) Put(style Style, text string) {
	words := strings.Trim(text, "\n")
	if !s.Colour || style == Plain || words == "" {
		s.Buf = append(s.Buf, text...)
		return
	}
	before, after, _ := strings.Cut(text, words)
	s.Buf = append(append(append(append(s.Buf, before...), "\x1b["...), style...), 'm')
	s.Buf = append(append(append(s.Buf, words...), "\x1b[0m"...), after...)
}

// Line ends the line.
func (s *Screen) Line() { s.Buf = append(s.Buf, '\n') }

// Int appends a number.
func (s *Screen) Int(n int) { s.Buf = strconv.AppendInt(s.Buf, int64(n), 10) }

// Visible returns text in which everything that could control a terminal, or is invisible, is
// escaped as in JSON. Quotation marks and backslashes are not escaped.
func Visible(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= 0x20 && text[i] < 0x7f
	}
	if plain {
		return text
	}
	var b []byte
	from := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '"' && text[i] != '\\' {
			continue
		}
		n := len(b)
		b = value.AppendQuoted(b, text[from:i])
		b = append(b[:n], b[n+1:len(b)-1]...)
		if i < len(text) {
			b = append(b, text[i])
		}
		from = i + 1
	}
	return string(b)
}

// Cut returns the text if it fits into a number of columns; otherwise as much of it as fits,
// with an ellipsis. A width of 0 or less means no limit.
func Cut(text string, width int) string {
	if width <= 0 || Columns(text) <= width {
		return text
	}
	used := 0
	for i, r := range text {
		if used += runeColumns(r); used > width-1 {
			return text[:i] + "…"
		}
	}
	return text
}

// Columns returns how many columns a text takes on a terminal.
func Columns(text string) int {
	n := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		n += runeColumns(r)
		i += size
	}
	return n
}

// runeColumns returns 2 for East Asian wide characters and emoji, 0 for combining marks, otherwise 1.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r <= 0x36f, r >= 0x20d0 && r <= 0x20ff, r >= 0xfe00 && r <= 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
