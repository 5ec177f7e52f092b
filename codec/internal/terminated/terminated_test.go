package terminated

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// texts of all lengths around the size of words, ASCII and not, with bytes next to
// the terminator's.
func texts() (list [][]byte) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabets := []string{"ab", "\x01\x02\x7f", "é€😀", "\x80\xff", "a\x00"}
	for n := range 40 {
		for _, alphabet := range alphabets {
			letters := []rune(alphabet)
			var b []byte
			for len(b) < n {
				if !utf8.ValidString(alphabet) {
					b = append(b, alphabet[r.IntN(len(alphabet))])
				} else {
					b = utf8.AppendRune(b, letters[r.IntN(len(letters))])
				}
			}
			list = append(list, b)
		}
	}
	return list
}

func inverted(b []byte) []byte {
	out := bytes.Clone(b)
	for i := range out {
		out[i] = ^out[i]
	}
	return out
}

func TestTextComesBackInBothDirections(t *testing.T) {
	scratch := make([]byte, 0, 8)
	for _, text := range texts() {
		asc, desc := Append([]byte("before"), 0x34, text, 0), Append(nil, 0x34, text, ^uint64(0))
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			if asc != nil || desc != nil {
				t.Errorf("%q is written as % x and % x", text, asc, desc)
			}
			continue
		}
		want := append(append([]byte("before\x34"), text...), 0)
		if !bytes.Equal(asc, want) || !bytes.Equal(desc, inverted(want[len("before"):])) {
			t.Errorf("%q is written as % x and % x", text, asc, desc)
		}
		for _, behind := range []string{"", "\x00", "next value\x00", "\xff\x80"} {
			if got := Scan(append(asc[len("before\x34"):len(asc):len(asc)], behind...)); !bytes.Equal(got, text) || got == nil {
				t.Errorf("%q before %q is read as %q", text, behind, got)
			}
			kept := append(scratch[:0], "kept"...)
			got := ScanInverted(append(desc[1:len(desc):len(desc)], behind...), &kept)
			if !bytes.Equal(got, text) || got == nil || string(kept) != "kept"+string(text) {
				t.Errorf("%q, complemented, before %q is read as %q, scratch %q", text, behind, got, kept)
			}
		}
	}
}

func TestTextWithoutEndOrNotUTF8IsNotRead(t *testing.T) {
	for _, text := range texts() {
		if i := bytes.IndexByte(text, 0); i >= 0 {
			text = text[:i]
		}
		stored := bytes.Clone(text) // no terminator
		if !utf8.Valid(text) {
			stored = append(stored, 0)
		}
		scratch := []byte("kept")
		if got := Scan(stored); got != nil {
			t.Errorf("% x is read as %q", stored, got)
		}
		if got := ScanInverted(inverted(stored), &scratch); got != nil || string(scratch) != "kept" {
			t.Errorf("% x, complemented, is read as %q, scratch %q", stored, got, scratch)
		}
	}
}
