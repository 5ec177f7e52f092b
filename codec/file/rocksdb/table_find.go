package rocksdb

import (
	"encoding/binary"
	"math/bits"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// finder finds data blocks without the index: from an offset on, it extends byte by byte until the
// checksum of what it has is the one that is stored after it.
type finder struct {
	t      *table
	at     int64 // where the next block may begin
	sum    block.Running
	buf    []byte
	from   int64   // offset of buf in the file
	most   int     // size of the largest block so far
	first  handle  // the first block
	blocks *blocks // to look into what is found
	slots  []slot
	budget int64 // how much may still be summed up
	err    error
}

// A block that is found so has at most blockFind bytes. Behind a gap smaller ones are looked for
// first, so far from it: each offset is tried, and most blocks are small.
const (
	blockFind = 1 << 20
	smallFind = 16 << 10 // or four times the largest so far
	smallFar  = 256 << 10
)

// How much the finder sums up at most: so much for each byte of the file, and some to spare. Good
// blocks cost one each; only behind damage each offset is tried. Asking for a sum costs as much as
// so many bytes.
const (
	findPerByte = 2048
	findSpare   = 32 << 20
	findMost    = 8 << 30
	sumCost     = 64
)

// zerosMax is how many zeros may stand between aligned blocks.
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
		f.at = t.end // there is nothing to find them by
	}
	return f
}

// next returns the next block, and the gap in front of it in which none was found. Zeros before a
// block align it and are no gap.
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
	return h, gap, more
}

// search tries each offset. Among so many places some sum is right by chance: what is found must
// also read as a data block.
func (f *finder) search(at, end int64, most int) (handle, bool) {
	for ; at < end && f.err == nil && f.budget > 0; at++ {
		if b := f.bytes(at, 2); f.t.version >= 2 && len(b) == 2 && b[0] == 0 && b[1] == 0 {
			continue // neither an entry nor a size begins so
		}
		size, ok := f.try(at, most)
		h := handle{uint64(at), uint64(size)}
		if ok && f.isData(h) {
			return h, true
		}
	}
	return handle{}, false
}

// zeros reports whether there are only zeros between two offsets, and no more than align a block.
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

// padding returns where a block may begin if zeros stand here that align it: at the roundest of the
// offsets up to their end. (A block may begin with zeros itself.)
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

// try returns the size of the block that begins at an offset and has at most so many bytes.
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

// holds compares the sum so far with what is stored.
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
		f.from = at
		f.buf, f.err = file.ReadAll(f.t.f, f.buf, at, max(n, 2*blockFind))
	}
	return f.buf[at-f.from : max(at, min(end, f.from+int64(len(f.buf))))-f.from]
}
