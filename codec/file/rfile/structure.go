package rfile

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// The names of a file's pieces.
const (
	pieceMagic = "magic"
	pieceData  = "data block"
	pieceIndex = "index block"
	pieceMeta  = "meta block"
	pieceNames = "meta index"
	pieceKeys  = "crypto parameters"
	pieceTail  = "tail"
	pieceGap   = "gap"
)

// structure explains one file.
type structure struct {
	*rfile
	pieces  []file.Piece
	claimed claims
	blocks  map[int64]blockInfo // by offset
}

// blockInfo is what the index says about a block.
type blockInfo struct {
	region
	codec string
	meta  string // name of a meta block
}

// openStructure lists the pieces of a file.
func openStructure(s *file.Set, name string, opt file.Options) (file.Structure, error) {
	f, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	x := &structure{rfile: openFile(f, name, opt.Limits()), blocks: map[int64]blockInfo{}}
	if x.refuse {
		x.piece(file.Piece{Offset: 0, Size: f.Size(), What: pieceGap, Damage: &x.damage[0]})
		return x, nil
	}
	x.piece(file.Piece{Offset: 0, Size: int64(len(magic)), What: pieceMagic})
	if x.lost {
		x.listSalvaged()
	} else {
		x.listBlocks()
	}
	x.fillGaps()
	x.placeDamage()
	return x, nil
}

func (x *structure) Pieces() []file.Piece { return x.pieces }
func (x *structure) Close() error         { return x.f.Close() }

func (x *structure) piece(p file.Piece) {
	if p.What != pieceData {
		p.Entries = max(p.Entries, -1)
	}
	x.pieces = append(x.pieces, p)
}

func (x *structure) listBlocks() {
	for i := range x.index.groups {
		x.listGroup(&x.index.groups[i], "")
	}
	for i := range x.index.samples {
		x.listGroup(&x.index.samples[i], "sample of ")
	}
	for _, m := range x.meta {
		if m.inside(x.f.Size()) {
			x.blocks[m.offset] = blockInfo{m.region, m.codec, m.name}
			x.piece(file.Piece{Offset: m.offset, Size: m.stored, What: pieceMeta, Detail: m.name + ", " + m.codec, Entries: -1})
		}
	}
	end := x.f.Size() - x.tail.size
	if x.tail.major == 3 {
		x.piece(file.Piece{Offset: x.tail.crypto, Size: end - x.tail.crypto, What: pieceKeys, Entries: -1})
		end = x.tail.crypto
	}
	x.piece(file.Piece{Offset: x.tail.metaIndex, Size: end - x.tail.metaIndex, What: pieceNames, Entries: int64(len(x.meta))})
	x.piece(file.Piece{Offset: x.f.Size() - x.tail.size, Size: x.tail.size, What: pieceTail, Entries: -1})
}

func (x *structure) listGroup(g *group, of string) {
	x.walkIndex(&g.root, &x.claimed, func(level int, e *indexEntry) {
		x.blocks[e.offset] = blockInfo{e.region, x.codec, ""}
		p := file.Piece{Offset: e.offset, Size: e.stored, What: pieceData, Entries: int64(e.cells),
			Detail: of + "group " + g.label() + ", " + x.codec + ", unpacked " + strconv.FormatInt(e.plain, 10) + " bytes"}
		if level > 0 {
			p.What, p.Entries = pieceIndex, -1
			p.Detail += ", level " + strconv.Itoa(level-1)
		}
		x.piece(p)
	})
}

// listSalvaged lists what can be found without an index.
func (x *structure) listSalvaged() {
	s := newSalvage(x.rfile, int64(len(magic)), x.f.Size())
	for s.at < s.end {
		what, used := s.try(s.at)
		if what == foundNothing {
			s.at++
			continue
		}
		p := file.Piece{Offset: s.at, Size: used, What: pieceData, Entries: -1, Detail: "found without an index, " + s.codec.name}
		x.blocks[s.at] = blockInfo{region{s.at, used, -1}, s.codec.name, ""}
		switch what {
		case foundIndex:
			p.What = pieceIndex
		case foundEnd:
			p.What, p.Size = pieceGap, s.end-s.at
			p.Detail = "begins as RFile.index does"
			delete(x.blocks, s.at)
			used = p.Size
		}
		x.piece(p)
		s.at += used
	}
}

// fillGaps sorts the pieces and adds those between them.
func (x *structure) fillGaps() {
	sorting.Stable(x.pieces, func(a, b file.Piece) int { return cmp.Compare(a.Offset, b.Offset) })
	at := int64(0)
	var all []file.Piece
	for _, p := range x.pieces {
		if p.Offset > at {
			all = append(all, file.Piece{Offset: at, Size: p.Offset - at, What: pieceGap, Entries: -1})
		}
		all = append(all, p)
		at = max(at, p.Offset+p.Size)
	}
	if size := x.f.Size(); at < size {
		all = append(all, file.Piece{Offset: at, Size: size - at, What: pieceGap, Entries: -1})
	}
	x.pieces = all
}

// placeDamage assigns the damage found on opening to its piece.
func (x *structure) placeDamage() {
	for i := range x.damage {
		d := &x.damage[i]
		for j := range x.pieces {
			if p := &x.pieces[j]; p.Damage == nil && d.Offset >= p.Offset && d.Offset < p.Offset+p.Size {
				p.Damage = d
				break
			}
		}
	}
}

// Explain makes the tree of a piece.
func (x *structure) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	t.Reset()
	if p.Size > int64(x.limits.BlockMax) {
		return errors.New("the piece is larger than the limit of a block")
	}
	stored, err := file.ReadAll(x.f, nil, p.Offset, int(p.Size))
	if err != nil {
		return err
	}
	b, isBlock := x.blocks[p.Offset]
	if isBlock {
		return x.explainBlock(p, b, stored, t, note)
	}
	t.Part("stored", stored)
	return explain(stored, t, func(r *wire.Reader) {
		switch p.What {
		case pieceNames:
			readMetaIndex(r)
		case pieceKeys:
			readGroupOf(r, &fCrypto, func() { readCrypto(r) })
		case pieceTail:
			readTail(r, x.tail.major)
		case pieceMagic:
			readGroupOf(r, &fStart, func() { r.Bytes(&fMagic, len(magic)) })
		default:
			readGroupOf(r, &fGap, func() { r.Rest(&fUnknown) })
		}
	})
}

// explain makes the tree of b, including the bytes left after what read has read.
func explain(b []byte, t *span.Tree, read func(r *wire.Reader)) error {
	try := wire.NewReader(b, nil)
	read(&try)
	r := wire.NewReader(b, t)
	if !try.More() {
		read(&r)
		return r.Finish()
	}
	readGroupOf(&r, &fWithRest, func() {
		read(&r)
		r.Rest(&fUnknown)
		r.Last().Note("bytes after the end")
	})
	return r.Finish()
}

func readGroupOf(r *wire.Reader, f *span.Field, read func()) {
	r.Begin(f)
	read()
	r.End()
}

// explainBlock explains a block as stored and, if it is compressed, also its unpacked bytes.
func (x *structure) explainBlock(p *file.Piece, b blockInfo, stored []byte, t *span.Tree, note file.Note) error {
	t.Part("stored", stored)
	if b.codec != "none" {
		r := wire.NewReader(stored, t)
		readGroupOf(&r, &fPackedBlock, func() { r.Rest(&fPacked) })
		if err := r.Finish(); err != nil {
			return err
		}
		plain, err := x.plain(b, stored)
		if err != nil {
			r.Last().Note(err.Error())
			return nil
		}
		t.Derived("unpacked", plain, t.Last())
		stored = plain
	}
	if b.meta == "" && p.What != pieceIndex {
		return explainEntries(stored, t, note)
	}
	return explain(stored, t, func(r *wire.Reader) {
		switch b.meta {
		case "RFile.index":
			readIndex(r, x.data)
		case "BCFile.index":
			readBCIndex(r)
		case "":
			readIndexBlock(r, max(x.index.version, 3))
		default:
			readGroupOf(r, &fMetaBytes, func() { r.Rest(&fUnknown) })
		}
	})
}

func (x *structure) plain(b blockInfo, stored []byte) ([]byte, error) {
	var in buffer
	if b.region.plain < 0 {
		return unpack(&in.unpacker, nil, stored, b.codec, 0, x.limits.BlockMax)
	}
	plain, damage := in.load(x.container, b.region, b.codec)
	if damage != nil {
		return nil, errors.New("expected " + damage.Expected + ", found: " + damage.Found)
	}
	return plain, nil
}

// explainEntries explains a data block. Each entry has its whole key, which the block stores only in part, and what note
// says of it.
func explainEntries(plain []byte, t *span.Tree, note file.Note) error {
	var e entries
	e.open(plain, t)
	e.r.Begin(&fDataBlock)
	var entry file.Entry
	for e.r.More() {
		node := e.r.Next()
		if !e.next() {
			break
		}
		if !node.Recorded() {
			continue
		}
		entry.Reset()
		for i, name := range [...]string{store.Row, store.Family, store.Qualifier, store.Visibility} {
			entry.Add(name, e.key.part[i])
		}
		entry.Add(store.Value, e.value)
		entry.Time, entry.Timed, entry.At = e.key.time, true, e.at
		if e.key.deleted {
			entry.Type = "delete"
		}
		words := entry.Words()
		if note != nil {
			words.As = note(&entry, node.Index())
		}
		node.Note(words.String())
	}
	e.r.End()
	return e.r.Finish()
}
