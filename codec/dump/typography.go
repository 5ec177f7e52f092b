package dump

import (
	"bytes"
	"unicode/utf8"
)

// Chats, mail programs and word processors replace characters of what is pasted into them.

const (
	noteSpaces = "no-break spaces were read as spaces, and zero-width characters were left out"
	noteQuotes = "typographic quotes and dashes were read as those that programs write"
)

// plainSpace returns what a character of width zero, or a space that is not U+0020, stands for; ok is false for any other.
func plainSpace(r rune) (text string, ok bool) {
	switch r {
	case 0xA0, 0x2007, 0x202F:
		return " ", true
	case 0xAD, 0x200B, 0x2060, 0xFEFF:
		return "", true
	}
	return "", false
}

// plainQuote returns the character of a program for which a typographic one stands.
func plainQuote(r rune) (text string, ok bool) {
	switch r {
	case 0x201C, 0x201D, 0x201E:
		return `"`, true
	case 0x2018, 0x2019, 0x201A:
		return "'", true
	case 0x2010, 0x2011, 0x2013, 0x2212:
		return "-", true
	case 0x2014:
		return "--", true
	}
	return "", false
}

// replacing makes an edit of the characters that plain knows; nil if the sample has none.
func replacing(plain func(rune) (string, bool)) func(*sample) lineEdit {
	return func(sm *sample) lineEdit {
		if !mayReplace(sm.text, plain) {
			return nil
		}
		var buf []byte
		return func(line []byte) ([]byte, bool) {
			if mayReplace(line, plain) {
				buf = replaced(buf[:0], line, plain)
				line = buf
			}
			return line, true
		}
	}
}

func mayReplace(text []byte, plain func(rune) (string, bool)) bool {
	for at := nonASCII(text); at < len(text); {
		r, n := utf8.DecodeRune(text[at:])
		if _, ok := plain(r); ok {
			return true
		}
		at += n
		at += nonASCII(text[at:])
	}
	return false
}

func replaced(dst, text []byte, plain func(rune) (string, bool)) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if other, ok := plain(r); ok {
			dst = append(dst, other...)
		} else {
			dst = append(dst, text[:n]...)
		}
		text = text[n:]
	}
	return dst
}

// nonASCII returns the index of the first byte that is not ASCII, or the length.
func nonASCII(text []byte) int {
	for i, c := range text {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}

// spaceStarts are the bytes with which the characters that plainSpace knows begin in UTF-8.
const spaceStarts = "\xC2\xE2\xEF"

// onlySpaces reports whether nothing in a line is outside ASCII but characters that plainSpace knows: in a line with other
// characters, from a shell that prints UTF-8, they may be data.
func onlySpaces(line []byte) bool {
	if !(&marks{bytes: []byte(spaceStarts)}).in(line) {
		return false
	}
	return bytes.IndexFunc(line, func(r rune) bool {
		_, ok := plainSpace(r)
		return r >= utf8.RuneSelf && !ok
	}) < 0
}
