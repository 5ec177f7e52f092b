package value

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// Integers of any size have the digits that math/big gives them.
func TestBignumsHaveTheirDigits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := make([]byte, random.IntN(80))
		for i := range n {
			n[i] = byte(random.UintN(256)) * byte(random.UintN(2)) // with runs of zeros
		}
		want := new(big.Int).SetBytes(n)
		for tag, digits := range map[byte]string{0xc2: want.String(), 0xc3: new(big.Int).Not(want).String()} {
			b := append([]byte{tag, 0x58, byte(len(n))}, n...)
			if v, err := new(Memory).ParseCBOR(b); err != nil || v.Kind != Number || v.Raw() != digits {
				t.Fatalf("%x: %s, %v, want %s", b, v.Raw(), err, digits)
			}
		}
	}
}
