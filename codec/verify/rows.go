package verify

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// rows are copies of the rows of a dump, packed, with the place where each stands.
type rows struct {
	list   []packed
	chunks [][]byte
	files  []string
	sorted []int32 // rows by what identifies them, then by place
}

// packed is a row: its parts lie in a chunk, each after its length; first those that
// identify it.
type packed struct {
	chunk, at uint32
	id, size  uint32 // bytes that identify the row, and all
	file      uint32
	place     int64 // see store.Source.Place
}

const chunkSize = 1 << 20

// partNames are the parts of rows that a dump can have, in the order in which they are
// packed. The value comes last: it does not identify the row.
var partNames = [...]string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Bytes, store.Value}

// absent is the length that stands for a part that the row does not have.
const absent = 0xffffffff

// add keeps a copy of a row.
func (r *rows) add(e *store.Entry) {
	if n := len(r.files); n == 0 || r.files[n-1] != e.Source.File {
		r.files = append(r.files, e.Source.File)
	}
	p := packed{place: e.Source.Place(), file: uint32(len(r.files) - 1)}
	size := e.Len() + len(e.Timestamp) + len(e.Deleted) + len(e.Source.Table) + len(e.Source.CF) + 4*(len(partNames)+4)
	if n := len(r.chunks); n == 0 || cap(r.chunks[n-1])-len(r.chunks[n-1]) < size {
		r.chunks = append(r.chunks, make([]byte, 0, max(chunkSize, size)))
	}
	last := len(r.chunks) - 1
	b := r.chunks[last]
	p.chunk, p.at = uint32(last), uint32(len(b))
	b = appendID(b, e.Parts)
	p.id = uint32(len(b)) - p.at
	b = appendPart(b, e.Parts, store.Value)
	for _, text := range [...]string{e.Timestamp, e.Deleted, e.Source.Table, e.Source.CF} {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(text))), text...)
	}
	p.size = uint32(len(b)) - p.at
	r.chunks[last] = b
	r.list = append(r.list, p)
	r.sorted = nil
}

// appendID appends the parts that identify a row.
func appendID(b []byte, parts []store.Part) []byte {
	for _, name := range partNames[:len(partNames)-1] {
		b = appendPart(b, parts, name)
	}
	return b
}

// appendPart appends a part after its length.
func appendPart(b []byte, parts []store.Part, name string) []byte {
	for i := range parts {
		if parts[i].Name == name {
			return append(binary.BigEndian.AppendUint32(b, uint32(len(parts[i].Bytes))), parts[i].Bytes...)
		}
	}
	return binary.BigEndian.AppendUint32(b, absent)
}

// id is what identifies a row, as appendID writes it.
func (r *rows) id(i int32) []byte {
	p := &r.list[i]
	return r.chunks[p.chunk][p.at : p.at+p.id]
}

// entry returns a row again; its bytes are those that are kept.
func (r *rows) entry(i int) store.Entry {
	p := r.list[i]
	b := r.chunks[p.chunk][p.at : p.at+p.size]
	next := func() ([]byte, bool) {
		n := binary.BigEndian.Uint32(b)
		if b = b[4:]; n == absent {
			return nil, false
		}
		part := b[:n:n]
		b = b[n:]
		return part, true
	}
	var e store.Entry
	for _, name := range partNames {
		if part, ok := next(); ok {
			e.Add(name, part)
		}
	}
	for _, to := range [...]*string{&e.Timestamp, &e.Deleted, &e.Source.Table, &e.Source.CF} {
		text, _ := next()
		*to = string(text)
	}
	e.Source.File = r.files[p.file]
	e.Source.SetPlace(p.place)
	return e
}

// index readies find.
func (r *rows) index() {
	if r.sorted != nil || len(r.list) == 0 {
		return
	}
	r.sorted = make([]int32, len(r.list))
	for i := range r.sorted {
		r.sorted[i] = int32(i)
	}
	slices.SortFunc(r.sorted, func(a, b int32) int { return cmp.Or(bytes.Compare(r.id(a), r.id(b)), cmp.Compare(a, b)) })
}

// find returns the row with the parts that identify it: of several versions the one
// with the timestamp, or else the newest, and of equal ones the last. It returns -1
// when there is none. A table or column family that is named must be that of the row.
func (r *rows) find(parts []store.Part, timestamp string, where store.Source) int {
	if len(parts) == 0 || len(r.list) == 0 {
		return -1
	}
	id := appendID(nil, parts)
	at, _ := slices.BinarySearchFunc(r.sorted, id, func(i int32, id []byte) int { return bytes.Compare(r.id(i), id) })
	best, newest := -1, uint64(0)
	for ; at < len(r.sorted) && bytes.Equal(r.id(r.sorted[at]), id); at++ {
		i := int(r.sorted[at])
		e := r.entry(i)
		if where.Table != "" && e.Source.Table != where.Table || where.CF != "" && e.Source.CF != where.CF ||
			timestamp != "" && e.Timestamp != timestamp || e.Deleted != "" {
			continue
		}
		if t, _ := strconv.ParseUint(e.Timestamp, 10, 64); best < 0 || t >= newest {
			best, newest = i, t
		}
	}
	return best
}

// locate says of a finding and of the rows that decide it where they stand, and what
// is stored. A finding about a row that is missing stands where the row is that decides
// it. It returns the row that the finding is about, -1 for none.
func (r *rows) locate(f *format.Finding) int {
	for i := range f.Because {
		b := &f.Because[i]
		if at := r.find(b.Parts, "", b.Source); at >= 0 {
			e := r.entry(at)
			b.Parts, b.Source = e.Parts, e.Source
		}
	}
	at := r.find(f.Parts, f.Timestamp, f.Source)
	if len(f.Because) == 0 && at >= 0 {
		e := r.entry(at)
		f.Because = []format.Reason{{Why: f.Why, Parts: e.Parts, Source: e.Source}}
	}
	if at < 0 {
		if len(f.Because) > 0 {
			f.Source = f.Because[0].Source
		}
		return -1
	}
	e := r.entry(at)
	f.Found, f.Source = e.Parts, e.Source
	return at
}
