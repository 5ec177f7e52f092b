package rfile

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/wire"
)

// parseIndex reads RFile.index. The result's version is 0 if it does not decode, or ends too early: a number of
// groups that was overwritten with zeros would otherwise be a sound file without entries.
func parseIndex(plain []byte, regions []region) index {
	r := wire.NewReader(plain, nil)
	x := readIndex(&r, regions)
	if !r.OK() || r.More() {
		return index{}
	}
	return x
}

// loader reads and unpacks blocks of a container into a buffer.
type loader func(c *container, in *buffer, g region, codec string) ([]byte, *file.Damage)

// freely loads without limiting the memory of several blocks.
func freely(c *container, in *buffer, g region, codec string) ([]byte, *file.Damage) {
	return in.load(c, g, codec)
}

// descend reads the index block that an entry of another one points to. Its keys are in the buffer.
func (f *rfile) descend(level int, at *indexEntry, in *buffer, load loader) (indexBlock, *file.Damage) {
	const text = "what only this index block knows is missing; salvage reads the blocks in the gap"
	plain, damage := load(f.container, in, at.region, f.codec)
	if damage != nil {
		damage.Text = text
		return indexBlock{}, damage
	}
	r := wire.NewReader(plain, nil)
	b := readIndexBlock(&r, f.index.version)
	if !r.OK() || r.More() || b.level != level-1 {
		return indexBlock{}, &file.Damage{File: f.name, Code: "index", Offset: at.offset, Lost: at.stored,
			Expected: "an index block of level " + strconv.Itoa(level-1), Found: "something else", Text: text}
	}
	return b, nil
}

// stands reports whether a block of an index says that it begins with that data block, and whether others of its level follow.
func (b *indexBlock) stands(first int, more bool) bool {
	return b.firstBlock == first && b.more == more
}

// walkIndex calls visit with each entry of a group's index, top down. It skips what cannot be
// read below an entry, and what has already been claimed.
func (f *rfile) walkIndex(b *indexBlock, claimed *claims, visit func(level int, e *indexEntry)) {
	for w := b.walk(); ; {
		e := w.next()
		if e == nil {
			return
		}
		if !e.inside(f.f.Size()) || !claimed.take(e.region) {
			continue
		}
		visit(b.level, e)
		if b.level == 0 {
			continue
		}
		if below, damage := f.descend(b.level, e, new(buffer), freely); damage == nil {
			f.walkIndex(&below, claimed, visit)
		}
	}
}

// gap is a stretch that no readable index entry covers.
type gap struct {
	from, to int64
	group    *group // the group that its blocks belong to
	sample   bool   // the blocks are a sample
}

// gaps returns the stretches, between the first byte after the magic and the first meta block,
// that no readable index entry covers. The blocks below a broken index block are there; since
// that index block follows them, they are taken to be of its group.
func (f *rfile) gaps() []gap {
	end := f.tail.metaIndex
	for _, m := range f.meta {
		end = min(end, m.offset)
	}
	var named []gap
	var claimed claims
	for i, groups := range [][]group{f.index.groups, f.index.samples} {
		for j := range groups {
			f.walkIndex(&groups[j].root, &claimed, func(_ int, e *indexEntry) {
				named = append(named, gap{e.offset, e.offset + e.stored, &groups[j], i == 1})
			})
		}
	}
	sorting.Func(named, func(a, b gap) int { return cmp.Compare(a.from, b.from) })
	last := gap{from: end, to: end}
	if len(named) > 0 {
		last.group, last.sample = named[len(named)-1].group, named[len(named)-1].sample
	}
	var gaps []gap
	at := int64(len(magic))
	for _, g := range append(named, last) {
		if to := min(g.from, end); to > at {
			gaps = append(gaps, gap{at, to, g.group, g.sample})
		}
		at = max(at, g.to)
	}
	return gaps
}

// lastRow returns the row of a group's last entry, read from its last block because the key in
// the index may be made up; nil if the block is damaged. Claimed blocks are not read again.
func (f *rfile) lastRow(g *group, claimed *claims) []byte {
	b := g.root
	for {
		var last *indexEntry
		w := b.walk()
		for range b.count {
			last = w.next()
		}
		if last == nil || !last.inside(f.f.Size()) || !claimed.take(last.region) {
			return nil
		}
		if b.level == 0 {
			return f.lastRowOf(last)
		}
		below, damage := f.descend(b.level, last, new(buffer), freely)
		if damage != nil {
			return nil
		}
		b = below
	}
}

func (f *rfile) lastRowOf(at *indexEntry) []byte {
	var in buffer
	plain, damage := in.load(f.container, at.region, f.codec)
	if damage != nil {
		return nil
	}
	var e entries
	e.open(plain, nil)
	for range at.cells {
		if !e.next() {
			return nil
		}
	}
	return bytes.Clone(e.key.part[row])
}

// label returns a name for the group, which is never empty: an empty name stands for all groups.
func (g *group) label() string {
	switch {
	case g.isDefault:
		return defaultGroup
	case g.name == "":
		return unnamedGroup
	}
	return g.name
}

// cells returns how many entries the file counts in a group, by column family; -1 if it does not say.
func (g *group) cells() int64 {
	n := int64(0)
	for _, c := range g.families {
		if c.entries < 0 || c.entries > 1<<56 {
			return -1
		}
		n += c.entries
	}
	if g.anyFamily {
		return -1
	}
	return n
}

// cells returns how many entries the data blocks of an index block have; -1 if one has an invalid number.
func (b *indexBlock) cells() (n int64) {
	for w := b.walk(); ; {
		e := w.next()
		switch {
		case e == nil:
			return n
		case e.cells < 0:
			return -1
		}
		n += int64(e.cells)
	}
}

// properties returns what a file says about a group.
func (g *group) properties(f *rfile) []file.Property {
	all := []file.Property{
		{Name: "file", Value: f.name},
		{Name: "RFile version", Value: strconv.Itoa(f.index.version)},
		{Name: "BCFile version", Value: strconv.Itoa(int(f.tail.major)) + "." + strconv.Itoa(int(f.tail.minor))},
		{Name: "data blocks", Value: strconv.Itoa(g.blocks)},
		{Name: "index levels", Value: strconv.Itoa(g.root.level + 1)},
	}
	if g.anyFamily {
		return append(all, file.Property{Name: "column families", Value: "not listed"})
	}
	for _, c := range g.families {
		all = append(all, file.Property{
			Name:  "column family " + strconv.Quote(string(c.family)),
			Value: strconv.FormatInt(c.entries, 10) + " entries",
		})
	}
	return all
}
