package rfile

import (
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Bytes of an uncompressed file are changed, where only its own order reveals that keys of its index are wrong.
func TestPartsAreTheScanOrSayThatTheyAreNot(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var sound, damaged storetest.Tally
	for n := range 400 {
		m := maker{version: []int{3, 4, 6, 7, 8}[n%5], codec: "none", most: 2 + random.IntN(6)}
		m.deep = m.version >= 6 && n%2 == 0
		files := file.Files{}
		for _, name := range []string{"F0000001.rf", "A0000002.rf"}[:1+n%2] {
			files[name] = m.file(
				madeGroup{name: "one", entries: madeEntries(random, 60+random.IntN(60), "f1", "f2")},
				madeGroup{entries: madeEntries(random, 1+random.IntN(60), "x", "", "y")})
		}
		q := storetest.Within(random, random.IntN(2) == 0, func() []byte {
			return []byte("row0" + string(rune('0'+random.IntN(10))) + "5"[:random.IntN(2)])
		})
		size := 1 + random.Int64N(900)
		storetest.Parts(t, "made", random, Kind, files, q, size, &sound)
		whole := files["F0000001.rf"]
		files["F0000001.rf"] = storetest.Flipped(random, whole, 3, 3)
		storetest.Parts(t, "damaged", random, Kind, files, q, size, &damaged)
		if n%4 == 0 {
			files["F0000001.rf"] = storetest.Spoil(random, whole)
			storetest.Parts(t, "spoilt", random, Kind, files, q, size, &damaged)
		}
	}
	if sound.Unsound > 0 {
		t.Errorf("%d scans of sound files were not", sound.Unsound)
	}
	storetest.Want(t, sound, damaged, storetest.Tally{Sound: 200}, storetest.Tally{Sound: 20, Unsound: 20})
}
