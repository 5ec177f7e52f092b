package dump

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/store"
)

// plainText is the form "text": the text itself is the value. One line end at the end belongs to
// the paste or the file, not to the value. Exact for UTF-8.
func plainText(s *Scanner, dst, text []byte) ([]byte, *Error) {
	if bad := badtext.Index(text); bad >= 0 {
		return dst, syntax(bad, "UTF-8 text", found(text[bad:]))
	}
	text = bytes.TrimSuffix(text, []byte{'\n'})
	text = bytes.TrimSuffix(text, []byte{'\r'})
	return append(dst, text...), nil
}

// rawFile is the form "raw": a binary file as one value. It has no lines, and a byte order mark is part of it.
type rawFile struct{ done bool }

func openRaw(s *Scanner, _ *sample) reader {
	s.lines.pos = 0 // before the byte order mark
	return new(rawFile)
}

func (f *rawFile) next(s *Scanner) error {
	if f.done {
		return io.EOF
	}
	f.done = true
	text, err := s.lines.rest()
	if bad, ok := err.(*Error); ok {
		return bad.lineless(0)
	}
	if err != nil {
		return err
	}
	if len(text) == 0 || s.opt.Form == "" && len(bytes.TrimSpace(text)) == 0 {
		return io.EOF
	}
	b, bad := rawBytes(s, s.buf, text)
	if bad != nil {
		return bad.lineless(0)
	}
	s.buf = b
	s.entry.Source.SetPlace(^0)
	s.add(store.Bytes, b)
	return nil
}

// rawBytes takes every byte, but refuses the file of a store that was only mistaken for a value.
func rawBytes(s *Scanner, dst, text []byte) ([]byte, *Error) {
	if s.opt.Form == "" {
		if file := FindStoreFile(text, text); file != nil {
			return dst, syntax(0, "text", file.Sentence("FILE", "FOLDER"))
		}
	}
	return append(dst, text...), nil
}

// fitText detects UTF-8 without the control characters that text never has. A sample may end inside a character.
func fitText(s *sample) fit {
	if bad := badtext.Index(s.text); bad >= 0 && (s.whole || len(s.text)-bad >= utf8.UTFMax) {
		return no
	}
	for _, c := range s.text {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != 0x1B {
			return also
		}
	}
	return yes
}

func fitRaw(s *sample) fit {
	if fitText(s) == yes {
		return no
	}
	return yes
}
