package block

import (
	"math/rand/v2"
	"testing"
)

// A running checksum is that of the bytes so far, however they were split.
func TestRunningChecksums(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	b := make([]byte, 3000)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		name    string
		running Running
		whole   func([]byte) uint64
	}{
		{"crc32c", RunningCRC32C(), func(b []byte) uint64 { return uint64(CRC32C(b)) }},
		{"xxh32", RunningXXH32(), func(b []byte) uint64 { return uint64(XXH32(b)) }},
		{"xxh64", RunningXXH64(), XXH64},
		{"xxh3", RunningXXH3(), XXH3},
	} {
		for range 20 {
			c.running.Reset()
			for at := 0; at < len(b); {
				next := min(at+r.IntN(90), len(b))
				c.running.Add(b[at:next])
				at = next
				if got, want := c.running.Sum(), c.whole(b[:at]); got != want {
					t.Fatalf("%s of %d bytes: %#x, want %#x", c.name, at, got, want)
				}
			}
		}
	}
}
