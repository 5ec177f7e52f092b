package rocksdb

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/wire"
)

// The names of a table's pieces.
const (
	pieceData            = "data block"
	pieceIndex           = "index block"
	piecePartition       = "index partition"
	pieceFilterIndex     = "filter index"
	pieceFilterPartition = "filter partition"
	pieceFilter          = "filter"
	pieceProperties      = "properties"
	pieceRangeDeletes    = "range deletes"
	pieceDictionary      = "dictionary"
	pieceMetaindex       = "metaindex"
	pieceOther           = "block"
	pieceFooter          = "footer"
	pieceGap             = "gap"
)

// tableStructure explains one table.
type tableStructure struct {
	t      *table
	pieces []file.Piece
}

// surveyMax is the size up to which a table is read to give each block's number of entries and
// first key. For larger tables, only the places of the pieces are listed.
const surveyMax = 32 << 20

// tableStructureOf explains the table in f. Closing the structure closes f.
func tableStructureOf(f file.File, name string, opt file.Options) file.Structure {
	return &tableStructure{t: openTable(f, name, opt)}
}

// Close closes the file.
func (s *tableStructure) Close() error { return s.t.f.Close() }

// Pieces lists blocks, footer and the gaps between them.
func (s *tableStructure) Pieces() []file.Piece {
	if s.pieces == nil {
		s.addTail()
		s.addData()
		s.pieces = withGaps(s.pieces, s.t.f.Size())
		for i := range s.t.damage {
			s.place(&s.t.damage[i])
		}
	}
	return s.pieces
}

// add adds a block other than a data block, with what is wrong with it.
func (s *tableStructure) add(h handle, what, detail string) {
	if !s.addPlace(h, what, detail) {
		return
	}
	b := s.t.blocks()
	body, packed, d := b.checked(h, 0)
	if d == nil && b.err == nil {
		_, d = b.plainOf(h, body, packed, false)
	}
	if d != nil && !(what == pieceProperties && b.mendSequence(h, body, packed)) {
		s.pieces[len(s.pieces)-1].Damage = d
	}
}

// addPlace adds a block if it is within the file.
func (s *tableStructure) addPlace(h handle, what, detail string) bool {
	if !h.inside(s.t.f.Size()) {
		return false
	}
	s.pieces = append(s.pieces, file.Piece{Offset: int64(h.offset), Size: int64(h.size + trailerSize), What: what, Detail: detail,
		Entries: -1})
	return true
}

// addTail adds whatever follows the data blocks.
func (s *tableStructure) addTail() {
	t := s.t
	size := t.f.Size()
	at, version := max(size-footerSize, 0), ""
	if t.foot.at > 0 {
		at, version = t.foot.at, "format version "+strconv.Itoa(int(t.version))+", "+t.sum.String()
	}
	s.pieces = append(s.pieces, file.Piece{Offset: at, Size: size - at, What: pieceFooter, Detail: version, Entries: -1})
	if len(t.meta) == 0 {
		return
	}
	s.add(t.foot.metaindex, pieceMetaindex, "")
	for _, m := range t.meta {
		what := metaWhat(m.name)
		s.add(m.handle, what, m.name)
		switch {
		case what == pieceFilterIndex:
			s.addPartitions(m.handle, indexForm{delta: t.form.delta}, pieceFilterPartition)
		case what == pieceIndex && t.levels == 2:
			s.addPartitions(m.handle, t.form, piecePartition)
		}
	}
}

// metaWhat returns what kind of block a name in the metaindex refers to.
func metaWhat(name string) string {
	switch name {
	case metaProperties, metaOldProperties:
		return pieceProperties
	case metaRangeDeletes:
		return pieceRangeDeletes
	case metaDictionary:
		return pieceDictionary
	case metaIndex:
		return pieceIndex
	}
	switch {
	case strings.HasPrefix(name, "partitionedfilter."):
		return pieceFilterIndex
	case strings.HasPrefix(name, "filter."), strings.HasPrefix(name, "fullfilter."):
		return pieceFilter
	}
	return pieceOther
}

// addPartitions adds the blocks to which an index points.
func (s *tableStructure) addPartitions(h handle, form indexForm, what string) {
	for _, h := range s.t.partitions(s.t.blocks(), h, form) {
		s.add(h, what, "")
	}
}

// partitions returns the blocks to which an index points, if it can be read.
func (t *table) partitions(b *blocks, h handle, form indexForm) []handle {
	body, d := b.load(h, false, 0)
	if d != nil || b.err != nil {
		return nil
	}
	var x index
	r := wire.NewReader(body, nil)
	if x.read(&r, len(body), form); r.Finish() != nil {
		return nil
	}
	return x.handles
}

// addData adds the data blocks and, for a table of moderate size, what is in them.
func (s *tableStructure) addData() {
	if !s.t.ok {
		return
	}
	if s.t.f.Size() > surveyMax && !s.t.lost {
		for _, h := range s.t.index.handles {
			s.addPlace(h, pieceData, "")
		}
		return
	}
	c := s.t.cursor(nil, nil)
	for {
		h, more := c.nextBlock()
		s.addGaps(c)
		if !more {
			return
		}
		s.addBlock(c, h)
	}
}

// addGaps adds the stretches without blocks that a cursor without an index met.
func (s *tableStructure) addGaps(c *tableCursor) {
	for i := range c.pending {
		d := c.pending[i]
		s.pieces = append(s.pieces, file.Piece{Offset: d.Offset, Size: d.Lost, What: pieceGap, Entries: -1, Damage: &d})
	}
	c.pending = c.pending[:0]
}

func (s *tableStructure) addBlock(c *tableCursor, h handle) {
	d := c.loadBlock(h)
	if !s.addPlace(h, pieceData, "") {
		s.place(d)
		return
	}
	p := &s.pieces[len(s.pieces)-1]
	if d != nil || c.b.err != nil {
		p.Damage = d
		return
	}
	p.Detail, p.Entries = packingName(c.b.packed)+", "+strconv.Itoa(len(c.body))+" bytes unpacked", int64(len(c.slots))
	if len(c.slots) > 0 {
		p.First = s.t.padded(nil, c.body[c.slots[0].keyAt:c.slots[0].keyEnd-tagSize])
	}
}

// place assigns damage to the piece in which it is, or to the last piece.
func (s *tableStructure) place(d *file.Damage) {
	for i := range s.pieces {
		p := &s.pieces[i]
		if d.Offset >= p.Offset && d.Offset < p.Offset+p.Size {
			if p.Damage == nil {
				p.Damage = d
			}
			return
		}
	}
	if n := len(s.pieces); n > 0 && s.pieces[n-1].Damage == nil {
		s.pieces[n-1].Damage = d
	}
}

// withGaps sorts pieces and fills the gaps between them. It drops a piece that begins inside
// another, which happens only in a damaged table.
func withGaps(pieces []file.Piece, size int64) []file.Piece {
	sorting.Stable(pieces, func(a, b file.Piece) int {
		return int(min(max(a.Offset-b.Offset, -1), 1))
	})
	all := make([]file.Piece, 0, len(pieces)+1)
	at := int64(0)
	for _, p := range pieces {
		if p.Offset < at || p.Size == 0 {
			continue
		}
		if p.Offset > at {
			all = append(all, file.Piece{Offset: at, Size: p.Offset - at, What: pieceGap, Entries: -1})
		}
		all = append(all, p)
		at = p.Offset + p.Size
	}
	if at < size {
		all = append(all, file.Piece{Offset: at, Size: size - at, What: pieceGap, Entries: -1})
	}
	return all
}
