package dump

import "bytes"

// marks are bytes without which an edit leaves a line as it is. They are searched in all that was read, not line by line,
// because nearly no text has one.
type marks struct {
	bytes []byte // none if the edit may change any line
	next  [4]int // for each, where the search goes on: nothing between the last line and there is that byte
}

// unmarked reports whether the last read line has none of the bytes.
func (l *lines) unmarked() bool {
	for i, mark := range l.marks.bytes {
		from := max(l.marks.next[i], l.last)
		if from >= l.pos {
			continue
		}
		at := bytes.IndexByte(l.buf[from:], mark)
		if at < 0 {
			at = len(l.buf) - from
		}
		if l.marks.next[i] = from + at; from+at < l.pos {
			return false
		}
	}
	return len(l.marks.bytes) > 0
}

// shift follows the window when n bytes at its start are dropped.
func (m *marks) shift(n int) {
	for i := range m.next {
		m.next[i] -= n
	}
}

// in reports whether a text has one of the bytes, or an edit may change it anyway.
func (m *marks) in(text []byte) bool {
	for _, mark := range m.bytes {
		if bytes.IndexByte(text, mark) >= 0 {
			return true
		}
	}
	return len(m.bytes) == 0
}
