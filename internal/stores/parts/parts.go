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

// Stores are open stores of which parts are read.
type Stores struct {
	Set  *file.Set
	List []file.Store

	printed sync.Once
	sum     uint64 // see print
}

// Part is a part of what Rows of some tables give. It means the same wherever the same files are opened, as long as they do not
// change: parts are planned in one process and read in others.
type Part struct {
	Store, Table int    // file.All for all tables of the store
	Start, Stop  []byte // as in file.Query
	Number, Of   int    // of the parts of that range, from 0 on; of none only the damage of the store is shown
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
// index to be cut by, or is small, is one part. Only of a store that is one part Check is known. The order is that of a scan.
func (g *Stores) Parts(picks []storage.Pick, q file.Query, keys Keys, size int64) (list []Part) {
	for i, s := range g.List {
		own := picksOf(picks, i)
		if len(picks) == 0 {
			own = []storage.Pick{{Store: i, Table: file.All}}
		} else if len(own) == 0 && len(s.Tables()) == 0 {
			list = append(list, Part{Store: i, Table: file.All, Size: size, Print: g.print()}) // as a scan of the picks shows it
		}
		for at, pick := range own {
			within := keys.within(s, pick.Table, q)
			n := max(len(cut(s, pick.Table, within, size)), 1)
			for number := range n {
				list = append(list, Part{Store: i, Table: pick.Table, Start: within.Start, Stop: within.Stop, Number: number, Of: n,
					Later: at+number > 0, Size: size, Print: g.print()})
			}
		}
	}
	return list
}

// picksOf are the picks of a store.
func picksOf(picks []storage.Pick, s int) (own []storage.Pick) {
	for _, pick := range picks {
		if pick.Store == s {
			own = append(own, pick)
		}
	}
	return own
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

// Scan is the scan of a part, with the query that it was planned with. Its range is the part's.
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
