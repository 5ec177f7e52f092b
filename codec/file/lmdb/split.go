package lmdb

import (
	"bytes"
	"errors"
	"math"

	"github.com/rowlens/rowlens/codec/file"
)

// errPiece ends a piece when it turns out that the databases should not have been cut here.
var errPiece = errors.New("the rows of a database are not as its branch pages say")

// Split cuts databases at nodes of their branch pages. Pieces share no page: the piece that meets a page already met
// by another one reports damage, as the scan would.
func (s *Store) Split(t int, q file.Query, size int64) *file.Parts {
	if s.cur == nil || q.Salvage || t != file.All && (t < 0 || t >= len(s.Tables())) {
		return nil
	}
	m, err := s.at(q)
	if err != nil {
		return nil
	}
	x := &splitter{s: s, q: q, only: t, src: s.source(m), pages: max(uint64(size)/uint64(m.size), 1)}
	if x.src.last < 2*x.pages {
		return nil
	}
	var begun bool
	switch {
	case t > 0:
		begun = x.one()
	case t == file.All && len(s.Tables()) > 1:
		begun = x.all()
	default:
		x.seen = x.src.newSeen().shared()
		begun = x.begin(&m.main, 0)
	}
	if !begun || !x.src.prove() {
		return nil
	}
	return &file.Parts{Next: x.next, Ended: x.ended}
}

// splitter cuts databases into pieces.
type splitter struct {
	s     *Store
	q     file.Query
	only  int
	src   *source
	seen  *visited // by all pieces
	pages uint64   // approximate number in a piece

	names *rows // the main database, if it has only names and everything is wanted
	rows  *rows // the database being cut; may be nil
	empty bool  // it has no pages
	depth int   // of its tree
	each  uint64
	fault bool // in a page that the splitter reads
	over  bool

	databases []*database
}

// database is a database that was cut.
type database struct {
	table  int
	record record
	order  order
	pieces []*piece
}

// piece is a part of a database: nodes of one page and everything below them.
type piece struct {
	d     *database
	rows  *rows
	depth int   // of the page
	page  level // with only those nodes
	last  bool  // the last piece with rows of the query

	start, stop []byte // its keys, excluding stop; nil is unbounded

	passed   bool   // rows past the query came, and more pieces follow
	any      bool   // there was at least one row
	from, to []byte // its first and last key
	count    uint64
	disorder bool
}

// one begins a named database.
func (x *splitter) one() bool {
	key := x.s.keyOf(x.only)
	look := x.s.mainRows(x.src, x.src.newSeen())
	look.silent = true
	if !look.find(key, key) {
		return false
	}
	d := x.src.recordOf(look.node.data)
	x.seen = x.src.newSeen().shared()
	return x.begin(&d, x.only)
}

// all begins a scan of everything. If rows of the main database would come between named ones, it cuts nothing.
func (x *splitter) all() bool {
	x.seen = x.src.newSeen().shared()
	look, named := x.s.mainRows(x.src, x.seen), uint64(0)
	look.run(func(_, _ []byte) { named++ })
	if look.damaged || x.src.err != nil || look.count != named {
		return false
	}
	x.names = x.s.mainRows(x.src, x.src.newSeen())
	x.names.from(nil)
	return true
}

// begin begins to cut a database; false if it cannot be cut.
func (x *splitter) begin(d *record, t int) bool {
	if t == 0 {
		x.rows = x.s.mainRows(x.src, x.seen)
	} else {
		x.rows = openRows(x.src, x.seen, d)
		x.rows.most = x.s.opt.BlockMax
	}
	x.rows.table = t
	x.databases = append(x.databases, &database{table: t, record: *d, order: x.rows.order})
	x.empty = d.root == none
	x.depth = int(d.depth)
	leaves := max(d.leaf, 1)
	x.each = max((leaves+min(d.overflow, x.src.last))/leaves, 1)
	x.rows.from(x.q.Start)
	return x.rows.pending == stepEnd
}

// stop returns where pieces end. In the main database, when everything is scanned, rows after it
// are examined, too.
func (x *splitter) stop() []byte {
	if x.only == file.All && x.rows.table == 0 {
		return nil
	}
	return x.q.Stop
}

// next returns the next part. If databases cannot be cut to their end, the last part cannot be opened.
func (x *splitter) next() *file.Part {
	for !x.over {
		if x.rows != nil {
			if p := x.cut(); p != nil {
				return x.part(p)
			}
			x.rows = nil
		}
		if x.over = x.fault || x.names == nil || !x.name(); !x.over {
			continue
		}
		if x.fault || !x.src.prove() {
			return &file.Part{Open: func() (file.Cursor, error) { return nil, errPiece }}
		}
	}
	return nil
}

// name begins the database of the next name, and reports whether there was one.
func (x *splitter) name() bool {
	switch x.names.next() {
	case stepDatabase:
		d := x.src.recordOf(x.names.node.data)
		t := x.s.add(x.src.copy(), x.names.key, &d)
		x.fault = !x.begin(&d, t)
	case stepEnd:
		return false
	default:
		x.fault = true
	}
	return !x.fault
}

// cut returns the next piece of the database; nil after the last one.
func (x *splitter) cut() *piece {
	w := &x.rows.tree
	if x.empty {
		x.empty = false
		return x.piece(0, nil, 0)
	}
	for w.n > 0 {
		v := w.top()
		if v.odd {
			x.fault = true
			return nil
		}
		switch height := x.depth - w.n + 1; {
		case v.i >= v.h.count:
			w.n--
		case v.h.flags&pageLeaf != 0:
			return x.piece(w.n, v, v.h.count)
		case x.beyond(v):
			w.n = 0
		case height > 3:
			if !x.down(v) {
				return nil
			}
		default:
			return x.piece(w.n, v, min(v.i+x.run(height), v.h.count))
		}
	}
	return nil
}

// run returns how many nodes of a branch page make a piece, assuming that the pages below have all levels.
func (x *splitter) run(height int) int {
	each := x.each
	if height > 2 {
		each *= max(x.rows.record.leaf/max(x.rows.record.branch, 1), 1)
	}
	return int(min(max(x.pages/max(each, 1), 1), math.MaxUint16)) // no page has more nodes
}

// down goes to the next page below v.
func (x *splitter) down(v *level) bool {
	var n node
	w := &x.rows.tree
	v.i++
	if w.at(v, v.i-1, &n) != nil || !w.enter(n.child) {
		x.fault = true
		return false
	}
	return true
}

// beyond reports whether the remaining nodes of a branch page are past the query. The first node's key has no
// meaning.
func (x *splitter) beyond(v *level) bool {
	stop := x.stop()
	if stop == nil || v.i == 0 {
		return false
	}
	var n node
	return x.rows.tree.at(v, v.i, &n) == nil && x.rows.order(n.key, stop) >= 0
}

// piece makes a piece of the nodes of a page, up to node to.
func (x *splitter) piece(depth int, v *level, to int) *piece {
	d := x.databases[len(x.databases)-1]
	p := &piece{d: d, rows: x.rows, depth: depth}
	if v != nil {
		p.page = level{page: bytes.Clone(v.page), at: v.at, h: v.h, i: v.i}
		p.page.h.count = to
		v.i = to
	}
	after := x.rows.tree.after()
	p.last = after == nil || x.stop() != nil && x.rows.order(after, x.stop()) >= 0
	if n := len(d.pieces); n > 0 {
		p.start = d.pieces[n-1].stop
	}
	p.stop = bytes.Clone(after)
	d.pieces = append(d.pieces, p)
	return p
}

// part returns a piece as a Part.
func (x *splitter) part(p *piece) *file.Part {
	t, src := p.d.table, x.src.copy()
	return &file.Part{Table: t, Open: func() (file.Cursor, error) {
		c := &cursor{s: x.s, q: x.q, only: x.only, compared: x.q.Start != nil || x.q.Stop != nil, piece: p}
		c.src = src
		r := openRows(c.src, x.seen, &p.rows.record)
		r.isMain, r.most, r.table = p.rows.isMain, p.rows.most, t
		r.tree.levels = make([]level, p.depth, p.depth+1)
		if r.tree.n = p.depth; p.depth > 0 {
			r.tree.levels[p.depth-1] = p.page
		}
		if t == 0 {
			c.main = r
		}
		c.show(r)
		return c, nil
	}, Plain: func() (file.Cursor, error) { return x.s.Scan(t, p.within(x.q)) }}
}

// within narrows a query to the piece.
func (p *piece) within(q file.Query) file.Query {
	if p.start != nil && (q.Start == nil || p.d.order(p.start, q.Start) > 0) {
		q.Start = p.start
	}
	if p.stop != nil && (q.Stop == nil || p.d.order(p.stop, q.Stop) < 0) {
		q.Stop = p.stop
	}
	return q
}

// beyond reports whether rows are outside the keys that branch pages assign to the piece. Such rows are in other
// pieces.
func (p *piece) beyond() bool {
	return p.any && (p.start != nil && p.d.order(p.from, p.start) < 0 || p.stop != nil && p.d.order(p.to, p.stop) >= 0)
}

// note takes note of a row's key.
func (p *piece) note(r *rows) {
	if !p.any {
		p.any, p.from = true, bytes.Clone(r.key)
	}
}

// ended leaves for Check what a scan of everything leaves.
func (x *splitter) ended() {
	if x.only != file.All || x.q.Start != nil || x.q.Stop != nil || x.src.state != x.s.cur {
		return
	}
	w := &walked{seen: x.seen}
	for _, d := range x.databases {
		w.databases = append(w.databases, d.counted())
	}
	if x.names != nil {
		w.add(x.names)
	}
	x.s.mu.Lock()
	x.s.whole = w
	x.s.mu.Unlock()
}

// counted combines what was found in the pieces.
func (d *database) counted() counted {
	all := counted{table: d.table, flags: d.record.flags, entries: d.record.entries}
	var before *piece
	for _, p := range d.pieces {
		all.count += p.count
		all.disorder = all.disorder || p.disorder
		if !p.any {
			continue
		}
		all.disorder = all.disorder || before != nil && d.order(before.to, p.from) >= 0
		before = p
	}
	return all
}
