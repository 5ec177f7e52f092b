package lmdb

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// structure explains a data file page by page.
type structure struct {
	s      *Store
	src    *source // nil if no page can be found
	pages  *visited
	free   []freed
	damage map[int64]*file.Damage
	buf    []byte
	pieces []file.Piece
}

// openStructure walks all trees, to tell for each page what it belongs to.
func openStructure(set *file.Set, name string, opt file.Options) (file.Structure, error) {
	s, err := openFile(set, name, opt, copiesMax)
	if err != nil {
		return nil, err
	}
	x := &structure{s: s, damage: map[int64]*file.Damage{}}
	for i := range s.damage {
		x.damage[s.damage[i].Offset] = &s.damage[i]
	}
	if s.cur != nil {
		x.src = s.source(s.cur)
		x.walk()
		x.list()
		err = x.src.err
	} else {
		x.add(0, s.file.Size(), "unreadable", "", 0)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return x, nil
}

// Kinds of pieces that have no explanation.
const (
	whatGap    = "gap"
	whatPart   = "part of a page"
	whatUnused = "unused page"
)

// ownerFree is the owner of the free database's pages. The owner of a table's pages is the
// table's number plus 1.
const ownerFree = 1<<16 - 1

// walk marks the pages of each tree.
func (x *structure) walk() {
	seen := x.src.newSeen().withOwners()
	x.pages = seen
	var named []record
	var tables []int
	main := x.s.mainRows(x.src, seen)
	seen.owner = 1
	x.run(main, func(r *rows) {
		d := x.src.recordOf(r.node.data)
		named, tables = append(named, d), append(tables, x.s.add(x.src.copy(), r.key, &d))
	})
	for i := range named {
		seen.owner = uint16(min(tables[i]+1, ownerFree-1))
		x.run(openRows(x.src, seen, &named[i]), nil)
	}
	seen.owner = ownerFree
	free := openRows(x.src, seen, &x.src.state.free)
	free.most = x.s.opt.BlockMax
	free.from(nil)
	for step := free.next(); step != stepEnd && step != stepFailed; step = free.next() {
		if step == stepBad {
			x.found(free)
			continue
		}
		x.free = x.src.appendFreed(x.free, free.key, free.value)
	}
	sortFreed(x.free)
}

// run visits a database.
func (x *structure) run(r *rows, database func(*rows)) {
	r.silent, r.ordered = true, false
	r.from(nil)
	for step := r.next(); step != stepEnd && step != stepFailed; step = r.next() {
		switch step {
		case stepBad:
			x.found(r)
		case stepDatabase:
			database(r)
		}
	}
}

func (x *structure) found(r *rows) {
	if d := report(x.s.name, &r.bad); x.damage[d.Offset] == nil {
		x.damage[d.Offset] = d
	}
}

// list makes the pieces: one for each page or overflow run, and one for whatever comes after the last page.
func (x *structure) list() {
	size := int64(x.src.size)
	pages := min(x.src.whole, x.src.last+1)
	for n := uint64(0); n < pages && x.src.err == nil; {
		n += x.page(n)
	}
	if at := int64(pages) * size; at < x.s.file.Size() {
		what := whatGap
		if pages < x.src.last+1 {
			what = whatPart
		}
		x.add(at, x.s.file.Size()-at, what, "after the last page", -1)
	}
}

// page adds the piece that begins with a page, and returns the piece's number of pages.
func (x *structure) page(n uint64) uint64 {
	at, size := x.src.offset(n), int64(x.src.size)
	if n < 2 {
		x.add(at, size, "meta page", x.metaDetail(at), -1)
		return 1
	}
	b := x.src.read(&x.buf, at, x.src.size)
	if b == nil {
		return 1
	}
	v := level{page: b}
	r := newReader(b)
	x.src.readHeader(&r, &v.h)
	owner := x.pages.ownerOf(n)
	detail := "page " + dec(n) + x.belongs(n, owner)
	if x.src.version > 1 {
		detail += ", transaction " + dec(v.h.txn)
	}
	own := v.h.number == n
	switch kind := v.h.flags & pageKinds; {
	case kind == pageOverflow && (own || x.src.version > 1) && owner != 0:
		run := uint64(1)
		for run < uint64(v.h.pages) && x.pages.ownerOf(n+run) == owner {
			run++
		}
		x.add(at, int64(run)*size, "overflow pages", detail, -1)
		return run
	case own && isTree(v.h.flags, true):
		x.tree(&v, at, kind, detail)
	case owner == 0:
		x.add(at, size, whatUnused, detail, -1)
	default:
		x.add(at, size, "page", detail, -1)
	}
	return 1
}

// tree adds a branch or leaf page.
func (x *structure) tree(v *level, at int64, kind uint16, detail string) {
	r := newReader(v.page)
	what, count := "leaf page", -1
	if kind == pageBranch {
		what = "branch page"
	}
	if x.src.checkTree(&r, &v.h, len(v.page), true); r.OK() {
		count = v.h.count
	}
	x.add(at, int64(len(v.page)), what, detail, count)
	if kind == pageBranch {
		x.pieces[len(x.pieces)-1].Entries = -1
	}
	var n node
	if first := count - 1; first >= 0 {
		if kind == pageLeaf {
			first = 0
		}
		if kind == pageLeaf && x.src.at(v, first, &n) == nil {
			x.pieces[len(x.pieces)-1].First = bytes.Clone(n.key)
		}
	}
}

// belongs says in words what a page belongs to.
func (x *structure) belongs(n uint64, owner uint16) string {
	switch {
	case owner == ownerFree:
		return " of the free database"
	case owner > 0:
		return " of " + x.s.Tables()[owner-1].Name
	}
	if txn, ok := findFreed(x.free, n); ok {
		return ", free since transaction " + dec(txn)
	}
	return ", of no tree"
}

func (x *structure) metaDetail(at int64) string {
	m, bad, err := metaAt(x.s.file, at)
	switch {
	case err != nil || bad != nil:
		return "damaged"
	case m.txn == x.s.cur.txn && m.main.root == x.s.cur.main.root:
		return "transaction " + dec(m.txn) + ", in force"
	}
	return "transaction " + dec(m.txn)
}

// add adds a piece, with the damage that was met in it.
func (x *structure) add(at, size int64, what, detail string, entries int) {
	p := file.Piece{Offset: at, Size: size, What: what, Detail: detail, Entries: int64(entries)}
	if len(x.damage) > 0 {
		for offset, d := range x.damage {
			if offset >= at && offset < at+size && (p.Damage == nil || offset < p.Damage.Offset) {
				p.Damage = d
			}
		}
	}
	x.pieces = append(x.pieces, p)
}

// Pieces returns the pages.
func (x *structure) Pieces() []file.Piece { return x.pieces }

// Close closes the file.
func (x *structure) Close() error { return x.s.Close() }

// Explain makes the tree of a page or a run of pages.
func (x *structure) Explain(p *file.Piece, t *span.Tree, note file.Note) error {
	if p.Size > int64(x.s.opt.BlockMax) {
		return errors.New("a piece of " + strconv.FormatInt(p.Size, 10) + " bytes is larger than the limit for one block, " + strconv.Itoa(x.s.opt.BlockMax))
	}
	b, err := file.ReadAll(x.s.file, nil, p.Offset, int(p.Size))
	if err != nil {
		return err
	}
	if x.src == nil || p.What == whatGap || p.What == whatPart || p.What == whatUnused {
		t.Part(partStored, b)
		r := wire.NewReader(b, t)
		r.Begin(&fPage)
		r.Rest(&fRest)
		r.End()
		return r.Finish()
	}
	number := uint64(p.Offset) / uint64(x.src.size)
	if number < 2 {
		return x.src.explainMeta(b, t)
	}
	return x.src.explainPage(b, number, t, x.noter(number, note))
}

// noter puts the key on each node of a page, and on each row what note says of it.
func (x *structure) noter(number uint64, note file.Note) func(n *node, m wire.Mark) {
	owner := x.pages.ownerOf(number)
	var e file.Entry
	return func(n *node, m wire.Mark) {
		if len(n.key) == 0 {
			return // the first node of a branch page has none
		}
		e.Reset()
		e.Add(store.Key, n.key)
		words := e.Words()
		m.Note(words.String())
		if note == nil || owner == ownerFree || n.flags != 0 || n.data == nil {
			return
		}
		e.Add(store.Value, n.data)
		e.Block, e.At, e.Table = x.src.offset(number), n.at, max(0, int(owner)-1)
		e.Source.File = x.s.name
		if e.Table > 0 {
			e.Source.Table = x.s.Tables()[e.Table].Name
		}
		words.As = note(&e, m.Index())
		m.Note(words.String())
	}
}
