package verify

import (
	"bytes"
	"encoding/binary"
	"io"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// partNames are the parts that identify a row.
var partNames = [...]string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Bytes}

// absent is the length that stands for a part that the row does not have.
const absent = 0xffffffff

// appendID appends the parts that identify a row, each after its length.
func appendID(b []byte, parts []store.Part) []byte {
next:
	for _, name := range partNames {
		for i := range parts {
			if parts[i].Name == name {
				b = append(binary.BigEndian.AppendUint32(b, uint32(len(parts[i].Bytes))), parts[i].Bytes...)
				continue next
			}
		}
		b = binary.BigEndian.AppendUint32(b, absent)
	}
	return b
}

// The rows that a finding names: its own, those that prove it, those that its changes delete, and
// that of the finding from which it follows.
const (
	slotRow     = 0
	slotBecause = 1
	slotMend    = 1 << 31
	slotFollows = 1<<32 - 1
)

// locator finds the rows that findings name, all at once: both the lookups and the rows that may
// match one are sorted by what identifies a row.
type locator struct {
	v       *Checker
	rows    *shuffle.Shuffle
	wanted  shuffle.Sorter // id -> lookup
	stored  shuffle.Sorter // id -> row
	number  int            // of lookups
	filter  []uint64       // bits of hashes of the ids to look up
	changed shuffle.Sorter // indexes of rows that turned out not to decode
	related shuffle.Sorter // findings by the row that makes one follow from another

	key, payload []byte
}

// lookup is a row to look up.
type lookup struct {
	finding     uint64
	slot        uint32
	undecodable bool   // the finding says that the row does not decode
	timestamp   string // empty for any
	table, cf   string // the same
	depends     dependence
	defect      // of the row; without a number if others do not follow from it
}

// locate looks up the rows that all findings name.
func (v *Checker) locate() {
	v.located = v.open()
	v.clearMarks()
	n, shown := uint64(0), uint64(0)
	for i := range v.checks {
		k := &v.checks[i]
		l := locator{v: v, rows: k.rows, wanted: v.open(), stored: v.open(), changed: v.open(), related: v.open()}
		v.fail(k.rows.Findings(func(f *format.Finding) bool {
			number := uint64(0)
			if !v.accepts(f) {
				shown++
				number = shown
			}
			l.want(n, number, f)
			n++
			return true
		}))
		if l.number > 0 {
			v.fail(l.filterWanted())
			v.fail(k.rows.Rows(l.offer))
			v.fail(l.join())
			v.fail(l.recount())
			v.fail(l.follow())
		}
		for _, s := range [...]shuffle.Sorter{l.wanted, l.stored, l.changed, l.related} {
			s.Close()
		}
	}
}

func (v *Checker) fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// want adds lookups for the rows that a finding names. Its number is 0 if it is accepted.
func (l *locator) want(n, number uint64, f *format.Finding) {
	l.look(f.Parts, lookup{finding: n, slot: slotRow, undecodable: isUndecodable(f.Code), timestamp: f.Timestamp,
		table: f.Source.Table, cf: f.Source.CF, depends: dependenceOf(f), defect: defectOf(f, number)})
	for i := range f.Because {
		b := &f.Because[i]
		x := lookup{finding: n, slot: uint32(slotBecause + i), table: b.Source.Table, cf: b.Source.CF}
		if b.Faulty {
			x.depends = dependsOnRow
		}
		l.look(b.Parts, x)
	}
	if !l.v.mending {
		return
	}
	for i := range f.Mend {
		if e := &f.Mend[i]; e.Deleted != "" {
			l.look(e.Parts, lookup{finding: n, slot: slotMend + uint32(i), table: e.Source.Table, cf: e.Source.CF})
		}
	}
}

func (l *locator) look(parts []store.Part, x lookup) {
	if len(parts) == 0 {
		return
	}
	l.number++
	l.key = appendID(l.key[:0], parts)
	b := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(l.payload[:0], x.finding), x.slot)
	if b = append(b, 0, byte(x.depends)); x.undecodable {
		b[len(b)-2] = 1
	}
	for _, text := range [...]string{x.timestamp, x.table, x.cf, x.code, x.elsewhere} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	l.payload = binary.AppendUvarint(b, x.number)
	l.v.fail(l.wanted.Add(l.key, l.payload))
}

func readLookup(b []byte) (x lookup) {
	x.finding, x.slot, x.undecodable = binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), b[12] == 1
	x.depends = dependence(b[13])
	b = b[14:]
	for _, to := range [...]*string{&x.timestamp, &x.table, &x.cf, &x.code, &x.elsewhere} {
		n, size := binary.Uvarint(b)
		*to = string(b[size : size+int(n)])
		b = b[size+int(n):]
	}
	x.number, _ = binary.Uvarint(b)
	return x
}

// filterMost is the number of words of the largest filter.
const filterMost = 1 << 18

func (l *locator) filterWanted() error {
	size := 64
	for size < filterMost && size*4 < l.number {
		size *= 2
	}
	l.filter = make([]uint64, size)
	return drain(l.wanted, func(key, _ []byte) error {
		h := xxhash.Sum64(key)
		l.filter[h>>6&uint64(size-1)] |= 1 << (h & 63)
		return nil
	})
}

// drain calls do with all records.
func drain(s shuffle.Sorter, do func(key, payload []byte) error) error {
	sorted, err := s.Sort()
	for err == nil {
		var key, payload []byte
		if key, payload, err = sorted.Next(); err == nil {
			err = do(key, payload)
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// offer takes a row that a lookup may match.
func (l *locator) offer(r *shuffle.Row) bool {
	l.key = appendID(l.key[:0], r.Entry.Parts)
	if h := xxhash.Sum64(l.key); l.filter[h>>6&uint64(len(l.filter)-1)]>>(h&63)&1 == 1 {
		l.v.fail(l.stored.Add(l.key, r.Packed))
	}
	return l.v.err == nil
}

// join finds the row that each lookup means.
func (l *locator) join() error {
	sorted, err := l.stored.Sort()
	if err != nil {
		return err
	}
	var id []byte
	var versions [][]byte // of the row with the id
	key, packed, err := sorted.Next()
	if err != nil && err != io.EOF {
		return err
	}
	ended := err == io.EOF
	return drain(l.wanted, func(wanted, payload []byte) error {
		for !ended && bytes.Compare(key, wanted) <= 0 {
			if !bytes.Equal(key, id) {
				id, versions = append(id[:0], key...), versions[:0]
			}
			if bytes.Equal(key, wanted) {
				versions = append(versions, bytes.Clone(packed))
			}
			if key, packed, err = sorted.Next(); err == io.EOF {
				ended = true
			} else if err != nil {
				return err
			}
		}
		x := readLookup(payload)
		if !bytes.Equal(id, wanted) {
			l.relateMissing(wanted, &x)
			return l.v.err
		}
		return l.found(&x, wanted, versions)
	})
}

// found keeps the row that is meant: of several versions the one with the timestamp, or otherwise
// the newest, and of equal ones the last. A table or column family in the lookup must be that of
// the row. The newest tombstone of a finding's own row is kept as well.
func (l *locator) found(x *lookup, id []byte, versions [][]byte) error {
	best, newest, index := -1, uint64(0), uint64(0)
	gone, latest := -1, uint64(0)
	var r shuffle.Row
	for i, packed := range versions {
		l.rows.Unpack(packed, &r)
		e := &r.Entry
		t, _ := strconv.ParseUint(e.Timestamp, 10, 64)
		switch {
		case x.table != "" && e.Source.Table != x.table || x.cf != "" && e.Source.CF != x.cf:
		case e.Deleted != "":
			if gone < 0 || t > latest {
				gone, latest = i, t
			}
		case x.timestamp != "" && e.Timestamp != x.timestamp:
		case best < 0 || t > newest || t == newest && r.Index > index:
			best, newest, index = i, t, r.Index
		}
	}
	if gone >= 0 && x.slot == slotRow {
		l.v.fail(l.keep(x, versions[gone]))
	}
	if best < 0 {
		l.relateMissing(id, x)
		return l.v.err
	}
	l.rows.Unpack(versions[best], &r)
	if x.undecodable && x.slot == slotRow && format.Taking(r.Mark>>4) == format.Checked {
		if err := l.changed.Add(binary.BigEndian.AppendUint64(nil, r.Index), []byte{r.Mark & 15}); err != nil {
			return err
		}
	}
	l.relateStored(x, &r, versions[best])
	return l.keep(x, versions[best])
}

// keep keeps a row for the finding that asked for it.
func (l *locator) keep(x *lookup, packed []byte) error {
	l.key = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(l.key[:0], x.finding), x.slot)
	return l.v.located.Add(l.key, packed)
}

// recount counts rows as undecodable if a finding says that they do not decode.
func (l *locator) recount() error {
	last := []byte(nil)
	return drain(l.changed, func(index, others []byte) error {
		if !bytes.Equal(index, last) {
			last = append(last[:0], index...)
			l.v.changes[format.Checked]--
			l.v.changes[min(format.Undecodable, format.Taking(others[0]))]++
		}
		return nil
	})
}
