package hfile

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// reported reports whether damage at a place has already been reported.
func (f *hfile) reported(at int64) bool {
	for i := range f.damage {
		if f.damage[i].Offset == at {
			return true
		}
	}
	return false
}

// addHead adds damage of a block that contains no cells.
func (f *hfile) addHead(d file.Damage, instead string) {
	d.Lost = 0
	d.Text = "a block that describes the file is damaged. No cell is lost: " + instead + "."
	f.add(d)
}

// readInfo reads the file info at an offset. The codec that unpacks it is the file's codec,
// whatever the trailer says.
func (f *hfile) readInfo(b *blocks, at int64) {
	if f.reported(at) {
		return
	}
	h, stored, d := b.read(at, 0)
	if d != nil {
		f.addHead(*d, "what cells hold after their values is found out from the data")
		return
	}
	if f.codecKnown && f.takeInfo(b, &h, stored, f.codec) {
		return
	}
	for _, codec := range knownCodecs {
		if f.takeInfo(b, &h, stored, codec) {
			if f.codecKnown {
				f.badTrailer("compression "+codecName(codec)+", with which the file info unpacks", codecName(f.codec))
			}
			f.codec, f.codecKnown = codec, true
			return
		}
	}
	_, known := job(f.codec)
	switch {
	case len(f.trailer.key) > 0:
		f.refuse(refEncrypted, "a file that is not encrypted", "a wrapped key of "+strconv.Itoa(len(f.trailer.key))+" bytes in the trailer")
	case f.codecKnown && !known:
		f.refuse(refCodec, "LZO, GZ, NONE, SNAPPY, LZ4, BZIP2 or ZSTD", codecName(f.codec))
	default:
		f.addHead(damageAt(f.name, badCodec, at, 0, "a file info of "+strconv.Itoa(h.plain)+" bytes", "bytes that no codec unpacks"),
			"what cells hold after their values is found out from the data")
	}
}

// takeInfo tries to unpack and read the file info with a codec.
func (f *hfile) takeInfo(b *blocks, h *header, stored []byte, codec uint32) bool {
	plain, d := b.plain(h, stored, 0, codec)
	if d != nil {
		return false
	}
	r := wire.NewReader(append([]byte(nil), plain...), nil)
	info := readInfo(&r)
	if r.Finish() != nil || f.trailer.major >= 3 && !bytes.HasPrefix(plain, pbuf) {
		return false
	}
	f.info, f.layout, f.infoKnown = info, info.layout(), true
	return true
}

// readRoot reads the root data index and, after it, the meta index.
func (f *hfile) readRoot(b *blocks) {
	t := &f.trailer
	if f.reported(t.loadOffset) {
		return
	}
	h, stored, d := b.read(t.loadOffset, 0)
	var plain []byte
	if d == nil {
		plain, d = b.plain(&h, stored, t.loadOffset, f.codec)
	}
	if d != nil {
		f.addHead(*d, "the blocks are read one after the other instead")
		return
	}
	r := wire.NewReader(append([]byte(nil), plain...), nil)
	f.root = readRoot(&r, t.dataEntries, t.levels > 1)
	if err := r.Finish(); err != nil {
		d := file.Damage{}
		because(&d, err)
		f.badTrailer("the root index with "+strconv.FormatUint(uint64(t.dataEntries), 10)+" entries in "+
			strconv.FormatUint(uint64(t.levels), 10)+
			" levels; "+d.Expected, d.Found)
		f.root = nil
		return
	}
	if t.cells < 0 {
		f.badTrailer("the number of cells", "none")
	}
	if f.indexed = f.levelsHold(b); f.indexed {
		f.readMeta(b, t.loadOffset+h.total())
	}
}

// levelsHold reports whether the root points to blocks of the next level.
func (f *hfile) levelsHold(b *blocks) bool {
	levels := f.trailer.levels
	if len(f.root) == 0 {
		return true
	}
	s, _ := sortOf(b.bytes(f.root[0].offset, magicSize))
	have := "blocks of another kind"
	switch {
	case levels >= 1 && levels <= levelsMax && (s == unknownBlock || s.level() == min(levels, 3)):
		return true // a block of unknown kind is itself damaged
	case s.level() > 0:
		have = "an index of " + strconv.Itoa(int(s.level())) + " levels"
	}
	f.badTrailer("an index of "+strconv.FormatUint(uint64(levels), 10)+" levels", have)
	return false
}

// level returns how many index levels a root has that points to such blocks; 3 means 3 or more.
func (s sort) level() uint32 {
	switch s {
	case dataBlock, encodedBlock:
		return 1
	case leafIndex:
		return 2
	case middleIndex:
		return 3
	}
	return 0
}

// readMeta reads the meta index. Cells can be read without it, but HBase does not open a file without it.
func (f *hfile) readMeta(b *blocks, at int64) {
	const instead = "they can be read without the meta index, but HBase may refuse the file"
	h, stored, d := b.read(at, 0)
	var plain []byte
	if d == nil {
		plain, d = b.plain(&h, stored, at, f.codec)
	}
	if d != nil {
		f.addHead(*d, instead)
		return
	}
	r := wire.NewReader(append([]byte(nil), plain...), nil)
	meta := readRoot(&r, f.trailer.metaCount, false)
	err := r.Finish()
	if err == nil && h.sort == rootIndex {
		f.meta = meta
		return
	}
	found := damageAt(f.name, badBlock, at, 0, quote([]byte(magicOf(rootIndex))), "a block of another kind")
	because(&found, err)
	f.addHead(found, instead)
}

// setOrder chooses the order of rows from the trailer's comparator.
func (f *hfile) setOrder() {
	name := f.trailer.comparator
	name = name[strings.LastIndexAny(name, ".$")+1:]
	switch name {
	case "KVComparator", "KeyComparator", "CellComparatorImpl", "CellComparator", "InnerStoreCellComparator":
		f.comparable = true
	case "MetaComparator", "MetaKeyComparator", "MetaCellComparator":
		f.comparable, f.ofMeta, f.rows = true, true, metaRows
	}
	switch strings.TrimSuffix(f.trailer.comparator, name) {
	case hbasePackage, hbasePackage + "KeyValue$", hbasePackage + "CellComparator$", hbasePackage + "CellComparatorImpl$":
		if f.comparable || name == "RawBytesComparator" {
			return
		}
	case hbasePackage + "util.Bytes$": // ByteArrayComparator, which HBase takes as well
		return
	case "":
		return // there is no trailer, or it leaves out what is usual
	}
	d := damageAt(f.name, badTrailer, f.word(), 0, "a comparator of HBase", quote([]byte(f.trailer.comparator)))
	d.Text = "the trailer names a comparator that HBase does not have: HBase refuses the file. No cell is lost."
	f.add(d)
}

const hbasePackage = "org.apache.hadoop.hbase."

// backwards reports whether a cell certainly comes before the previously read one. If the
// trailer, and with it the name of the comparator, is lost, both known orders must say so.
func (f *hfile) backwards(before, c *cell) bool {
	if f.comparable {
		return compareKeys(f.rows, before, c) > 0
	}
	return f.trailer.comparator == "" && compareKeys(bytes.Compare, before, c) > 0 && compareKeys(metaRows, before, c) > 0
}

// findInfo finds the last file info of a file without a trailer.
func (f *hfile) findInfo(b *blocks) {
	const step = windowSize - magicSize
	for to := f.size; to > 0; to -= step {
		from := max(to-step, 0)
		piece := append([]byte(nil), b.bytes(from, int(to-from)+magicSize-1)...)
		for {
			i := bytes.LastIndex(piece, []byte(magicOf(infoBlock)))
			if i < 0 {
				break
			}
			if h, stored, d := b.read(from+int64(i), 0); d == nil {
				for _, codec := range knownCodecs {
					if f.takeInfo(b, &h, stored, codec) {
						f.codec, f.codecKnown = codec, true
						return
					}
				}
			}
			piece = piece[:i]
		}
	}
}
