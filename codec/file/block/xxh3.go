package block

import "github.com/zeebo/xxh3"

// XXH3 returns the 64-bit XXH3 with seed 0.
func XXH3(b []byte) uint64 { return xxh3.Hash(b) }

// XXH3High is the higher half of XXH3 with 128 bits.
func XXH3High(b []byte, seed uint64) uint64 { return xxh3.Hash128Seed(b, seed).Hi }

// RunningXXH3 returns a running XXH3.
func RunningXXH3() Running { return runningXXH3{xxh3.New()} }

type runningXXH3 struct{ *xxh3.Hasher }

func (r runningXXH3) Add(b []byte) { _, _ = r.Write(b) }
func (r runningXXH3) Sum() uint64  { return r.Sum64() }
