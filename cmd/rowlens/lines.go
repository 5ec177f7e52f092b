package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// lineReader splits a stream into lines of bounded length.
type lineReader struct {
	r    *bufio.Reader
	max  int
	long []byte // a line longer than the reader's buffer

	begun bool // the first line, which may begin with a byte order mark, was read
}

// byteOrderMark is what Windows programs write before a text in UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// errLongLine is the error for a line over the limit, which was skipped.
var errLongLine = errors.New("the line is longer than 16 MiB")

func newLineReader(r io.Reader, max int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 256<<10), max: max}
}

// next returns the next line without its line feed and without a carriage return
// before that. The line is valid until the next call. At the end it returns io.EOF.
func (l *lineReader) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		if line, err = l.rest(line); err == errLongLine {
			return nil, err
		}
	}
	switch {
	case err == io.EOF && len(line) > 0:
	case err != nil:
		return nil, err
	default:
		line = line[:len(line)-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if !l.begun {
		l.begun, line = true, bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	return line, nil
}

// rest reads the rest of a line that did not fit into the buffer. A line over the limit is not kept.
func (l *lineReader) rest(start []byte) ([]byte, error) {
	l.long = append(l.long[:0], start...)
	over := false
	for {
		more, err := l.r.ReadSlice('\n')
		if over = over || len(l.long)+len(more) > l.max+2; !over {
			l.long = append(l.long, more...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if over {
			l.long = nil
			return nil, errLongLine
		}
		return l.long, err
	}
}

// buffered reports whether more input is available without waiting.
func (l *lineReader) buffered() bool { return l.r.Buffered() > 0 }

// eachLine calls take for every line of the inputs that is not blank. For a line that is too long, or for which take
// fails, it reports the error and then calls refused. It flushes the output before it waits for more input.
func (c *call) eachLine(names []string, take func(line []byte) error, refused func()) error {
	for _, name := range names {
		in, err := c.openInput(name)
		if err != nil {
			return unreadable(fileError(err))
		}
		err = c.linesOf(in, take, func(n int, err error) {
			c.say(shownInput(name) + ": line " + strconv.Itoa(n) + ": " + err.Error())
			refused()
		})
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// linesOf is eachLine for one input. refused gets the number of the line, counted from 1.
func (c *call) linesOf(in io.Reader, take func(line []byte) error, refused func(n int, err error)) error {
	lines := newLineReader(in, lineMax)
	for n := 1; ; n++ {
		line, err := lines.next()
		if err == io.EOF || c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return unreadable(fileError(err))
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err == nil {
			err = take(line)
		}
		if err != nil {
			refused(n, err)
		}
		if !lines.buffered() {
			if err := c.out.Flush(); err != nil {
				return err
			}
		}
	}
}
