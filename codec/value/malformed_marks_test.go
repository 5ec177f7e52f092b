package value

import (
	"strings"
	"testing"
)

// The same as new String(bytes, UTF_8) of OpenJDK 17; `make oracle` compares both for random bytes.
func TestBytesThatAreNotUTF8AreReplacedAsJavaDoes(t *testing.T) {
	for _, c := range []struct {
		bytes string
		marks int
	}{
		{"\x80", 1}, {"\xc0\x80", 2}, {"\xc3", 1}, {"\xe2\x82", 1}, {"\xe2\x82z", 1}, {"\xe0\x80\x80", 3}, {"\xed\xa0\x80", 1},
		{"\xed\xa0z", 1}, {"\xf0\x90\x80", 1}, {"\xf0\x90\x80z", 1}, {"\xf0\x80\x80\x80", 4}, {"\xf4\x90\x80\x80", 4}, {"\xf4\x8f\xc3", 2},
		{"\xf5\x80", 2}, {"\xff\xfe", 2}, {"\xe2\x82\xe2\x82", 2},
	} {
		var json, cbor Writer
		cbor.CBOR = true
		json.String("a" + c.bytes)
		cbor.String("a" + c.bytes)
		if got := strings.Count(string(json.Buf), `\ufffd`); got != c.marks {
			t.Errorf("%x: %d marks in %s, want %d", c.bytes, got, json.Buf, c.marks)
		}
		if got := strings.Count(string(cbor.Buf), "\ufffd"); got != c.marks {
			t.Errorf("%x: %d marks in CBOR %x, want %d", c.bytes, got, cbor.Buf, c.marks)
		}
	}
}
