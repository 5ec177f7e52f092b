package lexicoder_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

const many = 1 << 17

// hostile are inputs on which a careless reader spends much time or memory.
var hostile = []struct {
	name, lexicoder string
	b               []byte
}{
	{"a length of two gigabytes", "biginteger", []byte("\xff\xff\xff\xff\x80")},
	{"one of minus two gigabytes", "biginteger", []byte("\x00\x00\x00\x00\x80")},
	{"a number of very many bytes", "biginteger", append([]byte("\x80\x02\x00\x00"), bytes.Repeat([]byte{0x7f}, many)...)},
	{"the longest number", "biginteger", append([]byte("\x80\x00\x20\x00"), bytes.Repeat([]byte{0xff}, 8192)...)},
	{"very many numbers as long as may be", "list(biginteger)",
		bytes.Repeat(append(append([]byte("\x80\x01\x01\x20\x01\x01"), bytes.Repeat([]byte{0xff}, 8192)...), 0), 16)},
	{"a number of too many bytes", "long", append([]byte{8}, make([]byte, many)...)},
	{"separators", "list(string)", make([]byte, many)},
	{"separators in levels", "list(list(list(bytes)))", make([]byte, many)},
	{"separators in all levels", strings.Repeat("list(", 16) + "bytes" + strings.Repeat(")", 16), make([]byte, many)},
	{"escaped separators", "sequence(list(string))", bytes.Repeat([]byte{1, 1, 0}, many/3)},
	{"separators of a pair", "pair(bytes, bytes)", make([]byte, many)},
	{"escapes", "pair(bytes, bytes)", append(bytes.Repeat([]byte{1, 1}, many/2), 0)},
	{"escapes in all levels", strings.Repeat("list(", 16) + "bytes" + strings.Repeat(")", 16), bytes.Repeat([]byte{1, 2}, many/2)},
	{"reversed in all levels", strings.Repeat("reverse(", 16) + "bytes" + strings.Repeat(")", 16), bytes.Repeat([]byte{0xff}, many)},
	{"reversed and escaped in all levels", strings.Repeat("reverse(", 16) + "bytes" + strings.Repeat(")", 16),
		bytes.Repeat([]byte{0x55, 0xaa}, many/2)},
	{"an escape that is cut", "list(bytes)", append(bytes.Repeat([]byte{1, 2}, many/2), 1)},
	{"a terminator alone", "reverse(reverse(reverse(bytes)))", []byte{0xff}},
	{"nothing", "reverse(bytes)", nil},
	{"text that is not UTF-8", "string", bytes.Repeat([]byte{0xff}, many)},
	{"no lexicoder: separators", "", make([]byte, many)},
	{"no lexicoder: text, separators", "", bytes.Repeat([]byte("abc\x00"), 60)},
	{"no lexicoder: escapes", "", append(bytes.Repeat([]byte{1, 2}, many/2), 0)},
	{"no lexicoder: reversed", "", bytes.Repeat([]byte{0xff}, many)},
	{"no lexicoder: a length", "", append([]byte("\x80\x00\x20\x00"), bytes.Repeat([]byte{0x7f}, 8192)...)},
}

func TestHostileInputTakesLittleTimeAndMemory(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			for _, lenient := range []bool{false, true} {
				in := format.Input{Lenient: lenient}
				in.Entry.Add(store.Row, c.b)
				if c.lexicoder != "" {
					in.Schema = schema(t, c.lexicoder)
				}
				cost.Check(t, lexicoder.Format.Record("key"), &in)
			}
		})
	}
}

// Each byte may be a value at each of 16 levels: a struct of 64 bytes, and two of JSON, which is
// copied as it grows.
var cost = formattest.Cost{PerByte: 2000, Base: 1 << 20}

// Escapes grow with each level, but not by a factor each time: what is written stays small too.
func TestWritingDeepNestingStaysSmall(t *testing.T) {
	for _, fill := range []byte{0, 1, 2, 0xfd, 0xfe, 0xff} {
		for _, combinator := range []string{"reverse(", "list(", "sequence("} {
			l := parse(t, strings.Repeat(combinator, 16)+"bytes"+strings.Repeat(")", 16))
			v := lexicoder.Value{Bytes: bytes.Repeat([]byte{fill}, 100)}
			if combinator != "reverse(" {
				for range 16 {
					v = lexicoder.Value{Items: []lexicoder.Value{v}}
				}
			}
			b := appended(t, l, &v)
			if len(b) > 100*50*50 {
				t.Errorf("100 bytes %#02x in 16 levels of %s) become %d", fill, combinator, len(b))
			}
		}
	}
}
