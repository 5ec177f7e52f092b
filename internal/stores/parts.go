package stores

import (
	"bytes"
	"errors"
	"hash/fnv"
	"io"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Part is a part of what Rows of some tables give. It means the same wherever the same files are opened, as long as they do not
// change: parts are planned in one process and read in others.
type Part struct {
	Store, Table int    // file.All for all tables of the store
	Start, Stop  []byte // as in file.Query
	Number, Of   int    // of the parts of that range, from 0 on
	Later        bool   // the damage that was met on opening the store is another part's
	Size         int64  // stored bytes, about: what the range was cut by
	Print        uint64 // of the files
	Learnt       string // id of the format that the first rows have; empty for none
}

// Keys are those that are wanted: From, included, to Before, excluded; nil is open. Others may be left out.
type Keys struct {
	Part         string // that is compared: store.Key or store.Row
	From, Before []byte
}

// Parts cuts what a query shows of tables into parts of about size stored bytes. No picks stand for all tables. What has no
// index to be cut by, or is small, is one part. Only of a store that is one part Check is known.
func (g *Given) Parts(picks []storage.Pick, q file.Query, keys Keys, size int64) (list []Part) {
	begun := map[int]bool{}
	if len(picks) == 0 {
		for i := range g.Stores {
			picks = append(picks, storage.Pick{Store: i, Table: file.All})
		}
	}
	for _, pick := range picks {
		s := g.Stores[pick.Store]
		within := keys.within(s, pick.Table, q)
		n := max(len(cut(s, pick.Table, within, size)), 1)
		for i := range n {
			list = append(list, Part{Store: pick.Store, Table: pick.Table, Start: within.Start, Stop: within.Stop, Number: i, Of: n,
				Later: begun[pick.Store], Size: size, Print: g.print()})
			begun[pick.Store] = true
		}
	}
	return list
}

// within is a query with the keys alone, if tables are sorted by them.
func (k *Keys) within(s file.Store, t int, q file.Query) file.Query {
	part, tables := store.Row, s.Tables()
	switch s.Kind().ID {
	case "rocksdb":
		part = store.Key
	case "lmdb":
		part = store.Key
		if t == file.All && len(tables) > 1 {
			return q // a scan may come upon more tables, of any order
		}
	}
	if t != file.All {
		tables = tables[t : t+1]
	}
	if part != k.Part || slices.ContainsFunc(tables, func(t file.Table) bool { return !t.Bytewise }) {
		return q
	}
	if k.From != nil && (q.Start == nil || bytes.Compare(k.From, q.Start) > 0) {
		q.Start = k.From
	}
	if k.Before != nil && (q.Stop == nil || bytes.Compare(k.Before, q.Stop) < 0) {
		q.Stop = k.Before
	}
	return q
}

// cut are the parts of a scan of a table; none if it is not cut.
func cut(s file.Store, t int, q file.Query, size int64) (list []*file.Part) {
	sp, ok := s.(file.Splitter)
	if !ok || size <= 0 {
		return nil
	}
	parts := sp.Split(t, q, size)
	if parts == nil {
		return nil
	}
	for p := parts.Next(); p != nil; p = parts.Next() {
		if p.Plain == nil {
			return nil // the index says one thing here and another there
		}
		list = append(list, p)
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// print tells other files, and other contents of them, from these.
func (g *Given) print() uint64 {
	g.printed.Do(func() { g.sum = g.sumOf() })
	return g.sum
}

func (g *Given) sumOf() uint64 {
	h := fnv.New64a()
	for _, f := range g.Set.Files {
		io.WriteString(h, f.Name+"\x00"+strconv.FormatInt(f.Size, 10)+"\x00")
	}
	for _, s := range g.Stores {
		for _, t := range s.Tables() {
			w := value.Writer{}
			storage.WriteTable(&w, s, &t, "", Damaged(s))
			h.Write(w.Buf)
		}
	}
	return h.Sum64()
}

// Scan is the scan of a part, with the query that it was planned with. Its range is the part's.
func (g *Given) Scan(p Part, q file.Query) (storage.Scan, error) {
	if p.Store < 0 || p.Store >= len(g.Stores) || p.Table < file.All || p.Table >= len(g.Stores[p.Store].Tables()) {
		return storage.Scan{}, errors.New("there is no such part of these stores")
	}
	if p.Print != g.print() {
		return storage.Scan{}, errors.New("the files are not those of which parts were planned: they have changed since")
	}
	q.Start, q.Stop = p.Start, p.Stop
	s := g.Stores[p.Store]
	scan := storage.Scan{Stores: []file.Store{s}, Query: q, Begun: p.Later, Partial: p.Of > 1}
	if p.Table != file.All {
		scan.Tables = []storage.Pick{{Store: 0, Table: p.Table}}
	}
	if p.Of < 2 {
		return scan, nil
	}
	parts := cut(s, p.Table, q, p.Size)
	if len(parts) != p.Of || p.Number < 0 || p.Number >= p.Of {
		return scan, errors.New("there is no such part of these stores: they are cut otherwise, or with other options")
	}
	scan.Open = func(file.Store, int, file.Query) (file.Cursor, error) {
		return &partCursor{parts: parts, at: p.Number}, nil
	}
	return scan, nil
}

// partCursor reads one of the parts of a scan, and needs none of the others to be read. While it is sound, it is proved to be what the
// scan has there. Where it is damaged, it is read as a scan reads that stretch.
type partCursor struct {
	parts []*file.Part
	at    int
	first bool // the part before is not looked at

	sound  file.Cursor // nil before the first entry, and after damage
	plain  file.Cursor
	given  int            // entries by sound
	before map[place]bool // damage of the part before, which shows it
	met    map[place]bool // damage by plain
	doubt  error          // that has to have damage as its reason
	over   bool
	err    error
}

// place is where damage is.
type place struct {
	file, code string
	offset     int64
}

func placeOf(d *file.Damage) place { return place{d.File, d.Code, d.Offset} }

// Next fills e with the next entry or damage.
func (c *partCursor) Next(e *file.Entry) bool {
	if c.sound == nil && c.plain == nil && !c.over {
		if c.sound, c.err = c.parts[c.at].Open(); c.err != nil {
			c.over = true
		}
	}
	for !c.over {
		switch {
		case c.plain != nil:
			if c.nextPlain(e) {
				return true
			}
		case !c.sound.Next(e):
			c.turn(c.sound.Err())
		case e.Damage != nil:
			c.sound.Close()
			c.again()
		default:
			c.given++
			return true
		}
	}
	return false
}

// turn ends the sound reading after its last entry. What it doubts has a reason that is yet to be seen.
func (c *partCursor) turn(doubt error) {
	if closed := c.sound.Close(); doubt == nil {
		doubt = closed
	}
	if doubt == nil {
		doubt = c.meets()
	}
	if c.doubt = doubt; doubt == nil {
		c.over = true
		return
	}
	c.again()
}

// again begins to read as a scan reads the part.
func (c *partCursor) again() {
	c.met = map[place]bool{}
	if c.at > 0 && !c.first {
		before := &partCursor{parts: c.parts, at: c.at - 1, first: true}
		var e file.Entry
		for before.Next(&e) {
		}
		before.Close()
		c.before = before.met
	}
	c.plain, c.err = c.parts[c.at].Plain()
	c.over = c.err != nil
}

// meets proves that the next part begins where this one ends: which of the two is opened last says it.
func (c *partCursor) meets() error {
	if c.at+1 == len(c.parts) {
		return nil
	}
	next, err := c.parts[c.at+1].Open()
	if err != nil {
		return err
	}
	var e file.Entry
	if !next.Next(&e) {
		err = next.Err()
	}
	if closed := next.Close(); err == nil {
		err = closed
	}
	return err
}

// nextPlain goes on after damage. What the part before meets too is shown there.
func (c *partCursor) nextPlain(e *file.Entry) bool {
	for c.plain.Next(e) {
		switch {
		case e.Damage != nil:
			c.met[placeOf(e.Damage)] = true
			if !c.before[placeOf(e.Damage)] {
				return true
			}
		case c.given > 0:
			c.given--
		default:
			return true
		}
	}
	c.over = true
	c.err = c.plain.Err()
	if err := c.plain.Close(); c.err == nil {
		c.err = err
	}
	if c.err == nil && c.doubt != nil && len(c.met) == 0 {
		c.err = c.explain()
	}
	return false
}

// explain returns the doubt, unless damage of the next part is its reason.
func (c *partCursor) explain() error {
	if c.at+1 < len(c.parts) {
		next := &partCursor{parts: c.parts, at: c.at + 1, first: true}
		var e file.Entry
		for next.Next(&e) {
			if e.Damage != nil {
				next.Close()
				return nil
			}
		}
		if err := next.Err(); err != nil {
			return err
		}
	}
	return errors.New(c.doubt.Error() + ": it cannot be read in parts")
}

// Err is why the part ended early.
func (c *partCursor) Err() error { return c.err }

// Close ends the part before its end.
func (c *partCursor) Close() (err error) {
	if !c.over {
		c.over = true
		open := c.sound
		if c.plain != nil {
			open = c.plain
		}
		if open != nil {
			err = open.Close()
		}
	}
	return err
}
