package stats

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/wire"
)

// Options say what is counted.
type Options struct {
	// Regions is the number of regions, of equal key ranges, into which rows are sorted; 0 means
	// 16, and RegionsMax is the maximum.
	Regions int
	// Splits are the keys at which regions begin, in order, if the ranges are not equal. The first
	// region begins before the first of them.
	Splits [][]byte

	// Now is the present, in milliseconds since 1970-01-01 UTC. Later times are in the future.
	Now int64
}

// Stats counts rows. It is not safe for concurrent use; parts that were counted separately can be merged.
type Stats struct {
	opt Options

	rows, undecodable, unreadable, damage, others, doubtful int64

	total    Tally // of rows with an entry
	repeated int64 // bytes of keys
	keys     Distinct
	entities Distinct

	kinds  map[*format.Record]*kind
	last   *kind
	unread kind // rows that do not decode
	times  map[series]*times
	series []*times // the same, as they came

	places, biggest, families, properties, reasons, deletions *tallies

	regions regions
	before  before
	doubts  [doubts]int64

	tree  span.Tree
	row   row
	table tableMemo
}

// kind is what was counted for a record kind.
type kind struct {
	format *format.Format
	record *format.Record

	Tally
	repeated int64
	key, val Histogram
}

// series identifies the instants of one field, or of the store's timestamps if field is nil.
type series struct {
	format *format.Format
	field  *span.Field
	label  string // of an item of a layout: items share their field
}

// times are instants and, for a hybrid logical clock, their counters.
type times struct {
	of series
	Timeline
	logical bool
	highest uint64 // counter
	near    int64  // counters in the last sixteenth of their range
}

// Size limits of what is counted by name. With the longest names, entities take 45 MB and the others 3 MB each.
var (
	entitySize = tallySize{exact: 1 << 16, width: 1 << 16, sample: 1 << 13}
	nameSize   = tallySize{exact: 1 << 12, width: 1 << 10, sample: 1 << 9}
)

// New returns statistics of no rows.
func New(o Options) *Stats {
	s := &Stats{opt: o, kinds: map[*format.Record]*kind{}, times: map[series]*times{}}
	for _, t := range [...]**tallies{&s.places, &s.families, &s.properties, &s.reasons, &s.deletions} {
		*t = newTallies(nameSize)
	}
	s.biggest = newTallies(entitySize)
	s.regions = newRegions(o)
	s.tree.Mute = true
	return s
}

// Add counts a row, which d decodes. It does not keep the row's memory.
func (s *Stats) Add(r *stream.Row, d *stream.Decoder) {
	if _, lost := r.Bad.(stream.Damage); lost {
		s.damage++
		return
	}
	if r.Bad != nil {
		s.rows++
		s.unreadable++
		s.undecoded(&wire.Error{Code: wire.BadText})
		return
	}
	x := &s.row
	f, rec, err := d.Explain(r.Entry, &s.tree)
	if err != nil {
		s.tree.Reset()
	} else if !d.Wants(rec) {
		s.others++
		s.Follow(r.Entry)
		return
	}
	s.rows++
	x.reset(r.Entry, &s.tree)
	s.entry(r.Entry, x)
	if err != nil {
		s.unread.key.Add(x.size.KeyBytes)
		s.unread.val.Add(x.size.ValueBytes)
		s.undecoded(err)
		s.stamp(nil, r.Entry.Timestamp)
		return
	}
	s.decoded(f, rec, d)
	if doubt := d.Doubt(); doubt != nil {
		s.doubt(f, rec, doubt)
	}
}

// entry counts what concerns all entries.
func (s *Stats) entry(e *store.Entry, x *row) {
	s.total.add(&x.size)
	s.keys.Add(x.keyHash)
	x.repeated = s.before.next(e, x)
	s.repeated += x.repeated
	if x.key != nil && (x.ranged || s.regions.splits != nil) {
		s.regions.add(x.key, &x.size)
	}
	if src := &e.Source; src.Table != "" || src.CF != "" {
		x.name = pack(pack(x.name[:0], src.Table), src.CF)
		s.families.add(x.name, &x.size, x.rank)
	}
	if e.Deleted != "" {
		x.name = pack(pack(x.name[:0], ""), e.Deleted)
		s.deletions.add(x.name, &x.size, x.rank)
	}
}

// decoded counts a row of a known kind.
func (s *Stats) decoded(f *format.Format, r *format.Record, d *stream.Decoder) {
	x, k := &s.row, s.last
	if k == nil || k.record != r {
		if k = s.kinds[r]; k == nil {
			k = &kind{format: f, record: r}
			s.kinds[r] = k
		}
		s.last = k
	}
	if x.first {
		s.before.first.record = r
	}
	k.add(&x.size)
	k.repeated += x.repeated
	k.key.Add(x.size.KeyBytes)
	k.val.Add(x.size.ValueBytes)
	s.stamp(f, x.entry.Timestamp)
	s.fields(f, d.Schemas.For(f))
	x.name = pack(pack(pack(pack(x.name[:0], f.ID), x.table), r.Name), x.part)
	s.places.add(x.name, &x.size, x.rank)
	if x.has {
		x.name = append(pack(pack(append(x.name[:0], byte(x.entityKind)), f.ID), x.table), x.entity...)
		s.entities.Add(hash(x.name))
		s.biggest.add(x.name, &x.size, x.rank)
	}
}

// undecoded counts a row that does not decode.
func (s *Stats) undecoded(err *wire.Error) {
	s.undecodable++
	x := &s.row
	x.name = pack(pack(pack(pack(pack(x.name[:0], undecodable), err.Code.String()), err.Format), err.Record), err.Field)
	s.reasons.add(x.name, &Tally{Rows: 1}, 0)
}

// Follow sets the entry before the next one, if that was counted elsewhere; nil if there is none.
// It copies the parts.
func (s *Stats) Follow(e *store.Entry) { s.before.follow(e) }

// Merge adds what another Stats with the same options counted: of the rows after those of s, or of
// any rows if Follow was called before each of its parts. The other Stats must not be used
// afterwards.
func (s *Stats) Merge(o *Stats) {
	s.rows += o.rows
	s.undecodable += o.undecodable
	s.unreadable += o.unreadable
	s.damage += o.damage
	s.others += o.others
	s.doubtful += o.doubtful
	s.total.add(&o.total)
	s.repeated += o.repeated
	s.keys.Merge(&o.keys)
	s.entities.Merge(&o.entities)
	s.unread.key.Merge(&o.unread.key)
	s.unread.val.Merge(&o.unread.val)
	for r, k := range o.kinds {
		mine := s.kinds[r]
		if mine == nil {
			mine = &kind{format: k.format, record: k.record}
			s.kinds[r] = mine
		}
		mine.add(&k.Tally)
		mine.repeated += k.repeated
		mine.key.Merge(&k.key)
		mine.val.Merge(&k.val)
	}
	for _, t := range o.series {
		s.timesOf(t.of).merge(t)
	}
	s.places.merge(o.places)
	s.biggest.merge(o.biggest)
	s.families.merge(o.families)
	s.properties.merge(o.properties)
	s.reasons.merge(o.reasons)
	s.deletions.merge(o.deletions)
	s.regions.merge(&o.regions)
	for i, n := range o.doubts {
		s.doubts[i] += n
	}
	junction := s.before.merge(&o.before)
	s.repeated += junction
	if k := s.kinds[o.before.first.record]; k != nil {
		k.repeated += junction
	}
}
