package file_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

func TestKeyText(t *testing.T) {
	long := []byte("k" + strings.Repeat("é", 200)) // the limit is inside a character
	for _, c := range []struct {
		key  []byte
		want string
	}{
		{nil, ""},
		{[]byte("row/1"), `"row/1"`},
		{[]byte(`a "b" \`), `"a \"b\" \\"`},
		{[]byte("日本"), `"日本"`},
		{[]byte{0, 1, 0xff}, "0001ff"},
		{[]byte("line\n"), "6c696e650a"},
		{[]byte{'a', 0xc3}, "61c3"},
		{long, `"k` + strings.Repeat("é", 127) + `"… (401 bytes)`},
		{bytes.Repeat([]byte{0x80}, 1<<20), strings.Repeat("80", 252) + "… (1048576 bytes)"},
	} {
		if got := file.KeyText(c.key); got != c.want {
			t.Errorf("KeyText(%.20q) = %q, want %q", c.key, got, c.want)
		}
	}
}
