package shuffle

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Shuffle brings rows to their groups and has these checked. It handles any number of rows if its sorters do.
type Shuffle struct {
	check Check
	open  func() Sorter

	rows, sent []Sorter // by round; nil if there are none
	findings   Sorter
	checked    bool // findings are up to date with all rows
	ended      bool // the rest of this run is not wanted
	count      uint64
	err        error

	files  []string
	places map[string]uint32 // of files
	place  Place
	key    []byte
	group  []byte
	packed []byte
	row    Row
	done   *atomic.Int64
}

// Watch makes done count the rows that reach their groups.
func (s *Shuffle) Watch(done *atomic.Int64) { s.done = done }

// Row is a row as a Shuffle keeps it.
type Row struct {
	Entry  store.Entry
	Index  uint64 // 0 for the first row added
	Mark   byte   // the mark given to Add
	Packed []byte // input for Unpack
}

var (
	errRound = errors.New("a message was sent to a round that is over, or to none")
	errGone  = errors.New("a record that was sorted is cut off")
)

// New returns a Shuffle with sorters that open makes; if open is nil they are in memory.
func New(check Check, open func() Sorter) *Shuffle {
	if open == nil {
		open = NewSorter
	}
	n := check.Rounds()
	return &Shuffle{check: check, open: open, rows: make([]Sorter, n), sent: make([]Sorter, n), places: map[string]uint32{}}
}

// fail keeps the first error.
func (s *Shuffle) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Err returns the first error of a sorter. After it findings may be incomplete.
func (s *Shuffle) Err() error { return s.err }

// into returns a sorter, which is made when it is first needed.
func (s *Shuffle) into(to *Sorter) Sorter {
	if *to == nil {
		*to = s.open()
	}
	return *to
}

// Add takes a row and a byte to keep with it.
func (s *Shuffle) Add(e *store.Entry, mark byte) format.Taking {
	s.place.reset()
	taking := s.check.Place(e, &s.place)
	if (taking != format.Foreign || s.place.Keep) && !s.place.Skip {
		s.Keep(e, mark)
	}
	return taking
}

// Placed returns how a row would be taken, and prepares for Keep.
func (s *Shuffle) Placed(e *store.Entry) format.Taking {
	s.place.reset()
	return s.check.Place(e, &s.place)
}

// Skips reports whether the row placed last is not needed for the sample being checked.
func (s *Shuffle) Skips() bool { return s.place.Skip }

// Keeps reports whether the row placed last is checked although it is Foreign.
func (s *Shuffle) Keeps() bool { return s.place.Keep }

// Keep keeps the row placed last, and a byte with it.
func (s *Shuffle) Keep(e *store.Entry, mark byte) {
	s.checked = false
	s.packed = s.pack(s.packed[:0], e, mark)
	s.count++
	s.put(&s.rows[s.place.Round], &s.place, s.packed)
}

func (s *Shuffle) put(to *Sorter, p *Place, payload []byte) {
	s.key = append(AppendEscaped(s.key[:0], p.Group), p.Order...)
	s.fail(s.into(to).Add(s.key, payload))
}

// Run checks all groups, again if they were checked before.
func (s *Shuffle) Run() error {
	s.checked = false
	return s.run()
}

func (s *Shuffle) run() error {
	if s.checked || s.err != nil {
		return s.err
	}
	s.free(&s.findings)
	s.ended = false
	if x, ok := s.check.(Starter); ok {
		x.Start()
	}
	for round := range s.rows {
		m, err := newMerged(s.rows[round], s.sent[round])
		if err != nil {
			s.fail(err)
			return s.err
		}
		more := m.next()
		for more && s.err == nil && !s.ended {
			s.group = append(s.group[:0], m.group...)
			g := Group{Round: round, Key: s.group, shuffle: s, merged: m}
			m.ended = false
			s.check.Check(&g)
			for !s.ended && g.Next() != nil && s.err == nil {
			}
			more = m.more
		}
		s.fail(m.err)
		s.free(&s.sent[round])
	}
	if x, ok := s.check.(Finisher); ok && s.err == nil && !s.ended {
		x.Finish(&Group{Round: len(s.rows), shuffle: s, merged: &merged{ended: true}})
	}
	s.checked = s.err == nil && !s.ended
	return s.err
}

func (s *Shuffle) free(x *Sorter) {
	if *x != nil {
		(*x).Close()
		*x = nil
	}
}

// Findings yields what is wrong with the rows so far, in order.
func (s *Shuffle) Findings(yield func(*format.Finding) bool) error {
	if err := s.run(); err != nil || s.findings == nil {
		return err
	}
	sorted, err := s.findings.Sort()
	for err == nil {
		var packed []byte
		if _, packed, err = sorted.Next(); err == nil {
			f, ok := readFinding(packed)
			if !ok {
				err = errGone
			} else if !yield(&f) {
				return nil
			}
		}
	}
	if err == io.EOF {
		return nil
	}
	s.fail(err)
	return err
}

// Rows yields the rows by group. A row is valid until the next one.
func (s *Shuffle) Rows(yield func(*Row) bool) error {
	for _, rows := range s.rows {
		if rows == nil {
			continue
		}
		sorted, err := rows.Sort()
		for err == nil {
			var packed []byte
			if _, packed, err = sorted.Next(); err == nil {
				s.Unpack(packed, &s.row)
				if !yield(&s.row) {
					return nil
				}
			}
		}
		if err != io.EOF {
			s.fail(err)
			return err
		}
	}
	return nil
}

// Close frees what the sorters hold.
func (s *Shuffle) Close() {
	for i := range s.rows {
		s.free(&s.rows[i])
		s.free(&s.sent[i])
	}
	s.free(&s.findings)
	s.checked = false
}

// merged goes through the rows and messages of a round.
type merged struct {
	from  [2]source // rows and messages
	group []byte
	order []byte
	more  bool // there is a record
	ended bool // the record belongs to a later group than the one being checked
	err   error

	isRow   bool
	payload []byte
	at      *source
}

// source is a Sorted positioned at a record; key is nil after the last one.
type source struct {
	sorted       Sorted
	key, payload []byte
}

func newMerged(rows, sent Sorter) (*merged, error) {
	m := &merged{}
	for i, from := range [...]Sorter{rows, sent} {
		if from == nil {
			continue
		}
		var err error
		if m.from[i].sorted, err = from.Sort(); err != nil {
			return nil, err
		}
		m.advance(&m.from[i])
	}
	return m, m.err
}

func (m *merged) advance(x *source) {
	key, payload, err := x.sorted.Next()
	if x.key, x.payload = key, payload; err != nil {
		x.key, x.payload = nil, nil
		if err != io.EOF {
			m.err = err
		}
	}
}

// next goes to the next record; it returns false after the last one.
func (m *merged) next() bool {
	if m.at != nil {
		m.advance(m.at)
	}
	m.at, m.isRow = &m.from[0], true
	if b := &m.from[1]; b.key != nil && (m.at.key == nil || bytes.Compare(b.key, m.at.key) < 0) {
		m.at, m.isRow = b, false
	}
	if m.more = m.at.key != nil && m.err == nil; !m.more {
		m.at = nil
		return false
	}
	m.group, m.order = ReadEscaped(m.group[:0], m.at.key)
	m.payload = m.at.payload
	return true
}

// pack appends a row: index, mark, place, file, parts, and its texts.
func (s *Shuffle) pack(b []byte, e *store.Entry, mark byte) []byte {
	file, ok := s.places[e.Source.File]
	if !ok {
		file = uint32(len(s.files))
		s.places[e.Source.File] = file
		s.files = append(s.files, e.Source.File)
	}
	b = append(binary.AppendUvarint(b, s.count), mark)
	b = binary.AppendUvarint(binary.AppendVarint(b, e.Source.Place()), uint64(file))
	b = appendParts(b, e.Parts)
	for _, text := range [...]string{e.Timestamp, e.Deleted, e.Source.Table, e.Source.CF} {
		b = appendText(b, text)
	}
	return b
}

// Unpack reads a packed row; the row's bytes alias b.
func (s *Shuffle) Unpack(b []byte, x *Row) {
	r := unpacker{b}
	*x = Row{Entry: store.Entry{Parts: x.Entry.Parts[:0]}, Packed: b}
	x.Index = r.uint()
	x.Mark = r.byte()
	place, file := r.int(), r.uint()
	x.Entry.Parts = r.parts(x.Entry.Parts)
	for _, to := range [...]*string{&x.Entry.Timestamp, &x.Entry.Deleted, &x.Entry.Source.Table, &x.Entry.Source.CF} {
		*to = r.text()
	}
	if file < uint64(len(s.files)) {
		x.Entry.Source.File = s.files[file]
	}
	x.Entry.Source.SetPlace(place)
}
