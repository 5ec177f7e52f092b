package actionbase_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/wire"
)

// Text is handled in words of eight bytes, so every length around a multiple of eight is tried,
// alone and with a value before and after it.
func TestTextOfEveryLengthComesBack(t *testing.T) {
	for n := range 41 {
		for _, letters := range []string{"abcdefghijklm", "é한글xé", "\x01\x7f"} {
			s := bytes.Repeat([]byte(letters), 41)[:n]
			s = bytes.ToValidUTF8(s, []byte("?"))
			for _, o := range []order.Order{order.Asc, order.Desc} {
				key := []actionbase.OrderedValue{{Value: text(string(s)), Order: o}, {Value: long(1), Order: o}, {Value: text(string(s)), Order: o}}
				comesBack(t, key[:1])
				comesBack(t, key[:2])
				comesBack(t, key)
			}
		}
	}
}

func comesBack(t *testing.T, key []actionbase.OrderedValue) {
	t.Helper()
	b, err := actionbase.AppendValues([]byte("before"), key)
	if err != nil {
		t.Fatal(err)
	}
	b = b[len("before"):]
	back, _, err := actionbase.DecodeValues(b, nil, nil)
	if err != nil {
		t.Fatalf("%x: %v", b, err)
	}
	again, _ := actionbase.AppendValues(nil, back)
	if len(back) != len(key) || !bytes.Equal(again, b) || !bytes.Equal(back[0].Value.Text, key[0].Value.Text) {
		t.Errorf("%x is read as %v", b, back)
	}
}

func TestTextIsRefusedAtEveryPlace(t *testing.T) {
	for n := 1; n < 27; n++ {
		for at := range n {
			s := bytes.Repeat([]byte("a"), n)
			for _, bad := range []byte{0, 0xff} {
				s[at] = bad
				if out, err := actionbase.AppendValue([]byte("x"), &actionbase.Value{Kind: actionbase.String, Text: s},
					order.Asc); err == nil || string(out) != "x" {
					t.Errorf("%q is written as %x", s, out)
				}
			}
			s[at] = 0x80 // continues nothing
			refused(t, append(append([]byte{0x34}, s...), 0), wire.BadText, at+1)
			refused(t, append([]byte{0x34}, s...), wire.Unterminated, n+1)
			for i := range s {
				s[i] = ^s[i]
			}
			refused(t, append(append([]byte{0xcb}, s...), 0xff), wire.BadText, at+1)
			refused(t, append([]byte{0xcb}, s...), wire.Unterminated, n+1)
		}
	}
}

func refused(t *testing.T, b []byte, code wire.Code, offset int) {
	t.Helper()
	var v actionbase.Value
	_, err := actionbase.DecodeValue(b, &v)
	var e *wire.Error
	if !errors.As(err, &e) || e.Code != code || e.Offset != offset {
		t.Errorf("%x: got %v, want %v at offset %d", b, err, code, offset)
	}
}

func TestListOfValuesSaysWhereItFails(t *testing.T) {
	b, _ := actionbase.AppendValues(nil, []actionbase.OrderedValue{{Value: text("ab")}, {Value: long(1)}})
	list, _, err := actionbase.DecodeValues(b[:len(b)-1], nil, nil)
	var e *wire.Error
	if !errors.As(err, &e) || e.Code != wire.Truncated || e.Offset != 5 || len(list) != 1 {
		t.Errorf("got %v with %d values, want truncated at offset 5 with 1", err, len(list))
	}
}

// The first character that is no base64url is the place of the error, although a line break, which base64 skips, stands after it.
func TestACursorIsRefusedAtItsFirstWrongCharacter(t *testing.T) {
	for text, want := range map[string]int{"2024-05-01 10:00\nfoo bar\n": 10, "bmXh\ns_-f3g": 4, "bmXhs_-f3g\n": 10, "bmXh\n=": 4} {
		var e *wire.Error
		if _, err := actionbase.DecodeCursor([]byte(text)); !errors.As(err, &e) || e.Offset != want {
			t.Errorf("%q: %v, not at %d", text, err, want)
		}
	}
}
