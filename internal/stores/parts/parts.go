package parts

import (
	"bytes"
	"errors"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"sync"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Stores are open stores of which parts can be read.
type Stores struct {
	Set  *file.Set
	List []file.Store

	printed sync.Once
	sum     uint64 // see print
}

// Part is a part of what Rows of some tables return. It has the same meaning wherever the same files are opened, as long as
// they do not change: parts are planned in one process and read in others.
type Part struct {
	Store, Table int    // file.All for all tables of the store
	Start, Stop  []byte // as in file.Query
	Number, Of   int    // index among the parts of that range, and their number; if that is 0, only the store's damage is shown
	Later        bool   // damage met on opening the store belongs to another part
	Size         int64  // approximate stored bytes by which the range was cut
	Print        uint64 // fingerprint of the files
	Learnt       string // id of the format of the first rows; empty if there is none
}

// Keys are the wanted keys: from From, included, to Before, excluded; nil is unbounded. Others may be left out.
type Keys struct {
	Part         string // the part that is compared: store.Key or store.Row
	From, Before []byte
}

// Parts cuts what a query shows of tables into parts of about size stored bytes. No picks means all tables. A table without
// an index to cut by, or a small one, is one part. Check works only for a store that is a single part. The parts are in the
// order of a scan.
func (g *Stores) Parts(picks []storage.Pick, q file.Query, keys Keys, size int64) (list []Part) {
	for i, s := range g.List {
		own := picksOf(picks, i)
		if len(picks) == 0 {
			own = []storage.Pick{{Store: i, Table: file.All}}
		} else if len(own) == 0 && len(s.Tables()) == 0 {
			list = append(list, Part{Store: i, Table: file.All, Size: size, Print: g.print()}) // shown like a scan of the picks
		}
		for at, pick := range own {
			within := keys.within(s, pick.Table, q)
			n := max(len(cut(s, pick.Table, within, size)), 1)
			if n > 1 && twice(s, pick.Table, within) {
				n = 1
			}
			for number := range n {
				list = append(list, Part{Store: i, Table: pick.Table, Start: within.Start, Stop: within.Stop, Number: number, Of: n,
					Later: at+number > 0, Size: size, Print: g.print()})
			}
		}
	}
	return list
}

// picksOf returns the picks for a store.
func picksOf(picks []storage.Pick, s int) (own []storage.Pick) {
	for _, pick := range picks {
		if pick.Store == s {
			own = append(own, pick)
		}
	}
	return own
}

// within narrows a query to the keys, if the tables are sorted by them.
func (k *Keys) within(s file.Store, t int, q file.Query) file.Query {
	part, tables := store.Row, s.Tables()
	switch s.Kind().ID {
	case "rocksdb":
		part = store.Key
	case "lmdb":
		part = store.Key
		if t == file.All && len(tables) > 1 {
			return q // a scan may find more tables, in any order
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

// twice reports whether a page may be in two parts, which they could not notice.
func twice(s file.Store, t int, q file.Query) bool {
	x, ok := s.(interface{ NamedTwice(int, file.Query) bool })
	return ok && x.NamedTwice(t, q)
}

// cut returns the parts of a scan of a table; none if it is not cut.
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
			return nil // the index contradicts itself
		}
		list = append(list, p)
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// print returns a fingerprint that tells these files from others, and from the same files with other content.
func (g *Stores) print() uint64 {
	g.printed.Do(func() { g.sum = g.sumOf() })
	return g.sum
}

func (g *Stores) sumOf() uint64 {
	h := fnv.New64a()
	for _, f := range g.Set.Files {
		io.WriteString(h, f.Name+"\x00"+strconv.FormatInt(f.Size, 10)+"\x00")
	}
	for _, s := range g.List {
		for _, t := range s.Tables() {
			w := value.Writer{}
			storage.WriteTable(&w, s, &t, "")
			h.Write(w.Buf)
		}
	}
	return h.Sum64()
}

// Scan returns the scan of a part, with the query for which it was planned, limited to the part's range.
func (g *Stores) Scan(p Part, q file.Query) (storage.Scan, error) {
	if p.Store < 0 || p.Store >= len(g.List) || p.Table < file.All || p.Table >= len(g.List[p.Store].Tables()) {
		return storage.Scan{}, errors.New("there is no such part of these stores")
	}
	if p.Print != g.print() {
		return storage.Scan{}, errors.New("the files are not those of which parts were planned: they have changed since")
	}
	q.Start, q.Stop = p.Start, p.Stop
	s := g.List[p.Store]
	scan := storage.Scan{Stores: []file.Store{s}, Query: q, Begun: p.Later, Partial: p.Of > 1}
	if p.Of == 0 {
		scan.Tables = []storage.Pick{storage.NoTable}
	} else if p.Table != file.All {
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
