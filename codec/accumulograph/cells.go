package accumulograph

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// cells groups entries by key; a scan of the tables shows one of each group.
type cells struct {
	count uint64 // number of entries
	file  string // file of the last entry
	files uint64 // number of files that entries came from, one after the other
}

// How entries with the same key are ordered: removals first. The numbers of the entry and of its file follow.
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

// shownOf returns what a scan of the tables shows of the entries with one key. Of those that are not removed it is the
// newest; among equally new ones that of the last file; among those the first. number is the number of the first entry
// that is not removed, or 0 if all are removed.
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

// removals are the removals of one key.
type removals struct {
	timed, untimed bool
	latest         int64  // of those with a timestamp
	untimedIn, in  uint64 // the last file: of those without a timestamp, and of all
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

// hide reports whether a removal hides an entry: by timestamp if both have one, otherwise by file.
func (x *removals) hide(e *store.Entry, file uint64) bool {
	if e.Timestamp == "" {
		return x.in >= file
	}
	return x.timed && x.latest >= timeOf(e) || x.untimed && x.untimedIn >= file
}

// timeOf returns the timestamp of an entry, or 0 if it has none.
func timeOf(e *store.Entry) int64 {
	at, _ := strconv.ParseInt(e.Timestamp, 10, 64)
	return at
}
