package layout_test

import (
	"bytes"
	"cmp"
	"math"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const cases = 1_500

func parsed(t testing.TB, line string) *layout.Layout {
	t.Helper()
	l, err := layout.Parse(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return l
}

// decoded returns the fields of a key.
func decoded(t testing.TB, line string, key []byte) (value.Value, error) {
	t.Helper()
	in := format.Input{Given: value.OfMembers(value.Member{Name: "layout", Value: value.Of(line)})}
	in.Entry.Add(store.Row, key)
	var w value.Writer
	if err := layout.Format.Record("key").Decode(&in, nil, &w); err != nil {
		return value.Value{}, err
	}
	v, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatalf("%s: %s: %v", line, w.Buf, err)
	}
	return v, nil
}

// sorting are types whose bytes sort as their values do, with two values and how they compare.
var sorting = map[string]func(r *rand.Rand) (a, b value.Value, c int){
	"u64": func(r *rand.Rand) (a, b value.Value, c int) {
		x, y := r.Uint64(), r.Uint64()>>r.Intn(64)
		return value.Of(strconv.FormatUint(x, 10)), value.Of(strconv.FormatUint(y, 10)), cmp.Compare(x, y)
	},
	"long!": numbers(63), "int!": numbers(31), "i24!": numbers(23), "ms!": numbers(63),
	"double!": func(r *rand.Rand) (a, b value.Value, c int) {
		x, y := r.NormFloat64(), r.NormFloat64()*math.Exp2(float64(r.Intn(100)-50))
		return number(x), number(y), cmp.Compare(x, y)
	},
	"str(..0x00)": words("\x01ab\x7f"), "uuid": func(r *rand.Rand) (a, b value.Value, c int) {
		x, y := make([]byte, 16), make([]byte, 16)
		r.Read(x)
		r.Read(y)
		text := func(b []byte) value.Value {
			s := string(value.AppendHex(nil, b))
			return value.Of(s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:])
		}
		return text(x), text(y), bytes.Compare(x, y)
	},
}

func number(f float64) value.Value {
	v, _ := value.Parse(value.AppendFloat(nil, f, 64, false))
	return v
}

func numbers(bits int) func(r *rand.Rand) (a, b value.Value, c int) {
	return func(r *rand.Rand) (a, b value.Value, c int) {
		x := int64(r.Uint64()) >> (63 - bits)
		y := x + int64(r.Intn(3)-1)
		if r.Intn(2) == 0 || y>>bits != 0 && y>>bits != -1 {
			y = int64(r.Uint64()) >> (63 - bits)
		}
		return value.OfInt(x), value.OfInt(y), cmp.Compare(x, y)
	}
}

func words(letters string) func(r *rand.Rand) (a, b value.Value, c int) {
	return func(r *rand.Rand) (a, b value.Value, c int) {
		word := func() string {
			s := make([]byte, r.Intn(4))
			for i := range s {
				s[i] = letters[r.Intn(len(letters))]
			}
			return string(s)
		}
		x, y := word(), word()
		return value.Of(x), value.Of(y), cmp.Compare(x, y)
	}
}

// Keys of items that sort have the order of their values, ascending and descending.
func TestKeysSortAsTheirItemsDo(t *testing.T) {
	r := rand.New(rand.NewSource(formattest.Seed()))
	for name, next := range sorting {
		for _, desc := range []string{"", " desc"} {
			line := `"k" x:` + name + desc + " rest:str"
			l := parsed(t, line)
			for range cases {
				a, b, want := next(r)
				if desc != "" {
					want = -want
				}
				x, y := appended(t, l, a), appended(t, l, b)
				if got := bytes.Compare(x, y); got != want {
					t.Fatalf("ROWLENS_SEED=%d: %s: %s and %s are %x and %x, which compare as %d", formattest.Seed(), line, a, b, x, y, got)
				}
			}
		}
	}
}

func appended(t *testing.T, l *layout.Layout, v value.Value) []byte {
	t.Helper()
	b, err := l.Append(nil, value.OfMembers(value.Member{Name: "x", Value: v}, value.Member{Name: "rest", Value: value.Of("")}))
	if err != nil {
		t.Fatalf("%s: %s: %v", l, v, err)
	}
	return b
}

// lines are layouts that use every type.
var lines = []string{
	"a:u8 b:u24 le c:i40! desc d:long e:f32! f:double le g:bool", "a:ms b:s(4) c:us! desc d:ns le e:hlc",
	"a:str(..0x00) b:str(2) c:bytes(u8) e:bytes", "d:str(u8) desc e:bytes", "a:varint b:zigzag c:str n:u16",
	`"evt:" skip(2) 0x00ff u:uuid rest:hex desc`, "salt:xxh32(4..) a:str(..\":\") b:u32", "a:bytes(varint) sum:xxh64(a, 3)",
	"bucket:java(1..)%16 a:bytes", "a:md5(b) b:bytes(3) c:md5(a..b, 2)", "ids:u16[] n:u8", "g:(k:u8[2] v:zigzag)[] z:u8", "g:(k:str(u8))[u8] z:u8[]",
	"a:u8 b:u16? c:str(..0x00)? d:bytes?", "a:ob b:ob(int32) c:u8", "a:lex(long) b:lex(list(text))", "a:lex(uuid) c:u8",
	"b:bytes(varint) desc c:u8[]", "a:ob b:bytes?", "a:ob b:str", "a:ob[] b:u8", "a:(x:ob y:u8[1])[u8]",
}

// What a layout reads, it writes again: random bytes, and keys with a changed byte.
func TestKeysAreWrittenAsTheyWereRead(t *testing.T) {
	r := rand.New(rand.NewSource(formattest.Seed()))
	for _, line := range lines {
		l, read := parsed(t, line), 0
		for range cases {
			key := make([]byte, r.Intn(60))
			for i := range key {
				key[i] = "\x00\x01\x02\x08:a\x7f\x80\xff"[r.Intn(9)]
				if r.Intn(3) == 0 {
					key[i] = byte(r.Intn(256))
				}
			}
			fields, err := decoded(t, line, key)
			if err != nil {
				continue
			}
			again, err := l.Append(nil, fields)
			if err != nil {
				t.Fatalf("%s: %x is read as %s and refused: %v", line, key, fields, err)
			}
			once, err := decoded(t, line, again)
			if err != nil || once.String() != fields.String() {
				t.Fatalf("%s: %x is read as %s, written as %x and read as %s, %v", line, key, fields, again, once, err)
			}
			if !hashed(line) && !bytes.Equal(again, key) {
				t.Fatalf("%s: %x is read as %s and written as %x", line, key, fields, again)
			}
			read++
		}
		if read == 0 && line[0] != '"' && line[:4] != "a:ob" {
			t.Errorf("%s reads nothing", line)
		}
	}
}

// What is written is read as the same, or refused: a blob-copy is read to the end of the key, so nothing can follow it.
func TestNothingFollowsWhatHasNoEnd(t *testing.T) {
	const blob, number = `{"order":"asc","type":"blob-copy","value":"00"}`, `{"order":"asc","type":"int8","value":1}`
	for line, list := range map[string][2]string{
		"a:ob b:str":      {"", `{"a":` + blob + `,"b":""}`},
		"a:ob h:md5(a)":   {"", `{"a":` + blob + `}`},
		"a:ob b:u8?":      {`{"a":` + blob + `}`, `{"a":` + blob + `,"b":1}`},
		"a:ob[]":          {`{"a":[` + number + `,` + blob + `]}`, `{"a":[` + blob + `,` + number + `]}`},
		"a:(x:ob y:ob)[]": {`{"a":[{"x":` + number + `,"y":` + blob + `}]}`, `{"a":[{"x":` + blob + `,"y":` + number + `}]}`},
	} {
		l := parsed(t, line)
		for i, text := range list {
			if text == "" {
				continue
			}
			fields, _ := value.Parse([]byte(text))
			key, err := l.Append(nil, fields)
			if (err == nil) != (i == 0) {
				t.Errorf("%s: %s is %x, %v", line, text, key, err)
			} else if err != nil {
				continue
			}
			if again, err := decoded(t, line, key); err != nil || again.String() != text {
				t.Errorf("%s: %s is %x, which is read as %s, %v", line, text, key, again, err)
			}
		}
	}
	for line, key := range map[string]string{"a:ob b:str": "3800", "a:ob b:u8[]": "3800", "a:(x:ob)[1] b:str": "3800"} {
		b, _ := value.DecodeHex(key)
		if fields, err := decoded(t, line, b); err == nil {
			t.Errorf("%s: %s is read as %s", line, key, fields)
		}
	}
}

// Half of a surrogate pair is no text, and there is no upstream that replaces it.
func TestHalfOfASurrogatePairIsRefused(t *testing.T) {
	for _, line := range []string{"a:str", "a:str(1)", "a:str(u8)", "a:str(..0x00)"} {
		fields, err := value.Parse([]byte(`{"a":"\ud800"}`))
		if err != nil {
			t.Fatal(err)
		}
		if key, err := parsed(t, line).Append(nil, fields); err == nil {
			t.Errorf("%s: %x", line, key)
		}
	}
}

// A length in front is complemented with its text.
func TestLengthsAreComplemented(t *testing.T) {
	for _, line := range []string{"a:str(varint) desc", "a:str(u16 le) desc", "a:str(u24) desc"} {
		long := strings.Repeat("x", 300)
		key, err := parsed(t, line).Append(nil, value.OfMembers(value.Member{Name: "a", Value: value.Of(long)}))
		if err != nil {
			t.Fatal(err)
		}
		if fields, err := decoded(t, line, key); err != nil || fields.Member("a").Raw() != long {
			t.Errorf("%s: %x is read as %s, %v", line, key, fields, err)
		}
	}
}

// hashed reports whether a line has hashes, which are mostly wrong in random bytes.
func hashed(line string) bool {
	for _, sum := range []string{"xxh32(", "xxh64(", "md5(", "java("} {
		if bytes.Contains([]byte(line), []byte(sum)) {
			return true
		}
	}
	return false
}
