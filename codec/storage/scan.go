package storage

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// Scan goes through stores one after another: first the damage found on opening a store, then each
// entry, with damage in its place, and finally the damage that is known only after a whole scan.
type Scan struct {
	Stores []file.Store
	Tables []Pick // empty for all tables, in the order of the store
	Query  file.Query

	// Apart scans all tables one after another. In the order of the store, the rows of one table may be interleaved
	// with those of others: LMDB's main database has the names of the others among its keys.
	Apart bool

	// Begun and Partial are for a scan of one part of a store while others scan other parts: Begun leaves out the
	// damage found on opening, Partial the damage that is known only after a whole scan.
	Begun, Partial bool

	// Open begins the scan of a table; nil to use the store's own Scan.
	Open func(s file.Store, t int, q file.Query) (file.Cursor, error)

	at     int // index of the store
	tables []file.Table
	step   step
	first  []file.Damage // still to be returned
	picked []int         // tables still to be scanned
	known  int           // tables picked so far, if all are to be picked
	cursor file.Cursor
	whole  bool // the cursor covers all tables
	err    error
}

// Pick is a table of one of the stores.
type Pick struct{ Store, Table int }

// NoTable picks nothing. By itself it reduces a scan to the damage of stores that have no tables.
var NoTable = Pick{Store: -1}

type step uint8

const (
	begins  step = iota // the store has not been looked at
	opened              // its damage on opening is being returned
	scanned             // its tables are being scanned
	checked             // what Check found is being returned
)

// Next fills e and reports whether there was another entry or damage.
func (s *Scan) Next(e *file.Entry) bool {
	for s.err == nil && s.at < len(s.Stores) {
		switch s.step {
		case begins:
			s.begin()
		case opened, checked:
			if len(s.first) > 0 {
				e.Reset()
				e.Damage, e.Table = &s.first[0], file.All
				e.Source.File = e.Damage.File
				s.first = s.first[1:]
				return true
			}
			if s.step == checked {
				s.at, s.step = s.at+1, begins
				continue
			}
			s.step = scanned
		case scanned:
			if s.cursor == nil && !s.open() {
				continue
			}
			if s.cursor.Next(e) {
				return true
			}
			s.shut()
		}
	}
	return false
}

// begin looks at the next store. It skips a store that has tables but none of the wanted ones. A store without tables
// may be too damaged to have them, so its damage is returned.
func (s *Scan) begin() {
	st := s.Stores[s.at]
	s.tables, s.picked, s.known, s.whole = st.Tables(), s.picked[:0], 0, len(s.Tables) == 0
	for _, p := range s.Tables {
		if p.Store == s.at {
			s.picked = append(s.picked, p.Table)
		}
	}
	if s.whole && !s.Apart {
		s.picked = append(s.picked, file.All)
	} else if s.whole {
		s.more()
	} else if len(s.picked) == 0 && len(s.tables) > 0 {
		s.at++
		return
	}
	s.first, s.step = nil, opened
	if !s.Begun {
		s.first = st.Damage()
	}
}

// more adds tables that the store has found since.
func (s *Scan) more() {
	s.tables = s.Stores[s.at].Tables()
	for ; s.known < len(s.tables); s.known++ {
		s.picked = append(s.picked, s.known)
	}
}

// open opens the next cursor. After the last one it turns to what Check reports.
func (s *Scan) open() bool {
	st := s.Stores[s.at]
	if len(s.picked) == 0 && s.whole && s.Apart {
		s.more()
	}
	if len(s.picked) == 0 {
		s.first, s.step = nil, checked
		if s.whole && !s.Partial && s.Query.Start == nil && s.Query.Stop == nil {
			s.first = st.Check()
		}
		return false
	}
	begin := s.Open
	if begin == nil {
		begin = file.Store.Scan
	}
	s.cursor, s.err = begin(st, s.picked[0], s.Query)
	s.picked = s.picked[1:]
	return s.err == nil
}

func (s *Scan) shut() {
	s.err = s.cursor.Err()
	if err := s.cursor.Close(); s.err == nil {
		s.err = err
	}
	s.cursor = nil
}

// Store returns the store of the last entry.
func (s *Scan) Store() file.Store { return s.Stores[s.at] }

// Table describes the table of an entry; nil for damage outside tables.
func (s *Scan) Table(e *file.Entry) *file.Table {
	if e.Table >= len(s.tables) && s.at < len(s.Stores) {
		s.tables = s.Stores[s.at].Tables() // it found more
	}
	if e.Table < 0 || e.Table >= len(s.tables) {
		return nil
	}
	return &s.tables[e.Table]
}

// Err returns why the scan ended early, or nil.
func (s *Scan) Err() error { return s.err }

// Close ends a scan before its end. The stores stay open.
func (s *Scan) Close() {
	if s.cursor != nil {
		s.shut()
	}
	s.at = len(s.Stores)
}

// Assumed returns what stores had to assume for entries that were shown, each sentence once.
func Assumed(stores []file.Store) (sentences []string) {
	for _, s := range stores {
		a, ok := s.(file.Assuming)
		if !ok {
			continue
		}
		if sentence := a.Assumed(); sentence != "" && !slices.Contains(sentences, sentence) {
			sentences = append(sentences, sentence)
		}
	}
	return sentences
}
