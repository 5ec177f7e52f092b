package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// loneBlob shows the records of a blob file.
func (s *database) loneBlob(d *folder, name string) error {
	f, err := d.set.Open(name)
	if err != nil {
		return err
	}
	s.open = append(s.open, f)
	b := openBlobFile(f, name, false)
	if b.damage != nil {
		s.damage = append(s.damage, *b.damage)
	}
	c := &column{family: family{id: b.header.family}, order: orderOf(bytewise, nil), blob: b}
	t := s.describe(c)
	t.Files, t.Bytes, t.Entries = 1, f.Size(), -1
	foot, err := file.ReadAll(f, nil, max(f.Size()-blobFooter, 0), blobFooter)
	if err != nil {
		return err
	}
	if b.end = f.Size(); blobFooterSound(foot) {
		b.end -= blobFooter
		r := wire.NewReader(foot, nil)
		t.Entries = int64(min(readBlobFooter(&r), 1<<62))
	}
	s.families, s.tables = append(s.families, c), append(s.tables, t)
	return nil
}

// blobFeed reads the records of a blob file.
type blobFeed struct {
	b      *blobFile
	at     int64
	limit  file.Options
	values blobReader
	room   []byte
	damage file.Damage
	err    error
}

func (f *blobFeed) next(it *item) bool {
	if f.err != nil || f.at >= f.b.end {
		return false
	}
	var rec blobRecord
	if f.room, f.err = file.ReadAll(f.b.f, f.room, f.at, blobRecordHead); f.err != nil {
		return false
	}
	r := wire.NewReader(f.room, nil)
	readBlobRecordHead(&r, &rec)
	left := f.b.end - f.at - blobRecordHead
	if !r.OK() || !rec.headSound || rec.keySize > uint64(max(left, 0)) || rec.valueSize > uint64(left)-rec.keySize ||
		rec.keySize+rec.valueSize > uint64(f.limit.BlockMax) {
		return f.bad(it, "blob-record", f.b.end-f.at, "a record with a sound header that ends inside of the file")
	}
	size := blobRecordHead + int(rec.keySize+rec.valueSize)
	if f.room, f.err = file.ReadAll(f.b.f, f.room, f.at, size); f.err != nil {
		return false
	}
	r = wire.NewReader(f.room, nil)
	readBlobRecord(&r, &rec)
	if !r.OK() || !rec.valueSound {
		return f.bad(it, "blob-checksum", int64(size), "key and value with the masked CRC-32C that is stored")
	}
	v, _, d, err := f.values.unpack(f.b, f.at, rec.stored, f.b.header.packed, f.limit)
	if f.err = err; err != nil {
		return false
	}
	*it = item{key: rec.key, kind: typePut, value: v, block: f.at, damage: d}
	f.at += int64(size)
	return true
}

// bad reports a record of the given size. If its header is not sound, the rest of the file is lost.
func (f *blobFeed) bad(it *item, code string, size int64, expected string) bool {
	f.damage = *f.b.hurt(code, f.at, size, expected, "another one")
	f.damage.Text = strconv.FormatInt(size, 10) + " bytes of the blob file are skipped."
	f.at += size
	*it = item{damage: &f.damage}
	return true
}

func (f *blobFeed) place() (string, int) { return f.b.name, -1 }
func (f *blobFeed) failed() error        { return f.err }
