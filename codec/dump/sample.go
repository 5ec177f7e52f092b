package dump

import (
	"bytes"
	"slices"
)

// sampleLines is how many lines a detector examines.
const sampleLines = 100

// sample is the start of a text, split into lines once for all detectors.
type sample struct {
	text  []byte   // without byte order mark; whole lines unless there is only one
	whole bool     // text is the whole input
	lines [][]byte // non-blank lines of text without their ends
	dump  bool     // text is a dump, in which each line is a value unless a tool folded it
}

// newSample takes the sample from the known start of a text. A text longer than a sample is never
// whole, so that a stream and the same text in memory are detected alike.
func newSample(text []byte, whole bool) *sample { return sampleOf(text, whole, sampleSize) }

// sampleOf is newSample with another size.
func sampleOf(text []byte, whole bool, size int) *sample {
	if len(text) > size {
		text, whole = text[:size], false
	}
	s := &sample{text: text, whole: whole}
	for at := 0; at < len(text); {
		line, next := text[at:], len(text)
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line, next = line[:i], at+i+1
		}
		if !whole && len(s.lines) > 0 && (next == len(text) && text[next-1] != '\n' || len(s.lines) == sampleLines) {
			s.text = text[:at] // the line is cut off, or there are enough
			break
		}
		line = bytes.TrimSuffix(line, []byte{'\r'})
		if len(bytes.TrimSpace(line)) > 0 {
			s.lines = append(s.lines, line)
		}
		at = next
	}
	return s
}

// every reports whether all sampled lines satisfy f, and there is at least one.
func (s *sample) every(f func(line []byte) bool) bool {
	for _, line := range s.lines {
		if !f(line) {
			return false
		}
	}
	return len(s.lines) > 0
}

// some reports whether one of the first n sampled lines satisfies f.
func (s *sample) some(n int, f func(line []byte) bool) bool {
	for _, line := range s.lines[:min(n, len(s.lines))] {
		if f(line) {
			return true
		}
	}
	return false
}

// mostly reports whether at least half of the sampled lines satisfy f: the text then consists of
// such lines rather than mentioning one.
func (s *sample) mostly(f func(line []byte) bool) bool {
	n := 0
	for _, line := range s.lines {
		if f(line) {
			n++
		}
	}
	return n > 0 && 2*n >= len(s.lines)
}

// first returns the first non-blank line.
func (s *sample) first() []byte {
	if len(s.lines) == 0 {
		return nil
	}
	return s.lines[0]
}

// goesOn reports whether a dump begins with one whole line and continues, so that the line need not
// be a piece of one value.
func (s *sample) goesOn() bool {
	return s.dump && !s.whole && len(s.lines) == 1 && len(s.text) > 0 && s.text[len(s.text)-1] == '\n'
}

// endsInLine reports whether a dump ends without a line feed: its last row may be cut off, which must not change the form.
func (s *sample) endsInLine() bool {
	return s.dump && s.whole && len(s.text) > 0 && s.text[len(s.text)-1] != '\n'
}

// several reports whether the text has more than one line.
func (s *sample) several() bool { return len(s.lines) > 1 || s.goesOn() }

// shape says how several lines of one alphabet belong together.
type shape uint8

const (
	oneLine shape = iota
	wrapped       // the lines are pieces of one value
	listed        // each line is a value
)

// shape distinguishes a folded value from a list of values. A folded text has lines of equal length
// and a shorter last one; if all are equal, the widths at which the form's tools fold decide. Two
// lines are a folded value unless they have the same length: nobody folds unevenly, but hex is
// often typed in two parts. In a dump, only lines of a tool's width are folded, because the last
// row of a list may be cut off.
func (s *sample) shape(widths ...int) shape {
	n := len(s.lines)
	if n == 0 || n == 1 && !s.goesOn() {
		return oneLine
	}
	width := len(s.lines[0])
	if s.dump && !slices.Contains(widths, width) {
		return listed
	}
	for _, line := range s.lines[1:max(n-1, 1)] {
		if len(line) != width {
			return listed
		}
	}
	switch last := len(s.lines[n-1]); {
	case last < width && s.whole, n == 2 && last != width:
		return wrapped
	case last > width:
		return listed
	}
	if slices.Contains(widths, width) {
		return wrapped
	}
	return listed
}
