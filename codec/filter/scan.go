package filter

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// walk walks the fields of a row, JSON as value.Writer writes it, and tests every value inside a
// member that the term names. It allocates nothing, so that a million rows cost no memory.
type walk struct {
	term  *term
	b     []byte
	i     int
	all   bool // every value is tested
	found bool // some member has the name, or ends with it
	exact bool // some member has the name itself: then only such members count
	hit   bool
	near  bool // a value passed in a member that only ends with the name
}

// place says how a value relates to the term.
type place uint8

const (
	outside place = iota
	below         // inside a member that ends with the name
	inside        // inside a member that has the name
)

// scan walks all fields and reports whether a value passed.
func (s *walk) scan() bool {
	switch {
	case len(s.b) == 0:
		return false
	case s.all:
		s.value(inside)
	default:
		s.value(outside)
	}
	return s.hit || !s.exact && s.near
}

func (s *walk) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return '}' // ends every loop
}

// value walks one value.
func (s *walk) value(at place) {
	switch s.peek() {
	case '{':
		s.object(at)
	case '[':
		for s.i++; s.i < len(s.b) && s.peek() != ']' && !s.hit; {
			s.value(at)
			s.comma()
		}
		s.i++
	case '"':
		text := s.string()
		s.test(at, text)
	default:
		from := s.i
		for s.i < len(s.b) && bytes.IndexByte([]byte(",]}"), s.b[s.i]) < 0 {
			s.i++
		}
		s.test(at, s.b[from:s.i])
	}
}

func (s *walk) test(at place, text []byte) {
	switch {
	case at == inside && !s.hit:
		s.hit = s.term.test(text)
	case at == below && !s.near:
		s.near = s.term.test(text)
	}
}

// object walks members. An item with a name and a value counts as a member of that name. Of a value
// with its type and order, only the value counts.
func (s *walk) object(at place) {
	item := outside
	for s.i++; s.i < len(s.b) && s.peek() != '}' && !s.hit; {
		key := s.string()
		s.i++
		to := at
		switch {
		case s.all:
		case at != outside && (string(key) == "type" || string(key) == "order"):
			to = outside
		case item > at && string(key) == "value":
			to = s.enter(item)
		case string(key) == "name" && s.peek() == '"' && at == outside:
			item = s.named(s.string())
			s.comma()
			continue
		default:
			to = max(at, s.enter(s.named(key)))
		}
		s.value(to)
		s.comma()
	}
	s.i++
}

// enter records that a member with such a name exists.
func (s *walk) enter(at place) place {
	s.found = s.found || at != outside
	s.exact = s.exact || at == inside
	return at
}

// named says how a name matches that of the term.
func (s *walk) named(key []byte) place {
	switch {
	case string(key) == s.term.name:
		return inside
	case len(key) > len(s.term.suffix) && strings.HasSuffix(string(key), s.term.suffix):
		return below
	}
	return outside
}

func (s *walk) comma() {
	if s.peek() == ',' {
		s.i++
	}
}

// string reads a text that starts at the opening quote.
func (s *walk) string() []byte {
	from := s.i
	escaped := false
	for s.i++; s.i < len(s.b) && s.b[s.i] != '"'; s.i++ {
		if s.b[s.i] == '\\' {
			escaped = true
			s.i++
		}
	}
	s.i = min(s.i+1, len(s.b))
	if !escaped {
		return s.b[min(from+1, len(s.b)):max(s.i-1, from+1)]
	}
	if v, err := value.Parse(s.b[from:s.i]); err == nil {
		text, _ := v.Text()
		return []byte(text)
	}
	return nil
}
