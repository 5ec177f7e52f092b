package lexicoder_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// some returns a value of an expression; many of them are equal or near each other.
func some(r *rand.Rand, l *lexicoder.Lexicoder) (v lexicoder.Value) {
	switch l.Kind {
	case lexicoder.Double:
		v.Num = math.Float64bits(someFloat(r))
	case lexicoder.Float:
		v.Num = uint64(math.Float32bits(float32(someFloat(r))))
	case lexicoder.String, lexicoder.Text, lexicoder.Bytes:
		v.Bytes = []byte([]string{"", "a", "ab", "b", "é", "\x00", "\x01", "a\x00", "a\x01", "a\U0010ffff"}[r.Intn(10)])
	case lexicoder.UUID:
		v.Num, v.Least = uint64(r.Intn(3)-1), uint64(r.Intn(3)-1)
	case lexicoder.BigInteger:
		v.Bytes = [][]byte{{0}, {1}, {0xff}, {0x7f}, {0, 0x80}, {0xff, 0x7f}}[r.Intn(6)]
	case lexicoder.Reverse:
		return some(r, l.A)
	case lexicoder.Pair:
		v.Items = []lexicoder.Value{some(r, l.A), some(r, l.B)}
	case lexicoder.List, lexicoder.Sequence:
		n := r.Intn(4)
		if l.Kind == lexicoder.List {
			n = max(n, 1)
		}
		for range n {
			v.Items = append(v.Items, some(r, l.A))
		}
	default:
		v.Num = uint64(r.Intn(7) - 3)
		if l.Kind == lexicoder.ULong || l.Kind == lexicoder.UInteger {
			v.Num &= 0xff
		}
	}
	return v
}

func someFloat(r *rand.Rand) float64 {
	return []float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN()}[r.Intn(9)]
}

// scalarOf returns l without its reverses.
func scalarOf(l *lexicoder.Lexicoder) *lexicoder.Lexicoder {
	for l.Kind == lexicoder.Reverse {
		l = l.A
	}
	return l
}

func twosComplement(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

func compared(l *lexicoder.Lexicoder, a, b *lexicoder.Value) (c int, ok bool) {
	switch l.Kind {
	case lexicoder.Double:
		x, y := math.Float64frombits(a.Num), math.Float64frombits(b.Num)
		return cmp.Compare(x, y), x == x && y == y
	case lexicoder.Float:
		x, y := math.Float32frombits(uint32(a.Num)), math.Float32frombits(uint32(b.Num))
		return cmp.Compare(x, y), x == x && y == y
	case lexicoder.String, lexicoder.Text, lexicoder.Bytes:
		return bytes.Compare(a.Bytes, b.Bytes), true
	case lexicoder.UUID:
		return cmp.Or(cmp.Compare(int64(a.Num), int64(b.Num)), cmp.Compare(int64(a.Least), int64(b.Least))), true
	case lexicoder.BigInteger:
		return twosComplement(a.Bytes).Cmp(twosComplement(b.Bytes)), true
	case lexicoder.ULong, lexicoder.UInteger:
		return cmp.Compare(a.Num, b.Num), true
	}
	return cmp.Compare(int64(a.Num), int64(b.Num)), true
}

func meets(l *lexicoder.Lexicoder, v, b *lexicoder.Value, op format.Op) bool {
	if op == format.Begins {
		return bytes.HasPrefix(v.Bytes, b.Bytes)
	}
	c, ok := compared(l, v, b)
	return ok && (c > 0 && op <= format.From || c < 0 && op >= format.Below || c == 0 && (op == format.From || op == format.To))
}

// fieldOf returns a value as in fields.
func fieldOf(t *testing.T, l *lexicoder.Lexicoder, v *lexicoder.Value) value.Value {
	t.Helper()
	b, err := l.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	in := format.Input{Given: value.OfMembers(value.Member{Name: "lexicoder", Value: value.Of(l.String())})}
	in.Entry.Add(store.Row, b)
	var w value.Writer
	if err := lexicoder.Format.Record("key").Decode(&in, nil, &w); err != nil {
		t.Fatalf("%s %x: %v", l, b, err)
	}
	fields, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatal(err)
	}
	return fields.Member("value")
}

func TestScansFindExactlyTheirKeys(t *testing.T) {
	r := random()
	scans, found := 0, 0
	for _, text := range []string{"long", "ulong", "integer", "uinteger", "date", "double", "float", "string", "text", "bytes", "uuid", "biginteger",
		"reverse(long)", "reverse(string)", "reverse(reverse(string))", "reverse(double)", "pair(string, long)", "pair(reverse(string), double)",
		"pair(long, reverse(bytes))", "pair(reverse(reverse(bytes)), string)", "list(string)", "list(reverse(date))", "list(bytes)",
		"sequence(string)", "sequence(reverse(string))", "sequence(float)", "pair(list(string), long)"} {
		l, err := lexicoder.Parse(value.Of(text))
		if err != nil {
			t.Fatal(err)
		}
		var stored [][]byte
		var values []lexicoder.Value
		for range 250 {
			v := some(r, l)
			b, err := l.Append(nil, &v)
			if err != nil {
				t.Fatal(err)
			}
			stored, values = append(stored, b), append(values, v)
		}
		for range 300 {
			scans++
			found += oneScan(t, r, l, stored, values)
		}
	}
	if t.Logf("%d scans of keys found %d", scans, found); found == 0 {
		t.Error("none")
	}
}

// oneScan plans a random scan and compares what it finds with what it should find.
func oneScan(t *testing.T, r *rand.Rand, l *lexicoder.Lexicoder, stored [][]byte, values []lexicoder.Value) (found int) {
	t.Helper()
	members := []value.Member{{Name: "lexicoder", Value: value.Of(l.String())}}
	of := values[r.Intn(len(values))]
	combined := l.Kind >= lexicoder.Pair
	given, next := -1, l // number of items, or -1 for none; what is bounded
	if combined {
		given = r.Intn(len(of.Items) + 1)
		if next = l.A; l.Kind == lexicoder.Pair && given == 1 {
			next = l.B
		}
		if given > 0 {
			members = append(members, value.Member{Name: "value", Value: value.OfList(fieldOf(t, l, &of).Items()[:given]...)})
		}
	} else if r.Intn(4) == 0 {
		given = 0
		members = append(members, value.Member{Name: "value", Value: fieldOf(t, l, &of)})
	}
	type bound struct {
		op format.Op
		v  lexicoder.Value
	}
	var bounds []bound
	q := format.Query{Fields: value.OfMembers(members...)}
	if scalar := scalarOf(next); scalar.Kind < lexicoder.Reverse && !(given == 2 && l.Kind == lexicoder.Pair) && (combined || given < 0) {
		for range r.Intn(3) {
			b := bound{format.Op(r.Intn(5)), some(r, next)}
			isText := scalar.Kind == lexicoder.String || scalar.Kind == lexicoder.Text || scalar.Kind == lexicoder.Bytes
			if _, ok := compared(scalar, &b.v, &b.v); !ok || b.op == format.Begins && !isText || len(bounds) > 0 && bounds[0].op&^1 == b.op&^1 {
				continue
			}
			bounds = append(bounds, b)
			q.Bounds = append(q.Bounds, format.Bound{Name: "next", Op: b.op, Value: fieldOf(t, scalar, &b.v)})
		}
	}
	k, err := keys.RangeOf(&lexicoder.Format, lexicoder.Format.Record("key"), &format.Input{}, &q)
	if err != nil {
		if strings.Contains(err.Error(), "no value is within") {
			return 0
		}
		t.Fatalf("%s %v: %v", l, q, err)
	}
	m := meaning{l: l, next: next, given: given, of: &of}
	for i, b := range stored {
		want := m.begins(&values[i])
		if at := m.at(&values[i]); want && len(bounds) > 0 {
			for _, bd := range bounds {
				want = want && at != nil && meets(scalarOf(next), at, &bd.v, bd.op)
			}
		}
		got := bytes.Compare(b, k.Start) >= 0 && (k.Stop == nil || bytes.Compare(b, k.Stop) < 0)
		if got != want {
			t.Fatalf("%s given %d of %+v, bounds %+v: key %x %+v, found %v, meant %v; from %x to %x", l, given, of, bounds, b, values[i],
				got, want, k.Start, k.Stop)
		}
		if got {
			found++
		}
	}
	return found
}

// meaning is what a scan is for: values that begin like a given one.
type meaning struct {
	l, next *lexicoder.Lexicoder
	given   int
	of      *lexicoder.Value
}

func sameBytes(of *lexicoder.Lexicoder, a, b *lexicoder.Value) bool {
	x, _ := of.Append(nil, a)
	y, _ := of.Append(nil, b)
	return bytes.Equal(x, y)
}

// begins reports whether a value begins with the given items, or is the given scalar.
func (m *meaning) begins(v *lexicoder.Value) bool {
	if m.l.Kind < lexicoder.Pair {
		return m.given < 0 || sameBytes(m.l, v, m.of)
	}
	if len(v.Items) < m.given {
		return false
	}
	for n := range m.given {
		of := m.l.A
		if m.l.Kind == lexicoder.Pair && n == 1 {
			of = m.l.B
		}
		if !sameBytes(of, &v.Items[n], &m.of.Items[n]) {
			return false
		}
	}
	return true
}

// at returns the part of a value that is bounded, or nil for none.
func (m *meaning) at(v *lexicoder.Value) *lexicoder.Value {
	switch {
	case m.l.Kind < lexicoder.Pair:
		return v
	case len(v.Items) > m.given:
		return &v.Items[m.given]
	}
	return nil
}

func TestScansRefuseWhatIsNoRange(t *testing.T) {
	for text, want := range map[string]string{
		`{"value":1}`: "expected a lexicoder",
		`{"lexicoder":"pair(string, long)","value":"a"}`:                                        "expected a list of the first items",
		`{"lexicoder":"pair(string, long)","value":["a","1","2"]}`:                              "at most two values",
		`{"lexicoder":"pair(string, long)","next":"a"}`:                                         "is there to be bounded",
		`{"lexicoder":"long","value":"a"}`:                                                      "expected a whole number",
		`{"lexicoder":"pair(string, long)","value":["a","1"]} 5`:                                "no item is left",
		`{"lexicoder":"list(pair(string, long))"} 5`:                                            "a pair is not bounded as a whole",
		`{"lexicoder":"double"} "NaN"`:                                                          "nothing is less or more than NaN",
		`{"lexicoder":"long"} {"type":"date","value":"5"}`:                                      "expected the type long",
		`{"lexicoder":"long"} "x"`:                                                              "next: expected a whole number",
		`{"lexicoder":"pair(string, reverse(date))","value":["a"]} {"type":"date","value":"5"}`: "6100 6100f77ffefefefefefefefefefefefefaff",
	} {
		head, of, bounded := strings.Cut(text, "} ")
		if bounded {
			head += "}"
		}
		v, err := value.Parse([]byte(head))
		if err != nil {
			t.Fatal(err)
		}
		q := format.Query{Fields: v}
		if bounded {
			b, err := value.Parse([]byte(of))
			if err != nil {
				t.Fatal(err)
			}
			q.Bounds = []format.Bound{{Name: "next", Op: format.Above, Value: b}}
		}
		k, err := keys.RangeOf(&lexicoder.Format, lexicoder.Format.Record("key"), &format.Input{}, &q)
		got := fmt.Sprintf("%x %x", k.Start, k.Stop)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) && bounded || !strings.Contains(got, want) && err == nil {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
