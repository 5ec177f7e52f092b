package lmdb

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
)

// cursor visits one table, or the main database with each named database at the place of its name.
type cursor struct {
	s    *Store
	q    file.Query
	only int // a table, or file.All
	src  *source

	main, named, active *rows
	namedSeen           *visited
	table               int
	name                string // of the table, for Source
	tableName           []string
	compared            bool  // rows are compared with Start and Stop
	missing             *rows // the main database, if it is damaged where the table should be

	done     *walked  // what Check needs, for a scan of everything
	piece    *piece   // piece of the database, if it is cut
	salvage  *salvage // set after everything else was returned
	err      error
	finished bool
}

// Scan shows the state that was current when the store was opened or, if q.At is its transaction,
// the previous one. A range seeks in each tree, in the tree's own order.
func (s *Store) Scan(t int, q file.Query) (file.Cursor, error) {
	c := &cursor{s: s, q: q, only: t, compared: q.Start != nil || q.Stop != nil}
	if s.cur == nil {
		c.finished = true
		return c, nil
	}
	m, err := s.at(q)
	if err != nil {
		return nil, err
	}
	if t != file.All && (t < 0 || t >= len(s.Tables())) {
		return nil, errors.New("the store has no table " + strconv.Itoa(t))
	}
	c.src = s.source(m)
	if !c.src.prove() {
		return nil, c.src.err
	}
	if t == file.All {
		c.all()
	} else {
		c.one(t)
	}
	return c, nil
}

// at returns the state that a query asks for.
func (s *Store) at(q file.Query) (*meta, error) {
	switch {
	case !q.HasAt || q.At == s.cur.txn:
		return s.cur, nil
	case s.prev != nil && q.At == s.prev.txn:
		return s.prev, nil
	case s.prev != nil:
		return nil, errors.New("the file has the states of the transactions " + dec(s.prev.txn) + " and " + dec(s.cur.txn) + ", and not of " + dec(q.At))
	}
	return nil, errors.New("the file has the state of transaction " + dec(s.cur.txn) + " alone, and not of " + dec(q.At))
}

// all begins a scan of everything. If there are named databases, the pages of the main one are
// marked first: a page claimed by both belongs to the main one.
func (c *cursor) all() {
	seen := c.src.newSeen()
	c.namedSeen = seen
	c.main = c.s.mainRows(c.src, seen)
	from := c.q.Start
	if len(c.s.Tables()) > 1 {
		c.namedSeen = c.src.newSeen()
		c.s.mainRows(c.src, c.namedSeen).run(nil)
		from = nil // names before the range are needed, too
	}
	if !c.compared && c.src.state == c.s.cur {
		c.done = &walked{seen: c.namedSeen}
	}
	c.show(c.main)
	c.main.from(from)
}

// one begins a scan of a table. It looks up the record of a named database in the main one.
func (c *cursor) one(t int) {
	seen := c.src.newSeen()
	if t == 0 {
		c.main = c.s.mainRows(c.src, seen)
		c.start(c.main, 0)
		return
	}
	key := c.s.keyOf(t)
	for _, from := range [...][]byte{key, nil} { // by its place and, if the order is not sound, anywhere
		look := c.s.mainRows(c.src, seen)
		look.silent = true
		if look.find(key, from) {
			c.database(look.node.data, c.src.newSeen(), t)
			return
		}
		if seen = c.src.newSeen(); look.damaged {
			c.table, c.missing = t, look
		}
	}
}

// database begins a named database.
func (c *cursor) database(data []byte, seen *visited, t int) {
	d := c.src.recordOf(data)
	if c.named == nil {
		c.named = openRows(c.src, seen, &d)
		c.named.most = c.s.opt.BlockMax
	} else {
		c.named.reset(c.src, seen, &d)
	}
	c.start(c.named, t)
}

// start begins to return the rows of a database.
func (c *cursor) start(r *rows, t int) {
	r.table = t
	c.show(r)
	r.from(c.q.Start)
}

// show makes a database the current one.
func (c *cursor) show(r *rows) {
	c.active, c.table, c.name = r, r.table, ""
	if r.table > 0 {
		c.name = c.nameOf(r.table)
	}
}

func (c *cursor) nameOf(t int) string {
	for len(c.tableName) <= t {
		c.tableName = append(c.tableName, "")
	}
	if c.tableName[t] == "" {
		c.tableName[t] = c.s.Tables()[t].Name
	}
	return c.tableName[t]
}

// Err returns why the scan ended early.
func (c *cursor) Err() error { return c.err }

// Close ends the scan.
func (c *cursor) Close() error {
	c.finished = true
	return nil
}

// Next fills e with the next row or damage.
func (c *cursor) Next(e *file.Entry) bool {
	for !c.finished {
		if c.active == nil {
			return c.rest(e)
		}
		switch r := c.active; r.next() {
		case stepNode:
			if c.piece != nil {
				c.piece.note(r)
			}
			if c.compared && !c.inRange(r) {
				continue
			}
			c.fill(e, r)
			return true
		case stepDatabase:
			c.enter(r)
		case stepBad:
			if !c.src.prove() {
				c.fail()
				return false
			}
			c.damaged(e, r)
			return true
		case stepEnd:
			if c.leave(e, r) {
				return true
			}
		case stepFailed:
			c.fail()
		}
	}
	return false
}

// rest returns what is left after all databases.
func (c *cursor) rest(e *file.Entry) bool {
	switch {
	case c.missing != nil:
		c.damaged(e, c.missing)
		c.missing = nil
		return true
	case c.q.Salvage && c.salvaged(e):
		return true
	}
	c.end()
	return false
}

// fail ends the scan with the source's error.
func (c *cursor) fail() { c.err, c.finished = c.src.err, true }

// end ends a scan that reached its end. The scan was of one state if that state still exists.
func (c *cursor) end() {
	c.finished = true
	if !c.src.prove() {
		c.fail()
		return
	}
	if c.piece != nil && (c.piece.passed || c.piece.beyond()) {
		c.err = errPiece
	}
	if c.done != nil {
		c.s.mu.Lock()
		c.s.whole = c.done
		c.s.mu.Unlock()
	}
}

// inRange reports whether a row is in the range of the query. A row past the range ends its
// database, unless that is the main one among others.
func (c *cursor) inRange(r *rows) bool {
	if c.q.Stop != nil && r.order(r.key, c.q.Stop) >= 0 {
		if r != c.main || c.only != file.All {
			r.stop()
			if c.piece != nil {
				c.piece.passed = !c.piece.last
			}
		}
		return false
	}
	return c.q.Start == nil || r.order(r.key, c.q.Start) >= 0
}

// enter goes into a named database at the place of its name.
func (c *cursor) enter(main *rows) {
	if c.only != file.All {
		return
	}
	if c.piece != nil {
		c.err, c.finished = errPiece, true // a name that no piece had met
		return
	}
	d := c.src.recordOf(main.node.data)
	t := c.s.add(c.src.copy(), main.key, &d)
	c.database(main.node.data, c.namedSeen, t)
}

// leave ends a database, and reports whether e represents one without rows.
func (c *cursor) leave(e *file.Entry, r *rows) bool {
	empty := r.record.root == none
	if c.done != nil {
		c.done.add(r)
	}
	if c.piece != nil {
		c.piece.count, c.piece.disorder = r.count, r.disorder
		c.piece.to = append([]byte(nil), r.prev...)
	}
	t := c.table
	if r == c.named && c.main != nil {
		c.show(c.main)
	} else {
		c.active = nil
	}
	if empty {
		e.Reset()
		c.place(e, t)
		e.Empty = true
	}
	return empty
}

func (c *cursor) place(e *file.Entry, t int) {
	e.Table, e.Source.File = t, c.s.name
	if t > 0 {
		e.Source.Table = c.nameOf(t)
	}
}

// fill sets e to a row.
func (c *cursor) fill(e *file.Entry, r *rows) {
	e.Reset()
	if r.has != valueAlone {
		e.Add(store.Key, r.key)
	}
	if r.has != keyAlone {
		e.Add(store.Value, r.value)
	}
	e.Table, e.Block, e.At = c.table, r.at, r.in
	e.Source.File, e.Source.Table, e.Source.Lineless, e.Source.Offset = c.s.name, c.name, true, r.at+int64(r.in)
	if c.q.Salvage {
		e.Mark = markReached
	}
}

// damaged sets e to damage, with the keys between which rows are missing.
func (c *cursor) damaged(e *file.Entry, r *rows) {
	e.Reset()
	c.place(e, c.table)
	d := report(c.s.name, &r.bad)
	d.After, d.Before = bytes.Clone(r.prev), bytes.Clone(r.tree.after())
	if r.inner.page != nil || r.inTree {
		d.After = bytes.Clone(r.key) // some of that key's values are missing
	}
	e.Damage, e.Block = d, d.Offset
}
