package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// logAnatomy explains a log.
type logAnatomy struct{ log *walLog }

func (a *logAnatomy) Close() error { return a.log.file.Close() }

// Pieces lists the header, the entries, and how the log ends.
func (a *logAnatomy) Pieces() []file.Piece {
	l := a.log
	if l.refused {
		return []file.Piece{{Size: l.size, What: "log", Entries: -1, Damage: &l.damage[0]}}
	}
	all := []file.Piece{{Size: l.begin, What: "log header", Entries: -1}}
	r := l.reader()
	for at := r.pos; r.next(); at = r.pos {
		p := file.Piece{Offset: at, Size: r.pos - at, What: "log entry", Entries: int64(len(r.entry.cells)),
			Detail: string(r.entry.table) + ", number " + strconv.FormatUint(r.entry.sequence, 10)}
		if p.Entries > 0 {
			p.First = append([]byte(nil), r.entry.cells[0].row...)
		}
		all = append(all, p)
	}
	if r.pos < l.end {
		p := file.Piece{Offset: r.pos, Size: l.end - r.pos, What: gapPiece, Detail: "zeros", Entries: -1}
		if r.damage != nil {
			p.Detail, p.Damage = "an entry that was not written whole", r.damage
		}
		all = append(all, p)
	}
	if l.end < l.size {
		all = append(all, file.Piece{Offset: l.end, Size: l.size - l.end, What: "trailer", Entries: -1})
	}
	return all
}

// Explain makes the tree of a piece of a log.
func (a *logAnatomy) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	stored, err := file.ReadAll(a.log.file, nil, p.Offset, int(min(p.Size, 2*int64(a.log.limits.BlockMax))))
	if err != nil {
		return err
	}
	t.Part("stored", stored)
	r := wire.NewReader(stored, t)
	switch p.What {
	case "log header":
		readLogHeader(&r)
	case "log entry":
		e := logEntry{at: p.Offset}
		if note != nil {
			e.note = (&anatomy{f: &hfile{name: a.log.name}}).notes(p, note)
		}
		e.read(&r)
	case "trailer":
		r.Begin(&fLog)
		r.Uint32(&fPBLength)
		readMagic(&r, len(logTrailer))
		r.End()
	default:
		r.Rest(&fGap)
	}
	return r.Finish()
}

// smallAnatomy explains a small file: one message.
type smallAnatomy struct {
	file file.File
	name string
	what string
}

func (a *smallAnatomy) Close() error { return a.file.Close() }

// Pieces returns the file as its only piece.
func (a *smallAnatomy) Pieces() []file.Piece {
	return []file.Piece{{Size: a.file.Size(), What: a.what, Entries: -1}}
}

// Explain makes the tree of the message.
func (a *smallAnatomy) Explain(_ *file.Piece, t *span.Tree, _ file.Note) error {
	stored, err := file.ReadAll(a.file, nil, 0, smallMax)
	if err != nil {
		return err
	}
	t.Part("stored", stored)
	r := wire.NewReader(stored, t)
	r.Begin(&fSmall)
	if _, marked := afterMark(stored); marked {
		r.Bytes(&fPBUF, len(pbuf))
	}
	ignore := func(pbValue) {}
	switch {
	case a.what == whatSchema:
		schemaMessage.read(&r, len(stored), ignore)
	case a.what == whatRegion:
		regionInfoMessage.readDelimited(&r, &fSmall, ignore)
		if r.Left() > 0 {
			r.Rest(&fGap)
		}
	case a.what == whatReference:
		referenceMessage.read(&r, len(stored), ignore)
	case a.what == whatSnapshot:
		snapshotMessage.read(&r, len(stored), ignore)
	case file.Base(a.name) == manifestName:
		manifestMessage.read(&r, len(stored), ignore)
	default:
		snapshotRegionMessage.read(&r, len(stored), ignore)
	}
	return r.Finish()
}
