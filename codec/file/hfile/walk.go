package hfile

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
)

// walker visits the blocks of a file one after another, without an index: the way past any damage.
type walker struct {
	*blocks
	pos    int64
	spent  int64             // bytes checksummed during searches
	report func(file.Damage) // may be nil
}

// next returns the next data block that is whole. It returns false after the last one.
func (w *walker) next() (header, []byte, bool) {
	for w.pos < w.f.end && w.err == nil {
		at := w.pos
		if w.f.end == w.f.size && bytes.HasPrefix(w.bytes(at, magicSize), trailerMagic) { // the trailer is not at the end of the file
			w.unread(at)
			w.pos = w.f.end
			break
		}
		if w.zeros(at) {
			w.blank(at)
			break
		}
		h, d := w.header(at)
		switch {
		case d == nil && h.sort.data():
			var stored []byte
			if h, stored, d = w.read(at, 0); d == nil {
				w.pos += h.total()
				return h, stored, true
			}
			if w.follows(at + h.total()) {
				w.pos += h.total()
			} else {
				w.pos = w.search(at + 1)
			}
		case d == nil && w.follows(at+h.total()):
			w.pos += h.total()
			continue
		default:
			w.pos = w.search(at + 1)
			if d == nil {
				found := damageAt(w.f.name, badBlock, at, 0, "a block after this one", "none where it ends")
				d = &found
			}
		}
		d.Lost = w.pos - at
		if w.report != nil {
			w.report(*d)
		}
	}
	return header{}, nil, false
}

// unread reports the bytes after a trailer that is not at the end of the file.
func (w *walker) unread(at int64) {
	rest := w.f.size - at - trailerV3
	if w.f.size-at < trailerV3 {
		if major, _ := version(be32(w.bytes(w.f.word(), wordSize))); major == 3 {
			return // it is the trailer that lacks bytes
		}
		rest = w.f.size - at - trailerV2
	}
	if rest <= 0 || w.zeros(w.f.size-rest) || w.report == nil {
		return
	}
	d := damageAt(w.f.name, badTrailer, at, rest, "the trailer at the end of the file", strconv.FormatInt(rest, 10)+" bytes after it")
	d.Text = "a trailer is not where the file ends: what follows it is not read."
	w.report(d)
}

// blank reports zeros where blocks should be: up to a trailer that is known, or more of them than a
// trailer has.
func (w *walker) blank(at int64) {
	rest := w.f.end - at
	if w.f.end == w.f.size {
		rest -= trailerMax
	}
	if rest > 0 && w.report != nil {
		d := damageAt(w.f.name, badBlock, at, rest, "a block", "nothing but zeros up to the end")
		w.report(d)
	}
}

// zeros reports whether only zeros follow from an offset within the file.
func (w *walker) zeros(at int64) bool {
	if at > w.f.end {
		return false
	}
	for at < w.f.end {
		b := w.bytes(at, windowSize)
		for _, c := range b {
			if c != 0 {
				return false
			}
		}
		if len(b) == 0 {
			break
		}
		at += int64(len(b))
	}
	return true
}

// follows reports whether there is a block, the trailer, zeros up to the end of the file, or that end at an offset.
func (w *walker) follows(at int64) bool {
	b := w.bytes(at, magicSize)
	s, _ := sortOf(b)
	return s != unknownBlock || bytes.Equal(b, trailerMagic) || w.zeros(at)
}

// search returns the offset, from an offset on, of the next block whose sizes and checksum are
// right, of the trailer at its place, or of the end of the file. Values may contain the bytes of
// a magic, so the number of bytes checksummed is bounded, lest hostile files make it slow.
func (w *walker) search(from int64) int64 {
	for at := from; at < w.f.end; {
		b := w.bytes(at, windowSize)
		if len(b) < magicSize {
			break
		}
		i := candidate(b)
		if i < 0 {
			at += int64(len(b) - magicSize + 1)
			continue
		}
		at += int64(i)
		if w.isBlock(at) {
			return at
		}
		at++
	}
	return w.f.end
}

// candidate returns the index of the first magic in b, or -1.
func candidate(b []byte) int {
	for i := 0; i+magicSize <= len(b); i++ {
		switch b[i] {
		case 'D', 'I', 'F', 'M', 'B', 'T':
			if s, _ := sortOf(b[i:]); s != unknownBlock || bytes.HasPrefix(b[i:], trailerMagic) {
				return i
			}
		}
	}
	return -1
}

// isBlock reports whether the magic at an offset begins a whole block or the trailer.
func (w *walker) isBlock(at int64) bool {
	if bytes.HasPrefix(w.bytes(at, magicSize), trailerMagic) {
		return w.f.size-at == trailerV2 || w.f.size-at == trailerV3
	}
	h, d := w.header(at)
	if d != nil || w.spent > 16*w.f.size+windowSize {
		return false
	}
	w.spent += h.total()
	if h.sums() == 0 {
		return w.follows(at + h.total())
	}
	_, _, d = w.read(at, 0)
	return d == nil
}
