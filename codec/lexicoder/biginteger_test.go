package lexicoder_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var bigRecord = lexicoder.Format.Record("biginteger")

// encodeBig encodes decimal text.
func encodeBig(text string) ([]byte, error) {
	var out store.Entry
	err := bigRecord.Encode(new(format.Input), value.OfMembers(value.Member{Name: "value", Value: value.Of(text)}), &out)
	b, _ := out.Part(store.Value)
	return b, err
}

// decodeBig returns the decimal text of an encoding.
func decodeBig(b []byte) (string, error) {
	var in format.Input
	in.Entry.Add(store.Value, b)
	var w value.Writer
	err := bigRecord.Decode(&in, nil, &w)
	return strings.TrimSuffix(strings.TrimPrefix(string(w.Buf), `{"value":"`), `"}`), err
}

func checkBig(t *testing.T, n *big.Int) {
	t.Helper()
	b, err := encodeBig(n.String())
	if err != nil {
		t.Fatalf("%.40s: %v", n, err)
	}
	want, _ := lexicoder.AppendBigInteger(nil, twos(n))
	if !bytes.Equal(b, want) {
		t.Fatalf("%.40s is written as %x, want %x", n, b, want)
	}
	if text, err := decodeBig(b); err != nil || text != n.String() {
		t.Fatalf("%x is read as %.40s, %v; want %.40s", b, text, err, n)
	}
}

func TestBigIntegersAreWhatMathBigSays(t *testing.T) {
	one := big.NewInt(1)
	for bits := range 700 {
		for d := int64(-2); d <= 2; d++ {
			n := new(big.Int).Add(new(big.Int).Lsh(one, uint(bits)), big.NewInt(d))
			checkBig(t, n)
			checkBig(t, n.Neg(n))
		}
	}
	for digits := range 200 { // around each power of ten, where a chunk of digits begins
		n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
		for d := int64(-1); d <= 1; d++ {
			checkBig(t, new(big.Int).Add(n, big.NewInt(d)))
			checkBig(t, new(big.Int).Neg(new(big.Int).Add(n, big.NewInt(d))))
		}
	}
	r := random()
	for range 300 {
		n := new(big.Int).Rand(r, new(big.Int).Lsh(one, uint(r.Intn(4000)+1)))
		checkBig(t, n)
		checkBig(t, n.Neg(n))
	}
	largest := new(big.Int).Sub(new(big.Int).Lsh(one, 8*8192-1), one)
	checkBig(t, largest)
	checkBig(t, new(big.Int).Neg(largest))
	checkBig(t, new(big.Int).Sub(new(big.Int).Neg(largest), one))
	if b, err := encodeBig(largest.Add(largest, one).String()); err == nil {
		t.Errorf("a number of 8193 bytes is written as %d bytes", len(b))
	}
}

func TestTextsThatAreNoWholeNumberAreRefused(t *testing.T) {
	for _, s := range []string{"", "-", "+1", "1.0", "1e3", " 1", "--1", "0x1", "1_000", "NaN", strings.Repeat("9", 1<<20), "１"} {
		if b, err := encodeBig(s); err == nil {
			t.Errorf("%.20s is written as %x", s, b)
		}
	}
	for s, want := range map[string]string{"-0": "8000000180", "000": "8000000180", "0128": "800000028080", "-129": "7ffffffe7f7f"} {
		if b, err := encodeBig(s); err != nil || !bytes.Equal(b, unhex(t, want)) {
			t.Errorf("%s is written as %x, %v; want %s", s, b, err, want)
		}
	}
	for _, twos := range [][]byte{nil, {0, 0}, {0xff, 0x80}, {0, 1}, make([]byte, 8193)} {
		if b, err := lexicoder.AppendBigInteger([]byte("x"), twos); err == nil || string(b) != "x" {
			t.Errorf("%.8x is written as %x", twos, b)
		}
	}
}

// Bytes are not the digits that their hex looks like.
func TestABigIntegerIsNotGivenAsBytes(t *testing.T) {
	var out store.Entry
	given := value.Member{Name: "value", Value: new(value.Memory).OfBytes([]byte{0x12})}
	err := bigRecord.Encode(new(format.Input), value.OfMembers(given), &out)
	if err == nil || !strings.HasSuffix(err.Error(), "found bytes") {
		t.Errorf("bytes are written: %v", err)
	}
}
