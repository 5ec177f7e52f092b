package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A blob file is a header, records and, if it was closed, a footer.
const (
	blobMagic      = 0x00248f37
	blobHeader     = 30
	blobFooter     = 32
	blobRecordHead = 32 // sizes, expiry and the two checksums of a record
)

// Kinds of blob indexes.
const (
	blobInlined = iota // the value itself, with an expiry
	blobPlain
	blobExpiring
)

// blobIndex says where the value of an entry is.
type blobIndex struct {
	inline       []byte // the value, if isInline
	isInline     bool
	file         uint64 // number; 0 stands for the table that has the entry
	offset, size uint64 // of the stored value
	packed       uint8
	expiring     bool
}

// readBlobIndex reads a blob index and leaves its group open for Finish to close:
//
//	0, expiry, value
//	1, file number, offset, size, compression (1 byte)
//	2, expiry, file number, offset, size, compression
func readBlobIndex(r *wire.Reader, x *blobIndex) {
	r.Begin(fBlobIndex)
	*x = blobIndex{}
	kind := r.Uint8(fBlobKind)
	if r.OK() && kind > blobExpiring {
		r.FailAt(wire.BadValue, fBlobKind, 0, "kind 0, 1 or 2", strconv.Itoa(int(kind)))
		return
	}
	if kind != blobPlain {
		r.Uvarint(fBlobExpiry, 64)
	}
	if kind == blobInlined {
		x.inline, x.isInline = r.Rest(fValue), true
		return
	}
	x.file = r.Uvarint(fBlobFile, 64)
	x.offset, x.size = r.Uvarint(fBlobOffset, 64), r.Uvarint(fBlobSize, 64)
	x.packed, x.expiring = r.Uint8(fBlobPacked), kind == blobExpiring
}

// blobFile is a blob file of a database, and stays open as long as the database.
type blobFile struct {
	name   string
	f      file.File
	header blobFileHeader
	listed bool         // the MANIFEST lists it, so it was closed
	damage *file.Damage // set if RocksDB refuses the file for its header or its footer
	end    int64        // end of the records, if the file is read alone
}

type blobFileHeader struct {
	family  uint32
	expires bool
	packed  uint8
}

func openBlobFile(f file.File, name string, listed bool) *blobFile {
	b := &blobFile{name: name, f: f, listed: listed}
	head, err := file.ReadAll(f, nil, 0, blobHeader)
	if err == nil {
		r := wire.NewReader(head, nil)
		b.header.read(&r)
		err = r.Finish()
	}
	if err != nil {
		b.damage = b.refused("blob-header", 0, "the header of a blob file", err.Error())
		if e, ok := err.(*wire.Error); ok {
			b.damage.Expected, b.damage.Found = e.Field+": "+e.Expected, e.Found
		}
		return b
	}
	at := max(f.Size()-blobFooter, 0)
	if foot, err := file.ReadAll(f, nil, at, blobFooter); listed && (err != nil || !blobFooterSound(foot)) {
		b.damage = b.refused("blob-footer", at, "the footer of a closed blob file, with a sound checksum", "other bytes")
	}
	return b
}

// check compares the header with an index that points into the file, as RocksDB does, and returns what is wrong with the file.
func (f *blobFile) check(x *blobIndex, family uint32) *file.Damage {
	h := &f.header
	if f.damage != nil || !f.listed || h.family == family && h.packed == x.packed && (x.expiring || !h.expires) {
		return f.damage
	}
	return f.refused("blob-header", 0, "family "+decimal(uint64(family))+", compression "+decimal(uint64(x.packed))+" and no expiry, as its values are listed",
		"family "+decimal(uint64(h.family))+", compression "+decimal(uint64(h.packed))+", expiry "+strconv.FormatBool(h.expires))
}

func (f *blobFile) refused(code string, at int64, expected, found string) *file.Damage {
	return &file.Damage{File: f.name, Code: code, Offset: at, Expected: expected, Found: found,
		Text: "RocksDB refuses the file. The values in it are read all the same where their records are sound."}
}

func (h *blobFileHeader) read(r *wire.Reader) {
	r.Begin(fBlobHead)
	if magic := r.Uint32LE(fBlobMagic); r.OK() && magic != blobMagic {
		r.FailAt(wire.BadValue, fBlobMagic, 0, "378f2400", "another number")
	}
	if version := r.Uint32LE(fBlobVersion); r.OK() && version != 1 {
		r.FailAt(wire.BadValue, fBlobVersion, 4, "version 1", strconv.FormatUint(uint64(version), 10))
	}
	h.family = r.Uint32LE(fFamily)
	flags := r.Uint8(fBlobFlags)
	h.packed = r.Uint8(fBlobPacked)
	h.expires = uint64(flags)|r.Uint64LE(fBlobExpiryMin)|r.Uint64LE(fBlobExpiryMax) != 0
}

// blobRecord is a record of a blob file. Key and value alias what was read.
type blobRecord struct {
	keySize, valueSize uint64
	headSound          bool
	valueSound         bool
	key, stored        []byte
}

// readBlobRecordHead reads what precedes a record's key:
//
//	8 key size, 8 value size, 8 expiry, 4 masked CRC-32C of these, 4 that of key and stored value
func readBlobRecordHead(r *wire.Reader, b *blobRecord) (valueSum uint32) {
	from := r.Offset()
	b.keySize, b.valueSize = r.Uint64LE(fBlobKeySize), r.Uint64LE(fBlobSize)
	r.Uint64LE(fBlobExpiry)
	if !r.OK() {
		return 0
	}
	sum := block.Mask(block.CRC32C(r.Since(from)))
	b.headSound = r.Uint32LE(fBlobHeadSum) == sum
	r.Last().Check(b.headSound, "masked CRC-32C of the 24 bytes before")
	return r.Uint32LE(fBlobValueSum)
}

// readBlobRecord reads a whole record and leaves its group open for Finish to close.
func readBlobRecord(r *wire.Reader, b *blobRecord) {
	r.Begin(fBlobRecord)
	want := readBlobRecordHead(r, b)
	check := r.Last()
	if left := uint64(r.Left()); r.OK() && (b.keySize > left || b.valueSize > left-b.keySize) {
		r.Fail(wire.Truncated, fKey, "key and value of the sizes that the record says")
		return
	}
	from := r.Offset()
	b.key, b.stored = r.Bytes(fKey, int(b.keySize)), r.Bytes(fBlobStored, int(b.valueSize))
	if r.OK() {
		b.valueSound = block.Mask(block.CRC32C(r.Since(from))) == want
		check.Check(b.valueSound, "masked CRC-32C of key and stored value")
	}
}

// blobReader resolves blob indexes. Each cursor has its own, with its own memory.
type blobReader struct {
	files  map[uint64]*blobFile
	blocks blocks
	stored []byte
	told   map[uint64]bool // files that were already reported
	family uint32          // of the entries
}

// value returns the value to which an index points. Its bytes are valid until the next call. If it
// cannot be read, code says why, and d describes that once per file.
func (b *blobReader) value(x *blobIndex, key []byte, t *table, limit file.Options) (v []byte, code string, d *file.Damage, err error) {
	switch {
	case x.isInline:
		return x.inline, "", nil, nil
	case x.file == 0 && t != nil:
		plain, d := t.blockAt(x.offset, x.size)
		if d != nil {
			return nil, d.Code, d, nil
		}
		return plain, "", nil, nil
	}
	f := b.files[x.file]
	if f == nil {
		return nil, "blob-missing", b.missing(x.file), nil
	}
	at := int64(x.offset) - int64(len(key)) - blobRecordHead
	if x.offset > uint64(f.f.Size()) || x.size > uint64(f.f.Size())-x.offset || at < blobHeader {
		d := f.hurt("blob-range", int64(min(x.offset, 1<<62)), 0, "a place inside of the file of "+strconv.FormatInt(f.f.Size(), 10)+" bytes",
			strconv.FormatUint(x.offset, 10)+" and "+strconv.FormatUint(x.size, 10)+" bytes")
		return nil, d.Code, d, nil
	}
	if x.size > uint64(limit.BlockMax) {
		d := f.hurt("blob-range", at, int64(x.size), "a value of at most "+strconv.Itoa(limit.BlockMax)+" bytes", strconv.FormatUint(x.size, 10))
		return nil, d.Code, d, nil
	}
	if b.stored, err = file.ReadAll(f.f, b.stored, at, blobRecordHead+len(key)+int(x.size)); err != nil {
		return nil, "", nil, err
	}
	var rec blobRecord
	r := wire.NewReader(b.stored, nil)
	readBlobRecord(&r, &rec)
	lost := int64(len(b.stored))
	switch {
	case !r.OK() || !rec.headSound || rec.keySize != uint64(len(key)) || rec.valueSize != x.size || string(rec.key) != string(key):
		d = f.hurt("blob-record", at, lost, "a record with the entry's key and value size, and a sound header", "another one")
	case !rec.valueSound:
		d = f.hurt("blob-checksum", at, lost, "key and value with the masked CRC-32C that is stored", "another one")
	}
	if d != nil {
		return nil, d.Code, d, nil
	}
	if v, code, d, err = b.unpack(f, at, rec.stored, x.packed, limit); d == nil {
		if d = f.check(x, b.family); d != nil && !b.once(x.file) {
			d = nil
		}
	}
	return v, code, d, err
}

func (b *blobReader) unpack(f *blobFile, at int64, stored []byte, packed uint8, limit file.Options) ([]byte, string, *file.Damage, error) {
	if packed == 0 {
		return stored, "", nil, nil
	}
	b.blocks.f, b.blocks.name, b.blocks.version, b.blocks.opt = f.f, f.name, blobBlockVersion, limit
	plain, d := b.blocks.plainOf(handle{uint64(at), uint64(len(stored))}, stored, packed, false)
	if d != nil {
		return nil, d.Code, d, nil
	}
	return plain, "", nil, nil
}

// blobBlockVersion is the format version of tables whose block compression blobs share.
const blobBlockVersion = 2

// once reports whether a file has not been reported yet.
func (b *blobReader) once(number uint64) bool {
	if b.told == nil {
		b.told = map[uint64]bool{}
	}
	first := !b.told[number]
	b.told[number] = true
	return first
}

// missing reports a missing file once.
func (b *blobReader) missing(number uint64) *file.Damage {
	if !b.once(number) {
		return nil
	}
	return &file.Damage{File: fileName(number, ".blob"), Code: "blob-missing", Offset: file.NoOffset, Expected: "the blob file",
		Found: "no such file", Text: "The values that stand in it cannot be shown: their rows have the word blob-missing instead."}
}

func (f *blobFile) hurt(code string, at, lost int64, expected, found string) *file.Damage {
	return &file.Damage{File: f.name, Code: code, Offset: at, Lost: lost, Expected: expected, Found: found,
		Text: "The value of one row cannot be read: the row has the word " + code + " instead."}
}

// The legend of blob files.
var (
	fBlobHead = &span.Field{Name: "blobHeader", Title: "header", Type: "group", Role: span.RoleGroup,
		Doc: "header of a blob file"}
	fBlobMagic = &span.Field{Name: "blobMagic", Title: "magic number", Type: "uint32", Role: span.RoleStructure,
		Doc: "0x00248f37: a blob file"}
	fBlobVersion   = &span.Field{Name: "blobVersion", Title: "version", Type: "uint32", Role: span.RoleStructure, Doc: "1"}
	fBlobFlags     = &span.Field{Name: "blobFlags", Title: "flags", Type: "uint8", Role: span.RoleCode, Doc: "1: its values expire"}
	fBlobExpiryMin = &span.Field{Name: "expiryMin", Title: "first expiry", Type: "uint64", Unit: "s since 1970-01-01 UTC", Role: span.RoleVersion,
		Doc: "when the first of its values expires"}
	fBlobExpiryMax = &span.Field{Name: "expiryMax", Title: "last expiry", Type: "uint64", Unit: "s since 1970-01-01 UTC", Role: span.RoleVersion,
		Doc: "when the last of its values expires"}
	fBlobRecord  = &span.Field{Name: "blobRecord", Title: "record", Type: "group", Role: span.RoleGroup, Doc: "one value with its key"}
	fBlobKeySize = &span.Field{Name: "keySize", Title: "key size", Type: "uint64", Unit: "bytes", Role: span.RoleValue, Doc: "length of the key"}
	fBlobHeadSum = &span.Field{Name: "headerCrc", Title: "crc of the header", Type: "uint32", Role: span.RoleCheck,
		Doc: "masked CRC-32C of the sizes and the expiry"}
	fBlobValueSum = &span.Field{Name: "valueCrc", Title: "crc", Type: "uint32", Role: span.RoleCheck,
		Doc: "masked CRC-32C of key and stored value"}
	fBlobStored = &span.Field{Name: "blob", Type: "bytes", Role: span.RoleValue, Doc: "the value as it is stored, perhaps compressed"}
	fBlobFoot   = &span.Field{Name: "blobFooter", Title: "footer", Type: "group", Role: span.RoleGroup, Doc: "footer of a blob file that was closed"}
	fBlobCount  = &span.Field{Name: "blobCount", Title: "count", Type: "uint64", Role: span.RoleValue, Doc: "number of records"}
	fBlobSum    = &span.Field{Name: "footerCrc", Title: "crc of the footer", Type: "uint32", Role: span.RoleCheck,
		Doc: "masked CRC-32C of the 28 bytes before"}
)

var blobFields = []*span.Field{fBlobHead, fBlobMagic, fBlobVersion, fBlobFlags, fBlobExpiryMin, fBlobExpiryMax, fBlobRecord, fBlobKeySize,
	fBlobHeadSum, fBlobValueSum, fBlobStored, fBlobFoot, fBlobCount, fBlobSum}

// readBlobFooter reads the last 32 bytes of a blob file that was closed.
func readBlobFooter(r *wire.Reader) (count uint64) {
	r.Begin(fBlobFoot)
	body := r.Ahead()
	r.Uint32LE(fBlobMagic)
	count = r.Uint64LE(fBlobCount)
	r.Uint64LE(fBlobExpiryMin)
	r.Uint64LE(fBlobExpiryMax)
	r.Uint32LE(fBlobSum)
	r.Last().Check(blobFooterSound(body), "masked CRC-32C of the 28 bytes before")
	return count
}

// blobFooterSound reports whether bytes are the footer of a blob file.
func blobFooterSound(b []byte) bool {
	return len(b) == blobFooter && binary.LittleEndian.Uint32(b) == blobMagic &&
		block.Mask(block.CRC32C(b[:blobFooter-4])) == binary.LittleEndian.Uint32(b[blobFooter-4:])
}
