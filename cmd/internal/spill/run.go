package spill

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/s2"
)

// run is a file of sorted records. For each record it has the lengths of key and payload as
// uvarints, then both. Everything is compressed as an S2 stream, which has checksums.
type run struct {
	file  *file
	count int64 // number of records
	size  int64 // size of the file
	level int   // how often its records have been merged
}

// cursor reads sorted records.
type cursor interface {
	next() error                   // io.EOF after the last one
	record() (key, payload []byte) // valid until next
}

// writeRun writes all records of a cursor to a file.
func (s *Sorter) writeRun(ctx context.Context, from cursor, level int) (*run, error) {
	f, err := s.create(s.folder)
	if err != nil {
		return nil, s.failed("made", err)
	}
	r := &run{file: f, level: level}
	counted := &counter{to: f}
	packed := s2.NewWriter(counted, s2.WriterConcurrency(1), s2.WriterBlockSize(s.block))
	if r.count, err = copyRecords(ctx, packed, from); err == nil {
		err = packed.Close()
	}
	if r.size = counted.n; err == nil {
		return r, nil
	}
	f.close()
	var own *Error
	if errors.As(err, &own) || ctx.Err() != nil {
		return nil, err
	}
	s.disk += counted.n
	return nil, s.failed("written", err)
}

// copyRecords writes all records of a cursor.
func copyRecords(ctx context.Context, to io.Writer, from cursor) (n int64, err error) {
	var head []byte
	for ; ; n++ {
		if n%turns == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		switch err := from.next(); {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
		key, payload := from.record()
		head = binary.AppendUvarint(binary.AppendUvarint(head[:0], uint64(len(key))), uint64(len(payload)))
		for _, b := range [...][]byte{head, key, payload} {
			if _, err := to.Write(b); err != nil {
				return n, err
			}
		}
	}
}

// counter counts what is written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	return n, err
}

// runCursor reads a run.
type runCursor struct {
	sorter *Sorter
	from   *bufio.Reader
	left   int64
	keyEnd int
	buf    []byte // key and payload
}

func (s *Sorter) read(r *run) *runCursor {
	packed := s2.NewReader(io.NewSectionReader(r.file, 0, r.size), s2.ReaderMaxBlockSize(s.block), s2.ReaderAllocBlock(s.block))
	return &runCursor{sorter: s, from: bufio.NewReaderSize(packed, smallRead), left: r.count}
}

// smallRead is the size of the buffer for reading lengths.
const smallRead = 512

func (c *runCursor) next() error {
	if c.left == 0 {
		return io.EOF
	}
	c.left--
	key, err := binary.ReadUvarint(c.from)
	if err != nil {
		return c.sorter.unread(err)
	}
	payload, err := binary.ReadUvarint(c.from)
	if err != nil {
		return c.sorter.unread(err)
	}
	size := int(key + payload)
	if size > cap(c.buf) {
		c.buf = make([]byte, size, max(size, 2*cap(c.buf)))
	}
	c.buf, c.keyEnd = c.buf[:size], int(key)
	if _, err := io.ReadFull(c.from, c.buf); err != nil {
		return c.sorter.unread(err)
	}
	return nil
}

func (c *runCursor) record() (key, payload []byte) {
	return c.buf[:c.keyEnd:c.keyEnd], c.buf[c.keyEnd:]
}

// unread returns the error for a file that no longer has the content that was written.
func (s *Sorter) unread(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return s.failed("read again", err)
}
