// Package rows decodes dumps of any size: text in, one record per row out, in order, on all
// cores, in the memory of a few hundred rows.
//
// One goroutine scans the text and copies entries into chunks, workers decode
// chunks to records, and the caller's goroutine writes these in order.
package rows

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// Input is one text to read, or the entries of stores. Open or Entries is called when it is the input's turn.
type Input struct {
	Name    string // becomes source.file; empty for standard input
	Open    func() (io.ReadCloser, error)
	Entries func() (Entries, error) // nil for a text
}

// Entries reads the entries of stores.
type Entries interface {
	// Next returns the next entry, which is valid until the next call; io.EOF after the last entry; or a Lost
	// in place of missing entries. Any other error ends the entries.
	Next() (*store.Entry, error)
	Note() string // what had to be assumed for the last entry; "" if nothing
	Close() error
}

// Lost is the error in place of entries that a store has lost.
type Lost interface {
	error
	Source() store.Source
}

// Stream says what to decode, and how. Its counters may be read while Run is running.
type Stream struct {
	Inputs  []Input
	Text    dump.Options
	Decoder stream.Decoder // what is known about the rows before learning
	Form    record.Form
	Where   *filter.Filter // nil for all rows
	Lenient bool           // as in record.Writer
	Pick    Pick
	Select  *record.Selection // nil for whole records
	Threads int               // how many rows to decode at the same time; 0 for one per core

	// Tally returns a counter of rows for each worker, if rows are counted rather than written; nil to write records.
	Tally func() Tally

	// Tables takes records that are written as tables; nil to write them as text.
	Tables Tables

	// Family returns the column family, in hex, of the rows of an input whose text in this form does
	// not say it, or "" if it is unknown. It is called from another goroutine.
	Family func(input string, form *dump.Form) string

	// Note is called, from another goroutine, for what a text leaves open and for inputs that
	// could not be read.
	Note func(input string, err error)

	Rows, Failed, Bytes atomic.Int64
	Written             atomic.Int64 // records, if only some of them are written
	Words               atomic.Int64 // lines in which a dumping tool reports a failure or a different row count
	Others              atomic.Int64 // rows of other kinds than the one asked for
	Doubtful            atomic.Int64 // rows that count as failed although they have fields
	unreadable          atomic.Bool

	slow     atomic.Int64 // nanoseconds spent on rows that had to be identified
	slowOnce sync.Once

	modelOnce sync.Once

	free, work, order chan *chunk
}

// ErrUnreadable means that some input could not be read. The other inputs were.
var ErrUnreadable = errors.New("an input could not be read")

// Run decodes all inputs to out. If ctx ends, it ends early with ctx's error; the
// output then consists of complete records, in order from the start.
func (s *Stream) Run(ctx context.Context, out io.Writer) error {
	workers := s.Threads
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	chunks := 2*workers + 2
	s.free, s.work, s.order = make(chan *chunk, chunks), make(chan *chunk, chunks), make(chan *chunk, chunks)
	for range chunks {
		c := newChunk()
		if s.Tables != nil {
			c.table = s.Tables.New()
		}
		s.free <- c
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.read(ctx, workers)
	if s.Form == record.CSV && !s.Pick.Count && s.Tally == nil && s.Tables == nil {
		if _, err := out.Write(s.Select.CSVHeader()); err != nil {
			return err
		}
	}
	write := s.write
	if s.Pick.any() {
		write = s.writePicked
	}
	if err := write(ctx, out); err != nil {
		return err
	}
	if s.unreadable.Load() {
		return ErrUnreadable
	}
	return nil
}

// write writes chunks in order, as they become ready.
func (s *Stream) write(ctx context.Context, out io.Writer) error {
	for {
		c, err := s.ready(ctx)
		if c == nil {
			return err
		}
		if err := s.put(out, c, c.written()); err != nil {
			return err
		}
		s.Rows.Add(int64(len(c.rows)))
		s.Failed.Add(int64(c.failed))
		s.Others.Add(int64(c.others))
		s.Doubtful.Add(int64(c.doubtful))
		c.reset()
		s.free <- c
	}
}

// ready returns the next decoded chunk, or nil if there are no more.
func (s *Stream) ready(ctx context.Context) (*chunk, error) {
	var c *chunk
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case next, more := <-s.order:
		if !more {
			return nil, ctx.Err()
		}
		c = next
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.ready:
		return c, nil
	}
}

// read scans all inputs. The workers start when the first chunk is full, because
// only then is there something to learn from.
func (s *Stream) read(ctx context.Context, workers int) {
	defer close(s.order)
	defer close(s.work)
	x := scan{stream: s, ctx: ctx, workers: workers}
	if x.chunk = s.next(ctx); x.chunk == nil {
		return
	}
	for _, in := range s.Inputs {
		if ctx.Err() != nil {
			return
		}
		if err := x.input(in); err != nil {
			s.unreadable.Store(true)
			s.note(in.Name, err)
		}
	}
	x.send()
}

// next returns an empty chunk, or nil if none is needed any more.
func (s *Stream) next(ctx context.Context) *chunk {
	select {
	case c := <-s.free:
		return c
	case <-ctx.Done():
		return nil
	}
}

func (s *Stream) note(input string, err error) {
	if s.Note != nil {
		s.Note(input, err)
	}
}

// worker decodes chunks until there are no more.
func (s *Stream) worker(d *stream.Decoder) {
	w := writer{Writer: record.Writer{Form: s.Form, Decoder: d, Where: s.Where, Lenient: s.Lenient, Select: s.Select},
		picks: s.Pick.any(), samples: s.Pick.Sample > 0}
	if s.Tables != nil {
		w.filler = s.Tables.Filler(d, s.Where, s.Lenient)
	}
	take := w.chunk
	if s.Tally != nil {
		take = (&counter{tally: s.Tally(), decoder: d, where: s.Where}).chunk
	}
	for c := range s.work {
		begin, before := time.Now(), d.Identified
		take(c)
		if 4*(d.Identified-before) > len(c.rows) {
			s.takesLong(time.Since(begin))
		}
		if d.NeedsModel {
			s.modelOnce.Do(func() { s.note("", NeedsModel) })
		}
		c.ready <- struct{}{}
	}
}

// Slow is the note on rows that are identified one by one.
const Slow = Remark("most rows are identified one by one, which is slow: --format and --record say what they are")

// NeedsModel is the note on rows that are refused for want of the model.
const NeedsModel = Remark("only the model says of some rows what they are: --model FILE has it, " +
	"or --meta FILE (MARYK_META.yml) the length of its keys")

// takesLong reports once, after a second, that rows are identified one by one. If a
// record kind is given, there is nothing more to suggest.
func (s *Stream) takesLong(d time.Duration) {
	if s.slow.Add(int64(d)) > int64(time.Second) && s.Decoder.Only == "" {
		s.slowOnce.Do(func() { s.note("", Slow) })
	}
}
