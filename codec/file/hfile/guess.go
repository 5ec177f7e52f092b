package hfile

import (
	"github.com/rowlens/rowlens/codec/wire"
)

// guessed is how many data blocks must agree with a guess.
const guessed = 3

// layouts are the possible fields after a cell's value, the usual ones first.
var layouts = [...]layout{
	{mvcc: true}, {}, {tags: true, mvcc: true}, {tags: true},
	{tags: true, dictionary: true, mvcc: true}, {tags: true, dictionary: true},
}

// trial is a data block to try guesses on.
type trial struct {
	header header
	stored []byte
}

// guess recovers from the first data blocks what the damaged file info and trailer said: the
// layout of the cells and, if not known, the codec.
func (f *hfile) guess(b *blocks) {
	trials := f.trials(b)
	if len(trials) == 0 {
		return
	}
	codecs := knownCodecs[:]
	if f.codecKnown {
		codecs = []uint32{f.codec}
	}
	for _, ordered := range [...]bool{true, false} {
		for _, codec := range codecs {
			for _, l := range layouts {
				if f.fits(b, trials, codec, l, ordered) {
					f.codec, f.layout = codec, l
					return
				}
			}
		}
	}
}

// trials returns the first data blocks that are whole.
func (f *hfile) trials(b *blocks) []trial {
	var all []trial
	w := walker{blocks: b}
	for len(all) < guessed {
		h, stored, ok := w.next()
		if !ok {
			break
		}
		all = append(all, trial{h, append([]byte(nil), stored...)})
	}
	return all
}

// fits reports whether the cells of all blocks end exactly where their block does, have known
// types and, if asked, are in order.
func (f *hfile) fits(b *blocks, trials []trial, codec uint32, l layout, ordered bool) bool {
	var d decoder
	for i := range trials {
		t := &trials[i]
		plain, damage := b.plain(&t.header, t.stored, 0, codec)
		if damage != nil {
			return false
		}
		d.open(wire.NewReader(plain, nil), t.header.sort, l)
		var before cell
		var memory []byte
		for n := 0; d.next(); n++ {
			c := &d.cell
			if !storedType(c.code) || ordered && n > 0 && compareKeys(f.rows, &before, c) > 0 {
				return false
			}
			before = *c
			memory = before.clone(memory)
		}
		if !d.finish() || d.r.Left() > 0 {
			return false
		}
	}
	return true
}

// guessHeader determines whether a file without a trailer has the old headers, by whether the
// next block begins right after such a block.
func (f *hfile) guessHeader(b *blocks) {
	if _, d := b.header(0); d == nil {
		return
	}
	f.header = headerOld
	if h, d := b.header(0); d == nil && h.total() < f.size {
		if s, _ := sortOf(b.bytes(h.total(), magicSize)); s != unknownBlock {
			return
		}
	}
	f.header = headerNew
}
