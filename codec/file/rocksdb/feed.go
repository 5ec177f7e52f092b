package rocksdb

import "sort"

import "github.com/rowlens/rowlens/codec/file"

// feed yields the entries of one source in the order of internal keys.
type feed interface {
	next(it *item) bool
	place() (name string, level int)
	failed() error
}

// tableFeed reads tables that do not overlap, one after another: only one is open at a time.
type tableFeed struct {
	files []*tableFile
	from  []byte
	cmp   func(a, b []byte) int
	all   bool // includes entries found without a footer
	part  bool // the scan is part of another one
	c     *tableCursor
	err   error
}

func (f *tableFeed) next(it *item) bool {
	for f.err == nil {
		if f.c != nil {
			if f.c.next(it) {
				return true
			}
			if f.err = f.c.err; f.err != nil {
				return false
			}
			f.files, f.c = f.files[1:], nil
		}
		if len(f.files) == 0 {
			return false
		}
		t := f.files[0].table
		if f.all {
			t = t.salvaged()
		}
		if f.err = t.err; f.err != nil {
			return false
		}
		f.c = t.cursor(f.from, f.cmp)
		if f.part {
			f.c.strict = &strict{clip: f.files[0].clip}
		}
	}
	return false
}

func (f *tableFeed) place() (string, int) {
	if len(f.files) == 0 {
		return "", -1
	}
	return f.files[0].name, f.files[0].level
}

func (f *tableFeed) failed() error { return f.err }

// memFeed reads what the logs hold for a family.
type memFeed struct {
	p    *replay
	list []memEntry
	name string
}

func (f *memFeed) next(it *item) bool {
	if len(f.list) == 0 {
		return false
	}
	e := &f.list[0]
	f.list = f.list[1:]
	held := &f.p.records[e.record]
	f.name = f.p.logs[held.log].name
	*it = item{key: f.p.key(e), seq: e.sequence, kind: e.kind, value: f.p.value(e), block: int64(held.at), at: int(e.at)}
	return true
}

func (f *memFeed) place() (string, int) { return f.name, -1 }
func (f *memFeed) failed() error        { return nil }

// tombFeed returns the range deletes of a family as entries, for stored mode only: they are not visible.
type tombFeed struct {
	order *order
	list  []tombstone
	key   []byte
	of    *tombstone
}

func (f *tombFeed) next(it *item) bool {
	if len(f.list) == 0 {
		return false
	}
	f.of = &f.list[0]
	f.list = f.list[1:]
	f.key = f.order.join(f.key[:0], f.of.start, f.of.timestamp)
	*it = item{key: f.key, seq: f.of.sequence, kind: typeRangeDelete, value: f.of.end, block: f.of.block, at: f.of.at}
	return true
}

func (f *tombFeed) place() (string, int) { return f.of.file, f.of.level }
func (f *tombFeed) failed() error        { return nil }

// feedsOf returns the sources of a family from the start of a query on. Tables of one level that do
// not overlap form one source.
func (s *database) feedsOf(c *column, q *file.Query, part bool) []feed {
	if c.blob != nil {
		return []feed{&blobFeed{b: c.blob, at: blobHeader, limit: s.opt}}
	}
	var all []feed
	from, cmp := q.Start, c.order.compare
	if !c.order.known {
		from = nil // the index cannot be searched
	}
	if c.order.timed && from != nil {
		from = c.order.join(nil, from, ^uint64(0)) // the newest timestamp comes first
	}
	for i := 0; i < len(c.files); {
		n := 1
		if c.files[i].level > 0 && c.order.known {
			n = c.chain(c.files[i:])
		}
		all = append(all, &tableFeed{files: c.files[i : i+n], from: from, cmp: cmp, all: q.Salvage, part: part})
		i += n
	}
	if c.mem != nil {
		list := c.mem.entries
		if from != nil && !s.lone {
			list = list[sort.Search(len(list), func(i int) bool { return cmp(s.replay.key(&list[i]), from) >= 0 }):]
		}
		all = append(all, &memFeed{p: s.replay, list: list})
	}
	if q.Stored && len(c.tombs) > 0 {
		all = append(all, &tombFeed{order: &c.order, list: c.tombs})
	}
	return all
}

// chain returns how many of a level's first tables are in order and do not overlap.
func (c *column) chain(files []*tableFile) int {
	n := 1
	for n < len(files) && files[n].level == files[0].level && files[n-1].clip != nil && files[n].clip != nil &&
		c.order.plain(files[n-1].clip.largest, files[n].clip.smallest) < 0 {
		n++
	}
	return n
}
