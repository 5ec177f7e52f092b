package orderedbytes

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/rowlens/rowlens/codec/order"
)

// TestAScanIsTheDecoder compares scan with the decoder, with and without its shorter path, over
// keys that are truncated and damaged.
func TestAScanIsTheDecoder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	values := []Value{
		{}, {Type: Int8, Num: 5}, {Type: Int16, Num: 500}, {Type: Int32, Num: 70000}, {Type: Int64, Num: 1 << 40},
		{Type: Float32, Num: nan32}, {Type: Float32, Num: 0x3f800000}, {Type: Float64, Num: nan64}, {Type: Float64, Num: 1 << 62},
		{Type: Text}, {Type: Text, Bytes: []byte("a text of some length")}, {Type: BlobVar, Bytes: []byte("blob")},
		{Type: Numeric, Dec: Decimal{}}, {Type: Numeric, Special: NaN},
	}
	failed, whole := 0, 0
	for range 20000 {
		var b []byte
		for range r.IntN(4) {
			var err error
			o := []order.Order{order.Asc, order.Desc}[r.IntN(2)]
			if b, err = AppendValue(b, &values[r.IntN(len(values))], o); err != nil {
				t.Fatal(err)
			}
		}
		switch k := r.IntN(4); {
		case k == 0 && len(b) > 0:
			b = b[:r.IntN(len(b))]
		case k == 1 && len(b) > 0:
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		got, spare, err := DecodeValues(b, nil, nil)
		want, also, bad := decodeRest(b, 0, nil, nil)
		if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) ||
			!reflect.DeepEqual(err, bad) || string(spare) != string(also) {
			t.Fatalf("%x: got %v, %v, want %v, %v", b, got, err, want, bad)
		}
		if whole++; err != nil {
			failed++
		}
	}
	if failed == 0 || failed == whole {
		t.Errorf("%d of %d failed", failed, whole)
	}
}
