package rows

import (
	"context"
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// scan turns inputs into chunks.
type scan struct {
	stream  *Stream
	ctx     context.Context
	workers int // to be started with the first chunk
	chunk   *chunk
	said    int          // messages of tools
	before  *store.Entry // the last entry so far, if rows are counted
}

// input scans one input to its end.
func (x *scan) input(in Input) error {
	if in.Entries != nil {
		return x.entries(in)
	}
	r, err := in.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	opt := x.stream.Text
	opt.File = in.Name
	sc, err := dump.Open(&source{r, x}, opt)
	if err != nil {
		return err
	}
	cf := ""
	if x.stream.Family != nil {
		cf = x.stream.Family(in.Name, sc.Form())
	}
	x.send() // a chunk has rows of only one file
	x.chunk.file = in.Name
	for {
		e, err := sc.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			var bad *dump.Error
			if !errors.As(err, &bad) {
				return err
			}
			x.chunk.addBad(bad)
			if bad.Words != "" || bad.Miscounted {
				x.words(in.Name, bad)
			}
		} else {
			if e.Source.CF == "" {
				e.Source.CF = cf
			}
			x.chunk.add(e, sc.Detail())
		}
		if x.chunk.full() && !x.send() {
			break
		}
	}
	for _, n := range sc.Notes() {
		if n == dump.NoteFamily && cf != "" {
			continue
		}
		if n == dump.NoteFamily {
			n += AdviceFamily
		}
		if n == sc.Cut() {
			x.stream.note(in.Name, Cut(n))
			continue
		}
		x.stream.note(in.Name, Remark(n))
	}
	return nil
}

// entries reads the entries of stores.
func (x *scan) entries(in Input) error {
	list, err := in.Entries()
	if err != nil {
		return err
	}
	defer list.Close()
	x.send() // a chunk has rows of only one input
	for x.ctx.Err() == nil {
		e, err := list.Next()
		if err == io.EOF {
			return nil
		}
		var lost Lost
		switch {
		case err == nil:
			x.chunk.addStored(e, list.Note())
		case errors.As(err, &lost):
			x.chunk.addLost(lost)
			x.loses(in.Name, lost)
		default:
			return err
		}
		if x.chunk.full() && !x.send() {
			return nil
		}
	}
	return nil
}

// loses reports damage of a store. No filter of rows may hide it.
func (x *scan) loses(input string, lost Lost) {
	source := lost.Source()
	if input == "" || source.File != "" {
		input = source.File
	}
	switch x.said++; {
	case x.said <= saidMost:
		x.stream.note(input, Remark("damaged: "+lost.Error()))
	case x.said == saidMost+1:
		x.stream.note(input, Remark("there is more damage, which is not printed here; the records have all of it"))
	}
}

// AdviceFamily follows dump.NoteFamily.
const AdviceFamily = "; name it with --cf, for example --cf table/1"

// saidMost is how many messages of tools are reported individually.
const saidMost = 5

// words reports a message from the tool that wrote the dump, or a row count that does not match. No filter of rows may hide
// it.
func (x *scan) words(input string, bad *dump.Error) {
	x.stream.Words.Add(1)
	switch x.said++; {
	case x.said <= saidMost:
		x.stream.note(input, Remark(bad.Error()+"; the dump may be incomplete"))
	case x.said == saidMost+1:
		x.stream.note(input, Remark("the tool says more, which is not printed here; the records have all of it"))
	}
}

// Remark is something that a text leaves open, not a failure.
type Remark string

// Cut is a remark that may apply to one input and not to others: its end is missing.
type Cut string

// Error returns the sentence.
func (c Cut) Error() string { return string(c) }

// Error returns the sentence.
func (r Remark) Error() string { return string(r) }

// source is an input that may be about to block: rows that have already been read must not wait for it.
type source struct {
	r io.Reader
	x *scan
}

func (s *source) Read(b []byte) (int, error) {
	if len(s.x.chunk.rows) > 0 {
		s.x.send()
	}
	if err := s.x.ctx.Err(); err != nil {
		return 0, io.EOF
	}
	n, err := s.r.Read(b)
	s.x.stream.Bytes.Add(int64(n))
	return n, err
}

// Paused reports whether the input is paused.
func (s *source) Paused() bool {
	p, ok := s.r.(dump.Pauser)
	return ok && p.Paused()
}

// send passes the chunk on and gets a new one. It returns false to stop.
func (x *scan) send() bool {
	c := x.chunk
	if len(c.rows) == 0 {
		return true
	}
	x.learn(c)
	if x.stream.Tally != nil {
		x.keep(c)
	}
	for ; x.workers > 0; x.workers-- {
		go x.stream.worker(x.stream.Decoder.Fork())
	}
	x.stream.order <- c
	x.stream.work <- c
	next := x.stream.next(x.ctx)
	if next == nil {
		next = newChunk() // never used
		x.chunk = next
		return false
	}
	x.chunk, next.file = next, c.file
	if x.stream.Tally != nil {
		next.before = x.before
	}
	return true
}

// learn examines the rows of the first chunk, which is made large enough for that by the
// scanner's read-ahead. Later chunks use only what was learnt then, so that the answer for a row
// does not depend on the order of work.
func (x *scan) learn(c *chunk) {
	if x.workers == 0 {
		return
	}
	var e store.Entry
	for i := 0; i < len(c.rows) && i < stream.LearnRows; i++ {
		if c.entry(&c.rows[i], &e); len(e.Parts) > 0 && x.stream.Decoder.Learn(&e) {
			return
		}
	}
}
