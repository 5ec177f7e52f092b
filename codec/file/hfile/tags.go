package hfile

import (
	"iter"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

const (
	tagSize = 2      // size of a tag's length
	tagsMax = 0xffff // most bytes of tags in a cell: a plain cell stores their length in two bytes
)

// readTags reads the tags of a cell.
//
//	plain, ROW_INDEX_V1        length u16 | tags
//	other encodings            length u7  | tags
//	with dictionary            length u7 when plain | ( ff | length u7 | type 1, value  or  place i16 )*
func (d *decoder) readTags() {
	r, c := &d.r, &d.cell
	if d.encoding == encodingNone || d.encoding == encodingRowIndex {
		c.tags = readPlainTags(r, int(r.Uint16(&fTagsLength)))
		return
	}
	n := u7(r, &fTagsLength)
	if n > tagsMax {
		r.FailFound(wire.Limit, &fTagsLength, "at most 65535 bytes of tags", strconv.Itoa(n))
		return
	}
	if !d.layout.dictionary {
		c.tags = readPlainTags(r, n)
		return
	}
	d.tags = d.tags[:0]
	for r.OK() && len(d.tags) < n {
		d.packedTag()
	}
	if r.OK() && len(d.tags) != n {
		r.FailFound(wire.BadValue, &fTagsLength, strconv.Itoa(n)+" bytes of tags", strconv.Itoa(len(d.tags)))
	}
	c.tags = d.tags
}

// packedTag appends a new tag, or one from the dictionary, to the plain tags.
func (d *decoder) packedTag() {
	r := &d.r
	r.Begin(&fTag)
	var tag []byte
	if b, _ := r.Peek(); b == 0xff {
		r.Uint8(&fTagMark)
		n := u7(r, &fTagLength)
		if tag = r.Bytes(&fTagValue, n); tag != nil {
			d.dictionary.add(tag)
		}
	} else {
		at := r.Offset()
		i := int(r.Uint16(&fTagIndex))
		var ok bool
		if tag, ok = d.dictionary.use(i); r.OK() && !ok {
			r.FailAt(wire.BadValue, &fTagIndex, at, "a place of the dictionary that is taken", strconv.Itoa(i))
		}
	}
	r.End()
	if len(tag) < 1 || len(tag) > tagsMax {
		r.FailFound(wire.Limit, &fTag, "a tag of 1 to 65535 bytes", strconv.Itoa(len(tag)))
		return
	}
	d.tags = append(append(d.tags, byte(len(tag)>>8), byte(len(tag))), tag...)
}

// readPlainTags reads n bytes of tags: u16 length of type and value, u8 type, value; repeated.
func readPlainTags(r *wire.Reader, n int) []byte {
	if r.Rec() == nil {
		b := r.Take(&fTag, n, "")
		for rest := b; len(rest) > 0; {
			if len(rest) < tagSize+1 || int(be16(rest)) < 1 || int(be16(rest)) > len(rest)-tagSize {
				r.FailFound(wire.BadValue, &fTagLength, "tags that fill their length", "others")
				return nil
			}
			rest = rest[tagSize+int(be16(rest)):]
		}
		return b
	}
	from := r.Offset()
	for r.OK() && r.Offset() < from+n {
		r.Begin(&fTag)
		size := int(r.Uint16(&fTagLength))
		if size < 1 || size > from+n-r.Offset() {
			r.FailFound(wire.BadValue, &fTagLength, "tags that fill their length", strconv.Itoa(size)+" bytes")
			return nil
		}
		code := r.Uint8(&fTagType)
		r.Last().Enum(int64(code), tagName(code))
		r.Bytes(&fTagValue, size-1)
		r.EndWith(span.EnumValue(int64(code), tagName(code)), 0)
	}
	return r.Since(from)
}

// isMOB reports whether the value of a cell is in a MOB file: an empty tag of type 5 says so, and a size (4 bytes)
// and the name of that file, which begins with 32 hex digits, stand instead of the value.
func (c *cell) isMOB() bool {
	const size, id = 4, 32
	for code, val := range tagsIn(c.tags) {
		if code == tagMOB && len(val) == 0 {
			return len(c.value) > size+id && isRegion(string(c.value[size:size+id]))
		}
	}
	return false
}

// Types of tags.
const (
	tagVisibility = 2
	tagMOB        = 5
)

// tagsIn yields the type and value of each tag of a cell, which readTags has already checked.
func tagsIn(tags []byte) iter.Seq2[uint8, []byte] {
	return func(yield func(code uint8, val []byte) bool) {
		for len(tags) > tagSize {
			n := int(be16(tags))
			if !yield(tags[tagSize], tags[tagSize+1:tagSize+n]) {
				return
			}
			tags = tags[tagSize+n:]
		}
	}
}

func tagName(code uint8) string {
	names := [...]string{1: "ACL", "visibility", "log replay", "visibility format", "MOB reference", "MOB table", "origin of visibility", "TTL"}
	if int(code) < len(names) {
		return names[code]
	}
	return ""
}

// appendTags appends the tags of a cell.
func appendTags(dst []file.Tag, tags []byte) []file.Tag {
	for code, val := range tagsIn(tags) {
		dst = append(dst, file.Tag{Type: code, Value: val})
	}
	return dst
}

// dictionary holds the tags met so far in a block, in 127 places. When all are taken, a new tag
// replaces the least recently used one.
type dictionary struct {
	tags  [127][]byte
	used  [127]uint32
	n     int
	clock uint32
}

func (d *dictionary) reset() { d.n, d.clock = 0, 0 }

func (d *dictionary) touch(i int) {
	d.clock++
	d.used[i] = d.clock
}

func (d *dictionary) add(tag []byte) {
	at := d.n
	if at < len(d.tags) {
		d.n++
	} else {
		at = 0
		for i := range d.used {
			if d.used[i] < d.used[at] {
				at = i
			}
		}
	}
	d.tags[at] = tag
	d.touch(at)
}

func (d *dictionary) use(i int) (tag []byte, ok bool) {
	if i >= d.n {
		return nil, false
	}
	d.touch(i)
	return d.tags[i], true
}
