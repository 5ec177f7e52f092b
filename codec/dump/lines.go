package dump

import (
	"bytes"
	"io"
)

// sampleSize is how much of a stream is read ahead to detect its form.
const sampleSize = 64 << 10

// defaultLimit is the longest line, and the longest text of one value, that is read if
// Options.Limit is 0.
const defaultLimit = 64 << 20

// lines splits a stream, or a text in memory, into lines. A returned line is valid until the next call of next.
type lines struct {
	r     io.Reader // nil if everything is in buf
	buf   []byte    // the window; the caller's own text if r was nil from the start
	pos   int       // start of the unread bytes
	base  int64     // bytes of the stream before buf
	last  int       // start of the last returned line, for back
	line  int       // 1-based number of the last returned line
	limit int
	err   error // the reader's error, other than io.EOF

	edit  lineEdit // takes off what stands around each line; nil for nothing
	marks marks    // bytes of lines that the edit changes
	text  []byte   // the edited text of the last returned line, if there is an edit
}

// prime reads until the window holds n bytes, the input ends, or the input pauses and the window is
// enough. It drops one byte order mark. It reports whether the window is everything.
func (l *lines) prime(n int, enough func(text []byte) bool) (whole bool) {
	pauses, _ := l.r.(Pauser)
	for l.r != nil && len(l.buf) < n {
		l.fill()
		if pauses != nil && l.r != nil && pauses.Paused() && enough(bytes.TrimPrefix(l.buf, []byte("\xEF\xBB\xBF"))) {
			break
		}
	}
	if bytes.HasPrefix(l.buf, []byte("\xEF\xBB\xBF")) {
		l.pos = 3
	}
	return l.r == nil
}

// two returns the length of the next two lines, up to the limit of one, and reads so far.
func (l *lines) two() int {
	from := 0
	for n := 0; ; {
		text := l.buf[l.pos:]
		for at := bytes.IndexByte(text[from:], '\n'); at >= 0; at = bytes.IndexByte(text[from:], '\n') {
			from += at + 1
			if n++; n == 2 {
				return from
			}
		}
		if from = len(text); l.r == nil || from > l.limit {
			return from
		}
		l.fill()
	}
}

// next returns the next line without its line feed and a carriage return before it, and without what the edit takes off.
// At the end it returns io.EOF, or once the reader's error.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.read()
		if err != nil || l.edit == nil {
			return line, err
		}
		if len(line) == 0 || l.unmarked() {
			l.text = line
			return line, nil
		}
		text, keep := l.edit(line)
		if l.text = text; keep {
			return text, nil
		}
	}
}

// read returns the next line as it stands.
func (l *lines) read() ([]byte, error) {
	from := l.pos // everything before it was already searched
	for {
		if i := bytes.IndexByte(l.buf[from:], '\n'); i >= 0 {
			return l.give(from+i, from+i+1), nil
		}
		if l.r == nil {
			break
		}
		if len(l.buf)-l.pos > l.limit {
			return nil, l.skipLine()
		}
		from = len(l.buf) - l.pos
		l.fill()
		from += l.pos
	}
	if l.pos == len(l.buf) {
		if err := l.err; err != nil {
			l.err = nil
			return nil, err
		}
		return nil, io.EOF
	}
	return l.give(len(l.buf), len(l.buf)), nil
}

// give consumes the line that ends at end; the next one starts at next.
func (l *lines) give(end, next int) []byte {
	line := l.buf[l.pos:end]
	l.last, l.pos = l.pos, next
	l.line++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// back puts the last line back, so that next returns it again. It may be called once after each next.
func (l *lines) back() {
	l.pos = l.last
	l.line--
}

// current returns the last returned line, or nothing after back.
func (l *lines) current() []byte {
	if l.last > l.pos {
		return nil
	}
	if l.edit != nil {
		return l.text
	}
	return bytes.TrimRight(l.buf[l.last:l.pos], "\r\n")
}

// offset returns how many bytes of the stream precede the unread ones.
func (l *lines) offset() int64 { return l.base + int64(l.pos) }

// fill moves the unread bytes to the front if that frees at least half of the window, grows a full
// window, and reads once.
func (l *lines) fill() {
	if l.pos > 0 && l.pos >= len(l.buf)/2 {
		n := copy(l.buf, l.buf[l.pos:])
		l.base += int64(l.pos)
		l.marks.shift(l.pos)
		l.buf, l.pos = l.buf[:n], 0
	}
	if len(l.buf) == cap(l.buf) {
		grown := make([]byte, len(l.buf)-l.pos, max(2*(len(l.buf)-l.pos), 2*sampleSize))
		copy(grown, l.buf[l.pos:])
		l.base += int64(l.pos)
		l.marks.shift(l.pos)
		l.buf, l.pos = grown, 0
	}
	for range 100 { // a reader that keeps returning nothing must not block forever
		n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
		l.buf = l.buf[:len(l.buf)+n]
		if err != nil {
			l.r = nil
			if err != io.EOF {
				l.err = err
			}
			return
		}
		if n > 0 {
			return
		}
	}
	l.r, l.err = nil, io.ErrNoProgress
}

// skipLine drops a line that exceeds the limit, with bounded memory, and reports it.
func (l *lines) skipLine() error {
	l.line++
	for {
		if i := bytes.IndexByte(l.buf[l.pos:], '\n'); i >= 0 {
			l.pos += i + 1
			break
		}
		l.pos = len(l.buf)
		if l.r == nil {
			break
		}
		l.fill()
	}
	l.last = l.pos
	return &Error{Line: l.line, Expected: "a line of at most " + itoa(l.limit) + " bytes", Found: "a longer one"}
}

// longLine reads on until it has the rest of the input or limit bytes of it, and reports whether
// one of those lines is too long although there are others.
func (l *lines) longLine() bool {
	for l.r != nil && len(l.buf)-l.pos <= l.limit {
		l.fill()
	}
	text := l.buf[l.pos:]
	if len(text) <= l.limit {
		return false
	}
	// Lines that a tool folds are short. So the long line is the first one, or the last one so far.
	first := bytes.IndexByte(text, '\n')
	return first < 0 && l.r != nil || first > l.limit || first >= 0 && len(text)-1-bytes.LastIndexByte(text, '\n') > l.limit/2
}

// rest returns everything unread. The text of one value is held in memory, so it has the same limit as a line.
func (l *lines) rest() ([]byte, error) {
	for l.r != nil && len(l.buf)-l.pos <= l.limit {
		l.fill()
	}
	text := l.buf[l.pos:]
	first := l.line + 1
	l.last, l.pos, l.r = len(l.buf), len(l.buf), nil
	if len(text) > l.limit {
		return nil, l.tooLong(first)
	}
	if err := l.err; err != nil {
		l.err = nil
		return nil, err
	}
	return l.edited(text), nil
}

// edited returns a text with the edit of each line. A line that the edit drops becomes blank, so that the lines keep their
// numbers.
func (l *lines) edited(text []byte) []byte {
	if l.edit == nil || !l.marks.in(text) {
		return text
	}
	var out []byte
	for line := range bytes.Lines(text) {
		bare := bytes.TrimRight(line, "\r\n")
		if len(bare) > 0 {
			kept, keep := l.edit(bare)
			if keep {
				out = append(out, kept...)
			}
		}
		out = append(out, line[len(bare):]...)
	}
	return out
}

// discard drops everything unread.
func (l *lines) discard() { l.r, l.err, l.last, l.pos = nil, nil, len(l.buf), len(l.buf) }

// ended reports whether nothing is unread.
func (l *lines) ended() bool { return l.r == nil && l.pos == len(l.buf) }

// tooLong returns the error for a text of one value that exceeds the limit.
func (l *lines) tooLong(line int) *Error {
	return &Error{Line: line, Expected: "a value of at most " + itoa(l.limit) + " bytes of text", Found: "a longer one"}
}
