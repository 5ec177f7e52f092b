package accumulograph

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// cells places entries with those of the same key, of which a scan of the tables shows one.
type cells struct {
	count uint64 // of entries
	file  string // of the last entry
	files uint64 // of which entries came, one after the other
}

// The orders of entries with one key: removals first. After it come the numbers of the entry and of its file.
const (
	orderRemoval = iota
	orderStored
)

func (c *cells) place(e *store.Entry, p *shuffle.Place) {
	if c.files == 0 || c.file != e.Source.File {
		c.file = e.Source.File
		c.files++
	}
	c.count++
	p.Group = shuffle.AppendField(p.Group, []byte(e.Source.Table))
	for i := range e.Parts {
		if e.Parts[i].Name != store.Value {
			p.Group = shuffle.AppendField(p.Group, e.Parts[i].Bytes)
		}
	}
	kind := byte(orderRemoval)
	if e.Deleted == "" {
		kind = orderStored
	}
	p.Order = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(append(p.Order, kind), c.count), c.files)
}

// shownOf is what a scan of the tables shows of the entries of one key: of those that are not removed the newest, then
// that of the last file, then the first. Its number is that of the first one; 0 if all are removed.
func shownOf(g *shuffle.Group) (own store.Entry, number uint64) {
	var gone removals
	file := uint64(0)
	for r := g.Next(); r != nil; r = g.Next() {
		n, of := binary.BigEndian.Uint64(r.Order[1:]), binary.BigEndian.Uint64(r.Order[9:])
		switch e := r.Entry; {
		case r.Order[0] == orderRemoval:
			gone.add(e, of)
		case gone.hide(e, of):
		case number == 0:
			number, file, own = n, of, e.Clone()
		case timeOf(e) > timeOf(&own) || timeOf(e) == timeOf(&own) && of > file:
			file, own = of, e.Clone()
		}
	}
	return own, number
}

// removals are those of one key.
type removals struct {
	timed, untimed bool
	latest         int64  // of those with a time
	untimedIn, in  uint64 // the last file of those without one, and of all
}

func (x *removals) add(e *store.Entry, file uint64) {
	if x.in = max(x.in, file); e.Timestamp == "" {
		x.untimed, x.untimedIn = true, max(x.untimedIn, file)
		return
	}
	if at := timeOf(e); !x.timed || at > x.latest {
		x.timed, x.latest = true, at
	}
}

// hide reports whether one of them hides an entry: by time where both have one, else by their files.
func (x *removals) hide(e *store.Entry, file uint64) bool {
	if e.Timestamp == "" {
		return x.in >= file
	}
	return x.timed && x.latest >= timeOf(e) || x.untimed && x.untimedIn >= file
}

// timeOf is the timestamp of an entry, 0 where it has none.
func timeOf(e *store.Entry) int64 {
	at, _ := strconv.ParseInt(e.Timestamp, 10, 64)
	return at
}
