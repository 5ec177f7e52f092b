package order

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// A range holds exactly the keys that begin with its prefix.
func TestARangeHoldsTheKeysOfItsPrefix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func() []byte {
		b := make([]byte, rng.IntN(4))
		for i := range b {
			b[i] = []byte{0, 1, 0x7f, 0xfe, 0xff}[rng.IntN(5)]
		}
		return b
	}
	for range 100_000 {
		prefix, key := some(), some()
		stop := After(prefix)
		inside := bytes.Compare(key, prefix) >= 0 && (stop == nil || bytes.Compare(key, stop) < 0)
		if inside != bytes.HasPrefix(key, prefix) {
			t.Fatalf("prefix %x, stop %x, key %x", prefix, stop, key)
		}
	}
}
