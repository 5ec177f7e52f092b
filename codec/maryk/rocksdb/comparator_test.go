package rocksdb_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
)

// Versions of one row stand together, the newest first, although a longer row's bytes
// may lie between them.
func TestVersionsOfOneRowStandTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const keySize = 4
	for range 20_000 {
		row := make([]byte, keySize+1+random.IntN(6))
		for i := range row {
			row[i] = byte(random.UintN(256))
		}
		longer := append(bytes.Clone(row), byte(random.UintN(256)))
		older, newer := hlc.Version(random.Uint64()>>1), hlc.Version(0)
		newer = older + 1 + hlc.Version(random.Uint64N(1<<40))
		a := hlc.AppendInverted(bytes.Clone(row), newer)
		b := hlc.AppendInverted(bytes.Clone(row), older)
		c := hlc.AppendInverted(longer, hlc.Version(random.Uint64()))
		if rocksdb.CompareVersioned(a, b, keySize) != -1 || rocksdb.CompareVersioned(b, a, keySize) != 1 {
			t.Fatalf("%x is not before %x", a, b)
		}
		if rocksdb.CompareVersioned(b, c, keySize) != -1 || rocksdb.CompareVersioned(c, a, keySize) != 1 {
			t.Fatalf("%x is not behind %x", c, b)
		}
		if rocksdb.CompareVersioned(a, a, keySize) != 0 {
			t.Fatalf("%x is not itself", a)
		}
	}
}

// Keys that are no longer than a record's key compare as they are.
func TestShortKeysCompareAsTheyAre(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		a, b := make([]byte, random.IntN(11)), make([]byte, random.IntN(30))
		for i := range a {
			a[i] = byte(random.UintN(3))
		}
		for i := range b {
			b[i] = byte(random.UintN(3))
		}
		if got, want := rocksdb.CompareVersioned(a, b, 10), bytes.Compare(a, b); got != want {
			t.Fatalf("%x and %x: %d, want %d", a, b, got, want)
		}
	}
}
