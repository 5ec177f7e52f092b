package block

import (
	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/internal/xxh32"
)

// Running is a checksum that can be read with Sum at any time while bytes are added. It is
// used to find blocks of which only the checksum is known.
type Running interface {
	Reset()
	Add(b []byte)
	Sum() uint64
}

// RunningCRC32C returns a running CRC32C.
func RunningCRC32C() Running { return new(runningCRC) }

// RunningXXH32 returns a running XXH32.
func RunningXXH32() Running { return new(runningXXH32) }

// RunningXXH64 returns a running XXH64.
func RunningXXH64() Running { return runningXXH64{xxhash.New()} }

type runningCRC uint32

func (r *runningCRC) Reset()       { *r = 0 }
func (r *runningCRC) Add(b []byte) { *r = runningCRC(AppendCRC32C(uint32(*r), b)) }
func (r *runningCRC) Sum() uint64  { return uint64(*r) }

type runningXXH32 struct{ xxh32.Running }

func (r *runningXXH32) Sum() uint64 { return uint64(r.Running.Sum()) }

type runningXXH64 struct{ *xxhash.Digest }

func (r runningXXH64) Add(b []byte) { _, _ = r.Write(b) }
func (r runningXXH64) Sum() uint64  { return r.Sum64() }
