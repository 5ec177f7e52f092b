package lmdb_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Pages have no checksums, so pieces must meet what a scan meets, page by page.
func TestPartsAreTheScanOrSayThatTheyAreNot(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var sound, damaged storetest.Tally
	for n := range 300 {
		if n == 150 {
			defer lmdb.WithoutCopies()()
		}
		names := fixtures(t)
		name := names[n%len(names)]
		whole := storetest.Folder(t, name)["data.mdb"]
		if whole == nil {
			continue
		}
		q := storetest.Within(random, n%3 == 0, func() []byte { return []byte{byte(random.IntN(256))} })
		size := 1 + random.Int64N(20_000)
		storetest.Parts(t, name, random, lmdb.Kind, file.Files{"data.mdb": whole}, q, size, &sound)
		for range 3 {
			b := storetest.Flipped(random, whole, 4, 8)
			storetest.Parts(t, name+", damaged", random, lmdb.Kind, file.Files{"data.mdb": b}, q, size, &damaged)
		}
	}
	storetest.Want(t, sound, damaged, storetest.Tally{Sound: 50}, storetest.Tally{Sound: 50, Unsound: 20})
}

// A writer that has gone on for several transactions may have reused the state's pages: parts then end with an
// error, and those read before are of the state.
func TestPartsOfAFileThatMovesEnd(t *testing.T) {
	defer lmdb.WithoutCopies()()
	data := bytes.Clone(storetest.Folder(t, "lmdb/v1-plain")["data.mdb"])
	s := storetest.Open(t, lmdb.Kind, disk{file.Files{"data.mdb": data}})
	parts := s.(file.Splitter).Split(file.All, file.Query{}, 1)
	if parts == nil {
		t.Fatal("the store is not cut")
	}
	read := func(p *file.Part) (rows int, err error) {
		c, err := p.Open()
		if err != nil {
			return 0, err
		}
		var e file.Entry
		for c.Next(&e) {
			rows++
		}
		return rows, c.Err()
	}
	if rows, err := read(parts.Next()); rows == 0 || err != nil {
		t.Errorf("the first part has %d rows, and ends with %v", rows, err)
	}
	next := parts.Next()
	for at := 8 * 4096; at < len(data); at++ {
		data[at] ^= 0x55
	}
	data[0x90] += 9
	if _, err := read(next); !errors.Is(err, file.ErrMoved) {
		t.Errorf("a part of a state that is no more ends with %v", err)
	}
	for p := parts.Next(); p != nil; p = parts.Next() {
		if _, err := read(p); err == nil {
			t.Error("a part of a state that is no more ends well")
		}
	}
}
