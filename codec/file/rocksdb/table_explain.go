package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// gapShown is how many bytes of a gap are shown.
const gapShown = 64 << 10

// Explain makes the tree of a piece: the stored bytes, and what they unpack to.
func (s *tableStructure) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	t.Reset()
	switch p.What {
	case pieceFooter:
		return s.explainFooter(p, t)
	case pieceGap:
		return s.explainGap(p, t)
	}
	x := &explanation{s: s, b: s.t.blocks(), p: p, t: t, h: handle{uint64(p.Offset), uint64(max(p.Size-trailerSize, 0))}, note: note}
	stored, d := x.b.raw(x.h, 0)
	if stored == nil {
		return explainError(d, x.b.err)
	}
	x.block(stored)
	return nil
}

// explainError says why a piece has no tree.
func explainError(d *file.Damage, err error) error {
	if d == nil {
		return err
	}
	return &wire.Error{Code: wire.Truncated, Own: d.Code, Format: "rocksdb", Record: "table", Expected: d.Expected, Found: d.Found}
}

func (s *tableStructure) explainFooter(p *file.Piece, t *span.Tree) error {
	stored, err := file.ReadLong(s.t.f, nil, p.Offset, p.Size)
	if err != nil {
		return err
	}
	t.Part("stored", stored)
	r := wire.NewReader(stored, t)
	version, n, code, place := tableEnd(stored, p.Offset+int64(len(stored)))
	if code != "" || n != len(stored) {
		r.Begin(&ftFooter)
		r.FailOwn(wire.BadValue, code, &ftMagic, int(max(place-p.Offset, 0)), "the end of a table that is read", "")
	} else {
		var foot footer
		foot.read(&r, p.Offset, version)
	}
	_ = r.Finish() // the tree shows why it cannot be read
	return nil
}

func (s *tableStructure) explainGap(p *file.Piece, t *span.Tree) error {
	stored, err := file.ReadAll(s.t.f, nil, p.Offset, int(min(p.Size, gapShown)))
	if err != nil {
		return err
	}
	t.Part("stored", stored)
	r := wire.NewReader(stored, t)
	r.Begin(&ftGap)
	if int64(len(stored)) < p.Size {
		r.Group().Note("the first of " + strconv.FormatInt(p.Size, 10) + " bytes")
	}
	r.Rest(&ftGapBytes)
	r.End()
	return r.Finish()
}

// explanation is the tree of one block under construction.
type explanation struct {
	s    *tableStructure
	b    *blocks
	p    *file.Piece
	t    *span.Tree
	h    handle
	note file.Note

	slots []slot
	index index
}

// block reads a block with its trailer. An uncompressed block is read in place, another as a
// separate source.
func (x *explanation) block(stored []byte) {
	n := int(x.h.size)
	packed := stored[n]
	x.t.Part("stored", stored)
	r := wire.NewReader(stored, x.t)
	r.Begin(&ftBlock)
	node := -1
	if packed == packedNone {
		x.body(&r, n)
	} else {
		r.Begin(&ftBody)
		x.b.job(&r, packed)
		r.Bytes(&ftPackedBytes, n-r.Offset())
		r.End()
		node = r.Last().Index()
	}
	x.trailer(&r, stored, packed)
	r.End()
	_ = r.Finish() // the tree shows why it cannot be read
	if packed == packedNone {
		x.remark(stored[:n])
		return
	}
	plain, d := x.b.plainOf(x.h, stored[:n], packed, x.p.What == pieceData)
	if d != nil {
		x.t.Remark(node, d.Code+": "+d.Expected+", found: "+d.Found, 0)
		return
	}
	x.t.Derived("unpacked", plain, node)
	r = wire.NewReader(plain, x.t)
	x.body(&r, len(plain))
	_ = r.Finish()
	x.remark(plain)
}

// trailer reads compression type and checksum.
func (x *explanation) trailer(r *wire.Reader, stored []byte, packed byte) {
	r.Begin(&ftTrailer)
	r.Uint8(&ftPacking)
	r.Last().Enum(int64(packed), packingName(packed))
	have := r.Uint32LE(&ftSum)
	m := r.Last()
	want := x.b.sumAt(stored[:x.h.size+1], x.h.offset)
	of, right := x.b.sum.String()+" of the block and its compression type", want == have
	if x.b.sum == sumNone {
		of = "zero, as this table has no checksums"
	}
	if x.b.version >= 6 {
		of += ", plus the modifier"
	}
	if !right && x.p.What == pieceProperties && x.b.mendSequence(x.h, stored[:x.h.size], packed) {
		of, right = of+", before the sequence number was written into it", true
	}
	m.Check(right, of)
	if !right {
		m.Expect(binary.LittleEndian.AppendUint32(nil, want)...)
	}
	r.End()
}

// body reads the plain bytes of a block according to its kind.
func (x *explanation) body(r *wire.Reader, n int) {
	switch x.p.What {
	case pieceData, pieceRangeDeletes:
		f := &ftData
		if x.p.What == pieceRangeDeletes {
			f = &ftRangeDeletes
		}
		r.Begin(f)
		x.slots, _ = pairs(r, n, nil, tagSize)
	case pieceIndex, piecePartition:
		r.Begin(&ftIndex)
		x.index.read(r, n, x.s.t.form)
	case pieceFilterIndex:
		r.Begin(&ftIndex)
		x.index.read(r, n, indexForm{delta: x.s.t.form.delta})
	case pieceMetaindex:
		r.Begin(&ftMetaindex)
		x.slots, _ = pairs(r, n, nil, 0)
	case pieceProperties:
		r.Begin(&ftProperties)
		x.slots, _ = pairs(r, n, nil, 0)
	default:
		r.Begin(&ftOther)
		r.Bytes(otherField(x.p.What), n)
	}
	r.End()
}

func otherField(what string) *span.Field {
	switch what {
	case pieceFilter, pieceFilterPartition:
		return &ftFilter
	case pieceDictionary:
		return &ftDictionary
	}
	return &ftOtherBytes
}

// remark puts on each entry a summary of it.
func (x *explanation) remark(body []byte) {
	i := 0
	var key []byte
	for node := range x.t.Nodes {
		switch n := &x.t.Nodes[node]; {
		case n.Field == &ftIndexEntry && i < len(x.index.handles):
			n.Note = handleWords(x.index.handles[i])
			i++
		case n.Field == &ftEntry && i < len(x.slots):
			sl := &x.slots[i]
			key = append(key[:min(int(sl.shared), len(key))], body[sl.keyAt:sl.keyEnd]...)
			x.entry(node, sl, key, body[sl.valueAt:sl.valueTo])
			i++
		}
	}
}

func handleWords(h handle) string {
	return "block at " + strconv.FormatUint(h.offset, 10) + ", " + strconv.FormatUint(h.size, 10) + " bytes"
}

// entry puts text on the node of an entry.
func (x *explanation) entry(node int, sl *slot, key, value []byte) {
	n := &x.t.Nodes[node]
	switch x.p.What {
	case pieceMetaindex:
		n.Label = showBytes(key)
		r := wire.NewReader(value, nil)
		if h := readHandle(&r); r.Finish() == nil {
			n.Note = handleWords(h)
		}
	case pieceProperties:
		n.Label = string(key)
		if v, ok := propertyForms[n.Label].number(value); ok {
			n.Note = strconv.FormatUint(v, 10)
		} else {
			n.Note = showBytes(value)
		}
	case pieceRangeDeletes:
		if len(key) >= tagSize {
			n.Note = "from " + file.KeyText(key[:len(key)-tagSize]) + " to " + file.KeyText(value)
		}
	case pieceData:
		if len(key) >= tagSize {
			n.Note = x.words(node, sl, key, value)
		}
	}
}

// words returns the key of an entry, what it does and in which write, and the caller's note on it.
func (x *explanation) words(node int, sl *slot, key, value []byte) string {
	user := x.s.t.padded(nil, key[:len(key)-tagSize])
	tag := binary.LittleEndian.Uint64(key[len(key)-tagSize:])
	kind := uint8(tag)
	e := file.Entry{Type: typeName(kind), Block: x.p.Offset, At: int(sl.at), Level: -1, Sequence: tag >> 8}
	e.Add(store.Key, user)
	switch {
	case isDelete(kind):
		e.Deleted = e.Type
	case kind == typeTimedPut && len(value) >= tagSize:
		e.Add(store.Value, value[:len(value)-tagSize])
	case kind == typePut || kind == typeMerge:
		e.Add(store.Value, value)
	}
	e.Source.File, e.Source.CF = x.s.t.name, hexText(x.s.t.props.columnFamily)
	words := e.Words()
	if x.note != nil {
		words.As = x.note(&e, node)
	}
	return words.String()
}
