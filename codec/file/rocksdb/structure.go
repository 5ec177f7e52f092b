package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// The names of the pieces of logs, blob files and CURRENT.
const (
	pieceBatch    = "write batch"
	pieceEdit     = "version edit"
	pieceAbout    = "about the log"
	pieceBad      = "damaged"
	pieceFill     = "padding"
	pieceHeadBlob = "header"
	pieceBlob     = "record"
	pieceCurrent  = "CURRENT"
)

// structureOf opens one file to explain it, going by its content or, if that does not tell, by its name.
func structureOf(set *file.Set, name string, opt file.Options) (file.Structure, error) {
	what := ""
	for _, f := range set.Files {
		if f.Name == name && isOurs(&f) {
			what = f.What
		}
	}
	if what == "" {
		named, _ := parseName(name)
		what = map[int]string{namedLog: sortLog, namedManifest: sortManifest, namedBlob: sortBlob, namedCurrent: sortCurrent,
			namedTable: sortTable}[named]
	}
	f, err := set.Open(name)
	if err != nil {
		return nil, err
	}
	switch what {
	case sortTable, "":
		return tableStructureOf(f, name, opt), nil
	case sortBlob:
		return &blobStructure{b: openBlobFile(f, name, false), opt: opt.Limits()}, nil
	case sortCurrent:
		return &currentStructure{f}, nil
	}
	buf, err := file.ReadLong(f, nil, 0, f.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	s := &logStructure{f: f, name: name, buf: buf, opt: opt.Limits(), manifest: what == sortManifest}
	if !s.manifest {
		s.names = familyNames(set, file.Dir(name), opt.Limits())
	}
	return s, nil
}

// familyNames returns the names of the families in a folder's MANIFEST. Entries of logs identify a
// family only by its id.
func familyNames(set *file.Set, dir string, opt file.Options) map[uint32][]byte {
	l := &loading{folder: newFolder(set, dir, opt), s: &database{}}
	for _, f := range set.Files {
		if file.Dir(f.Name) == dir {
			l.add(f.Name)
		}
	}
	names := map[uint32][]byte{}
	if buf, err := l.findManifest(); err == nil && l.manifest != "" {
		for id, f := range readManifest(l.manifest, buf, opt).families {
			if f.named {
				names[id] = f.name
			}
		}
	}
	return names
}

// currentStructure explains CURRENT.
type currentStructure struct{ f file.File }

func (s *currentStructure) Close() error { return s.f.Close() }

// Pieces returns the file as one piece.
func (s *currentStructure) Pieces() []file.Piece {
	return []file.Piece{{Size: s.f.Size(), What: pieceCurrent, Entries: -1}}
}

// Explain shows the name of the current MANIFEST, and the line feed after it.
func (s *currentStructure) Explain(p *file.Piece, t *span.Tree, _ file.Note) error {
	b, err := file.ReadAll(s.f, nil, p.Offset, int(min(p.Size, sideMax)))
	if err != nil {
		return err
	}
	t.Reset()
	t.Part("stored", b)
	r := wire.NewReader(b, t)
	r.Begin(fCurrent)
	n := len(b)
	if _, ok := manifestOf(b); ok {
		n--
	}
	r.Bytes(fCurrentName, n)
	r.Last().Value(span.TextValue(b[:n]))
	if n < len(b) {
		r.Uint8(fCurrentEnd)
	}
	r.End()
	_ = r.Finish() // the tree shows why it cannot be read
	return nil
}

// The legend of CURRENT.
var (
	fCurrent = &span.Field{Name: "current", Title: "CURRENT", Type: "group", Role: span.RoleGroup,
		Doc: "which MANIFEST is in force"}
	fCurrentName = &span.Field{Name: "manifest", Type: "text", Role: span.RoleIdentity, Doc: "name of the MANIFEST"}
	fCurrentEnd  = &span.Field{Name: "lineFeed", Title: "line feed", Type: "byte", Role: span.RoleStructure, Doc: "0x0a"}
)

var currentFields = []*span.Field{fCurrent, fCurrentName, fCurrentEnd}

// blobStructure explains a blob file.
type blobStructure struct {
	b   *blobFile
	opt file.Options
}

func (s *blobStructure) Close() error { return s.b.f.Close() }

// Pieces lists header, records and footer.
func (s *blobStructure) Pieces() []file.Piece {
	size := s.b.f.Size()
	all := []file.Piece{{Size: min(blobHeader, size), What: pieceHeadBlob, Entries: -1, Damage: s.b.damage}}
	foot, err := file.ReadAll(s.b.f, nil, max(size-blobFooter, 0), blobFooter)
	if s.b.end = size; err == nil && blobFooterSound(foot) {
		s.b.end -= blobFooter
	}
	feed := &blobFeed{b: s.b, at: blobHeader, limit: s.opt}
	var it item
	for at := feed.at; feed.next(&it); at = feed.at {
		p := file.Piece{Offset: at, Size: feed.at - at, What: pieceBlob, Entries: 1}
		if it.damage != nil {
			d := *it.damage
			p.Damage, p.What, p.Entries = &d, pieceBad, -1
		} else {
			p.First, p.Detail = append([]byte{}, it.key...), packingName(s.b.header.packed)+", "+strconv.Itoa(len(it.value))+" bytes"
		}
		all = append(all, p)
	}
	if s.b.end < size {
		all = append(all, file.Piece{Offset: s.b.end, Size: size - s.b.end, What: pieceFooter, Entries: -1})
	}
	return all
}

// Explain makes the tree of a piece. A compressed value is a separate source.
func (s *blobStructure) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	b, err := file.ReadLong(s.b.f, nil, p.Offset, p.Size)
	if err != nil {
		return err
	}
	t.Reset()
	t.Part("stored", b)
	r := wire.NewReader(b, t)
	switch p.What {
	case pieceHeadBlob:
		var h blobFileHeader
		h.read(&r)
	case pieceFooter:
		readBlobFooter(&r)
	case pieceBad:
		explainUnread(&r, p.Damage)
	default:
		s.explainRecord(p, &r, t, note)
		return nil
	}
	_ = r.Finish() // the tree shows why it cannot be read
	return nil
}

func (s *blobStructure) explainRecord(p *file.Piece, r *wire.Reader, t *span.Tree, note file.Note) {
	var rec blobRecord
	readBlobRecord(r, &rec)
	node := t.Newest(fBlobStored)
	if r.Finish() != nil || node < 0 {
		return
	}
	v := rec.stored
	if s.b.header.packed != packedNone {
		var values blobReader
		plain, _, d, err := values.unpack(s.b, p.Offset, rec.stored, s.b.header.packed, s.opt)
		if d != nil || err != nil {
			t.Remark(node, "it does not unpack", 0)
			return
		}
		v = append([]byte{}, plain...)
		t.Derived("unpacked", v, node)
		u := wire.NewReader(v, t)
		u.Rest(fValue)
		_ = u.Finish()
	}
	if note != nil {
		remarkEntry(t, 0, entryOf(rec.key, v, ""), note)
	}
}

// explainUnread shows bytes that cannot be read, with the reason.
func explainUnread(r *wire.Reader, d *file.Damage) {
	r.Begin(fUnread)
	if d != nil {
		r.Group().Note(d.Code + ": expected " + d.Expected + ", found " + d.Found)
	}
	r.Rest(fPayload)
	r.End()
}
