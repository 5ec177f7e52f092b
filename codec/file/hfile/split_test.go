package hfile_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

func TestPartsAreTheScanOrSayThatTheyAreNot(t *testing.T) {
	all := corpus(t)
	random := rand.New(rand.NewPCG(5, 6))
	var sound, damaged storetest.Tally
	for name, whole := range all {
		if !strings.HasSuffix(name, ".hfile") || len(whole) > 200_000 {
			continue
		}
		keys := rowsOf(t, whole)
		for range 3 {
			q := file.Query{Stored: random.IntN(2) == 0}
			if len(keys) > 0 && random.IntN(2) == 0 {
				q.Start = keys[random.IntN(len(keys))]
			}
			if len(keys) > 0 && random.IntN(2) == 0 {
				q.Stop = keys[random.IntN(len(keys))]
			}
			size := 1 + random.Int64N(3000)
			storetest.Parts(t, name, random, hfile.Kind, file.Files{"f": whole}, q, size, &sound)
			spoilt := storetest.Spoil(random, whole)
			storetest.Parts(t, name+", damaged", random, hfile.Kind, file.Files{"f": spoilt}, q, size, &damaged)
		}
	}
	if sound.Sound < 100 || sound.Unsound > sound.Sound/2 || damaged.Unsound < 10 {
		t.Errorf("%+v, with damage %+v", sound, damaged)
	}
}

// rowsOf returns the rows of a file.
func rowsOf(t testing.TB, whole []byte) (rows [][]byte) {
	c, err := storetest.Open(t, hfile.Kind, file.Files{"f": whole}).Scan(file.All, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var e file.Entry
	for c.Next(&e) {
		if len(e.Parts) > 0 {
			rows = append(rows, append([]byte(nil), e.Parts[0].Bytes...))
		}
	}
	return rows
}

// A file without checksums, with bytes changed one at a time. The index has no checksums either.
func TestPartsOfAFileWithoutChecksums(t *testing.T) {
	whole := corpus(t)["checksum-null.hfile"]
	random := rand.New(rand.NewPCG(7, 8))
	var tally storetest.Tally
	for range 300 {
		b := append([]byte(nil), whole...)
		for range 1 + random.IntN(2) {
			b[random.IntN(len(b))] = byte(random.Uint32())
		}
		storetest.Parts(t, "checksum-null", random, hfile.Kind, file.Files{"f": b}, file.Query{Stored: random.IntN(2) == 0},
			1+random.Int64N(300), &tally)
	}
	if tally.Sound < 50 || tally.Unsound < 50 {
		t.Errorf("%+v: want both", tally)
	}
}
