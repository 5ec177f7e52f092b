//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// compared is the state of a handle from DiffOpen.
type compared struct {
	documents diff.Documents
	sides     [2]comparedSide
	lines     []byte // of the last step
	done      bool
}

// comparedSide is one document: a text, or the stores below a path.
type comparedSide struct {
	text   textRows
	feeder *feeder // for text; nil for stores
	stores openedStores
	rows   storage.Rows
	more   bool // what entries have besides their parts counts, because both sides are stores
	read   bool // all rows have been read
	err    error
}

var comparisons = registry[compared]{name: "diff", bit: 1 << 60}

var sideNames = [...]string{OldSide: "old", NewSide: "new"}

// DiffOpen begins to compare two documents. Their rows are held in memory. The options, all optional:
//
//	{"format","record","schema"}            as for rl_inspect, for both documents
//	{"stored","visible","match","limit","memory"}   see diff.Documents
//	{"old":DOCUMENT,"new":DOCUMENT}         {"file","spelling","cf"} for text to be passed to DiffFeed, or {"store":path} with
//	                                        whatever storage.ReadRequest reads
func DiffOpen(options []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	req, err := value.Parse(options)
	if err != nil {
		return e.from(err)
	}
	if err := knows(req, diffOptions); err != nil {
		return e.from(err)
	}
	d, code, err := readDecoder(req, e)
	if err != nil {
		return e.from(err)
	} else if code != OK {
		return int64(code)
	}
	c := &compared{}
	if err := c.readOptions(req); err != nil {
		return e.from(err)
	}
	if err := c.openSides(req, &d); err != nil {
		c.end()
		return e.from(err)
	}
	return comparisons.add(c)
}

// readOptions reads how rows are compared.
func (c *compared) readOptions(req value.Value) error {
	x := &c.documents
	x.Stored, _ = req.Member("stored").Bool()
	x.Visible, _ = req.Member("visible").Bool()
	if x.Stored && x.Visible {
		return errors.New("visible is what readers see, and stored what is stored: expected one of them")
	}
	name, _ := req.Member("match").Text()
	var err error
	if x.Match, err = diff.ParseMatch(name); err != nil {
		return err
	}
	for _, n := range [...]struct {
		name string
		to   *int64
	}{{"limit", &x.Limit}, {"memory", &x.Memory}} {
		v := req.Member(n.name)
		var ok bool
		if *n.to, ok = v.Int(); !v.IsNull() && (!ok || *n.to < 0) {
			return errors.New(n.name + ": expected a number, not negative")
		}
	}
	return nil
}

// openSides opens the stores, and readers for texts. Each side knows the models of both, its own first.
func (c *compared) openSides(req value.Value, d *stream.Decoder) error {
	var known [2]format.SchemaSet
	stores := 0
	for i := range c.sides {
		s, asked := &c.sides[i], req.Member(sideNames[i])
		if err := knowsSide(asked); err != nil {
			return errors.New(sideNames[i] + ": " + err.Error())
		}
		s.text = readText(asked, d.Format)
		if asked.Member("store").IsNull() {
			s.feeder = newFeeder(func(text io.Reader) error {
				return s.text.each(text, func(row *stream.Row) error { return c.documents.Add(i, row) })
			})
			continue
		}
		var err error
		if s.stores, known[i], err = openStores(asked, d.Format); err != nil {
			return errors.New(sideNames[i] + ": " + err.Error())
		}
		s.stores.asked.Query.Stored = c.documents.Stored
		s.rows = s.stores.scan(s.stores.asked.Query)
		s.rows.Values = !c.documents.Stored
		stores++
	}
	for i, to := range [...]**stream.Summarizer{&c.documents.Comparer.Old, &c.documents.Comparer.New} {
		of := *d
		of.Schemas = withSchemas(d.Schemas, withSchemas(known[i], known[1-i]))
		*to = &stream.Summarizer{Decoder: of}
		c.sides[i].more = stores == len(c.sides)
	}
	return nil
}

// DiffFeed takes the next piece of the text of a side. A piece may end anywhere; an empty one ends the text. It
// returns 1 if the side takes no more, else 0.
func DiffFeed(handle int64, side uint32, text []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(text)
	return comparisons.use(handle, e, func(c *compared) int64 {
		if side >= uint32(len(c.sides)) {
			return int64(e.refuse(BadOption, "side"))
		}
		s := &c.sides[side]
		if s.feeder == nil {
			return int64(e.refuse(Unsupported, "side"))
		}
		taken := s.feeder.take(text, e)
		if taken == 1 {
			s.read = true
		}
		if s.feeder.ended {
			s.err = s.feeder.err
		}
		return taken
	})
}

// diffStep is how many rows are compared in one step.
const diffStep = 1000

// DiffStep reads rows of stores, then compares some rows. It returns 1 if there is more to do, and 0
// when everything is compared.
func DiffStep(handle int64, e *Error) (result int64) {
	defer caught(e, &result)
	return comparisons.use(handle, e, func(c *compared) int64 {
		more, err := c.step()
		if err != nil {
			return e.fromReader(err)
		}
		if more {
			return 1
		}
		return 0
	})
}

func (c *compared) step() (more bool, err error) {
	if c.done {
		return false, nil
	}
	c.lines = c.lines[:0]
	for i := range c.sides {
		s := &c.sides[i]
		switch {
		case s.err != nil:
			return false, s.err
		case s.read:
		case s.feeder != nil:
			return false, errors.New("the text of the side " + sideNames[i] + " has not ended")
		default:
			s.err = c.readStores(i)
			return s.err == nil, s.err
		}
	}
	c.lines, c.done, err = c.documents.Append(c.lines, diffStep)
	return err == nil && !c.done, err
}

// readStores reads some rows of a side.
func (c *compared) readStores(side int) error {
	s := &c.sides[side]
	for range stepRows {
		row, err := s.nextRow()
		if err == io.EOF {
			s.read = true
			return nil
		}
		if err == nil {
			err = c.documents.Add(side, &row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextRow returns the next row of stores. Damage becomes a row that could not be read.
func (s *comparedSide) nextRow() (stream.Row, error) {
	entry, err := s.rows.Next()
	var lost *storage.Damage
	if errors.As(err, &lost) {
		return stream.Row{Bad: lost}, nil
	}
	if err != nil {
		return stream.Row{}, err
	}
	if s.more {
		s.addMore(entry)
	}
	return stream.Row{Entry: entry}, nil
}

// addMore adds what a dump does not have: wide columns and, if everything stored counts, tags.
func (s *comparedSide) addMore(entry *store.Entry) {
	tags := ""
	if s.stores.asked.Query.Stored {
		tags = diff.Tags
	}
	s.rows.AddMore(entry, diff.Columns, tags)
}

// DiffReport writes the lines found by the last step, in the form of `rowlens diff --json`. After the step that returned 0,
// they end with the totals.
func DiffReport(handle int64, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	return comparisons.use(handle, e, func(c *compared) int64 { return deliver(out, c.lines, e) })
}

// DiffClose closes a handle.
func DiffClose(handle int64) int64 { return comparisons.close(handle, (*compared).end) }

// end ends the readers, and closes the stores.
func (c *compared) end() {
	for i := range c.sides {
		s := &c.sides[i]
		if s.feeder != nil {
			s.feeder.stop()
		}
		s.rows.Scan.Close()
		s.stores.close()
	}
}
