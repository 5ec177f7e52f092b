package value_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// Short texts have a separate code path: test each length, with a byte above ASCII and a cut at each position.
func TestShortTextsOfCBOR(t *testing.T) {
	for n := range 40 {
		plain := strings.Repeat("abcdefgh", 5)[:n]
		for at := -1; at < n-1; at++ {
			for _, two := range []string{"ü", "\xff\x80"} {
				text := plain
				if at >= 0 {
					text = plain[:at] + two + plain[at+2:]
				}
				item := append([]byte{0x78, byte(n)}, text...)
				if n < 24 {
					item = append([]byte{0x60 | byte(n)}, text...)
				}
				sound := at < 0 || two == "ü"
				// As a name and as an item.
				var m value.Memory
				v, err := m.ParseCBOR(append(append([]byte{0xa1}, item...), item...))
				got, _ := v.Member(text).Text()
				if sound != (err == nil) || sound && got != text {
					t.Errorf("%q: %q, %v", text, got, err)
				}
				for end := range item {
					m.Reset()
					if v, err := m.ParseCBOR(append([]byte{0x81}, item[:end]...)); err == nil {
						t.Errorf("%q cut to %d bytes is %v", text, end, v)
					}
				}
			}
		}
	}
}

func TestNumbersInListsOfCBOR(t *testing.T) {
	var m value.Memory
	v, err := m.ParseCBOR([]byte("\x86\x17\x18\x18\x19\x01\x00\x1a\x00\x01\x00\x00\x1b\xff\xff\xff\xff\xff\xff\xff\xff\x20"))
	got := ""
	for _, one := range v.Items() {
		got += one.Raw() + " "
	}
	if err != nil || got != "23 24 256 65536 18446744073709551615 -1 " {
		t.Error(got, err)
	}
	for _, cut := range []string{"\x81", "\x81\x18", "\x81\x1b\xff", "\x81\x1c"} {
		if v, err := m.ParseCBOR([]byte(cut)); err == nil {
			t.Errorf("%x is %v", cut, v)
		}
	}
}
