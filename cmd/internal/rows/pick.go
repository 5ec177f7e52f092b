package rows

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"hash/fnv"
	"io"
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// Pick says which of the records are written.
type Pick struct {
	Limit  int64 // only the first records; 0 for all
	Sample int   // this many records, chosen by the hash of their keys; 0 for all
	Count  bool  // none: Stream.Written counts them instead
}

func (p *Pick) any() bool { return p.Limit > 0 || p.Sample > 0 || p.Count }

// mark is one record of a chunk.
type mark struct {
	end              int // end of the record in what the chunk has written
	hash             hash
	failed, doubtful bool
}

// hash is what a sample is chosen by: that of the row's key, and among the cells of one row that of all that tells them
// apart, so that their order does not matter.
type hash struct{ row, cell uint64 }

func (h hash) compare(o hash) int {
	return cmp.Or(cmp.Compare(h.row, o.row), cmp.Compare(h.cell, o.cell))
}

// sampled is a record that is kept until the end. Of two with the same hash, the
// earlier one comes first.
type sampled struct {
	mark
	at    int64
	text  []byte
	table Table // instead of the text
}

// sample is the records with the smallest hashes, the largest on top.
type sample []sampled

func (s sample) Len() int      { return len(s) }
func (s sample) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s sample) Less(i, j int) bool {
	return cmp.Or(s[i].hash.compare(s[j].hash), cmp.Compare(s[i].at, s[j].at)) > 0
}

// Push and Pop implement heap.Interface.
func (s *sample) Push(x any) { *s = append(*s, x.(sampled)) }
func (s *sample) Pop() any {
	last := len(*s) - 1
	x := (*s)[last]
	*s = (*s)[:last]
	return x
}

// keyHash returns a hash of an entry, which is the same in every run. Its first half is the same for all cells of a row.
func keyHash(e *store.Entry) hash {
	h := fnv.New64a()
	for i, name := range [...]string{store.Row, store.Key, ""} {
		if p, ok := e.Part(name); ok {
			_, _ = h.Write(p) // never fails
			break
		}
		if i == 2 && len(e.Parts) > 0 {
			_, _ = h.Write(e.Parts[0].Bytes)
		}
	}
	row := mixed(h.Sum64())
	for _, p := range e.Parts {
		_, _ = h.Write(binary.AppendUvarint(nil, uint64(len(p.Bytes))))
		_, _ = h.Write(p.Bytes)
	}
	for _, text := range [...]string{e.Timestamp, e.Deleted, e.Source.Table, e.Source.CF} {
		_, _ = io.WriteString(h, text+"\x00")
	}
	return hash{row, mixed(h.Sum64())}
}

// mixed mixes the bits of a hash, for FNV leaves neighbours close together.
func mixed(n uint64) uint64 {
	n = (n ^ n>>33) * 0xff51afd7ed558ccd
	n = (n ^ n>>33) * 0xc4ceb9fe1a85ec53
	return n ^ n>>33
}

// picker writes the records selected by Pick.
type picker struct {
	stream *Stream
	out    io.Writer
	kept   sample
	seen   int64
}

// take processes the records of a chunk. done reports that no more are wanted.
func (p *picker) take(c *chunk) (done bool, err error) {
	from, end := 0, 0
	for _, m := range c.marks {
		before := from
		from = m.end
		p.seen++
		switch {
		case p.stream.Pick.Sample > 0:
			p.keep(m, c, before)
			continue
		case p.stream.Pick.Limit > 0 && p.stream.Written.Load() >= p.stream.Pick.Limit:
			done = true
			continue
		}
		end = m.end
		p.counts(m)
	}
	if !p.stream.Pick.Count && end > 0 {
		err = p.stream.put(p.out, c, end)
	}
	return done || p.stream.Pick.Limit > 0 && p.stream.Pick.Sample == 0 && p.stream.Written.Load() >= p.stream.Pick.Limit, err
}

func (p *picker) counts(m mark) {
	p.stream.Written.Add(1)
	if m.failed {
		p.stream.Failed.Add(1)
	}
	if m.doubtful {
		p.stream.Doubtful.Add(1)
	}
}

// keep keeps a record, which begins at from in what the chunk has written, if it belongs to the sample so far.
func (p *picker) keep(m mark, c *chunk, from int) {
	if len(p.kept) == p.stream.Pick.Sample {
		if m.hash.compare(p.kept[0].hash) >= 0 {
			return
		}
		heap.Pop(&p.kept)
	}
	one := sampled{mark: m, at: p.seen}
	if c.table != nil {
		one.table = c.table.Copy(from)
	} else {
		one.text = slices.Clone(c.out[from:m.end])
	}
	heap.Push(&p.kept, one)
}

// end writes the sample, in input order.
func (p *picker) end() error {
	slices.SortFunc(p.kept, func(a, b sampled) int { return int(a.at - b.at) })
	for i, x := range p.kept {
		if limit := p.stream.Pick.Limit; limit > 0 && int64(i) >= limit {
			break
		}
		p.counts(x.mark)
		if p.stream.Pick.Count {
			continue
		}
		c := chunk{out: x.text, table: x.table}
		if err := p.stream.put(p.out, &c, c.written()); err != nil {
			return err
		}
	}
	return nil
}

// writePicked is write for a selection of records.
func (s *Stream) writePicked(ctx context.Context, out io.Writer) error {
	p := picker{stream: s, out: out}
	for {
		c, err := s.ready(ctx)
		if err != nil {
			return err
		}
		if c == nil {
			return p.end()
		}
		s.Rows.Add(int64(len(c.rows)))
		done, err := p.take(c)
		if err != nil || done {
			return err
		}
		s.Others.Add(int64(c.others))
		c.reset()
		s.free <- c
	}
}
