package rocksdb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// table is an opened block-based table (SST). Its footer, metaindex, properties, range deletes and
// index have been read; its data blocks have not.
type table struct {
	name    string
	f       file.File
	ok      bool // entries can be read
	version uint32
	sum     sumKind
	props   properties

	// rangeDeletes are in stored order, with their effective sequence numbers (see setSequence).
	rangeDeletes []rangeDelete
	damage       []file.Damage
	err          error // a failed read, which is not damage

	opt    file.Options
	foot   footer
	meta   []metaEntry // of the metaindex, in stored order
	dict   []byte
	form   indexForm
	levels int // number of levels of the index
	user   bool
	index  index
	lost   bool  // the index is lost: data blocks are found by their checksums
	end    int64 // the data blocks end at or before this offset
	pad    int   // zero bytes to add for timestamps that are not stored

	// override is the sequence number for entries that are stored with 0; 0 means none.
	override uint64
}

// metaEntry is one entry of the metaindex.
type metaEntry struct {
	name string
	handle
}

// rangeDelete deletes entries with smaller sequence numbers whose keys are from start
// (included) to end (excluded). Keys have timestamps if the column family does.
type rangeDelete struct {
	start, end []byte
	seq        uint64
	stored     uint64 // the sequence number in the file
}

// openTable reads footer, metaindex, properties, range deletes and index. It never fails:
// problems are recorded in t.damage, and t.ok says whether entries can be read.
func openTable(f file.File, name string, opt file.Options) *table {
	t := &table{name: name, f: f, opt: opt.Limits(), props: properties{timestampsPersisted: true}}
	b := t.openFooter()
	if b == nil || !t.openMetaindex(b) {
		return t
	}
	t.end = t.foot.at
	t.openProperties(b)
	t.openDictionary(b)
	t.openRangeDeletes(b)
	t.openIndex(b)
	t.ok = t.err == nil
	return t
}

// blocks returns a reader of the table's blocks with its own memory.
func (t *table) blocks() *blocks {
	return &blocks{f: t.f, name: t.name, version: t.version, sum: t.sum, base: t.foot.base, dict: t.dict, opt: t.opt}
}

// setSequence sets the sequence number of an ingested file's entries, which are stored with 0, to
// the one that the MANIFEST has.
func (t *table) setSequence(seq uint64) {
	t.override = seq
	for i := range t.rangeDeletes {
		if d := &t.rangeDeletes[i]; d.stored == 0 {
			d.seq = seq
		}
	}
}

// blockAt returns the plain bytes of a block to which an entry points: a blob inside the table.
func (t *table) blockAt(offset, size uint64) ([]byte, *file.Damage) {
	return t.blocks().load(handle{offset, size}, false, 0)
}

// hurt records damage.
func (t *table) hurt(d *file.Damage) {
	if d != nil {
		t.damage = append(t.damage, *d)
	}
}

// openFooter returns a reader of blocks, or nil if the footer is not usable.
func (t *table) openFooter() *blocks {
	size := t.f.Size()
	b := t.blocks()
	tail := b.tail()
	if t.err = b.err; t.err != nil {
		return nil
	}
	version, n, code, place := tableEnd(tail, size)
	if code != "" {
		t.hurt(t.endDamage(code, place, tail, version))
		return nil
	}
	tail = tail[len(tail)-n:]
	at := size - int64(n)
	r := wire.NewReader(tail, nil)
	t.foot.read(&r, at, version)
	t.version, t.sum = version, t.foot.sum
	if err := r.Finish(); err != nil {
		t.hurt(t.footerDamage(at, err))
		return nil
	}
	if version >= 6 {
		want := t.foot.wantSum
		switch {
		case want != t.foot.ownSum:
			t.hurt(&file.Damage{File: t.name, Code: "footer-checksum", Offset: at + 5, Expected: hex32(want), Found: hex32(t.foot.ownSum),
				Text: tableText("footer-checksum")})
		case t.foot.feature(tail):
			t.hurt(&file.Damage{File: t.name, Code: "footer", Offset: at + 33, Expected: "8 zero bytes", Found: hexBytes(tail[33:41]),
				Text: "The footer announces something that no version up to 11 of RocksDB writes; the table is not read."})
			return nil
		}
	}
	b.version, b.sum, b.base = t.version, t.sum, t.foot.base
	return b
}

// endDamage describes a file that does not end like a supported table.
func (t *table) endDamage(code string, place int64, tail []byte, version uint32) *file.Damage {
	d := &file.Damage{File: t.name, Code: code, Offset: place, Lost: t.f.Size(), Text: tableText(code)}
	switch code {
	case "footer-truncated":
		d.Expected, d.Found = "a footer of 48 or 53 bytes", strconv.FormatInt(t.f.Size(), 10)+" bytes"
	case "format-version":
		d.Expected, d.Found = "a format version up to 7", strconv.FormatUint(uint64(version), 10)
	default:
		d.Expected = "the magic number 0x88e241b785f4cff7 or 0xdb4775248b80fb57"
		d.Found = hexOf(binary.LittleEndian.Uint64(tail[len(tail)-8:]), 16)
	}
	return d
}

func (t *table) footerDamage(at int64, err error) *file.Damage {
	d := &file.Damage{File: t.name, Code: "footer", Offset: at, Lost: t.f.Size()}
	var why *wire.Error
	if errors.As(err, &why) {
		d.Offset, d.Expected, d.Found = at+int64(why.Offset), why.Expected, why.Found
		if why.Own != "" {
			d.Code = why.Own
		}
	}
	d.Text = tableText(d.Code)
	return d
}

// openMetaindex reads the metaindex and reports whether it is usable.
func (t *table) openMetaindex(b *blocks) bool {
	body, d := b.load(t.foot.metaindex, false, 0)
	if t.err = b.err; t.err != nil {
		return false
	}
	bad := false
	if d == nil {
		r := wire.NewReader(body, nil)
		bad = t.readMetaindex(&r, len(body))
		if err := r.Finish(); err != nil {
			d = b.malformed(t.foot.metaindex, err)
		}
	}
	if d != nil {
		t.giveUp(d)
		return false
	}
	if t.foot.hasIndex {
		t.meta = append(t.meta, metaEntry{metaIndex, t.foot.index})
	} else if h, ok := t.metaOf(metaIndex); ok {
		t.foot.index = h
	} else {
		bad = true
	}
	if bad {
		t.giveUp(b.damage("metaindex", t.foot.metaindex, "names with handles, the index among them", "none"))
	}
	return !bad
}

// giveUp records damage that makes the whole table unreadable.
func (t *table) giveUp(d *file.Damage) {
	d.Lost = t.f.Size()
	t.hurt(d)
}

// Names in the metaindex.
const (
	metaProperties    = "rocksdb.properties"
	metaOldProperties = "rocksdb.stats"
	metaRangeDeletes  = "rocksdb.range_del"
	metaDictionary    = "rocksdb.compression_dict"
	metaIndex         = "rocksdb.index"
)

// readMetaindex reads names and handles. It reports whether any value is not a handle.
func (t *table) readMetaindex(r *wire.Reader, n int) (bad bool) {
	body := r.Ahead()
	slots, _ := pairs(r, n, nil, 0)
	if !r.OK() {
		return false
	}
	var key []byte
	for _, s := range slots {
		key = append(key[:s.shared], body[s.keyAt:s.keyEnd]...)
		v := wire.NewReader(body[s.valueAt:s.valueTo], nil)
		h := readHandle(&v)
		if v.Finish() != nil {
			bad = true
			continue
		}
		t.meta = append(t.meta, metaEntry{string(key), h})
	}
	return bad
}

// metaOf returns the handle stored under a name in the metaindex.
func (t *table) metaOf(name string) (handle, bool) {
	for _, m := range t.meta {
		if m.name == name {
			return m.handle, true
		}
	}
	return handle{}, false
}

// openProperties reads the properties. A block whose checksum fails is still used if it decodes,
// because it names the kind of index.
func (t *table) openProperties(b *blocks) {
	h, ok := t.metaOf(metaProperties)
	if !ok {
		if h, ok = t.metaOf(metaOldProperties); !ok {
			return
		}
	}
	body, packed, d := b.checked(h, 0)
	if b.err != nil {
		t.err = b.err
		return
	}
	if body == nil {
		t.hurt(d)
		return
	}
	if d != nil && b.mendSequence(h, body, packed) {
		d = nil
	}
	t.hurt(d)
	plain, d2 := b.plainOf(h, body, packed, false)
	if d2 != nil {
		if d == nil {
			t.hurt(d2)
		}
		return
	}
	r := wire.NewReader(plain, nil)
	t.readProperties(&r, len(plain))
	if err := r.Finish(); err != nil && d == nil {
		t.hurt(b.malformed(h, err))
	}
}

// readProperties reads names and values.
func (t *table) readProperties(r *wire.Reader, n int) {
	body := r.Ahead()
	slots, _ := pairs(r, n, nil, 0)
	if !r.OK() {
		return
	}
	var key []byte
	before := ""
	for _, s := range slots {
		key = append(key[:s.shared], body[s.keyAt:s.keyEnd]...)
		name := string(key)
		if name <= before {
			r.FailAt(wire.BadValue, &ftKeyBytes, int(s.at), "a name after "+before, name)
			return
		}
		t.props.add(name, body[s.valueAt:s.valueTo])
		before = name
	}
	t.props.found = true
	if !t.props.timestampsPersisted {
		t.pad = timestampSize
	}
	if t.props.externalVersion >= 2 {
		t.override = t.props.globalSequence
	}
}

// timestampSize is the size of a user timestamp, in keys that have one.
const timestampSize = 8

// mendSequence reports whether the checksum matches once the sequence number of an ingested file
// is set to zero: older versions wrote that number into the file afterwards.
func (b *blocks) mendSequence(h handle, body []byte, packed byte) bool {
	if packed != packedNone {
		return false
	}
	i := bytes.Index(body, []byte(propGlobalSeqno[len(propGlobalSeqno)-len("global_seqno"):]))
	if i < 0 || len(body) < i+len("global_seqno")+8 {
		return false
	}
	mended := append(append([]byte{}, body...), packed)
	clear(mended[i+len("global_seqno"):][:8])
	stored, _ := b.raw(h, 0)
	return stored != nil && b.sumAt(mended, h.offset) == binary.LittleEndian.Uint32(stored[h.size+1:])
}

// openDictionary reads the dictionary with which data blocks were compressed.
func (t *table) openDictionary(b *blocks) {
	h, ok := t.metaOf(metaDictionary)
	if !ok || t.err != nil {
		return
	}
	body, d := b.load(h, false, 0)
	t.hurt(d)
	if t.err = b.err; d == nil && t.err == nil {
		t.dict = append([]byte{}, body...)
	}
}

// openRangeDeletes reads the range deletes.
func (t *table) openRangeDeletes(b *blocks) {
	h, ok := t.metaOf(metaRangeDeletes)
	if !ok || t.err != nil {
		return
	}
	body, d := b.load(h, false, 0)
	t.hurt(d)
	if t.err = b.err; d != nil || t.err != nil {
		return
	}
	r := wire.NewReader(body, nil)
	if short := t.readRangeDeletes(&r, len(body)); short && r.OK() {
		t.hurt(b.damage("key", h, "internal keys of at least 8 bytes", "a shorter one"))
	}
	if err := r.Finish(); err != nil {
		t.hurt(b.malformed(h, err))
	}
}

// readRangeDeletes reads internal keys and end keys. It reports whether any key is too short.
func (t *table) readRangeDeletes(r *wire.Reader, n int) (short bool) {
	body := r.Ahead()
	slots, short := pairs(r, n, nil, tagSize)
	if !r.OK() || short {
		return short
	}
	var key []byte
	for _, s := range slots {
		key = append(key[:s.shared], body[s.keyAt:s.keyEnd]...)
		user, tag := key[:len(key)-tagSize], binary.LittleEndian.Uint64(key[len(key)-tagSize:])
		t.rangeDeletes = append(t.rangeDeletes, rangeDelete{
			start: t.padded(nil, user), end: t.padded(nil, body[s.valueAt:s.valueTo]), seq: tag >> 8, stored: tag >> 8,
		})
	}
	t.setSequence(t.override)
	return false
}

// padded appends a user key, plus zeros for a timestamp that is not stored.
func (t *table) padded(dst, user []byte) []byte {
	var zeros [timestampSize]byte
	return append(append(dst, user...), zeros[:t.pad]...)
}

// malformed describes a block that was unpacked but does not decode.
func (b *blocks) malformed(h handle, err error) *file.Damage {
	d := b.damage("block", h, "", err.Error())
	var why *wire.Error
	if errors.As(err, &why) {
		d.Expected = why.Field + ": " + why.Expected
		d.Found = why.Found + " at byte " + strconv.Itoa(why.Offset) + " of the block"
	}
	return d
}
