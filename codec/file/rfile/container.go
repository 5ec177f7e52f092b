package rfile

import (
	"encoding/binary"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

const magic = "\xD1\x11\xD3\x68\x91\xB5\xD7\xB6\x39\xDF\x41\x40\x92\xBA\xE1\x50"

// logHead is how write-ahead logs begin: "--- Log File Header (v4) ---", or another version.
const logHead = "--- Log File Hea"

// Sizes of the tail, including versions and end magic.
const (
	tailOld = 8 + 4 + 16     // BCFile 1: offset of the meta index
	tailNew = 8 + 8 + 4 + 16 // BCFile 3: also the offset of the crypto parameters
)

// plainCrypto is the value of the crypto parameters in an unencrypted file.
const plainCrypto = "U+1F47B"

// region says where a block is.
type region struct{ offset, stored, plain int64 }

func readRegion(r *wire.Reader) region {
	r.Begin(&fRegion)
	defer r.End()
	return region{tlong(r, &fOffset), tlong(r, &fStored), tlong(r, &fPlain)}
}

// inside reports whether a region can be in a file of that size.
func (g region) inside(size int64) bool {
	return g.offset >= int64(len(magic)) && g.stored >= 0 && g.plain >= 0 && g.offset <= size && g.stored <= size-g.offset
}

// tail is the end of a file.
type tail struct {
	size              int64 // size of the tail, from the offset of the meta index to the end
	metaIndex, crypto int64
	major, minor      uint16
}

// readTail reads the last bytes of a file and determines the size of the tail.
func readTail(r *wire.Reader, major uint16) (t tail) {
	r.Begin(&fTail)
	defer r.End()
	t.metaIndex = int64(r.Uint64(&fMetaOffset))
	t.size = tailOld
	if major == 3 {
		t.crypto = int64(r.Uint64(&fCryptoAt))
		t.size = tailNew
	}
	t.major, t.minor = r.Uint16(&fMajor), r.Uint16(&fMinor)
	r.Bytes(&fMagic, len(magic))
	return t
}

// metaBlock is an entry of the meta index.
type metaBlock struct {
	name, codec string
	region
}

// readMetaIndex reads the names, codecs and places of the meta blocks.
func readMetaIndex(r *wire.Reader) []metaBlock {
	r.Begin(&fMetaIndex)
	defer r.End()
	n := tlong(r, &fCount)
	var all []metaBlock
	for i := int64(0); i < n && r.More(); i++ {
		r.Begin(&fMetaBlock)
		name, found := strings.CutPrefix(tstr(r, &fName), "data:")
		if !found {
			name = "" // which none has
		}
		all = append(all, metaBlock{name, tstr(r, &fCodec), readRegion(r)})
		r.End()
	}
	if n < 0 || int64(len(all)) < n {
		r.Fail(wire.Truncated, &fMetaBlock, "as many meta blocks as the index says")
	}
	return all
}

// readBCIndex reads the codec of the data blocks and, in RFile 3 and 4, their places.
func readBCIndex(r *wire.Reader) (codec string, regions []region) {
	r.Begin(&fBCIndex)
	defer r.End()
	codec = tstr(r, &fCodec)
	n := tlong(r, &fCount)
	for i := int64(0); i < n && r.More(); i++ {
		regions = append(regions, readRegion(r))
	}
	if n < 0 || int64(len(regions)) < n {
		r.Fail(wire.Truncated, &fRegion, "as many regions as the index says")
	}
	return codec, regions
}

// container is what a file says about its blocks.
type container struct {
	f      file.File
	name   string
	limits file.Options

	tail  tail
	meta  []metaBlock
	codec string // of the data blocks
	data  []region

	damage []file.Damage
	lost   bool // no index can be read: only salvage is possible
	refuse bool // nothing can be read

	encrypted *file.Damage // what to report if the blocks prove to be encrypted; nil if the file says they are not
}

// openContainer reads the tail, the meta index and BCFile.index. Their damage is in damage.
func openContainer(f file.File, name string, limits file.Options) *container {
	c := &container{f: f, name: name, limits: limits}
	c.readEnds()
	if c.lost || c.refuse {
		return c
	}
	end := f.Size() - c.tail.size
	if c.tail.major == 3 {
		end = c.tail.crypto
	}
	b, err := file.ReadAll(f, nil, c.tail.metaIndex, int(min(max(end-c.tail.metaIndex, 0), int64(limits.BlockMax))))
	r := wire.NewReader(b, nil)
	c.meta = readMetaIndex(&r)
	if err != nil || !r.OK() {
		c.meta = nil
		c.lose("meta-index", c.tail.metaIndex, "names and places of the meta blocks", "bytes that are not", 0)
		return c
	}
	c.checkMeta()
	c.readCodec()
	return c
}

// readEnds reads the tail and the encryption parameters.
func (c *container) readEnds() {
	size := c.f.Size()
	at := max(size-int64(len(magic)), 0)
	head, _ := file.ReadAll(c.f, nil, 0, len(magic))
	b, _ := file.ReadAll(c.f, nil, max(size-tailNew, 0), tailNew)
	if string(head) == logHead {
		c.refuse = true
		c.add(file.Damage{Code: codeLog, Expected: "no write-ahead log", Found: "one", Lost: size,
			Text: "Accumulo's write-ahead logs are not read: what is only in them is missing; let Accumulo flush its tables, and take their files then"})
		return
	}
	ends := len(b) >= tailOld && string(b[len(b)-len(magic):]) == magic && size >= int64(len(magic))+tailOld
	if string(head) != magic {
		if !ends {
			c.refuse = true
			c.add(file.Damage{Code: "magic", Offset: 0, Expected: "the magic of an RFile", Found: "other bytes", Text: "this is no RFile"})
			return
		}
		c.note("magic", 0, "other bytes", "the file does not begin like an RFile. Nothing is lost: Accumulo does not look there.")
	}
	if !ends {
		c.lose("trailer", at, "the magic at the file's end", "other bytes: the file is cut, or its end is damaged", 0)
		return
	}
	major := binary.BigEndian.Uint16(b[len(b)-len(magic)-4:])
	if major != 1 && major != 3 {
		text := "this version of the container is not read"
		if major == 2 {
			text += ": Accumulo 1.6 to 1.10 uses it for files that it encrypts"
		}
		c.refuse = true
		c.add(file.Damage{Code: "version", Offset: at - 4, Expected: "container version 1 or 3", Found: lengthTextOf("version", int64(major)),
			Text: text})
		return
	}
	n := tailOld
	if major == 3 {
		n = tailNew
	}
	if len(b) < n {
		c.lose("trailer", at, "a whole tail", "a shorter file", 0)
		return
	}
	r := wire.NewReader(b[len(b)-n:], nil)
	if c.tail = readTail(&r, major); c.tail.minor != 0 {
		c.note("version", at-2, lengthTextOf("minor version", int64(c.tail.minor)), "Accumulo refuses the file. Nothing is lost.")
	}
	last := size - int64(n)
	outside := c.tail.metaIndex < int64(len(magic)) || c.tail.metaIndex > last
	if outside || major == 3 && (c.tail.crypto < c.tail.metaIndex || c.tail.crypto > last-4) {
		c.lose("trailer", at, "offsets inside of the file", "others", 0)
		return
	}
	if major == 3 {
		c.readCrypto(last)
	}
}

// checkMeta reports meta blocks that Accumulo does not accept, and with them the file, even if they are not needed here.
func (c *container) checkMeta() {
	for _, m := range c.meta {
		needed := m.name == "RFile.index" || m.name == "BCFile.index" // what else is wrong with these shows when they are read
		if m.name == "" || !needed && (findCodec(m.codec) == nil || !m.inside(c.f.Size())) {
			c.note("meta-index", c.tail.metaIndex, "a meta block "+m.name+" with compression "+m.codec,
				"the entry of a meta block is wrong: Accumulo may refuse the file. Nothing is lost.")
		}
	}
}

// dataEnd returns where the meta blocks begin, if they fill what is left of the file; otherwise where it ends.
func (c *container) dataEnd() int64 {
	from, sum := c.tail.metaIndex, int64(0)
	for _, m := range c.meta {
		from, sum = min(from, m.offset), sum+m.stored
	}
	if len(c.meta) == 0 || from+sum != c.tail.metaIndex {
		return c.f.Size()
	}
	return from
}

// notEncrypted decides, once it is known whether the index can be read, if strange encryption parameters are damage.
func (c *container) notEncrypted(indexed bool) {
	d := c.encrypted
	switch {
	case d == nil:
	case indexed:
		c.note("trailer", d.Offset, d.Found, "the encryption parameters are damaged: the file is not encrypted. Nothing is lost.")
	default:
		c.damage, c.lost, c.refuse = nil, false, true
		c.add(*d)
	}
}

// readCrypto notes that a file seems to be encrypted.
func (c *container) readCrypto(end int64) {
	b, _ := file.ReadAll(c.f, nil, c.tail.crypto, int(min(max(end-c.tail.crypto, 0), 4<<10)))
	r := wire.NewReader(b, nil)
	params := readCrypto(&r)
	if r.OK() && (len(params) == 0 || string(params) == plainCrypto) {
		return
	}
	service := "parameters that are not known"
	if in := wire.NewReader(params, nil); r.OK() {
		if class := utf(&in, &fClass); in.OK() {
			service = class
		}
	}
	c.encrypted = &file.Damage{Code: "encrypted", Offset: c.tail.crypto, Expected: "no encryption", Found: service,
		Text: "the file is encrypted by " + service + ": let Accumulo copy it into a table without encryption, or export that"}
}

// readCrypto reads the encryption parameters after their length.
func readCrypto(r *wire.Reader) []byte {
	n := int32of(r, &fCryptoLength)
	return counted(r, &fCrypto, int64(n))
}

// readCodec determines the codec of the data blocks.
func (c *container) readCodec() {
	found := "no block of that name"
	if index, ok := c.find("BCFile.index"); ok {
		var in buffer
		b, damage := in.load(c, index.region, index.codec)
		r := wire.NewReader(b, nil)
		if c.codec, c.data = readBCIndex(&r); damage == nil && r.OK() && findCodec(c.codec) != nil {
			return
		}
		if found = "a block that does not decode"; damage != nil {
			found = damage.Found
		}
	}
	c.data = nil
	main, _ := c.find("RFile.index")
	c.codec = main.codec // they are the same in every file seen so far
	c.add(file.Damage{Code: "meta-index", Offset: c.tail.metaIndex, Expected: "the codec of the data blocks in BCFile.index",
		Found: found, Text: "the codec of RFile.index is taken for that of the data blocks"})
}

func (c *container) find(name string) (metaBlock, bool) {
	for _, m := range c.meta {
		if m.name == name {
			return m, true
		}
	}
	return metaBlock{}, false
}

func (c *container) add(d file.Damage) {
	d.File = c.name
	c.damage = append(c.damage, d)
}

// note adds damage that loses nothing.
func (c *container) note(code string, at int64, found, text string) {
	c.add(file.Damage{Code: code, Offset: at, Expected: "what Accumulo writes there", Found: found, Text: text})
}

// lose records damage because of which no index can be read.
func (c *container) lose(code string, at int64, expected, found string, lost int64) {
	c.lost = true
	c.add(file.Damage{Code: code, Offset: at, Expected: expected, Found: found, Lost: lost,
		Text: "no index can be read: the blocks are read one after the other, in the order of the file; without checksums a changed byte may go unnoticed"})
}
