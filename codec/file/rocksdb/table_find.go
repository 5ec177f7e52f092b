package rocksdb

import (
	"encoding/binary"
	"math/bits"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// finder finds data blocks without the index: from an offset on, it adds one byte after another
// until the checksum of the bytes matches the one stored after them.
type finder struct {
	t      *table
	at     int64 // where the next block may begin
	sum    block.Running
	buf    []byte
	from   int64   // offset of buf in the file
	most   int     // size of the largest block so far
	first  handle  // the first block
	blocks *blocks // for examining what is found
	slots  []slot
	budget int64 // how many bytes may still be summed
	err    error // the first failed read; nothing is read after it
}

// A block found this way has at most blockFind bytes. For smallFar bytes after a gap, smaller
// blocks are tried first, because every offset is tried there and most blocks are small.
const (
	blockFind = 1 << 20
	smallFind = 16 << 10 // or four times the size of the largest block so far
	smallFar  = 256 << 10
)

// Limit on the bytes that the finder sums: a multiple of the file's size, plus a constant. Each
// good block is summed once; only after damage is every offset tried. Reading a sum is counted as
// a number of bytes, too.
const (
	findPerByte = 2048
	findSpare   = 32 << 20
	findMost    = 8 << 30
	sumCost     = 64
)

// zerosMax is how many zeros there may be between aligned blocks.
const zerosMax = 64 << 10

func newFinder(t *table) *finder {
	f := &finder{t: t, budget: min(findPerByte*t.f.Size()+findSpare, findMost)}
	switch t.sum {
	case sumCRC32C:
		f.sum = block.RunningCRC32C()
	case sumXXH32:
		f.sum = block.RunningXXH32()
	case sumXXH64:
		f.sum = block.RunningXXH64()
	case sumXXH3:
		f.sum = block.RunningXXH3()
	default:
		f.at = t.end // without checksums, nothing can be found
	}
	return f
}

// next returns the next block, and the gap before it in which no block was found. Zeros before a
// block align it and are not a gap.
func (f *finder) next() (h, gap handle, more bool) {
	start := f.at
	if start >= f.t.end || f.err != nil {
		return h, gap, false
	}
	if size, ok := f.try(start, blockFind); ok {
		h, more = handle{uint64(start), uint64(size)}, true
	} else if to := f.padding(); to > start {
		if size, ok := f.try(to, blockFind); ok {
			h, more = handle{uint64(to), uint64(size)}, true
		}
	}
	if !more {
		if h, more = f.search(start+1, min(start+smallFar, f.t.end), min(max(smallFind, 4*f.most), blockFind)); !more {
			h, more = f.search(start+1, f.t.end, blockFind)
		}
	}
	f.at = f.t.end
	end := f.t.end
	if more && f.t.foot.at == 0 && !f.isData(h) {
		end, more = int64(h.offset), false // nothing else says where the data blocks end
	}
	if more {
		if f.first.size == 0 {
			f.first = h
		}
		end, f.at = int64(h.offset), int64(h.end())
		f.most = max(f.most, int(h.size))
	}
	if !f.zeros(start, end) {
		gap = handle{uint64(start), uint64(end - start)}
	}
	if f.err != nil {
		return handle{}, handle{}, false // what was not read is no gap
	}
	return h, gap, more
}

// search tries each offset. Among so many, some checksum matches by chance, so what is found
// must also decode as a data block.
func (f *finder) search(at, end int64, most int) (handle, bool) {
	for ; at < end && f.err == nil && f.budget > 0; at++ {
		if b := f.bytes(at, 2); f.t.version >= 2 && len(b) == 2 && b[0] == 0 && b[1] == 0 {
			continue // neither an entry nor a size begins like this
		}
		size, ok := f.try(at, most)
		h := handle{uint64(at), uint64(size)}
		if ok && f.isData(h) {
			return h, true
		}
	}
	return handle{}, false
}

// zeros reports whether there are only zeros between two offsets, and no more than alignment needs.
func (f *finder) zeros(from, to int64) bool {
	if to-from > zerosMax {
		return false
	}
	for _, c := range f.bytes(from, int(to-from)) {
		if c != 0 {
			return false
		}
	}
	return true
}

// padding returns where a block may begin if there are alignment zeros here: at the offset, among
// those up to the end of the zeros, that is divisible by the largest power of two. (A block may
// itself begin with zeros.)
func (f *finder) padding() int64 {
	b := f.bytes(f.at, zerosMax)
	n := 0
	for n < len(b) && b[n] == 0 {
		n++
	}
	end := uint64(min(f.at+int64(n), f.t.end-1))
	if n == 0 || end <= uint64(f.at) {
		return f.at
	}
	differ := bits.Len64(uint64(f.at)^end) - 1
	return int64(end >> differ << differ)
}

// try returns the size of the block that begins at an offset, with at most the given number of bytes.
func (f *finder) try(at int64, most int) (size int, ok bool) {
	buf := f.bytes(at, most+trailerSize)
	if left := f.t.end - at; int64(len(buf)) > left {
		buf = buf[:left]
	}
	change := uint32(0)
	if f.t.version >= 6 {
		change = modifier(f.t.foot.base, uint64(at))
	}
	f.sum.Reset()
	done := 0
	for i := 1; i+trailerSize <= len(buf); i++ {
		if !packingKnown(buf[i]) {
			continue
		}
		stored := binary.LittleEndian.Uint32(buf[i+1:]) - change
		end := i + 1
		if f.t.sum == sumXXH3 {
			end = i
		}
		f.sum.Add(buf[done:end])
		done = end
		f.budget -= sumCost
		if f.holds(buf[i], stored) {
			f.budget -= int64(i)
			return i, true
		}
	}
	f.budget -= int64(len(buf))
	return 0, false
}

// holds compares the sum so far with the stored one.
func (f *finder) holds(last byte, stored uint32) bool {
	sum := f.sum.Sum()
	switch f.t.sum {
	case sumCRC32C:
		return block.Mask(uint32(sum)) == stored
	case sumXXH3:
		return uint32(sum)^uint32(last)*lastByteFactor == stored
	}
	return uint32(sum) == stored
}

// bytes returns up to n bytes of the file.
func (f *finder) bytes(at int64, n int) []byte {
	end := min(at+int64(n), f.t.f.Size())
	if at < f.from || end > f.from+int64(len(f.buf)) {
		f.from, f.buf = at, f.buf[:0]
		if f.err == nil {
			f.buf, f.err = file.ReadAll(f.t.f, f.buf, at, max(n, 2*blockFind))
		}
		if f.err == nil && at+int64(len(f.buf)) < end {
			f.err = file.ErrMoved // the file was longer when it was opened
		}
	}
	return f.buf[at-f.from : max(at, min(end, f.from+int64(len(f.buf))))-f.from]
}
