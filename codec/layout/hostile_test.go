package layout_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const many = 1 << 17

var hostile = []struct {
	name, line string
	b          []byte
}{
	{"a length of exabytes", "a:str(u64)", bytes.Repeat([]byte{0xff}, 20)},
	{"a length of gigabytes", "a:bytes(varint)", []byte("\xff\xff\xff\xff\x0f")},
	{"a count of very many elements", "a:u64[u32]", []byte("\xff\xff\xff\xff")},
	{"very many elements", "a:u8[]", make([]byte, many)},
	{"very many lists", "a:(b:u8[u8])[]", make([]byte, many)},
	{"a list that ends early", "a:u64[60000]", make([]byte, many)},
	{"a number without an end", "a:varint", bytes.Repeat([]byte{0x80}, many)},
	{"text without an end", "a:str(..0x00)", bytes.Repeat([]byte{'a'}, many)},
	{"complemented text", "a:str(..0x00) desc b:str desc", bytes.Repeat([]byte{0x9e}, many)},
	{"text that is not UTF-8", "a:str", bytes.Repeat([]byte{0xff}, many)},
	{"a hash of everything", "a:md5(16..) b:bytes", make([]byte, many)},
	{"very many hashes", strings.Repeat("skip(1) ", 31) + "a:bytes", make([]byte, many)},
	{"separators of a lexicoder", "a:lex(list(list(bytes)))", make([]byte, many)},
	{"a big integer", "a:lex(biginteger) b:u8", []byte("\xff\xff\xff\xff\x80")},
	{"typed values", "a:ob[]", bytes.Repeat([]byte{0x29}, many)},
	{"nothing", "a:u8", nil},
}

func TestHostileKeysTakeLittleTimeAndMemory(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			in := format.Input{Given: value.OfMembers(value.Member{Name: "layout", Value: value.Of(c.line)})}
			in.Entry.Add(store.Row, c.b)
			formattest.Cost{PerByte: 600, Base: 1 << 20}.Check(t, layout.Format.Record("key"), &in)
		})
	}
}

// wrong are lines that are refused, with the column and part of the message.
var wrong = []struct {
	line   string
	column int
	has    string
}{
	{"", 1, "an item, as id:long"},
	{"   # nothing", 13, "an item"},
	{"id", 3, "a colon and a type after the name id"},
	{"id long", 3, "a colon"},
	{"id:", 4, "a type: u8 to u64"},
	{"id:lnog", 4, `found "lnog"`},
	{"id:u7", 4, "a type"},
	{"id:u72", 4, "a type"},
	{"é:u8", 1, `a name, a literal`},
	{"id:u8!", 6, "no ! after u8, which has no sign"},
	{"id:str!", 7, "no ! after str"},
	{"id:str le", 8, "a type that can be le"},
	{"sum:md5(a) le a:str", 12, "a type that can be le"},
	{"id:long! le", 10, "a type that can be le"},
	{"id:long le desc", 12, "a type that can be desc"},
	{"a:u8 h:md5(a)?", 14, "no ? inside a list or after a hash"},
	{"a:(b:u8?)[]", 8, "no ? inside a list"},
	{"a:int b:int a:int", 13, "another name, found a for the second time"},
	{"parts:int", 1, "another name, found parts"},
	{"a:str b:str", 7, "an item of a fixed width after a"},
	{"a:str b:u8?", 7, "an item of a fixed width after a"},
	{"a:str(0)", 8, "a byte at least"},
	{"a:str(99999)", 7, "a number up to 65536"},
	{"a:str(..)", 9, "what ends it"},
	{"a:str(i8)", 7, "the type of the length"},
	{`a:str(.."`, 9, "text in quotes"},
	{"0x0", 1, "0x and pairs of hex digits"},
	{"0xzz", 1, "0x and pairs"},
	{"a:u8)", 5, "an item"},
	{"a:(b:u8", 8, `")"`},
	{"a:(b:u8)", 9, `"[" after the items of a list`},
	{"a:u8[70000]", 6, "a number up to 65536"},
	{"a:str[]", 1, "an item that says where it ends"},
	{"a:u8[0]", 8, ""},
	{"a:xxh32", 8, `"(" after xxh32`},
	{"a:xxh32(4)", 10, `".." after the first byte`},
	{"a:xxh32(b..) c:u8", 1, "the name of another item"},
	{"a:xxh32(a..)", 1, "other bytes than its own"},
	{"a:md5(4..)%16 b:u8", 11, "% after xxh32"},
	{"a:xxh32(4..)%0", 15, "a number of buckets"},
	{"a:lex(strnig)", 7, "a lexicoder"},
	{"a:lex(pair(long", 16, `")"`},
	{"a:ob(int128)", 6, "a type of OrderedBytes"},
	{"a:int(4)", 6, "no parentheses after int"},
	{strings.Repeat("a", 5000), 4097, "at most 4096 characters"},
	{strings.Repeat("skip(1) ", 65), 513, "at most 64 items"},
	{"a:(b:(c:(d:(e:(f:u8)[])[])[])[])[]", 16, "at most 4 nested lists"},
}

func TestWrongLinesAreRefusedWithTheirColumn(t *testing.T) {
	for _, c := range wrong {
		l, err := layout.Parse(c.line)
		if c.has == "" {
			if err != nil {
				t.Errorf("%s: %v", c.line, err)
			}
			continue
		}
		e, ok := err.(*layout.Error)
		if l != nil || !ok || e.Column != c.column || !strings.Contains(e.Error(), c.has) {
			t.Errorf("%.60s: %v, want column %d, %s", c.line, err, c.column, c.has)
		}
	}
}

// Fields that a reader would not get back, with a part of the refusal's text; "" for what is written.
func TestFieldsThatWouldBeLostAreRefused(t *testing.T) {
	const blob = `"a":{"order":"desc","type":"blob-copy","value":"0102"}`
	for _, c := range []struct{ line, fields, why string }{
		{"a:ob b:u8", `{` + blob + `,"b":5}`, "b: a blob-copy is read to the end of the key"},
		{"a:ob", `{` + blob + `}`, ""},
		{"a:ob", `{"a":{"order":"asc","type":"int8","value":1,"bits":"01"}}`, "bits: there is no such field"},
		{"a:u8", `{"a":1,"part":"rows"}`, "part: expected one of row, key, qualifier, value, bytes"},
		{"a:u8", `{"a":1,"part":"qualifier","parts":{"value":"00"}}`, ""},
		{"a:u8", `{"a":1,"part":"qualifier","parts":{"row":"00"}}`, "parts.row: this part would be read as the key"},
		{"a:u8", `{"a":1,"parts":{"row":"00"}}`, "parts.row: this part would be read as the key"},
		{"a:u8", `{"a":1,"parts":["00"]}`, "parts: expected an object of parts as hex"},
	} {
		in := format.Input{Given: value.OfMembers(value.Member{Name: "layout", Value: value.Of(c.line)})}
		formattest.Refused(t, layout.Format.Record("key"), &in, c.fields, c.why)
	}
}
