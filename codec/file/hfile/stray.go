package hfile

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
)

// otherFile returns damage for a file whose bytes are those of another kind of file than its name says.
func otherFile(name string, f *file.Found, expected string) file.Damage {
	return damageAt(name, badOther, 0, f.Size, expected, f.Title+", "+strconv.FormatInt(f.Size, 10)+" bytes")
}

// strays reports the HFiles of a region that are sound and not its own: those of another family or region, and one that
// is a copy of another. Files of which the region has only half are checked in the region that has them whole.
func (r *openRegion) strays(of *region, rows rowOrder) (damage []file.Damage) {
	for i := range r.files {
		p := &r.files[i]
		if p.half {
			continue
		}
		var d file.Damage
		switch {
		case p.otherFamily(of, r.files):
			d = damageAt(p.file.name, badOther, file.NoOffset, 0, "cells of the family "+shownText([]byte(p.family))+", as the folder is called",
				"cells of the family "+shownText([]byte(p.file.lastFamily())))
		case of.info != nil && p.before(of.info.start, rows):
			first, _ := p.file.firstKey()
			d = damageAt(p.file.name, badOther, file.NoOffset, 0, "rows of the region, "+of.info.rows(), "a first row "+shownText(first.row))
		default:
			twin := slices.IndexFunc(r.files[:i], p.copyOf)
			if twin < 0 {
				continue
			}
			d = damageAt(p.file.name, badOther, file.NoOffset, 0, "an HFile of its own", "the same cells as in "+r.files[twin].file.name)
			d.Text = "two HFiles of a family have equal sizes, trailers and descriptions: " +
				"one was copied over the other, whose cells are missing, or under another name, and then none are."
		}
		damage = append(damage, d)
	}
	return damage
}

// otherFamily reports whether the cells are of another family than the file's folder. A folder that is in no region may
// have any name: it has a family's if cells of some file say so.
func (p *openPart) otherFamily(of *region, beside []openPart) bool {
	family := p.file.lastFamily()
	return family != "" && family != p.family &&
		(of.id != "" || slices.ContainsFunc(beside, func(o openPart) bool { return o.file.lastFamily() == p.family }))
}

// before reports whether the file has rows before a region's first one, which the name of the region's folder vouches for.
func (p *openPart) before(start []byte, rows rowOrder) bool {
	first, ok := p.file.firstKey()
	return ok && len(start) > 0 && p.file.comparable && rows(first.row, start) < 0
}

// copyOf reports whether two files of a family are copies of one another. Bulk loads do not count: one may be repeated.
func (p *openPart) copyOf(o openPart) bool {
	f, g := p.file, o.file
	sameInfo := func(a, b property) bool { return a.name == b.name && bytes.Equal(a.value, b.value) }
	return !o.half && !p.loaded && !o.loaded && p.family == o.family && f.name != g.name && f.size == g.size &&
		f.trailer.cells > 0 && len(f.info) > 0 && f.trailer.at == g.trailer.at && f.trailer.cells == g.trailer.cells &&
		f.trailer.loadOffset == g.trailer.loadOffset && slices.EqualFunc(f.info, g.info, sameInfo)
}

// lastFamily returns the family of the last cell, as the file info has it, or "" if it is not known.
func (f *hfile) lastFamily() string {
	var c cell
	if last, ok := f.info.get(infoLast); ok && c.setKey(last) {
		return string(c.family)
	}
	return ""
}

// firstKey returns the key of the first cell, with which the index begins.
func (f *hfile) firstKey() (c cell, ok bool) {
	if !f.indexed || len(f.root) == 0 {
		return c, false
	}
	ok = c.setKey(f.root[0].key)
	return c, ok
}
