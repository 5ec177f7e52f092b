package dump

import "bytes"

// sampleLines is how many lines a detector looks at.
const sampleLines = 2000

// sample is the start of a text, cut into lines once for all detectors.
type sample struct {
	text  []byte   // without byte order mark
	whole bool     // text is everything there is
	lines [][]byte // non-blank lines without their ends; not a last one that may be cut
	blank bool     // a blank line lies between or before those
}

func newSample(text []byte, whole bool) *sample {
	s := &sample{text: text, whole: whole}
	empty := false
	for len(text) > 0 && len(s.lines) < sampleLines {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else if !whole && len(s.lines) > 0 {
			break // cut where the sample ends
		} else {
			text = nil
		}
		line = bytes.TrimSuffix(line, []byte{'\r'})
		if len(bytes.TrimSpace(line)) == 0 {
			empty = true
			continue
		}
		s.blank = s.blank || empty
		s.lines = append(s.lines, line)
	}
	return s
}

// every reports whether all sampled lines satisfy f, and there is one.
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

// first returns the first non-blank line.
func (s *sample) first() []byte {
	if len(s.lines) == 0 {
		return nil
	}
	return s.lines[0]
}

// shape says how several lines of one alphabet belong together.
type shape uint8

const (
	oneLine shape = iota
	wrapped       // the lines are pieces of one value
	listed        // each line is a value
)

// shape tells a value that was folded from a list of values. A folded text has
// equal lines and a last one that is shorter; when all are equal, the widths at
// which tools fold decide. Two lines are a folded value unless they repeat a
// length: nobody folds unevenly, but hex typed in two parts is common.
func (s *sample) shape() shape {
	n := len(s.lines)
	if n < 2 {
		return oneLine
	}
	width := len(s.lines[0])
	for _, line := range s.lines[1 : n-1] {
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
	switch width {
	case 47, 48, 60, 64, 72, 76, 80, 128: // od -An and go's % x; xxd -p; fold, MIME, PEM
		return wrapped
	}
	return listed
}
