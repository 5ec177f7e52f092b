package rfile

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// indexMagic begins RFile.index.
const indexMagic = 0x20637474

// index is the content of RFile.index: the locality groups and, in RFile 8, samples of them.
type index struct {
	version int
	groups  []group
	samples []group
}

// group is one locality group.
type group struct {
	name       string
	isDefault  bool
	firstBlock int // number of its first block in BCFile.index
	families   []familyCount
	anyFamily  bool // the families are not known
	first      key
	hasFirst   bool
	blocks     int
	root       indexBlock
}

type familyCount struct {
	family  []byte
	entries int64
}

// indexBlock has the keys of the blocks below it. Its entries stay as stored, so that a large
// index takes no more memory than its bytes.
type indexBlock struct {
	level, firstBlock int
	more              bool
	count             int
	version           int
	entries           []byte
	regions           []region // RFile 3 and 4: the places of its data blocks
}

// indexEntry points to a block. Its key is not smaller than the block's last key, and may
// be made up: it is compared but never shown.
type indexEntry struct {
	key   key
	cells int
	region
}

// indexWalk visits the entries of an index block.
type indexWalk struct {
	level, left int
	version     int
	r           wire.Reader
	regions     []region
	entry       indexEntry
}

func (b *indexBlock) walk() indexWalk {
	return indexWalk{level: b.level, left: b.count, version: b.version, r: wire.NewReader(b.entries, nil), regions: b.regions}
}

// next returns the next entry, which is valid until the next call, or nil after the last.
// Nothing can fail here, because the whole block was read before.
func (w *indexWalk) next() *indexEntry {
	if w.left == 0 {
		return nil
	}
	w.left--
	w.entry = readIndexEntry(&w.r, w.version)
	if len(w.regions) > 0 {
		w.entry.region, w.regions = w.regions[0], w.regions[1:]
	}
	return &w.entry
}

// Smallest sizes, in bytes, of things that are counted.
const (
	groupLeast      = 1 + 4 + 1
	familyLeast     = 4 + 8
	indexEntryLeast = 4 + 1 + 1 + 4
)

// groupsMax bounds the locality groups of a file, as one block of each is in memory. Tables have a few.
const groupsMax = 1000

// levelsMax bounds the levels of an index. Blocks have thousands of entries, so few levels are needed.
const levelsMax = 32

// readIndex reads RFile.index. regions are those of BCFile.index, for RFile 3 and 4.
func readIndex(r *wire.Reader, regions []region) (x index) {
	r.Begin(&fIndex)
	defer r.End()
	from := r.Offset()
	if r.Uint32(&fIndexMagic) != indexMagic {
		r.FailAt(wire.BadValue, &fIndexMagic, from, "20637474", "")
	}
	from = r.Offset()
	switch x.version = int32of(r, &fVersion); x.version {
	case 3, 4, 6, 7, 8:
	default:
		r.FailAt(wire.BadValue, &fVersion, from, "version 3, 4, 6, 7 or 8", "")
	}
	from = r.Offset()
	n := count(r, &fCount, groupLeast)
	if n > groupsMax {
		r.FailAt(wire.Limit, &fCount, from, "at most "+strconv.Itoa(groupsMax)+" locality groups", "more")
	}
	for range n {
		if !r.OK() {
			break
		}
		x.groups = append(x.groups, readGroup(r, x.version, regions))
	}
	if x.version == 8 && boolean(r, &fSampled) {
		for range n {
			if !r.OK() {
				break
			}
			x.samples = append(x.samples, readGroup(r, x.version, regions))
		}
		readSampler(r)
	}
	return x
}

// readSampler reads how samples are taken: a version, a class and its options.
func readSampler(r *wire.Reader) {
	r.Begin(&fSampler)
	defer r.End()
	r.Uint8(&fVersion)
	utf(r, &fClass)
	for range 2 * count(r, &fCount, 4) {
		utf(r, &fOption)
	}
}

// readGroup reads a locality group and the root of its index.
func readGroup(r *wire.Reader, version int, regions []region) (g group) {
	r.Begin(&fGroup)
	defer r.End()
	if g.isDefault = boolean(r, &fDefault); !g.isDefault {
		g.name = utf(r, &fGroupName)
	}
	if version <= 7 {
		g.firstBlock = int32of(r, &fFirstBlock)
	}
	g.readFamilies(r)
	if g.hasFirst = boolean(r, &fHasFirst); g.hasFirst {
		g.first = readKey(r)
	}
	if version >= 6 {
		g.blocks = int32of(r, &fBlocks)
		g.root = readIndexBlock(r, version)
		return g
	}
	from := r.Offset()
	g.root = readIndexBlock(r, version)
	g.blocks = g.root.count
	if g.firstBlock < 0 || g.firstBlock > len(regions) || g.blocks > len(regions)-g.firstBlock {
		r.FailAt(wire.BadValue, &fFirstBlock, from, "blocks that BCFile.index has", "others")
		return g
	}
	g.root.regions = regions[g.firstBlock : g.firstBlock+g.blocks]
	return g
}

func (g *group) readFamilies(r *wire.Reader) {
	if b := r.Ahead(); len(b) >= 4 && string(b[:4]) == "\xFF\xFF\xFF\xFF" {
		int32of(r, &fFamilies)
		g.anyFamily = true
		return
	}
	for range count(r, &fFamilies, familyLeast) {
		n := int32of(r, &fFamilySize)
		name := counted(r, &fFamily, int64(n))
		g.families = append(g.families, familyCount{name, int64(r.Uint64(&fFamilyRows))})
	}
}

// readIndexBlock reads an index block of any level.
func readIndexBlock(r *wire.Reader, version int) (b indexBlock) {
	r.Begin(&fIndexBlock)
	defer r.End()
	b.version = version
	if version >= 6 {
		from := r.Offset()
		if b.level = int32of(r, &fLevel); b.level < 0 || b.level > levelsMax {
			r.FailAt(wire.BadValue, &fLevel, from, "a level from 0 to 32", "")
		}
		b.firstBlock = int32of(r, &fFirstUnder)
		b.more = boolean(r, &fMore)
	}
	if version == 3 {
		b.count = count(r, &fCount, indexEntryLeast)
		b.readEntries(r, nil)
		return b
	}
	b.count = count(r, &fCount, 4+indexEntryLeast)
	from := r.Offset()
	for range b.count {
		int32of(r, &fEntryAt)
	}
	offsets := r.Since(from)
	from = r.Offset()
	if n := int32of(r, &fEntriesLen); n < 0 || n > r.Left() {
		r.FailAt(wire.Truncated, &fEntriesLen, from, "a length within the bytes left", lengthText(int64(n)))
	} else if b.readEntries(r, offsets); len(b.entries) != n {
		r.FailFound(wire.Trailing, &fEntriesLen, "the end of the entries", "more or fewer bytes")
	}
	return b
}

// readEntries reads the entries of an index block, each at its offset if offsets are given.
func (b *indexBlock) readEntries(r *wire.Reader, offsets []byte) {
	from := r.Offset()
	for i := 0; i < b.count && r.OK(); i++ {
		if offsets != nil && uint64(binary.BigEndian.Uint32(offsets[4*i:])) != uint64(r.Offset()-from) {
			r.FailFound(wire.BadValue, &fEntryAt, "an entry where its offset says", "the end of the one before elsewhere")
		}
		readIndexEntry(r, b.version)
	}
	if r.OK() {
		b.entries = r.Since(from)
	}
}

func readIndexEntry(r *wire.Reader, version int) (e indexEntry) {
	r.Begin(&fIndexEntry)
	defer r.End()
	e.key = readKey(r)
	e.cells = int32of(r, &fCells)
	if version >= 6 {
		e.region = readRegion(r)
	}
	return e
}
