package hfile

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// hfile is an HFile with everything that is read when it is opened.
type hfile struct {
	file   file.File
	name   string
	size   int64
	limits file.Options

	trailer trailer
	header  int   // size of block headers
	end     int64 // where the blocks end: at the trailer, or at the end of the file

	codec      uint32
	codecKnown bool

	info       properties
	layout     layout
	infoKnown  bool
	rows       rowOrder
	comparable bool // the comparator is known
	ofMeta     bool // the comparator is hbase:meta's

	root    []pointer
	meta    []pointer
	indexed bool // the root index can be trusted

	refused bool // nothing in the file can be read
	damage  []file.Damage
}

// levelsMax is the deepest index that is followed. Index blocks have hundreds of entries.
const levelsMax = 16

// openFile opens an HFile and reads its trailer, root index and file info. Faults in these become
// the file's damage; the error is for failed reads.
func openFile(src file.File, name string, opt file.Options) (*hfile, error) {
	f := &hfile{file: src, name: name, size: src.Size(), limits: opt, header: headerNew, codec: codecNone, rows: bytes.Compare}
	f.end = f.size
	b := f.blocks()
	if f.readTrailer(b) {
		f.header = f.trailer.headerSize()
		f.end = f.trailer.at
		f.codec, f.codecKnown = f.trailer.codec, true
		f.readInfo(b, f.trailer.infoOffset)
		if !f.refused {
			f.readRoot(b)
		}
	} else if !f.refused {
		f.guessHeader(b)
		f.findInfo(b)
	}
	f.setOrder()
	if !f.refused && (!f.codecKnown || !f.infoKnown) {
		f.guess(b)
	}
	return f, b.err
}

func (f *hfile) add(d file.Damage) { f.damage = append(f.damage, d) }

// badTrailer reports once that the trailer is damaged.
func (f *hfile) badTrailer(expected, found string) {
	for i := range f.damage {
		if f.damage[i].Code == badTrailer {
			return
		}
	}
	f.add(damageAt(f.name, badTrailer, f.word(), 0, expected, found))
}

// word returns the offset of the version word.
func (f *hfile) word() int64 { return max(f.size-wordSize, 0) }

// refuse records why nothing can be read.
func (f *hfile) refuse(code, expected, found string) {
	f.refused = true
	f.add(damageAt(f.name, code, f.word(), 0, expected, found))
}

// readTrailer reports whether there is a trailer that can be trusted.
func (f *hfile) readTrailer(b *blocks) bool {
	tail := append([]byte(nil), b.bytes(max(f.size-trailerMax, 0), trailerMax)...)
	if len(tail) < wordSize {
		f.badTrailer("a version word", strconv.Itoa(len(tail))+" bytes")
		return false
	}
	word := be32(tail[len(tail)-wordSize:])
	major, minor := version(word)
	n := trailerSize(major)
	switch {
	case major == 1 && !magicBefore(tail, trailerV3) && !magicBefore(tail, trailerV2) && noBlocks(b):
		f.refuse(refVersion, "version 2 or 3 of HFiles", "version 1, of HBase before 0.92: let a later HBase rewrite it")
		return false
	case n == 0 || !magicBefore(tail, n):
		f.badTrailer("the trailer of version 2 or 3", "version word "+hex32(word)+" without its trailer")
		return false
	}
	f.trailer.at = f.size - int64(n)
	r := wire.NewReader(tail[len(tail)-n:], nil)
	err := f.trailer.read(&r, word)
	if major == 4 && err == nil && f.trailer.later {
		f.refuse(refVersion, "version 2 or 3 of HFiles", "version 4."+strconv.Itoa(int(minor))+" (multi-tenant)")
		return false
	}
	if err != nil || major == 4 {
		var d file.Damage
		because(&d, err)
		f.badTrailer("a trailer of version 2 or 3; "+d.Expected, "version "+f.trailer.version()+" "+d.Found)
		return false
	}
	return f.stands(b, f.trailer.infoOffset, infoBlock) && f.stands(b, f.trailer.loadOffset, rootIndex)
}

// stands reports whether a block is where the trailer says. A block in which only the magic is
// wrong, as its checksum shows, is damage of that block and not of the trailer.
func (f *hfile) stands(b *blocks, at int64, want sort) bool {
	if s, _ := sortOf(b.bytes(at, magicSize)); s == want {
		return true
	}
	if at >= 0 && at < f.size {
		head := append([]byte(nil), b.bytes(at, f.header)...)
		magic := magicOf(want)
		found := quote(head[:min(magicSize, len(head))])
		copy(head, magic)
		var h header
		r := wire.NewReader(head, nil)
		h.read(&r, f.trailer.headerSize())
		if r.Finish() == nil && h.sums() > 0 && h.total() <= f.size-at && h.stored <= 2*f.limits.BlockMax {
			whole := append([]byte(nil), b.bytes(at, int(h.total()))...)
			copy(whole, magic)
			if h.wrong(whole) < 0 {
				f.add(damageAt(f.name, badBlock, at, 0, quote([]byte(magic)), found))
				return true
			}
		}
	}
	f.badTrailer(quote([]byte(magicOf(want)))+" at "+strconv.FormatInt(at, 10), "no such block there")
	return false
}

// magicBefore reports whether a trailer's magic is n bytes before the end.
func magicBefore(tail []byte, n int) bool {
	return len(tail) >= n && bytes.HasPrefix(tail[len(tail)-n:], trailerMagic)
}

// noBlocks reports whether a file does not begin with a block.
func noBlocks(b *blocks) bool {
	s, _ := sortOf(b.bytes(0, magicSize))
	return s == unknownBlock || s == oldIndex
}
