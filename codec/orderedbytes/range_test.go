package orderedbytes_test

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
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// some returns a random value; many of them are equal or near each other.
func some(r *rand.Rand) (v orderedbytes.Value) {
	v.Type = orderedbytes.Type(r.Intn(int(orderedbytes.BlobCopy) + 1))
	switch v.Type {
	case orderedbytes.Numeric:
		if v.Special = orderedbytes.Special(max(r.Intn(12)-8, 0)); v.Special == orderedbytes.Finite {
			v.Dec, _ = orderedbytes.ParseDecimal([]string{"0", "1", "-1", "1.5", "0.01", "-0.01", "100", "99.99", "1E+20", "-1E+20", "1E-30"}[r.Intn(11)])
		}
	case orderedbytes.Int8, orderedbytes.Int16, orderedbytes.Int32, orderedbytes.Int64:
		v.Num = uint64(r.Intn(7) - 3)
	case orderedbytes.Float32:
		v.Num = uint64(math.Float32bits(float32(someFloat(r))))
	case orderedbytes.Float64:
		v.Num = math.Float64bits(someFloat(r))
	case orderedbytes.Text:
		v.Bytes = []byte([]string{"", "a", "ab", "b", "é", "\x01", "a\U0010ffff"}[r.Intn(7)])
	case orderedbytes.BlobVar, orderedbytes.BlobCopy:
		v.Bytes = [][]byte{nil, {1}, {1, 2}, {0xff}, {0xff, 1}, {2}}[r.Intn(6)]
	}
	return v
}

func someFloat(r *rand.Rand) float64 {
	return []float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e30}[r.Intn(9)]
}

// compared compares two values as numbers or as texts; ok is false if they have no order.
func compared(a, b *orderedbytes.Value) (c int, ok bool) {
	switch a.Type {
	case orderedbytes.Numeric:
		x, okX := rankOf(a)
		y, okY := rankOf(b)
		if c := cmp.Compare(x.rank, y.rank); c != 0 {
			return c, okX && okY
		}
		return x.Cmp(&y.Rat), okX && okY
	case orderedbytes.Float32:
		x, y := math.Float32frombits(uint32(a.Num)), math.Float32frombits(uint32(b.Num))
		return cmp.Compare(x, y), x == x && y == y
	case orderedbytes.Float64:
		x, y := math.Float64frombits(a.Num), math.Float64frombits(b.Num)
		return cmp.Compare(x, y), x == x && y == y
	case orderedbytes.Text, orderedbytes.BlobCopy:
		return bytes.Compare(a.Bytes, b.Bytes), true
	}
	return cmp.Compare(int64(a.Num), int64(b.Num)), true
}

type ranked struct {
	big.Rat
	rank int // -1, 1 for infinities
}

func rankOf(v *orderedbytes.Value) (n ranked, ok bool) {
	switch v.Special {
	case orderedbytes.NaN:
		return n, false
	case orderedbytes.PosInf:
		n.rank = 1
	case orderedbytes.NegInf:
		n.rank = -1
	default:
		n.SetString(v.Dec.String())
	}
	return n, true
}

// meets reports whether a value is within a bound of its type.
func meets(v, b *orderedbytes.Value, op format.Op) bool {
	if v.Type != b.Type {
		return false
	}
	if op == format.Begins {
		return bytes.HasPrefix(v.Bytes, b.Bytes)
	}
	c, ok := compared(v, b)
	return ok && (c > 0 && op <= format.From || c < 0 && op >= format.Below || c == 0 && (op == format.From || op == format.To))
}

// fields writes values as the members of a sequence.
func fields(t *testing.T, key []orderedbytes.OrderedValue) value.Value {
	t.Helper()
	b, err := orderedbytes.AppendValues(nil, key)
	if err != nil {
		t.Fatal(err)
	}
	var in format.Input
	var w value.Writer
	in.Entry.Add(store.Row, b)
	if err := orderedbytes.Format.Record("sequence").Decode(&in, nil, &w); err != nil {
		t.Fatal(err)
	}
	text := w.Buf
	for _, special := range []string{"NaN", "Infinity", "-Infinity"} { // only a double has these
		text = bytes.ReplaceAll(text, []byte(`"decimal","value":"`+special+`"`), []byte(`"double","value":"`+special+`"`))
	}
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v.Member("values")
}

// randomKeys returns 3,000 compound keys and their values.
func randomKeys(r *rand.Rand) (stored [][]byte, decoded [][]orderedbytes.OrderedValue) {
	for len(stored) < 3000 {
		key := make([]orderedbytes.OrderedValue, 1+r.Intn(3))
		for i := range key {
			key[i] = orderedbytes.OrderedValue{Value: some(r), Order: orders[r.Intn(2)]}
		}
		b, err := orderedbytes.AppendValues(nil, key)
		if err != nil {
			continue // a blob-copy that is not last
		}
		list, _, err := orderedbytes.DecodeValues(b, nil, nil)
		if err != nil {
			continue // a descending blob-copy that is not last: its decoder does not see where it ends
		}
		stored, decoded = append(stored, b), append(decoded, list)
	}
	return stored, decoded
}

func TestScansFindExactlyTheirKeys(t *testing.T) {
	r := random()
	stored, decoded := randomKeys(r)
	scans, found := 0, 0
	for range 4000 {
		of := decoded[r.Intn(len(decoded))]
		given := of[:r.Intn(len(of)+1)]
		q := format.Query{Fields: value.OfMembers()}
		var members []value.Member
		if len(given) > 0 {
			members = append(members, value.Member{Name: "values", Value: fields(t, given)})
		}
		type bound struct {
			op format.Op
			v  orderedbytes.Value
		}
		var bounds []bound
		way := orders[r.Intn(2)]
		for range r.Intn(3) {
			b := bound{format.Op(r.Intn(5)), some(r)}
			if len(bounds) > 0 && (bounds[0].op&^1 == b.op&^1 || bounds[0].v.Type != b.v.Type) {
				continue
			}
			bounds = append(bounds, b)
			whole := fields(t, []orderedbytes.OrderedValue{{Value: b.v, Order: order.Asc}}).At(0)
			typed := []value.Member{{Name: "type", Value: whole.Member("type")}}
			if content, ok := whole.Get("value"); ok {
				typed = append(typed, value.Member{Name: "value", Value: content})
			}
			q.Bounds = append(q.Bounds, format.Bound{Name: "next", Op: b.op, Value: value.OfMembers(typed...)})
		}
		if len(bounds) > 0 && way == order.Desc {
			members = append(members, value.Member{Name: "order", Value: value.Of("desc")})
		}
		q.Fields = value.OfMembers(members...)
		k, err := keys.RangeOf(&orderedbytes.Format, orderedbytes.Format.Record("sequence"), &format.Input{}, &q)
		if err != nil {
			if !refusable(err) {
				t.Fatalf("%v: %v", q, err)
			}
			continue
		}
		scans++
		for i, b := range stored {
			want := begins(decoded[i], given)
			if want && len(bounds) > 0 {
				if want = len(decoded[i]) > len(given) && decoded[i][len(given)].Order == way; want {
					for _, bd := range bounds {
						want = want && meets(&decoded[i][len(given)].Value, &bd.v, bd.op)
					}
				}
			}
			got := bytes.Compare(b, k.Start) >= 0 && (k.Stop == nil || bytes.Compare(b, k.Stop) < 0)
			if got != want {
				t.Fatalf("%v %v: key %x, found %v, meant %v; from %x to %x", given, bounds, b, got, want, k.Start, k.Stop)
			}
			if got {
				found++
			}
		}
	}
	if t.Logf("%d scans over %d keys found %d", scans, len(stored), found); scans < 1000 || found == 0 {
		t.Error("too few")
	}
}

// begins reports whether a key begins with the values.
func begins(key, given []orderedbytes.OrderedValue) bool {
	if len(key) < len(given) {
		return false
	}
	x, _ := orderedbytes.AppendValues(nil, key[:len(given)])
	y, _ := orderedbytes.AppendValues(nil, given)
	return bytes.Equal(x, y)
}

// refusable reports whether an error refuses bounds that do not form a range.
func refusable(err error) bool {
	for _, why := range []string{"null is a value of its own", "blob-vars of different lengths", "have a beginning", "than NaN", "no value is within",
		"nothing follows a blob-copy"} {
		if strings.Contains(err.Error(), why) {
			return true
		}
	}
	return false
}

func TestScansOfNextValues(t *testing.T) {
	const values = `{"values":[{"type":"int32","order":"DESC","value":5}]`
	for text, want := range map[string]string{
		values + `}`:                "d47ffffffa d47ffffffb",
		values + `,"order":"desc"}`: "order: belongs to a bounded value",
		`{"values":5}`:              "values: expected a list",
		`{"next":5}`:                "next: is there to be bounded",
		values + `} > {"type":"int64","value":5}`:                                    "d47ffffffa2c8000000000000006 d47ffffffa2d",
		values + `,"order":"desc"} > {"type":"int64","value":5}`:                     "d47ffffffad3 d47ffffffad37ffffffffffffffa",
		values + `} ^= {"type":"string","value":"ab"}`:                               "d47ffffffa346162 d47ffffffa346163",
		values + `,"order":"desc"} ^= {"type":"string","value":"ab"}`:                "d47ffffffacb9e9d d47ffffffacb9e9e",
		`{} >= {"type":"decimal","value":"1"}`:                                       "1802 24",
		`{} < {"type":"decimal","value":"1"}`:                                        "07 1802",
		`{} <= {"type":"float64","value":0}`:                                         "31000fffffffffffff 318000000000000001",
		`{} > {"type":"decimal","value":"1.00000000000000000000000000000000000001"}`: "at most 31 digits",
		`{} > 5`: "expected a value with its type",
	} {
		head, rest, bounded := strings.Cut(text, "} ")
		if bounded {
			head += "}"
		}
		v, err := value.Parse([]byte(head))
		if err != nil {
			t.Fatal(err)
		}
		q := format.Query{Fields: v}
		if bounded {
			sign, of, _ := strings.Cut(rest, " ")
			op, _ := format.ParseOp(sign)
			b, err := value.Parse([]byte(of))
			if err != nil {
				t.Fatal(err)
			}
			q.Bounds = []format.Bound{{Name: "value", Op: op, Value: b}}
		}
		k, err := keys.RangeOf(&orderedbytes.Format, orderedbytes.Format.Record("sequence"), &format.Input{}, &q)
		got := fmt.Sprintf("%x %x", k.Start, k.Stop)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
