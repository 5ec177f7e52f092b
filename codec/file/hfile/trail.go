package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// trail is what a scan knows of the blocks that it has read. With it, a block is found out that is sound, by its
// checksum, and not where it was written.
type trail struct {
	last     cell   // key of the last cell; its code is 0 if it is not known
	memory   []byte // of last
	previous int64  // offset of the last data block; noBlock, someBlock
	moved    bool   // the current block was written elsewhere, as its header says
	first    []byte // what the index has as the key of the current block; no cell of it is before that
}

const (
	noBlock   = -1 // there was none: the next block is the file's first
	someBlock = -2 // it is not known which: the scan began within the file
)

// keep keeps a cell's key as the last one.
func (t *trail) keep(c cell) {
	if c.code == 0 {
		return // no cell was read in the block
	}
	t.last = cell{row: c.row, family: c.family, qualifier: c.qualifier, time: c.time, code: c.code}
	t.memory = t.last.clone(t.memory)
}

// inOrder reports a block that begins before the last cell, or before where the index has it begin.
func (s *scan) inOrder(c *cell) {
	var first cell
	switch {
	case s.last.code != 0 && s.f.backwards(&s.last, c):
		first = s.last
	case s.descent == nil || !s.f.comparable || !first.setKey(s.first):
		return
	default:
		if first.code == minimum {
			first.code = maximum // either stands in keys that are made up
		}
		if compareKeys(s.f.rows, c, &first) >= 0 {
			return
		}
	}
	expected, found := "a row that is not before "+keyWords(first.row), keyWords(c.row)
	if string(first.row) == string(c.row) {
		expected, found = "a cell that is not before "+cellWords(&first), cellWords(c)
	}
	s.report(damageAt(s.f.name, badOrder, c.block, 0, expected, found))
}

func blockWords(at int64) string {
	if at == noBlock {
		return "a block that was written as the first one"
	}
	return "a block that was written after the one at " + strconv.FormatInt(at, 10)
}

func cellWords(c *cell) string {
	return keyWords(c.row) + " " + shownText(c.family) + ":" + keyWords(c.qualifier) + " at " + strconv.FormatInt(c.time, 10)
}

// keyWords returns a row or qualifier in hex, shortened if it is long.
func keyWords(key []byte) string {
	const most = 64
	text := "0x" + string(value.AppendHex(nil, key[:min(len(key), most)]))
	if len(key) > most {
		text += "… (" + strconv.Itoa(len(key)) + " bytes)"
	}
	return text
}
