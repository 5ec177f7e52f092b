package cell

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/value"
)

// Described collects the models in the output of HBase's describe, which prints the values of a table's
// descriptor:
//
//	ns:Ware, {TABLE_ATTRIBUTES => {METADATA => {'\x00' => 'Ware', '\x01' => '\x00\x01\x01…', '\x02' => '\x0A…'}}}
//
// Keys are one byte, raw or escaped. Values are escaped, except for quotes: a value ends at the quote before the next key,
// or at the quote before the brace.
func (f *Finder) Described(text []byte) (found bool) {
	table := 0
	for at := 0; at < len(text); {
		item, n := describedKey(text[at:])
		if n == 0 {
			at++
			continue
		}
		at += n
		end := describedEnd(text[at:])
		if end < 0 {
			break
		}
		if item == ItemName {
			table++
		}
		f.Add(string(rune('a'+table)), item, unescaped(text[at:at+end]))
		found = true
		at += end
	}
	return found
}

// describedKey reads the key of a value at the start of a text. n is its length including the text around it, or 0 if there
// is no key.
func describedKey(text []byte) (item, n int) {
	const arrow = "' => '"
	for item = range Items {
		for _, key := range [...]string{string(rune(item)), "\\x0" + string(rune('0'+item))} {
			if bytes.HasPrefix(text, []byte("'"+key+arrow)) {
				return item, len("'"+key) + len(arrow)
			}
		}
	}
	return 0, 0
}

// describedEnd returns where a value ends, or -1.
func describedEnd(text []byte) int {
	for at := 0; at < len(text); at++ {
		if text[at] != '\'' {
			continue
		}
		rest := text[at+1:]
		next := bytes.HasPrefix(rest, []byte(", '")) && bytes.Contains(rest[:min(len(rest), 64)], []byte("' => '"))
		if next || bytes.HasPrefix(rest, []byte("}")) {
			return at
		}
	}
	return -1
}

// unescaped decodes \\xHH; everything else stays as it is.
func unescaped(text []byte) (b []byte) {
	for len(text) > 0 {
		if len(text) >= 4 && text[0] == '\\' && text[1] == 'x' {
			if one, ok := value.DecodeHex(string(text[2:4])); ok {
				b, text = append(b, one...), text[4:]
				continue
			}
		}
		b, text = append(b, text[0]), text[1:]
	}
	return b
}
