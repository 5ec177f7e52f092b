package rfile

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// The bits of a relative key's first byte. The bit of a part is 1<<part.
const (
	sameTime  = 0x10
	deletion  = 0x20
	extension = 0x80
)

// timeDifference is the only bit of the second byte that does not stand for a part.
const timeDifference = 0x10

// The kind's codes for damage in a data block, and for a file that is not one that can be read there.
const (
	codeShort    = "short"
	codeRelative = "relative-key"
	codeOrder    = "order"
	codeRest     = "rest"
	codeCount    = "count"
	codeCodec    = "codec"
	codeIndex    = "index"
	codeSample   = "sample"
	codeOther    = "file-other"
	codeLog      = "log"
)

// entries reads the entries of a data block, each relative to the previous one. The key stays
// valid until the next entry; its memory is reused from block to block.
type entries struct {
	r     wire.Reader
	first bool // no entry of this block has been read yet
	any   bool // an entry has been read, in this block or an earlier one
	loose bool // the order of the next entry is not known
	key   key
	value []byte
	at    int // offset of the entry in the block
	want  int // where the entry would end, if that is past the bytes

	own   [parts][]byte // memory of parts that were put together
	inOwn [parts]bool   // the part is in own
}

// detach copies the key, so that its block's memory can be reused.
func (e *entries) detach() {
	for i := range e.key.part {
		if !e.inOwn[i] {
			e.own[i] = append(e.own[i][:0], e.key.part[i]...)
			e.key.part[i], e.inOwn[i] = e.own[i], true
		}
	}
}

// open begins a block. The previous block's last key is detached first, so that the order can be checked.
func (e *entries) open(plain []byte, tree *span.Tree) {
	e.r, e.first = wire.NewReader(plain, tree), true
}

// back restores the key of the block's last good entry after one that failed; n entries of the
// block were good. It is not known which of the two is wrong, so neither bounds what follows.
func (e *entries) back(n int) {
	if n > 0 {
		e.loose = true
		e.open(e.r.Since(0), nil)
		for range n {
			e.next()
		}
	} else if e.any {
		for i := range e.key.part {
			e.key.part[i], e.inOwn[i] = e.own[i], true // as open found it; a first entry has no prefix
		}
	}
	e.loose = true
}

// next reads one entry. If it cannot, the reader has failed.
func (e *entries) next() bool {
	r := &e.r
	e.at, e.want = r.Offset(), 0
	r.Begin(&fEntry)
	e.readKey()
	n := int32of(r, &fValueSize)
	e.value = e.counted(&fValue, int64(n))
	r.End()
	ok := r.OK()
	e.first, e.any, e.loose = false, e.any || ok, false
	return ok
}

// counted consumes n bytes, and records where they would have ended.
func (e *entries) counted(f *span.Field, n int64) []byte {
	r := &e.r
	if left := r.Left(); n > int64(left) && r.OK() {
		e.want = int(min(int64(r.Offset())+n, 1<<31-1))
	}
	return counted(r, f, n)
}

// readKey reads the flags, then row, family, qualifier and visibility as far as they differ from
// the previous key, then the timestamp.
func (e *entries) readKey() {
	r := &e.r
	from := r.Offset()
	flags := r.Uint8(&fFlags)
	prefixes := uint8(0)
	switch {
	case e.first && flags&^deletion != 0:
		r.FailOwn(wire.BadValue, codeRelative, &fFlags, from, "a whole key in a block's first entry", "")
	case flags&0x40 != 0:
		r.FailOwn(wire.BadValue, codeRelative, &fFlags, from, "flags without 40", "")
	case flags&extension != 0:
		at := r.Offset()
		if prefixes = r.Uint8(&fPrefixes); prefixes&0xE0 != 0 {
			r.FailOwn(wire.BadValue, codeRelative, &fPrefixes, at, "flags up to 10", "")
		}
	}
	decided := !e.any || e.loose // the very first entry is always in order
	for i := range e.key.part {
		if bit := uint8(1) << i; flags&bit == 0 {
			decided = e.readPart(i, prefixes&bit != 0, decided)
		}
	}
	e.readTime(flags, prefixes, from, decided)
}

// readPart reads a part of a key as far as it differs from the previous key, and compares the two
// unless their order is already decided. It reports whether it is decided now.
func (e *entries) readPart(i int, prefixed, decided bool) bool {
	r, f, old := &e.r, partFields[i], e.key.part[i]
	from := r.Offset()
	common := int64(0)
	if prefixed {
		if common = vlong(r, &fPrefix); common < 0 || common > int64(len(old)) {
			r.FailOwn(wire.BadValue, codeRelative, &fPrefix, from, "a prefix within the part before", lengthText(common))
			return true
		}
	}
	n := vlong(r, &fLength)
	rest := e.counted(f, n)
	if !r.OK() {
		return true
	}
	order := 0
	if !decided {
		if order = bytes.Compare(rest, old[common:]); order < 0 {
			r.FailOwn(wire.BadValue, codeOrder, f, from, "a key not smaller than the one before", "a smaller one")
		}
	}
	if common == 0 {
		e.key.part[i], e.inOwn[i] = rest, false
		return decided || order != 0
	}
	if !e.inOwn[i] {
		e.own[i], e.inOwn[i] = append(e.own[i][:0], old[:common]...), true
	}
	e.own[i] = append(e.own[i][:common], rest...) // the prefix is there from the previous entry
	e.key.part[i] = e.own[i]
	return decided || order != 0
}

func (e *entries) readTime(flags, prefixes uint8, from int, decided bool) {
	r, before, wasDeleted := &e.r, e.key.time, e.key.deleted
	if flags&sameTime == 0 {
		t := vlong(r, &fTimestamp)
		if prefixes&timeDifference != 0 {
			t += before
			r.Last().Note("the difference to the timestamp before")
		}
		e.key.time = t
	}
	e.key.deleted = flags&deletion != 0
	if decided || e.key.time < before || e.key.time == before && (wasDeleted || !e.key.deleted) {
		return
	}
	r.FailOwn(wire.BadValue, codeOrder, &fFlags, from, "a key not smaller than the one before", "a smaller one")
}
