package layout_test

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// scannedKey is a key with its fields.
type scannedKey struct {
	key    []byte
	fields value.Value
}

// keysOf returns random keys that a layout reads; many begin the same.
func keysOf(t *testing.T, r *rand.Rand, line string) (list []scannedKey) {
	for range cases {
		key := make([]byte, r.Intn(12))
		for i := range key {
			key[i] = "\x00\x01\x02a\x7f\xff"[r.Intn(6)]
		}
		if fields, err := decoded(t, line, key); err == nil {
			list = append(list, scannedKey{key, fields})
		}
	}
	if len(list) < 10 {
		t.Fatalf("%s reads %d keys", line, len(list))
	}
	return list
}

// firstOf returns some of the first items of a key.
func firstOf(r *rand.Rand, fields value.Value) (list []value.Member) {
	for i := range r.Intn(fields.Len() + 1) {
		list = append(list, value.Member{Name: fields.Name(i), Value: fields.At(i)})
	}
	return list
}

func planned(line string, fields []value.Member, bounds ...format.Bound) (format.Plan, error) {
	in := format.Input{Given: value.OfMembers(value.Member{Name: "layout", Value: value.Of(line)})}
	return layout.Format.Record("key").Scan.Plan(&in, &format.Query{Fields: value.OfMembers(fields...), Bounds: bounds})
}

func within(p *format.Plan, key []byte) bool {
	return bytes.Compare(key, p.Start) >= 0 && (p.Stop == nil || bytes.Compare(key, p.Stop) < 0)
}

// A range has all keys that begin with the given items and, unless it says what else it meets, no others.
func TestARangeHasTheKeysWithItsFirstItems(t *testing.T) {
	r := rand.New(rand.NewSource(formattest.Seed()))
	for _, line := range []string{
		"a:u8 b:str(..0x00) c:u8", "a:str b:u8", "a:bytes desc b:i16 le c:bool", "a:str(u8) b:zigzag c:bytes", "a:u8[] b:u8 c:u8", "a:u8 b:u16? c:bytes?",
		"a:lex(string) b:u8",
	} {
		stored := keysOf(t, r, line)
		for range 200 {
			given := firstOf(r, stored[r.Intn(len(stored))].fields)
			p, err := planned(line, given)
			if err != nil {
				continue
			}
			for _, k := range stored {
				meant := true
				for _, m := range given {
					meant = meant && k.fields.Member(m.Name).String() == m.Value.String()
				}
				if in := within(&p, k.key); in != meant && (meant || len(p.Meets) == 0) {
					t.Fatalf("ROWLENS_SEED=%d: %s: %v: in the range from %x to %x is %x, %s: %v", formattest.Seed(), line, given, p.Start, p.Stop, k.key, k.fields, in)
				}
			}
		}
	}
}

func TestARangeSaysWhatElseItMeets(t *testing.T) {
	endless, _ := value.Parse([]byte(`{"order":"asc","type":"blob-copy","value":"61"}`))
	for _, c := range []struct {
		line  string
		given []value.Member
		meets bool
	}{
		{"a:str b:u8", []value.Member{{Name: "a", Value: value.Of("x")}}, true},
		{"a:str b:u8", []value.Member{{Name: "a", Value: value.Of("x")}, {Name: "b", Value: value.OfInt(1)}}, false},
		{"a:str", []value.Member{{Name: "a", Value: value.Of("x")}}, false},
		{"a:str(..0x00) b:u8", []value.Member{{Name: "a", Value: value.Of("x")}}, false},
		{"a:ob b:u8?", []value.Member{{Name: "a", Value: endless}}, true},
		{"a:ob", []value.Member{{Name: "a", Value: endless}}, false},
	} {
		if p, err := planned(c.line, c.given); err != nil || len(p.Meets) > 0 != c.meets {
			t.Errorf("%s: %v: %v, meets %q", c.line, c.given, err, p.Meets)
		}
	}
}

// What a hash from a place before the end covers is not known before the end is.
func TestARangeNeedsAllThatAHashCovers(t *testing.T) {
	a := []value.Member{{Name: "a", Value: value.Of("1")}, {Name: "b", Value: value.OfInt(2)}}
	if p, err := planned("sum:xxh32(-8..12) a:u64 b:u8 c:str", a); err == nil {
		t.Errorf("from %x to %x", p.Start, p.Stop)
	}
	if _, err := planned("sum:xxh32(4..12) a:u64 b:u8 c:str", a); err != nil {
		t.Error(err)
	}
}

// The empty text is the first of all.
func TestTheEmptyTextBoundsNothing(t *testing.T) {
	for _, line := range []string{"a:str", "a:bytes", "a:str(..0x00)"} {
		for _, op := range []format.Op{format.From, format.Begins} {
			p, err := planned(line, nil, format.Bound{Name: "a", Op: op, Value: value.Of("")})
			if err != nil || !within(&p, []byte{0}) || !within(&p, []byte{0xff, 0}) {
				t.Errorf("%s: a %s nothing: from %x to %x, %v", line, op, p.Start, p.Stop, err)
			}
		}
	}
}

// A key that ends before an optional item has no value that could be within bounds.
func TestABoundLeavesOutKeysWithoutTheItem(t *testing.T) {
	a := []value.Member{{Name: "a", Value: value.OfInt(1)}}
	p, err := planned("a:u8 b:u8?", a, format.Bound{Name: "b", Op: format.Below, Value: value.OfInt(5)})
	if err != nil || within(&p, []byte{1}) || !within(&p, []byte{1, 0}) || !within(&p, []byte{1, 4}) || within(&p, []byte{1, 5}) {
		t.Errorf("from %x to %x, %v", p.Start, p.Stop, err)
	}
}

// Nothing comes before the least value or after the greatest one, also where no key comes after it.
func TestBoundsThatNothingMeetsAreEmpty(t *testing.T) {
	for _, c := range []struct {
		line string
		op   format.Op
		than value.Value
	}{
		{"a:u8", format.Above, value.OfInt(255)}, {"a:u8 desc", format.Below, value.OfInt(0)},
		{"a:i16! desc b:str", format.Below, value.OfInt(-32768)}, {"a:str", format.Below, value.Of("")},
	} {
		p, err := planned(c.line, nil, format.Bound{Name: "a", Op: c.op, Value: c.than})
		if err != nil || !p.Empty() {
			t.Errorf("%s: a %s %s: from %x to %x, %v", c.line, c.op, c.than, p.Start, p.Stop, err)
		}
	}
}

// Everything of a fixed size that sorts may be bounded.
func TestItemsOfAFixedSizeAreBounded(t *testing.T) {
	fifteen := strings.Repeat("\x00", 15)
	for _, c := range []struct {
		line       string
		least      value.Value
		in, before string
	}{
		{"a:str(2) b:u8", value.Of("bb"), "bb\x00", "ba\xff"}, {"a:bool", value.OfBool(true), "\x01", "\x00"},
		{"a:uuid", value.Of("01000000-0000-0000-0000-000000000000"), "\x01" + fifteen, "\x00" + fifteen},
	} {
		p, err := planned(c.line, nil, format.Bound{Name: "a", Op: format.From, Value: c.least})
		if err != nil || !within(&p, []byte(c.in)) || within(&p, []byte(c.before)) {
			t.Errorf("%s: from %x to %x, %v", c.line, p.Start, p.Stop, err)
		}
	}
}
