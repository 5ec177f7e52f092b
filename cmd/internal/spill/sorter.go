// Package spill sorts records of bytes that need not fit in memory: what does not fit
// goes to temporary files, sorted run by run, which are merged when they are read.
//
// A record is a key and a payload. Records are returned in the order of the bytes of their
// keys, and records with equal keys in the order in which they were added.
//
//	sorter := spill.New(spill.Options{Folder: tmp, Memory: 64 << 20})
//	defer sorter.Close()
//	for … {
//		if err := sorter.Add(key, payload); err != nil {
//			return err
//		}
//	}
//	for sorted, err := sorter.Sort(ctx); err == nil; {
//		if key, payload, err = sorted.Next(); …
//	}
//
// Where the system allows it, a temporary file is unlinked as soon as it is open: nothing can
// remove it from under a run that is still going, and a killed run leaves nothing behind.
// Elsewhere (Windows) Close removes it, and the next run removes what killed runs have left.
package spill

import (
	"context"
	"io"
	"os"
)

// MemoryLeast is the minimum memory of a Sorter, in bytes.
const MemoryLeast = 8 << 10

// Options says what resources a Sorter may use.
type Options struct {
	Folder string // for temporary files; empty for the system's folder
	Memory int64  // bytes of memory, at least MemoryLeast; a longer record is kept in addition

	create func(folder string) (*file, error) // for tests; nil for create
}

// Sorter accepts records in any order. It is not safe for concurrent use.
type Sorter struct {
	folder string
	create func(folder string) (*file, error)
	limit  int64 // bytes of memory for records
	block  int   // size of a file's block
	fan    int   // number of files that are merged at once

	memory memory
	runs   []*run
	count  int64
	size   int64 // total size of keys and payloads
	disk   int64 // total size of existing files
	err    error // the first error, after which nothing is added
}

// New returns a Sorter. It makes no file until one is needed.
func New(o Options) *Sorter {
	s := &Sorter{folder: o.Folder, create: o.create}
	if s.folder == "" {
		s.folder = os.TempDir()
	}
	if s.create == nil {
		s.create = create
	}
	all := max(o.Memory, MemoryLeast)
	s.limit = all / 4 * 3
	// A quarter of the memory is for the buffers of files: two blocks for each file being read.
	s.block = int(min(max(all/512, blockLeast), blockMost))
	s.fan = int(min(max(all/4/int64(2*s.block), fanLeast), fanMost))
	s.memory.chunk = int(min(max(s.limit/16, blockLeast), chunkMost))
	return s
}

const (
	blockLeast, blockMost = 4 << 10, 64 << 10
	fanLeast, fanMost     = 4, 64
)

// Len returns the number of records added.
func (s *Sorter) Len() int64 { return s.count }

// Size returns the total size of their keys and payloads, in bytes.
func (s *Sorter) Size() int64 { return s.size }

// Spilled reports whether there are temporary files.
func (s *Sorter) Spilled() bool { return len(s.runs) > 0 }

// Add adds a record, copying it. After an error nothing more is added, and Sort returns the error.
func (s *Sorter) Add(key, payload []byte) error {
	if s.err != nil {
		return s.err
	}
	if need := s.memory.need(len(key) + len(payload)); s.memory.len() > 0 && s.memory.used()+need > s.limit {
		if err := s.spill(context.Background()); err != nil {
			return err
		}
	}
	s.memory.add(key, payload)
	s.count++
	s.size += int64(len(key) + len(payload))
	return nil
}

// spill moves the records in memory to a file.
func (s *Sorter) spill(ctx context.Context) error {
	s.memory.sort()
	if s.err = s.write(ctx, &memoryCursor{memory: &s.memory}, 0); s.err == nil {
		s.memory.reset()
		s.err = s.reduce(ctx, s.fan)
	}
	return s.err
}

// write writes all records of a cursor as a run.
func (s *Sorter) write(ctx context.Context, from cursor, level int) error {
	r, err := s.writeRun(ctx, from, level)
	if err != nil {
		return err
	}
	s.disk += r.size
	s.runs = append(s.runs, r)
	return nil
}

// reduce merges the last runs as long as there are enough of one level, so that the
// number of open files grows only with the logarithm of the number of records.
func (s *Sorter) reduce(ctx context.Context, fan int) error {
	for {
		last := len(s.runs) - 1
		first := last
		for first > 0 && s.runs[first-1].level == s.runs[last].level {
			first--
		}
		if last-first+1 < fan {
			return nil
		}
		if err := s.mergeFrom(ctx, first); err != nil {
			return err
		}
	}
}

// mergeFrom merges the runs from the first one on into one.
func (s *Sorter) mergeFrom(ctx context.Context, first int) error {
	old := s.runs[first:]
	m, err := merge(s, old)
	if err != nil {
		return err
	}
	made, err := s.writeRun(ctx, m, old[len(old)-1].level+1)
	if err != nil {
		return err
	}
	for _, r := range old {
		s.disk -= r.size
		r.file.close()
	}
	s.disk += made.size
	s.runs = append(s.runs[:first], made)
	return nil
}

// Sort ends adding and returns the records in order. It takes long if files have to be
// merged first; ctx can end that.
func (s *Sorter) Sort(ctx context.Context) (*Sorted, error) {
	if s.err != nil {
		return nil, s.err
	}
	if len(s.runs) == 0 {
		s.memory.sort()
		return &Sorted{ctx: ctx, cursor: &memoryCursor{memory: &s.memory}, left: s.count}, nil
	}
	if s.memory.len() > 0 {
		if err := s.spill(ctx); err != nil {
			return nil, err
		}
	}
	s.memory = memory{chunk: s.memory.chunk}
	for len(s.runs) > s.fan {
		if s.err = s.mergeFrom(ctx, len(s.runs)-s.fan); s.err != nil {
			return nil, s.err
		}
	}
	m, err := merge(s, s.runs)
	if err != nil {
		s.err = err
		return nil, err
	}
	return &Sorted{ctx: ctx, cursor: m, left: s.count}, nil
}

// Close frees the memory and removes the files. It may be called more than once.
func (s *Sorter) Close() {
	for _, r := range s.runs {
		r.file.close()
	}
	s.runs, s.memory, s.disk = nil, memory{chunk: s.memory.chunk}, 0
	if s.err == nil {
		s.err = errClosed
	}
}

// Sorted is the records of a Sorter in order. It is valid until the Sorter is closed.
type Sorted struct {
	ctx    context.Context
	cursor cursor
	left   int64
	turns  int
}

// Next returns the next record, valid until the next call, or io.EOF after the last one.
func (x *Sorted) Next() (key, payload []byte, err error) {
	if x.turns++; x.turns%turns == 0 {
		if err := x.ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	if err := x.cursor.next(); err != nil {
		if err == io.EOF && x.left > 0 {
			err = errShort
		}
		return nil, nil, err
	}
	x.left--
	key, payload = x.cursor.record()
	return key, payload, nil
}

// turns is the number of records between two checks of a context.
const turns = 1 << 10
