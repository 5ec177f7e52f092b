package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
)

// diffSide is one of the two inputs of diff.
type diffSide struct {
	reading
	name string

	tables []diffTable // of stores
	names  []string    // of the tables that rows belong to, as far as known; for a text, at most namesMost
	bad    int         // number of places and rows that could not be read

	columns bool // what rows have besides their parts counts, because the other side is a store, too

	sorter *spill.Sorter
	again  *spill.Sorter // for sorting rows by the keys of a match
	in     *diffEntries  // of a text that is in order
	ends   []io.Closer
}

// openSides opens both inputs, and finds models and tables in them.
func (x *diffCall) openSides(args []string, states [2]*uint64) error {
	for i := range x.sides {
		s := &diffSide{reading: x.reading.another(), name: args[min(i, len(args)-1)]}
		s.forTexts = true
		if i > 0 && len(args) == 1 {
			s.storing, s.schemas, s.rules = x.sides[0].storing, x.sides[0].schemas, x.sides[0].rules
			s.asked.At, s.asked.HasAt = 0, false
		} else if err := s.openInput(); err != nil {
			return err
		}
		if at := states[i]; at != nil {
			if s.set == nil {
				return usage("--at %d: %s is a dump, which has no states; --at is for stores", *at, s.name)
			}
			s.asked.At, s.asked.HasAt = *at, true
		}
		x.sides[i] = s
	}
	if err := onlyOneStdin(args); err != nil {
		return err
	}
	if err := x.pickSides(); err != nil {
		return err
	}
	x.share()
	return nil
}

// another returns a reading with the same flags for another input.
func (r *reading) another() reading {
	return reading{
		call: r.call, storing: r.storing, format: r.format, record: r.record, model: r.model, form: r.form, zone: r.zone,
		cf: r.cf, meta: r.meta, numbering: r.numbering, decrypt: r.decrypt, opener: r.opener, schemas: r.schemas, rules: r.rules,
	}
}

// openInput opens one side.
func (s *diffSide) openInput() error {
	form := s.form
	if !s.verbatim {
		s.form = "" // applies to texts; the other side may be a store
	}
	names, err := s.openStores([]string{s.name})
	if s.set == nil {
		s.form = form
		if err == nil {
			err = s.bounds()
		}
	}
	if err == nil {
		err = s.find(names)
	}
	return err
}

// share gives each side what only the other one knows: models, and the family for a dump of a single family.
func (x *diffCall) share() {
	for i, s := range x.sides {
		other := x.sides[1-i]
		s.columns = s.set != nil && other.set != nil
		for f, schema := range other.schemas {
			if s.schemas[f] == nil {
				known := format.SchemaSet{f: schema}
				for f, schema := range s.schemas {
					known[f] = schema
				}
				s.schemas = known
			}
		}
		if s.set == nil && s.cf == "" && len(other.tables) == 1 {
			s.cf = other.tables[0].family
		}
	}
}

// inOrder reports whether the rows of a store come in the order of the bytes of their keys.
func (s *diffSide) inOrder() bool {
	if s.stored || s.salvage {
		return false
	}
	for _, p := range s.tables {
		t := s.set.Stores[p.Store].Tables()[p.Table]
		switch s.set.Stores[p.Store].Kind().ID {
		case "rocksdb":
			if t.Comparator != "leveldb.BytewiseComparator" {
				return false
			}
		case "lmdb":
			if t.Comparator != "bytewise" || slices.ContainsFunc(t.Properties, sortsValues) {
				return false
			}
		case "hbase":
			if c := t.Comparator[strings.LastIndexAny(t.Comparator, ".$")+1:]; !slices.Contains(cellOrders, c) {
				return false
			}
		}
	}
	return true
}

// cellOrders are HBase's comparators that compare row, family and qualifier as bytes.
var cellOrders = []string{"KVComparator", "KeyComparator", "CellComparatorImpl", "CellComparator"}

// sortsValues reports whether a property of LMDB says that the values of one key are in an order other than that
// of their bytes.
func sortsValues(p file.Property) bool {
	return p.Name == "flags" && (strings.Contains(p.Value, "integerdup") || strings.Contains(p.Value, "reversedup"))
}

// prepare reads and sorts what has to be sorted.
func (s *diffSide) prepare(x *diffCall) error {
	if s.set != nil {
		s.opened()
	}
	switch {
	case s.set != nil && !x.unsorted && s.inOrder():
		return nil
	case s.set == nil && x.sorted:
		return s.peek()
	}
	s.sorter = spill.New(spill.Options{Folder: x.tmp, Memory: x.sorterMemory()})
	return s.sort(diff.Keys{Stored: s.stored})
}

// opened reports damage that was met when the stores were opened. Cursors do not repeat it.
func (s *diffSide) opened() {
	for i, st := range s.set.Stores {
		if len(s.storing.tables) > 0 && !slices.ContainsFunc(s.tables, func(t diffTable) bool { return t.Store == i }) {
			continue
		}
		s.damaged(st.Damage())
	}
}

func (s *diffSide) damaged(list []file.Damage) {
	for i := range list {
		d := &storage.Damage{Damage: list[i]}
		if d.Remark {
			s.remarked(d)
			continue
		}
		where := d.Source()
		s.refuse(&where, d)
	}
}

// finish reports what is only known after everything was read.
func (s *diffSide) finish() {
	if s.set == nil || len(s.storing.tables) > 0 || s.asked.Start != nil || s.asked.Stop != nil {
		return
	}
	for _, st := range s.set.Stores {
		s.damaged(st.Check())
	}
}

// refuse reports a row or a place that could not be read.
func (s *diffSide) refuse(where *store.Source, err error) {
	switch s.bad++; {
	case s.bad <= saidMax && s.set != nil:
		s.say(s.pathOf(where.File) + ": " + damagedWord(err) + err.Error())
	case s.bad <= saidMax:
		s.say(place(where) + ": " + err.Error())
	case s.bad == saidMax+1:
		s.note("note: more of " + s.name + " could not be read; it is counted but not named")
	}
}

// damagedWord is what stands before the words of damage, which operands that cannot be merged are not.
func damagedWord(err error) string {
	if errors.Is(err, storage.ErrUnmerged) {
		return ""
	}
	return "damaged: "
}

// sequence returns all rows in key order.
func (s *diffSide) sequence(x *diffCall, keys diff.Keys) (from diff.Sequence, err error) {
	switch {
	case s.sorter != nil:
		sorted, err := s.sorter.Sort(x.ctx)
		if err != nil {
			return nil, err
		}
		from = &sortedRows{from: sorted, cut: keys.NoTable}
	case s.set != nil:
		from = &tableRows{side: s, keys: keys, left: s.tables}
	default:
		from = &textOrder{InOrder: diff.InOrder{Entries: s.in, Keys: keys}, side: s}
	}
	if !s.stored { // for a lone table file, the store knows no more than a dump
		from = &diff.Visible{From: from}
	}
	return from, nil
}

// close releases what the side has open.
func (s *diffSide) close() {
	for _, sorter := range [...]*spill.Sorter{s.sorter, s.again} {
		if sorter != nil {
			sorter.Close()
		}
	}
	for _, in := range s.ends {
		in.Close()
	}
}

// errUnsorted returns an error with advice about rows that are out of order.
func (s *diffSide) errUnsorted(late *diff.OrderError) error {
	if s.set == nil {
		return unreadable(errors.New(s.name + ": " + late.Error() + "; without --sorted they are sorted first"))
	}
	return unreadable(errors.New(s.pathOf(late.Source.File) + ": " + late.Error() + "; with --unsorted they are sorted first"))
}
