package filter

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// pattern is a regular expression that is searched for anywhere in a text, in time proportional to
// the text: all possible matches advance together. ASCII letters match in either case. The standard
// library's regexp would make the download of the page a twentieth larger (docs/rationale.md).
type pattern struct{ steps []step }

// step is one instruction of a pattern.
type step struct {
	kind   stepKind
	not    bool        // the set is negated
	ranges []charRange // of a set
	x, y   int         // relative positions of the next steps; y for forks only
}

type charRange struct{ from, to rune }

type stepKind uint8

const (
	stepSet stepKind = iota // one character
	stepFork
	stepStart
	stepEnd
	stepMatch
)

// patternMax is the size limit of a pattern, and so of the work for each character of a text.
const patternMax = 1000

// patternReader compiles a pattern; each method appends steps.
type patternReader struct {
	text  string
	steps []step
	depth int
	err   error
}

func newPattern(text string) (*pattern, error) {
	r := patternReader{text: text}
	r.either()
	if r.err == nil && r.text != "" {
		r.fail("a closing bracket has no opening one; \\) is the bracket itself")
	}
	r.add(step{kind: stepMatch})
	if r.err != nil {
		return nil, r.err
	}
	return &pattern{r.steps}, nil
}

func (r *patternReader) fail(why string) {
	if r.err == nil {
		r.err = errors.New("in the pattern " + why)
	}
	r.text = ""
}

// add appends a step and returns its index. Unless told otherwise, the step leads to the next one.
func (r *patternReader) add(s step) int {
	if s.x == 0 {
		s.x = 1
	}
	r.insert(len(r.steps), s)
	return len(r.steps) - 1
}

// insert puts a step before others. These need no change, since all distances are relative.
func (r *patternReader) insert(at int, s step) {
	if r.steps = slices.Insert(r.steps, at, s); len(r.steps) > patternMax {
		r.fail("expected at most " + strconv.Itoa(patternMax) + " steps")
	}
}

// either reads alternatives: "a|b".
func (r *patternReader) either() {
	from := len(r.steps)
	r.sequence()
	if r.text == "" || r.text[0] != '|' {
		return
	}
	r.text = r.text[1:]
	r.insert(from, step{kind: stepFork, x: 1, y: len(r.steps) - from + 2})
	jump := r.add(step{kind: stepFork})
	r.either()
	r.steps[jump].x, r.steps[jump].y = len(r.steps)-jump, len(r.steps)-jump
}

func (r *patternReader) sequence() {
	for r.err == nil && r.text != "" && r.text[0] != '|' && r.text[0] != ')' {
		from := len(r.steps)
		r.atom()
		for r.err == nil && r.text != "" && (r.text[0] == '*' || r.text[0] == '+' || r.text[0] == '?') {
			r.repeat(from, r.text[0])
			r.text = r.text[1:]
		}
	}
}

// repeat makes the steps from an index on repeat as sign says.
func (r *patternReader) repeat(from int, sign byte) {
	n := len(r.steps) - from
	switch sign {
	case '?':
		r.insert(from, step{kind: stepFork, x: 1, y: n + 1})
	case '+':
		r.add(step{kind: stepFork, x: -n, y: 1})
	case '*':
		r.insert(from, step{kind: stepFork, x: 1, y: n + 2})
		r.add(step{kind: stepFork, x: -n - 1, y: -n - 1})
	}
}

func (r *patternReader) atom() {
	c, size := utf8.DecodeRuneInString(r.text)
	r.text = r.text[size:]
	switch c {
	case '(':
		if r.depth++; r.depth > maxDepth {
			r.fail("expected at most " + strconv.Itoa(maxDepth) + " nested brackets")
			return
		}
		r.either()
		r.depth--
		if r.text == "" {
			r.fail("a bracket is not closed; \\( is the bracket itself")
			return
		}
		r.text = r.text[1:]
	case '[':
		r.set()
	case '.':
		r.add(step{not: true})
	case '^':
		r.add(step{kind: stepStart})
	case '$':
		r.add(step{kind: stepEnd})
	case '*', '+', '?':
		r.fail("there is nothing before " + string(c) + "; \\" + string(c) + " is the character itself")
	case '\\':
		not, ranges := r.escape()
		r.add(step{not: not, ranges: ranges})
	default:
		r.add(step{ranges: []charRange{{c, c}}})
	}
}

// escape reads what follows a backslash.
func (r *patternReader) escape() (not bool, ranges []charRange) {
	if r.text == "" {
		r.fail("nothing follows the last backslash; \\\\ is the backslash itself")
		return false, nil
	}
	c, size := utf8.DecodeRuneInString(r.text)
	r.text = r.text[size:]
	switch c {
	case 'd', 'D':
		return c == 'D', []charRange{{'0', '9'}}
	case 'w', 'W':
		return c == 'W', []charRange{{'0', '9'}, {'a', 'z'}, {'_', '_'}}
	case 's', 'S':
		return c == 'S', []charRange{{'\t', '\r'}, {' ', ' '}}
	}
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
		r.fail("\\" + string(c) + " is not known; there are \\d \\w \\s \\D \\W \\S")
	}
	return false, []charRange{{c, c}}
}

// set reads "[a-z]" after its opening bracket.
func (r *patternReader) set() {
	s := step{}
	if r.text != "" && r.text[0] == '^' {
		s.not, r.text = true, r.text[1:]
	}
	for first := true; ; first = false {
		if r.text == "" {
			r.fail("a square bracket is not closed; \\[ is the bracket itself")
			return
		}
		if r.text[0] == ']' && !first {
			r.text = r.text[1:]
			r.add(s)
			return
		}
		from, class := r.member()
		if class != nil {
			s.ranges = append(s.ranges, class...)
			continue
		}
		to := from
		if len(r.text) > 1 && r.text[0] == '-' && r.text[1] != ']' {
			r.text = r.text[1:]
			to, _ = r.member()
		}
		if to < from {
			r.fail("a range of characters goes backwards")
			return
		}
		s.ranges = append(s.ranges, charRange{from, to})
	}
}

// member reads one character of a set, or a class such as \d.
func (r *patternReader) member() (c rune, class []charRange) {
	c, size := utf8.DecodeRuneInString(r.text)
	r.text = r.text[size:]
	if c != '\\' {
		return c, nil
	}
	not, class := r.escape()
	switch {
	case not:
		r.fail("\\D, \\W and \\S cannot stand in square brackets")
	case len(class) == 1 && class[0].from == class[0].to:
		return class[0].from, nil
	}
	return 0, class
}

func (s *step) takes(c rune) bool {
	in := s.has(c)
	if lower := c | 0x20; !in && lower >= 'a' && lower <= 'z' {
		in = s.has(lower) || s.has(lower-0x20)
	}
	return in != s.not
}

func (s *step) has(c rune) bool {
	for _, r := range s.ranges {
		if r.from <= c && c <= r.to {
			return true
		}
	}
	return false
}

// states is the set of steps at which a match may continue.
type states struct {
	list []int
	has  []bool
}

// match reports whether the pattern occurs anywhere in the text.
func (p *pattern) match(text []byte) bool {
	now, next := states{has: make([]bool, len(p.steps))}, states{has: make([]bool, len(p.steps))}
	for at := 0; ; {
		if p.reach(&now, 0, at == 0, at == len(text)) {
			return true
		}
		if at == len(text) {
			return false
		}
		c, size := utf8.DecodeRune(text[at:])
		at += size
		next.list = next.list[:0]
		clear(next.has)
		for _, i := range now.list {
			if s := &p.steps[i]; s.takes(c) && p.reach(&next, i+s.x, false, at == len(text)) {
				return true
			}
		}
		now, next = next, now
	}
}

// reach adds a step, and those that it leads to without consuming a character. It reports whether
// the match is complete.
func (p *pattern) reach(to *states, i int, start, end bool) bool {
	if to.has[i] {
		return false
	}
	to.has[i] = true
	switch s := &p.steps[i]; s.kind {
	case stepMatch:
		return true
	case stepFork:
		return p.reach(to, i+s.x, start, end) || p.reach(to, i+s.y, start, end)
	case stepStart:
		return start && p.reach(to, i+s.x, start, end)
	case stepEnd:
		return end && p.reach(to, i+s.x, start, end)
	}
	to.list = append(to.list, i)
	return false
}
