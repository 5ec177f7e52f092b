package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// surveyed is the size of the largest file of which all blocks are unpacked for the list of
// pieces. In larger files only the headers are read.
const surveyed = 16 << 20

// structure opens one file to explain it.
func structure(s *file.Set, name string, opt file.Options) (file.Structure, error) {
	src, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	what := whatFile
	for i := range s.Files {
		if s.Files[i].Name == name && isOurs(s.Files[i].Kind) {
			what = s.Files[i].What
		}
	}
	var shown file.Structure
	switch what {
	case whatFile:
		var f *hfile
		f, err = openFile(src, name, opt.Limits())
		shown = &anatomy{f: f}
	case whatLog:
		var l *walLog
		l, err = openLog(src, name, opt.Limits())
		shown = &logAnatomy{log: l}
	default:
		shown = &smallAnatomy{file: src, name: name, what: what}
	}
	if err != nil {
		src.Close()
		return nil, err
	}
	return shown, nil
}

// anatomy explains an HFile.
type anatomy struct {
	f      *hfile
	pieces []file.Piece
}

func (a *anatomy) Close() error { return a.f.file.Close() }

// Pieces lists the blocks, what lies between them, and the trailer.
func (a *anatomy) Pieces() []file.Piece {
	if a.pieces != nil {
		return a.pieces
	}
	b := a.f.blocks()
	w := walker{blocks: b}
	if a.f.size > surveyed {
		b.step = headerNew
	}
	for at := int64(0); at < a.f.end && b.err == nil; {
		p := a.block(b, &w, at)
		if n := len(a.pieces); p.What == gapPiece && n > 0 && a.pieces[n-1].What == gapPiece {
			a.pieces[n-1].Size += p.Size
		} else {
			a.pieces = append(a.pieces, p)
		}
		at += p.Size
	}
	if a.f.end < a.f.size {
		a.pieces = append(a.pieces, file.Piece{Offset: a.f.end, Size: a.f.size - a.f.end, What: "trailer",
			Detail: "version " + a.f.trailer.version(), Entries: -1})
	}
	for i := range a.pieces {
		a.pieces[i].Damage = a.damageOf(&a.pieces[i])
	}
	return a.pieces
}

const gapPiece = "gap"

// block returns the piece at an offset: a block, or what is there up to the next block.
func (a *anatomy) block(b *blocks, w *walker, at int64) file.Piece {
	head := b.bytes(at, magicSize)
	_, what := sortOf(head)
	p := file.Piece{Offset: at, What: what, Entries: -1}
	h, d := b.header(at)
	if d != nil {
		p.What, p.Damage = gapPiece, d
		p.Size = w.search(at+1) - at
		if w.zeros(at) {
			p.Size, p.Damage, p.Detail = a.f.end-at, nil, "zeros"
		}
		return p
	}
	p.Size = h.total()
	p.Detail = codecName(a.f.codec) + ", " + strconv.Itoa(h.plain) + " bytes unpacked"
	if a.f.size <= surveyed {
		a.survey(b, &p)
	}
	return p
}

// survey unpacks a block for its description in the list.
func (a *anatomy) survey(b *blocks, p *file.Piece) {
	h, stored, d := b.read(p.Offset, 0)
	var plain []byte
	if d == nil {
		plain, d = b.plain(&h, stored, p.Offset, a.f.codec)
	}
	if p.Damage = d; d != nil || !h.sort.data() {
		return
	}
	var dec decoder
	dec.open(wire.NewReader(plain, nil), h.sort, a.f.layout)
	if h.sort == encodedBlock {
		p.Detail += ", " + encodingName(dec.encoding)
	}
	for p.Entries = 0; dec.next(); p.Entries++ {
		if p.Entries == 0 {
			p.First = append([]byte(nil), dec.cell.row...)
		}
	}
}

// damageOf returns the damage met at a piece, either on opening or now.
func (a *anatomy) damageOf(p *file.Piece) *file.Damage {
	for i := range a.f.damage {
		if d := &a.f.damage[i]; d.Offset >= p.Offset && d.Offset < p.Offset+p.Size {
			return d
		}
	}
	return p.Damage
}

// Explain makes the tree of a block or the trailer.
func (a *anatomy) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	b := a.f.blocks()
	stored := append([]byte(nil), b.bytes(p.Offset, int(min(p.Size, 2*int64(a.f.limits.BlockMax))))...)
	if b.err != nil {
		return b.err
	}
	t.Part("stored", stored)
	r := wire.NewReader(stored, t)
	switch {
	case p.What == "trailer":
		var tr trailer
		return tr.read(&r, be32(stored[len(stored)-wordSize:]))
	case p.What == gapPiece:
		r.Rest(&fGap)
		return r.Finish()
	}
	var h header
	r.Begin(&fBlock)
	h.read(&r, a.f.header)
	from := r.Offset()
	r.Take(&fData, int(h.data-int64(h.size)), "")
	data := r.Leaf(&fData, from, span.Value{})
	for i := range h.sums() {
		stand := r.Uint32(&fSum)
		if r.OK() {
			sum := h.sum(stored, i)
			from, to := i*int64(h.per), min((i+1)*int64(h.per), h.data)
			r.Last().Check(stand == sum, "of bytes "+strconv.FormatInt(from, 10)+" to "+strconv.FormatInt(to-1, 10))
			r.Last().Expect(byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
		}
	}
	if r.Left() > 0 {
		r.Rest(&fRoom)
	}
	r.End()
	node := data.Index()
	if err := r.Finish(); err != nil || node < 0 {
		return err
	}
	plain, d := b.plain(&h, stored, p.Offset, a.f.codec)
	if d != nil {
		t.Remark(node, d.Expected+": "+d.Found, span.Mismatch)
		return nil
	}
	t.Derived("plain", append([]byte(nil), plain...), node)
	return a.content(p, &h, t, note)
}

// content explains the plain bytes of a block, which are the newest source of t.
func (a *anatomy) content(p *file.Piece, h *header, t *span.Tree, note file.Note) error {
	r := wire.NewReader(t.Sources[len(t.Sources)-1].Bytes, t)
	f := a.f
	switch h.sort {
	case dataBlock, encodedBlock:
		r.Begin(&fCells)
		d := decoder{note: a.notes(p, note)}
		d.open(r, h.sort, f.layout)
		for d.next() {
		}
		d.finish()
		return d.r.Finish()
	case leafIndex, middleIndex:
		r.Begin(&fIndex)
		readBranch(&r, nil)
	case rootIndex:
		r.Begin(&fIndex)
		if p.Offset == f.trailer.loadOffset && f.trailer.major > 0 {
			readRoot(&r, f.trailer.dataEntries, f.trailer.levels > 1)
		} else {
			readRoot(&r, f.trailer.metaCount, false)
		}
	case infoBlock:
		readInfo(&r)
	case metaBlock:
		r.Rest(&fMeta)
	default:
		r.Rest(&fFilter)
	}
	return r.Finish()
}

// notes turns a Note for entries into one for cells.
func (a *anatomy) notes(p *file.Piece, note file.Note) noteCell {
	if note == nil {
		return nil
	}
	var e file.Entry
	return func(c *cell, node int) string {
		c.file, c.block = a.f.name, p.Offset
		e.Reset()
		setEntry(&e, c)
		return note(&e, node)
	}
}

var (
	fGap   = span.Field{Name: "gap", Type: "bytes", Role: span.RoleUndecoded, Doc: "bytes of no block or entry"}
	fSmall = span.Field{Name: "message", Type: "protobuf message", Role: span.RoleGroup, Doc: "what a small file of a folder says"}
)
