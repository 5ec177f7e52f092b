package verify

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// each yields all findings, with the check that made them and whether they are accepted. Err
// returns what fails.
func (v *Checker) each(yield func(f *format.Finding, k *check, accepted bool) bool) {
	v.elect()
	if v.located == nil {
		v.changes = [takings]int64{}
		v.locate()
	}
	v.clearMarks()
	rows := locatedRows{v: v}
	sorted, err := v.located.Sort()
	if err != nil {
		v.fail(err)
		return
	}
	rows.sorted = sorted
	rows.next()
	n, more := uint64(0), true
	for i := 0; i < len(v.checks) && more; i++ {
		k := &v.checks[i]
		v.fail(k.rows.Findings(func(f *format.Finding) bool {
			rows.tell(n, f, k)
			n++
			more = yield(f, k, v.accepts(f))
			return more
		}))
	}
}

// locatedRows are the rows that findings name, in the order of findings.
type locatedRows struct {
	v           *Checker
	sorted      shuffle.Sorted
	key, packed []byte
}

func (x *locatedRows) next() {
	var err error
	if x.key, x.packed, err = x.sorted.Next(); err != nil {
		if x.key = nil; err != io.EOF {
			x.v.fail(err)
		}
	}
}

// tell sets where a finding and the rows that prove it were read, and what is stored there. A
// finding about a missing row gets the place of the first row that proves it.
func (x *locatedRows) tell(n uint64, f *format.Finding, k *check) {
	x.v.there = append(x.v.there[:0], make([]store.Entry, len(f.Mend))...)
	var row *store.Entry
	for ; x.key != nil && binary.BigEndian.Uint64(x.key) == n; x.next() {
		slot := binary.BigEndian.Uint32(x.key[8:])
		if slot == slotFollows {
			takeCause(f, k, bytes.Clone(x.packed))
			continue
		}
		var r shuffle.Row
		k.rows.Unpack(bytes.Clone(x.packed), &r)
		if slot == slotRow && !k.format.StampsHLC {
			outlast(f.Mend, &r.Entry)
		}
		switch {
		case slot == slotRow && r.Entry.Deleted != "":
		case slot == slotRow:
			row = &r.Entry
		case slot >= slotMend:
			x.v.there[slot-slotMend] = r.Entry
		default:
			b := &f.Because[slot-slotBecause]
			b.Parts, b.Source, b.Sought = r.Entry.Parts, r.Entry.Source, false
		}
	}
	f.Because = slices.DeleteFunc(f.Because, func(b format.Reason) bool { return b.Sought })
	if k.format.Explain != nil {
		k.format.Explain(f)
	}
	switch {
	case row == nil && len(f.Because) > 0:
		f.Source = f.Because[0].Source
	case row != nil:
		if len(f.Because) == 0 {
			f.Because = []format.Reason{{Why: f.Why, Parts: row.Parts, Source: row.Source}}
		}
		f.Found, f.Source = row.Parts, row.Source
	}
	inexact := func(b format.Reason) bool { return b.Source.Inexact }
	if len(f.Mend) > 0 && (f.Source.Inexact || slices.ContainsFunc(f.Because, inexact)) {
		f.Mend, f.NoMend = nil, "the text does not say exactly what the bytes of the row are, or of one that decides it"
	}
}

// outlast gives a row that is put in the place of a stored one, or of a tombstone, a later timestamp: otherwise the store
// would still show that one, such as one that does not decode, or nothing.
func outlast(mend []store.Entry, stored *store.Entry) {
	at, err := strconv.ParseInt(stored.Timestamp, 10, 64)
	for i := range mend {
		m := &mend[i]
		to, bad := strconv.ParseInt(m.Timestamp, 10, 64)
		if err == nil && bad == nil && m.Deleted == "" && to <= at && bytes.Equal(appendID(nil, m.Parts), appendID(nil, stored.Parts)) {
			m.Timestamp = strconv.FormatInt(at+1, 10)
		}
	}
}
