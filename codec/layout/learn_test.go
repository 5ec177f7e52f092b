package layout_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/value"
)

// keys returns twelve keys of a layout, with fields from a function that returns JSON.
func keys(t *testing.T, line string, fields func(i int64) string) (list [][]byte) {
	t.Helper()
	l := parsed(t, line)
	for i := range int64(12) {
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

func n(i int64) string { return strconv.FormatInt(i, 10) }

// noise returns bytes without a pattern as hex, the same for the same i.
func noise(i int64, size int) string {
	sum := sha256.Sum256([]byte(n(i)))
	return hex.EncodeToString(sum[:size])
}

// Each case has keys of one layout, and the layout that they suggest.
var learnt = []struct {
	name, line string
	fields     func(i int64) string
	want       string
	items      int
}{
	{"a prefix, text and a time", `"evt:" user:str(..0x00) at:ms! desc`,
		func(i int64) string {
			return `{"user":"` + []string{"ada", "bob", "cleo"}[i%3] + `","at":"` + n(1714658400000+i*7919) + `"}`
		},
		`"evt:" text:str(..0x00) at:ms! desc`, 3},
	{"a salt of all", "salt:xxh32(4..) id:u64", func(i int64) string { return `{"id":"` + n(1000+i*i) + `"}` }, "salt:xxh32(4..) n:u64", 2},
	{"buckets", "b:java(1..)%16 id:long! rest:str", func(i int64) string { return `{"id":"` + n(1000+i*i) + `","rest":"v` + n(i) + `"}` },
		"salt:java(1..)%16 n:i64! text:str", 3},
	{"a hash in front", "h:md5(4.., 4) name:str", func(i int64) string {
		return `{"name":"device-` + n(1000+i*i) + `"}`
	}, `salt:md5(4.., 4) "device-" text:str`, 3},
	{"numbers", "a:u32 b:u64 le", func(i int64) string { return `{"a":` + n(i+1) + `,"b":"` + n(i*3+7) + `"}` }, "n:u32 n2:u64 le", 2},
	{"text up to a time", "user:str at:us", func(i int64) string {
		return `{"user":"user` + n(i*31) + `","at":"` + n(1714658400000000+i) + `"}`
	},
		"text:str at:us", 2},
	{"UUIDs", "a:bytes(6) b:bytes(2) c:bytes(8)", func(i int64) string {
		return `{"a":"` + noise(i, 6) + `","b":"4` + noise(i+100, 2)[1:] + `","c":"b` + noise(i+200, 8)[1:] + `"}`
	}, "id:uuid", 1},
	{"values of OrderedBytes", "a:ob b:ob", func(i int64) string {
		return `{"a":{"order":"asc","type":"string","value":"item-` + n(i) + `"},"b":{"order":"desc","type":"int64","value":"` + n(i) + `"}}`
	}, "value:ob(string) value2:ob(int64)", 2},
	{"a bucket and a number, not a little-endian number and what is left", "b:u8 id:u64",
		func(i int64) string { return `{"b":` + n(i%16) + `,"id":"` + n(7919*i*i+1) + `"}` }, "n:u8 n2:u64", 2},
	{"a bucket and bytes without a pattern", "b:u8 id:bytes(8)",
		func(i int64) string { return `{"b":` + n(i%16) + `,"id":"` + noise(i, 8) + `"}` }, "n:u8 rest:bytes", 2},
	{"a row key of OpenTSDB", "metric:u24 at:s(4) k:u24 v:u24", func(i int64) string {
		return `{"metric":` + n(300*i%399+1) + `,"at":` + n(1714658400+3600*i*i) + `,"k":` + n(i%4+1) + `,"v":` + n(217*i+3) + `}`
	}, "n:u24 at:s(4) n2:u24 n3:u24", 4},
	{"a time before bytes without a pattern, not one in nanoseconds backwards", `"metric" at:s(4) h:bytes(4)`,
		func(i int64) string { return `{"at":` + n(1714658400+i*i*707) + `,"h":"` + noise(i, 4) + `"}` }, `"metric" at:s(4) rest:bytes`, 3},
	{"milliseconds in six bytes", `"k" at:ms(6) h:bytes(8)`,
		func(i int64) string {
			return `{"at":"` + n(1714658400000+i*i*707100) + `","h":"` + noise(i, 8) + `"}`
		}, `"k" at:ms(6) rest:bytes`, 3},
	{"three numbers, not a number and a time", "a:u32 b:u32 c:u32", func(i int64) string {
		return `{"a":` + n(i%10) + `,"b":` + n(148413+i*77777) + `,"c":` + n(114759092+i*79345678) + `}`
	}, "n:u32 n2:u32 n3:u32", 3},
	{"hybrid logical clocks", "at:hlc", func(i int64) string { return `{"at":"` + n((1714658400000+i*i*7919)<<20+i%3) + `"}` }, "at:hlc", 1},
	{"identifiers that are a time, 22 bits further up, are no clock of 20", "id:u64", func(i int64) string {
		return `{"id":"` + n((425825725343+i*i*791999)<<22+i*347%4096) + `"}`
	}, "n:u40 n2:u8 n3:u8 rest:bytes", 4},
	{"UUIDs with a time in front", "at:ms(6) rest:bytes", func(i int64) string {
		return `{"at":"` + n(1714658400000+i*1000) + `","rest":"7` + noise(i, 2)[1:] + `a` + noise(i+50, 8)[1:] + `"}`
	}, "id:uuid", 1},
	{"floats", "a:double! b:double", func(i int64) string {
		return `{"a":` + n(i*13-70) + `.5,"b":` + n(i*17+1) + `.25}`
	}, "n:f64! n2:f64", 2},
	{"numbers on both sides of zero", "a:long b:long!", func(i int64) string {
		return `{"a":"` + n(i*71-400) + `","b":"` + n(i*31-100) + `"}`
	},
		"n:i64 n2:i64!", 2},
	{"text with its length in front", "name:str(u16) at:u32", func(i int64) string {
		return `{"name":"user` + n(1<<(2*i)) + `","at":` + n(i*7) + `}`
	},
		"text:str(u16) n:u32", 2},
	{"text of a fixed width", "c:str(2) id:u64", func(i int64) string {
		return `{"c":"` + []string{"de", "fr", "us", "nl"}[i%4] + `","id":"` + n(i*i*777) + `"}`
	}, "text:str(2) n:u64", 2},
	{"text beyond ASCII, which no width cuts", "name:str(..0x00) id:u32", func(i int64) string {
		return `{"name":"` + []string{"Zoë", "Jürgen", "Åsa", "Ana"}[i%4] + `","id":` + n(i*777) + `}`
	}, "text:str(..0x00) n:u32", 2},
	{"a hash of unknown kind before text", "h:bytes(4) name:str", func(i int64) string {
		return `{"h":"` + noise(i, 4) + `","name":"user` + n(i*i*7919) + `"}`
	},
		"data:bytes(4) text:str", 2},
	{"digits, which begin as numbers of OrderedBytes do", `"order:" n:str`, func(i int64) string {
		return `{"n":"000` + n(41+i) + `"}`
	}, `"order:" text:str`, 2},
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

// The search ends early in long keys that differ everywhere, and what it has found until then reads all keys.
func TestLongKeysSuggestWhatIsInFront(t *testing.T) {
	var long [][]byte
	for i := range int64(256) {
		key := binary.BigEndian.AppendUint64([]byte("evt:"), uint64(1714658400000+7919*i))
		for j := int64(0); len(key) < 4000; j++ {
			sum := sha256.Sum256([]byte(n(i) + ":" + n(j)))
			key = append(key, sum[:]...)
		}
		long = append(long, key[:4000+i%7])
	}
	list, err := layout.Learn(long)
	if err != nil || len(list) == 0 || list[0].Layout.String() != `"evt:" at:ms rest:bytes` {
		t.Errorf("%v, %+v", err, list)
	}
	if list, err = layout.Learn([][]byte{bytes.Repeat([]byte{0}, 4096), bytes.Repeat([]byte{0}, 4095), nil}); err != nil || len(list) > 0 {
		t.Errorf("%v, %+v", err, list)
	}
}
