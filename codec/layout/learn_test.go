package layout_test

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/value"
)

// keys returns twelve keys of a layout, with fields from a function that returns JSON.
func keys(t *testing.T, line string, fields func(i int) string) (list [][]byte) {
	t.Helper()
	l := parsed(t, line)
	for i := range 12 {
		v, err := value.Parse([]byte(fields(i)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := l.Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

func n(i int) string { return strconv.Itoa(i) }

// Each case has keys of one layout, and the layout that they suggest.
var learnt = []struct {
	name, line string
	fields     func(i int) string
	want       string
	items      int
}{
	{"a prefix, text and a time", `"evt:" user:str(..0x00) at:ms! desc`,
		func(i int) string {
			return `{"user":"` + []string{"ada", "bob", "cleo"}[i%3] + `","at":"` + n(1714658400000+i*7919) + `"}`
		},
		`"evt:" text:str(..0x00) at:ms! desc`, 3},
	{"a salt of all", "salt:xxh32(4..) id:u64", func(i int) string { return `{"id":"` + n(1000+i*i) + `"}` }, "salt:xxh32(4..) n:u64", 2},
	{"buckets", "b:java(1..)%16 id:long! rest:str", func(i int) string { return `{"id":"` + n(1000+i*i) + `","rest":"v` + n(i) + `"}` },
		"salt:java(1..)%16 n:i64! text:str", 3},
	{"a hash in front", "h:md5(4.., 4) name:str", func(i int) string { return `{"name":"device-` + n(1000+i*i) + `"}` }, `salt:md5(4.., 4) "device-" text:str`, 3},
	{"numbers", "a:u32 b:u64 le", func(i int) string { return `{"a":` + n(i+1) + `,"b":"` + n(i*3+7) + `"}` }, "n:u32 n2:u64 le", 2},
	{"text up to a time", "user:str at:us", func(i int) string { return `{"user":"user` + n(i*31) + `","at":"` + n(1714658400000000+i) + `"}` },
		"text:str at:us", 2},
	{"UUIDs", "id:uuid", func(i int) string {
		return `{"id":"` + []string{"0", "5", "a", "f"}[i%4] + `23e4567-e89b-42d3-a4` + n(10+i) + `-426614174000"}`
	}, "id:uuid", 1},
	{"values of OrderedBytes", "a:ob b:ob", func(i int) string {
		return `{"a":{"order":"asc","type":"string","value":"item-` + n(i) + `"},"b":{"order":"desc","type":"int64","value":"` + n(i) + `"}}`
	}, "value:ob(string) value2:ob(int64)", 2},
	{"digits, which begin as numbers of OrderedBytes do", `"order:" n:str`, func(i int) string { return `{"n":"000` + n(41+i) + `"}` }, `"order:" text:str`, 2},
}

func TestLayoutsAreLearntFromKeys(t *testing.T) {
	for _, c := range learnt {
		list, err := layout.Learn(keys(t, c.line, c.fields))
		if err != nil || len(list) == 0 || list[0].Layout.String() != c.want {
			t.Errorf("%s: %v, %+v, want %s", c.name, err, list, c.want)
			continue
		}
		if len(list[0].Evidence) != c.items {
			t.Errorf("%s: the evidence is %q", c.name, list[0].Evidence)
		}
	}
}

// Bytes without a pattern suggest no layout.
func TestNothingIsGuessed(t *testing.T) {
	var random [][]byte
	x := uint64(88172645463325252)
	for range 12 {
		var b []byte
		for range 3 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			b = binary.BigEndian.AppendUint64(b, x)
		}
		random = append(random, b)
	}
	if list, err := layout.Learn(random); err != nil || len(list) > 0 {
		t.Errorf("%v, %+v", err, list)
	}
	if _, err := layout.Learn(random[:2]); err == nil || !strings.Contains(err.Error(), "at least 3 keys") {
		t.Errorf("two keys: %v", err)
	}
	same := [][]byte{{1}, {1}, {1}, {1}}
	if _, err := layout.Learn(same); err == nil {
		t.Error("one key four times is enough")
	}
}
