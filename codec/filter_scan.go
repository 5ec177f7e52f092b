package codec

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// fieldScan walks the fields of a row, JSON as value.Writer writes it, and tests
// every value below a member that the term names. It builds nothing, so that a
// million rows cost no memory.
type fieldScan struct {
	term  *term
	b     []byte
	i     int
	ends  bool // names are compared with the ends of members' names
	all   bool // every value is tested
	found bool // there was such a member
	hit   bool
}

// scan walks everything and reports whether a value passed.
func (s *fieldScan) scan() bool {
	if len(s.b) > 0 {
		s.value(s.all)
	}
	return s.hit
}

func (s *fieldScan) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return '}' // ends every loop
}

// value walks one value; inside says that it is below a named member.
func (s *fieldScan) value(inside bool) {
	switch s.peek() {
	case '{':
		s.object(inside)
	case '[':
		for s.i++; s.i < len(s.b) && s.peek() != ']' && !s.hit; {
			s.value(inside)
			s.comma()
		}
		s.i++
	case '"':
		text := s.string()
		s.test(inside, text)
	default:
		from := s.i
		for s.i < len(s.b) && bytes.IndexByte([]byte(",]}"), s.b[s.i]) < 0 {
			s.i++
		}
		s.test(inside, s.b[from:s.i])
	}
}

func (s *fieldScan) test(inside bool, text []byte) {
	if inside && !s.hit {
		s.hit = s.term.test(text)
	}
}

// object walks members. An item with a name and a value is like a member of that
// name; of a value that says its type and order only the value counts.
func (s *fieldScan) object(inside bool) {
	item := false
	for s.i++; s.i < len(s.b) && s.peek() != '}' && !s.hit; {
		key := s.string()
		s.i++
		below := inside
		switch {
		case s.all:
		case inside:
			below = string(key) != "type" && string(key) != "order"
		case s.named(key), item && string(key) == "value":
			s.found, below = true, true
		case string(key) == "name" && s.peek() == '"':
			text := s.string()
			item = s.named(text)
			s.comma()
			continue
		}
		s.value(below)
		s.comma()
	}
	s.i++
}

func (s *fieldScan) named(key []byte) bool {
	if !s.ends {
		return string(key) == s.term.name
	}
	return len(key) > len(s.term.suffix) && strings.HasSuffix(string(key), s.term.suffix)
}

func (s *fieldScan) comma() {
	if s.peek() == ',' {
		s.i++
	}
}

// string reads a text whose opening quote is next.
func (s *fieldScan) string() []byte {
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
