package rocksdb

import (
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// A table whose end is lost does not say which checksums it has nor, from version 6 on, what is
// added to them. Both can be recovered, because its first bytes are a data block.

// guessFar is how far to look for the end of a table's first block if the base is not known.
const guessFar = 64 << 10

// salvaged returns the table as it can be read without its footer or metaindex: data blocks are found by
// their checksums, from the start of the file up to the first sound block that is not a data block. Range
// deletes and properties are lost. It returns t itself if t can be read, or if nothing is found, either
// because there are no checksums or because data blocks are compressed with a dictionary. If reading
// fails, err of the table returned says why.
func (t *table) salvaged() *table {
	if t.ok || t.err != nil || t.foreign() {
		return t
	}
	s := &table{name: t.name, f: t.f, opt: t.opt, pad: t.pad, override: t.override, lost: true, end: t.f.Size(), damage: t.damage,
		props: properties{timestampsPersisted: true}}
	s.index.noKeys = true
	if s.ok = s.guess(); s.ok || s.err != nil {
		return s
	}
	return t
}

// foreign reports whether the file is a table of an unsupported kind or version.
func (t *table) foreign() bool {
	return len(t.damage) > 0 && (t.damage[0].Code == "table-kind" || t.damage[0].Code == "format-version")
}

// guess determines checksum type, base and compression by reading the first block.
func (s *table) guess() bool {
	for _, version := range [...]uint32{6, 1} { // 6 stands for 2 to 5 as long as there is no base
		for s.sum = sumCRC32C; s.sum <= sumXXH3; s.sum++ {
			s.version, s.foot.base = version, 0
			f := newFinder(s)
			size, ok := f.try(0, blockFind)
			ok = ok && f.isData(handle{0, uint64(size)})
			if s.err = f.err; ok || s.err != nil {
				return s.err == nil
			}
		}
	}
	s.version = 6
	for s.sum = sumCRC32C; s.sum <= sumXXH3; s.sum++ {
		if ok := s.guessBase(); ok || s.err != nil {
			return ok
		}
	}
	return false
}

// guessBase determines the base: at offset 0 it is the stored value minus the sum. That a data
// block ends there is certain only once the next block's sum matches, too.
func (s *table) guessBase() bool {
	s.foot.base = 0
	f := newFinder(s)
	defer func() { s.err = f.err }()
	buf := slices.Clone(f.bytes(0, guessFar+trailerSize))
	for i := 1; i+trailerSize <= len(buf) && f.budget > 0; i++ {
		if !packingKnown(buf[i]) {
			continue
		}
		s.foot.base = binary.LittleEndian.Uint32(buf[i+1:]) - s.sum.of(buf[:i+1])
		f.budget -= 2 * int64(i)
		h := handle{0, uint64(i)}
		if !f.isData(h) {
			continue
		}
		f.at = int64(h.end())
		if _, ok := f.try(f.at, guessFar); ok {
			return true
		}
		if _, ok := f.try(f.padding(), guessFar); ok {
			return true
		}
	}
	return false
}

// isData reports whether a block decodes as a data block and not as an index. An index of these
// blocks begins with the handle of the first.
func (f *finder) isData(h handle) bool {
	if f.blocks == nil {
		f.blocks = f.t.blocks()
	}
	f.blocks.base = f.t.foot.base
	body, d := f.blocks.load(h, true, 0)
	if f.err == nil {
		f.err = f.blocks.err
	}
	if f.err == nil && d != nil && d.Code == "block-range" {
		f.err = file.ErrMoved // it was in the file when it was found
	}
	if d != nil || f.err != nil || len(body) < 2 || body[0] != 0 || body[1] < tagSize {
		return false // the first entry shares no bytes and has an internal key
	}
	var short bool
	r := wire.NewReader(body, nil)
	if f.slots, short = pairs(&r, len(body), f.slots, tagSize); r.Finish() != nil || short {
		return false
	}
	var key []byte
	for _, s := range f.slots {
		key = append(key[:s.shared], body[s.keyAt:s.keyEnd]...)
		kind := key[len(key)-tagSize]
		if typeNames[kind] == "" || kind == typeRangeDelete {
			return false
		}
	}
	for _, form := range indexForms {
		var x index
		r := wire.NewReader(body, nil)
		if x.read(&r, len(body), form); r.Finish() == nil && len(x.handles) > 0 && x.handles[0] == f.first && f.first.size > 0 {
			return false
		}
	}
	return true
}
