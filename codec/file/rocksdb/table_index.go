package rocksdb

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// indexForms are the forms to try, in this order, if the properties are lost.
var indexForms = [...]indexForm{{}, {delta: true}, {delta: true, firstKey: true}, {firstKey: true}}

// openIndex reads the index, including all partitions of a two-level one. If any of it is bad,
// data blocks will be found by their checksums.
func (t *table) openIndex(b *blocks) {
	if t.err != nil {
		return
	}
	t.end = t.dataEnd()
	var d *file.Damage
	if t.props.found {
		t.form = indexForm{delta: t.props.deltaValues, firstKey: t.props.indexType == indexFirstKey}
		t.user, t.levels = t.props.keyIsUserKey, 1
		if t.props.indexType == indexTwoLevel {
			t.levels = 2
		}
		d = t.readIndex(b)
	} else {
		d = t.tryIndex(b)
		t.index.noKeys = true // whether the keys are internal keys is lost, too
	}
	if t.err = b.err; d == nil || t.err != nil {
		return
	}
	t.hurt(d)
	t.lost = true
	t.index.reset()
	lost := b.damage("index-lost", t.foot.index, "an index that can be read", "a damaged one")
	lost.Lost = 0 // the cursor reports what was lost
	if t.sum == sumNone {
		lost.Lost = t.end
		lost.Text = "The index is lost, and without checksums data blocks cannot be found: no entry of this table can be shown."
	}
	t.hurt(lost)
}

// dataEnd returns an offset by which the data blocks have ended.
func (t *table) dataEnd() int64 {
	end := uint64(t.foot.at)
	for _, m := range t.meta {
		end = min(end, m.offset)
	}
	end = min(end, t.foot.metaindex.offset)
	if t.props.hasDataSize {
		end = min(end, t.props.dataSize)
	}
	return int64(end)
}

// readIndex reads the index in the table's form.
func (t *table) readIndex(b *blocks) *file.Damage {
	t.index.reset()
	if d := t.readIndexBlock(b, t.foot.index, &t.index); d != nil || t.levels == 1 {
		return d
	}
	var data index
	for _, h := range t.index.handles {
		if d := t.readIndexBlock(b, h, &data); d != nil || b.err != nil {
			return d
		}
	}
	t.index = data
	return nil
}

// readIndexBlock reads one block of the index and appends its handles to x.
func (t *table) readIndexBlock(b *blocks, h handle, x *index) *file.Damage {
	body, d := b.load(h, false, 0)
	if d != nil || b.err != nil {
		return d
	}
	r := wire.NewReader(body, nil)
	x.read(&r, len(body), t.form)
	if err := r.Finish(); err != nil {
		return b.malformed(h, err)
	}
	return nil
}

// tryIndex determines the form of an index when the properties are lost: the first form with which
// the block ends exactly and its handles ascend within the file.
func (t *table) tryIndex(b *blocks) (d *file.Damage) {
	for _, form := range indexForms {
		t.form, t.levels = form, 1
		d2 := t.readIndex(b)
		if b.err != nil {
			return nil
		}
		if d2 == nil && t.insideFile() {
			if t.twoLevels(b) {
				t.levels = 2
				return t.readIndex(b)
			}
			return nil
		}
		if d == nil {
			if d = d2; d == nil {
				d = b.damage("block", t.foot.index, "handles of blocks inside the file", "others")
			}
		}
	}
	return d
}

func (t *table) insideFile() bool {
	for _, h := range t.index.handles {
		if !h.inside(t.f.Size()) {
			return false
		}
	}
	return true
}

// twoLevels reports whether the blocks named by the index are themselves indexes, of blocks
// that end before them.
func (t *table) twoLevels(b *blocks) bool {
	for _, h := range t.index.handles {
		var x index
		if t.readIndexBlock(b, h, &x) != nil || len(x.handles) == 0 {
			return false
		}
		if last := x.handles[len(x.handles)-1]; last.end() > h.offset {
			return false
		}
	}
	return len(t.index.handles) > 0
}
