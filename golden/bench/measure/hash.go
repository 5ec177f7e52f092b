package main

import (
	"math/rand/v2"
	"strconv"

	"github.com/OneOfOne/xxhash"

	"github.com/rowlens/rowlens/codec/actionbase"
)

// hashRows measures XXH32 at typical lengths of keys and names.
func hashRows() ([]row, error) {
	r := rand.New(rand.NewPCG(3, 5))
	raw := make([]byte, 64+samples)
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	var rows []row
	for _, n := range []int{8, 12, 16, 20, 24, 32, 48, 64} {
		var sum uint32
		rows = append(rows, beside("actionbase/xxhash32-"+strconv.Itoa(n)+"/encode", "xxhash-oneofone",
			func(i int) { sum ^= actionbase.Hash(raw[i : i+n]) },
			func(i int) { sum ^= xxhash.Checksum32(raw[i : i+n]) }))
	}
	return rows, nil
}
