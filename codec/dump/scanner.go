package dump

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
)

// Options supply what a text leaves unclear. The zero Options detect the form and read local times as UTC.
type Options struct {
	Form string // ID of the form to read; empty to detect it
	File string // value of Source.File for every entry

	// Dump marks the text as a dump rather than something typed or pasted: each line is a row
	// unless a tool folded it, and a damaged line affects only itself.
	Dump bool

	// Zone returns the offset from UTC, in seconds, at a local time, which is given in milliseconds
	// as if it were UTC. Nil means UTC.
	Zone func(localMillis int64) int64

	Row      []byte   // row key of an HBase shell get, whose output does not show it
	Families []string // existing column families, to split Accumulo keys

	// SplitKey finds the space after the row and the colon after the family in `<row>
	// <family>:<qualifier>`, which the Accumulo shell does not escape. It is tried first; ok is
	// false if it cannot decide, and space and colon are then its guess, or 0.
	SplitKey func(table string, key []byte) (space, colon int, ok bool)

	// RowKey reports whether the part key of an entry is a row key of HBase or Accumulo: many programs call such a column key,
	// too. It is asked about the first entries of forms that belong to no store. From the first for which it is, the part is row.
	RowKey func(e *store.Entry) bool

	RocksDB    bool // the rows are known to be from RocksDB, so the forms of its tools come first
	BerkeleyDB bool // mdb_dump -p text comes from a Berkeley DB tool, which writes a backslash as \\
	FormText   bool // percent text is form data even without k=v: + is a space

	Limit int // longest line, and longest text of one value, in bytes; 0 means 64 MiB
	Rows  int // maximum number of rows that ParseText keeps; 0 means all
}

// Detail is what a dump says about an entry besides its bytes.
type Detail struct {
	Exact bool   // the text alone determines the bytes
	Note  string // one sentence: why not, or a remark

	Seq    string // sequence number (RocksDB) as decimal text
	Type   string // value type (RocksDB) as the dump spells it
	Offset uint64 // where the dump of one value starts, if not at 0
}

// reader reads one form. next fills s.entry. It returns io.EOF at the end, and an *Error for one
// bad entry, after which it can continue.
type reader interface {
	next(s *Scanner) error
}

// Scanner reads the entries of one text. It holds one line or, for forms that write a single value,
// the text of that value; never the whole input.
type Scanner struct {
	opt    Options
	lines  lines
	form   *Form
	reader reader
	entry  store.Entry
	detail Detail
	notes  []string
	others []*Form
	table  string // Source.Table of the entries that follow

	buf   []byte          // decoded bytes of the current entry
	stamp strings.Builder // timestamps: see timestamp
	ended bool

	cut      string // see Cut
	fell     bool   // some lines do not fit the form: see tolerant
	failing  int    // the last line with a tool's message
	warnings int
	asks     bool // the part key may be row: see nameKey
	rowKeys  bool // it is
	asked    int  // of how many entries Options.RowKey was asked

	// foreign reports whether a line that a reader would skip is a row of another tool. A member, since the table of forms
	// cannot name a function that looks into that table; nil while a form is being detected.
	foreign func(line []byte) bool
}

// Open detects the form of r's text, or uses the pinned one, and returns a Scanner for it. It reads
// ahead at most about 128 KiB, or two lines if these are longer. An error is r's, or says that the pinned form does not exist.
func Open(r io.Reader, opt Options) (*Scanner, error) {
	s := &Scanner{opt: opt}
	s.lines = lines{r: r, limit: limitOf(opt)}
	return s, s.start(s.lines.prime(sampleSize, s.enough))
}

// openText is Open for a text in memory, which is not copied.
func openText(text []byte, opt Options) (*Scanner, error) {
	s := &Scanner{opt: opt}
	s.lines = lines{buf: text, limit: limitOf(opt)}
	return s, s.start(s.lines.prime(0, nil))
}

func limitOf(opt Options) int {
	if opt.Limit > 0 {
		return opt.Limit
	}
	return defaultLimit
}

func (s *Scanner) start(whole bool) error {
	if err := s.lines.err; err != nil && len(s.lines.buf) == 0 {
		return err
	}
	returns := s.opt.Form == "" && s.splitAtReturns(whole)
	if s.opt.Form != "" && formByID(s.opt.Form) == nil {
		return errors.New("no text form is called " + s.opt.Form)
	}
	sm := s.examine(sampleSize, whole)
	if size := s.longer(sm); size > 0 {
		sm = s.examine(size, s.lines.r == nil)
	}
	if returns {
		s.note(noteReturns)
	}
	sm = s.tidy(sm)
	s.reader, s.foreign = s.form.open(s, sm), otherTool
	s.asks = s.opt.RowKey != nil && !s.opt.RocksDB && s.form.generic()
	if s.opt.Form != "" {
		return nil
	}
	if file := s.binaryFile(sm); file != nil {
		s.reader = &noText{file: file}
	} else if s.opt.Dump && sm.onlyFailure(s.form) {
		s.reader = openNoDump()
	} else if s.opt.Dump && len(sm.lines) > 1 && valueForm(s.form) {
		s.note(noteOneValue)
	}
	return nil
}

// examine takes a sample of so many bytes at most, and chooses the form.
func (s *Scanner) examine(size int, whole bool) *sample {
	sm := sampleOf(s.lines.buf[s.lines.pos:], whole, size)
	sm.dump, s.fell = s.opt.Dump, false
	if s.form = formByID(s.opt.Form); s.form != nil {
		found, _ := detect(sm)
		s.others = slices.DeleteFunc(found, func(f *Form) bool { return f == s.form })
		return sm
	}
	sm, wrapped := unwrap(sm, s.opt)
	s.lines.edit = nil
	if wrapped != nil {
		s.lines.edit = wrapped.edit
	}
	sm = s.detect(sm)
	if wrapped != nil {
		s.notes = append(s.notes, wrapped.notes...)
	}
	return sm
}

// longer returns the size of a sample with the first two lines of the text, if they did not fit into one; else 0. A piece
// of a line says too little: a row may have a value of megabytes.
func (s *Scanner) longer(sm *sample) int {
	if sm.whole || len(sm.lines) > 1 || len(s.lines.buf)-s.lines.pos < sampleSize || !s.form.inLines() {
		return 0
	}
	return s.lines.two()
}

// detect chooses the form and notes what is worth knowing about the choice. It returns the sample
// without the lines that do not fit.
func (s *Scanner) detect(sm *sample) *sample {
	found, notes := detect(sm)
	if f, sound := sm.tolerant(found[0], s.opt.RocksDB); f != nil {
		rest := slices.DeleteFunc(slices.Clone(found), func(other *Form) bool { return other == f })
		found, notes, s.fell = append([]*Form{f}, rest...), nil, true
		sm = sound
	}
	s.form, s.others, s.notes = found[0], found[1:], notes
	return sm
}

const noteOneValue = "the text has several lines and no form of dumps, so all of it was read as one value"

// Next returns the next entry, io.EOF at the end, or an error. An *Error concerns one entry only,
// and reading continues after it. Any other error is the reader's and occurs once, directly before
// io.EOF.
//
// The entry and its bytes are valid until the next call; Clone makes a copy to keep.
func (s *Scanner) Next() (*store.Entry, error) {
	for !s.ended {
		s.entry.Reset()
		s.entry.Source.File, s.entry.Source.Table = s.opt.File, s.table
		s.buf = s.buf[:0]
		s.detail = Detail{Exact: true}
		err := s.reader.next(s)
		if err == nil {
			s.nameKey()
			return &s.entry, nil
		}
		var one *Error
		s.ended = !errors.As(err, &one)
		if s.ended || !s.judge(one) {
			return nil, err
		}
	}
	return nil, io.EOF
}

// All yields what Next returns until the end.
func (s *Scanner) All() iter.Seq2[*store.Entry, error] {
	return func(yield func(*store.Entry, error) bool) {
		for {
			e, err := s.Next()
			if err == io.EOF || !yield(e, err) {
				return
			}
		}
	}
}

// Form returns the form in which the text is read.
func (s *Scanner) Form() *Form { return s.form }

// Alternatives returns the other forms that parse the start of the text, best first.
func (s *Scanner) Alternatives() []*Form { return s.others }

// Detail returns the details of the entry that Next returned last.
func (s *Scanner) Detail() Detail { return s.detail }

// Notes returns sentences about what the text leaves unclear. They grow while reading; each occurs once.
func (s *Scanner) Notes() []string { return s.notes }

// Cut returns the note, one of Notes, that the end of a tool's output is missing, so that rows may be missing, too. It
// is empty if the end is there or cannot be recognized.
func (s *Scanner) Cut() string { return s.cut }

func (s *Scanner) unended(text string) {
	s.cut = text
	s.note(text)
}

func (s *Scanner) note(text string) {
	if !slices.Contains(s.notes, text) {
		s.notes = append(s.notes, text)
	}
}

// skip notes that a line which is no row is skipped. It returns an error if the line looks like a row of another tool.
func (s *Scanner) skip(line []byte, note string) *Error {
	switch {
	case len(bytes.TrimSpace(line)) == 0:
	case s.foreign != nil && s.foreign(line):
		return s.lineError(wantsOneTool, line)
	case note != "":
		s.note(note)
	}
	return nil
}

// setTable sets the table of the current entry and those that follow.
func (s *Scanner) setTable(name string) {
	s.table, s.entry.Source.Table = name, name
}

// inexact marks the current entry as one whose bytes the text does not determine.
func (s *Scanner) inexact(why string) {
	s.detail.Exact, s.entry.Source.Inexact = false, true
	s.remark(why)
}

// remark adds a note to the current entry, unless it has one.
func (s *Scanner) remark(text string) {
	if s.detail.Note == "" {
		s.detail.Note = text
	}
}

// add appends a part with bytes that are in the memory of this entry.
func (s *Scanner) add(name string, b []byte) { s.entry.Add(name, b[:len(b):len(b)]) }

// room makes room for n more bytes in s.buf, so that appending them does not allocate.
func (s *Scanner) room(n int) { s.buf = slices.Grow(s.buf, n) }

// lineError returns an Error about the last returned line.
func (s *Scanner) lineError(expected string, line []byte) *Error {
	return &Error{Line: s.lines.line, Offset: -1, Expected: expected, Found: found(bytes.TrimLeft(line, " \t"))}
}

// keep returns text as a string in s.stamp's memory, so that many short strings cost one
// allocation. Retaining one string pins its chunk of 1 KiB.
func (s *Scanner) keep(text []byte) string {
	const chunk = 1 << 10
	if len(text) > chunk {
		return string(text)
	}
	if s.stamp.Cap()-s.stamp.Len() < len(text) {
		s.stamp.Reset()
		s.stamp.Grow(chunk)
	}
	at := s.stamp.Len()
	s.stamp.Write(text)
	return s.stamp.String()[at:]
}
