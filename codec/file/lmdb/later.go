package lmdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
)

// A file that was copied while a program wrote to it has the state of its meta pages, which were copied first, and
// pages of later transactions. LMDB has no checksums, but two things give those pages away.

// laterMost is how many pages after a state's last one are looked at. A writer takes them in order, and gives only
// few up again.
const laterMost = 64

// later reports, after all has been read, pages after the state's last one, unless they are of a transaction that has
// come to its end since.
func (s *Store) later() (file.Damage, bool) {
	if s.cur.last >= none-1-laterMost || s.file.Size() >= number64(s.cur.mapSize) {
		return file.Damage{}, false // with MDB_WRITEMAP the file is as long as the map, and what is given up is in it, too
	}
	src := source{layout: s.cur.layout, file: s.file, state: s.cur}
	src.whole = uint64(s.file.Size()) / uint64(src.size)
	var buf []byte
	for n := s.cur.last + 1; n < min(src.whole, s.cur.last+1+laterMost); n++ {
		b := src.read(&buf, src.offset(n), src.head)
		if b == nil {
			break
		}
		if !src.isOwn(b, n) {
			continue
		}
		if now, err := newest(s.file, &src.layout); err != nil || now != s.cur.txn {
			break
		}
		d := remark(s.name, codeLaterPages, "nothing after page "+dec(s.cur.last), "page "+dec(n))
		d.Offset = src.offset(n)
		return d, true
	}
	return file.Damage{}, false
}

// isOwn reports whether bytes are the header of page n, one of a tree or the first one of a long value.
func (l *layout) isOwn(b []byte, n uint64) bool {
	r := newReader(b)
	var h header
	l.readHeader(&r, &h)
	if h.number != n || h.flags&^(pageKinds|pageLeaf2|ignored) != 0 {
		return false
	}
	if h.flags&pageKinds == pageOverflow {
		return h.pages > 0
	}
	r = newReader(b)
	l.checkTree(&r, &h, l.size, true)
	return r.OK()
}

// intruder looks for a page of its own among those of a long value that begins on page first: another transaction wrote
// over this one. The first page's header has been checked.
func (l *layout) intruder(first uint64, value []byte) (problem, bool) {
	for k := 1; k*l.size <= len(value); k++ {
		n := first + uint64(k)
		b := value[k*l.size-l.head:]
		if !l.isOwn(b[:l.head], n) {
			continue
		}
		return problem{code: codePageNumber, offset: int64(n) * int64(l.size), lost: int64(len(value)),
			expected: "bytes " + strconv.Itoa(k*l.size-l.head) + " and following of the value that begins on page " + dec(first),
			found:    "page " + dec(n) + ", with a header of its own"}, true
	}
	return problem{}, false
}
