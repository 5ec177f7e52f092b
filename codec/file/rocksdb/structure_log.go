package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// logStructure explains a write-ahead log or a MANIFEST.
type logStructure struct {
	f        file.File
	name     string
	buf      []byte
	opt      file.Options
	manifest bool
	names    map[uint32][]byte // of the families, by id
	pieces   []file.Piece
	packed   map[int64][]byte // unpacked records, by offset
}

func (s *logStructure) Close() error { return s.f.Close() }

// Pieces lists the records and, between them, padding and unreadable bytes.
func (s *logStructure) Pieces() []file.Piece {
	if s.pieces != nil {
		return s.pieces
	}
	s.packed = map[int64][]byte{}
	log := newLogReader(s.name, s.buf, s.opt)
	var rec logRecord
	at := 0
	for log.next(&rec) {
		s.gap(at, rec.at)
		p := file.Piece{Offset: int64(rec.at), Size: int64(rec.end - rec.at), What: pieceBad, Entries: -1, Damage: rec.damage}
		if rec.damage == nil {
			s.describe(&p, &rec)
		}
		if rec.packed {
			s.packed[p.Offset] = rec.payload
		}
		switch {
		case rec.at < at: // an earlier piece was waiting for the others
			s.blame(rec.damage)
		case p.Size > 0:
			s.pieces = append(s.pieces, p)
		}
		at = max(at, rec.end)
	}
	s.gap(at, len(s.buf))
	return s.pieces
}

// gap adds what lies between two records. Up to the end of a block it is padding.
func (s *logStructure) gap(from, to int) {
	if from >= to {
		return
	}
	what := pieceGap
	if allZero(s.buf[from:to]) {
		what = pieceFill
	}
	s.pieces = append(s.pieces, file.Piece{Offset: int64(from), Size: int64(to - from), What: what, Entries: -1})
}

// blame assigns damage to the piece in which it is.
func (s *logStructure) blame(d *file.Damage) {
	for i := range s.pieces {
		if p := &s.pieces[i]; d != nil && d.Offset >= p.Offset && d.Offset < p.Offset+p.Size && p.Damage == nil {
			p.Damage = d
		}
	}
}

func (s *logStructure) describe(p *file.Piece, rec *logRecord) {
	p.Detail = strconv.Itoa(rec.pieces) + " pieces"
	if rec.pieces == 1 {
		p.Detail = "1 piece"
	}
	if rec.packed {
		p.Detail += ", zstd"
	}
	switch {
	case rec.kind != pieceFull:
		p.What, p.Detail = pieceAbout, pieceName(rec.kind)
	case s.manifest:
		p.What = pieceEdit
	default:
		p.What = pieceBatch
		r := wire.NewReader(rec.payload, nil)
		sequence, count := readBatchHeader(&r)
		if r.OK() {
			p.Detail, p.Entries = "sequence "+strconv.FormatUint(sequence, 10)+", "+p.Detail, int64(count)
		}
		var b batchRecord
		for r.More() && p.First == nil {
			if readBatchRecord(&r, &b); r.OK() && b.kind != typeNoEntry {
				p.First = append([]byte{}, b.key...)
			}
		}
	}
}

// Explain makes the tree of a piece. A record in several pieces, or a compressed one, is a
// separate source.
func (s *logStructure) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	s.Pieces()
	b := s.buf[min(max(p.Offset, 0), int64(len(s.buf))):]
	b = b[:min(p.Size, int64(len(b)))]
	t.Reset()
	t.Part("stored", b)
	r := wire.NewReader(b, t)
	x := &logExplanation{s: s, t: t, note: note, at: p.Offset}
	switch p.What {
	case pieceBad:
		explainUnread(&r, p.Damage)
	case pieceGap, pieceFill:
		r.Begin(fRecord)
		r.Rest(fPadding)
		r.End()
	default:
		x.record(p, &r)
	}
	_ = r.Finish() // the tree shows why it cannot be read
	if x.joined != nil {
		r = wire.NewReader(x.joined, t)
		t.Derived(x.title, x.joined, x.node)
		x.inside(&r)
		_ = r.Finish()
	}
	x.values()
	return nil
}

// logExplanation is the tree of one record under construction.
type logExplanation struct {
	s      *logStructure
	t      *span.Tree
	note   file.Note
	at     int64  // offset of the record in the file
	joined []byte // the record, if it is in several pieces or compressed
	title  string
	node   int
	found  []foundValue
}

// foundValue is a value with an inner format.
type foundValue struct {
	node  int
	kind  uint8
	value []byte
}

// record reads the pieces of a record.
func (x *logExplanation) record(p *file.Piece, r *wire.Reader) {
	plain, packed := x.s.packed[p.Offset]
	inside := x.inside
	if packed {
		inside = func(r *wire.Reader) { r.Rest(fPayload) }
	}
	var joined []byte
	n := 0
	r.Begin(fRecord)
	for r.More() {
		if left := logBlock - int((p.Offset+int64(r.Offset()))%logBlock); left < pieceHeader {
			r.Bytes(fPadding, min(left, r.Left()))
			continue
		}
		var one piece
		readPiece(r, &one, inside)
		joined = append(joined, one.payload...)
		n++
	}
	x.node = x.t.Newest(fPayload)
	r.End()
	switch {
	case packed:
		x.joined, x.title = plain, "unpacked"
	case n > 1:
		x.joined, x.title = joined, "joined"
	}
}

// inside decodes a whole record.
func (x *logExplanation) inside(r *wire.Reader) {
	if x.s.manifest {
		var e edit
		readEdit(r, &e)
		return
	}
	from := r.Offset()
	r.Begin(fBatch)
	sequence, _ := readBatchHeader(r)
	var b batchRecord
	for r.More() {
		next, at := r.Next(), r.Offset()-from
		readBatchRecord(r, &b)
		if !r.OK() || b.kind == typeNoEntry {
			continue
		}
		node := next.Index()
		if x.note != nil && node >= 0 {
			e := entryOf(b.key, b.value, string(value.AppendHex(nil, x.s.names[b.family])))
			e.Block, e.At, e.Sequence = x.at, at, sequence
			remarkEntry(x.t, node, e, x.note)
		}
		if b.kind == typeEntity || b.kind == typeBlobIndex {
			x.found = append(x.found, foundValue{x.t.Newest(fValue), b.kind, b.value})
		}
		next.Label(typeName(b.kind) + " " + strconv.FormatUint(sequence, 10))
		sequence++
	}
	r.End()
}

// entryOf returns an entry with a key and value of a column family.
func entryOf(key, v []byte, cf string) *file.Entry {
	e := new(file.Entry)
	e.Reset()
	e.Source.CF = cf
	e.Add(store.Key, key)
	e.Add(store.Value, v)
	return e
}

// remarkEntry puts the note on an entry on the entry's node.
func remarkEntry(t *span.Tree, node int, e *file.Entry, note file.Note) {
	if text := note(e, node); text != "" {
		t.Remark(node, text, 0)
	}
}

// valuesMax is how many values of a record are explained separately.
const valuesMax = 256

// values explains entities and blob indexes, each as a separate source.
func (x *logExplanation) values() {
	for _, v := range x.found[:min(len(x.found), valuesMax)] {
		if v.node < 0 {
			continue
		}
		x.t.Derived(typeName(v.kind), v.value, v.node)
		r := wire.NewReader(v.value, x.t)
		if v.kind == typeEntity {
			var sizes []int64
			readEntity(&r, nil, &sizes)
		} else {
			var index blobIndex
			readBlobIndex(&r, &index)
		}
		_ = r.Finish() // the tree shows why it cannot be read
	}
}
