package exports

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// path says which member of the fields a column holds, as steps into objects and lists.
//
//	source.value                       a member of a member
//	values[0]                          an item of a list; the first one is 0
//	properties[name=rank].value.value  the first item in which this member has this text
//	a\.b                               a name that contains a dot; similarly \[ \] \= and \\
type path []step

type step struct {
	name  string // member of an object; or of an item, if find is set
	text  string // the text that this member must have
	index int    // of an item in a list; otherwise -1
	find  bool   // finds an item by one of its members
}

// pathSteps is the number of steps for which memory is reserved.
const pathSteps = 4

// column refuses a column because of its path.
func (e *Error) column(path, why string) Code {
	e.refuse(BadOption, path)
	e.Message = "the column " + strconv.Quote(path) + " " + why
	return BadOption
}

// noPath says that a text is no path.
const noPath = `is no path of a member, such as source.value, values[0] or properties[name=rank].value`

// parsePath parses a path. It copies the text.
func parsePath(text string) (path, bool) {
	text = strings.Clone(text)
	p := make(path, 0, pathSteps)
	s := scanner{text: text}
	for s.at < len(text) {
		var one step
		ok := true
		switch {
		case text[s.at] == '[':
			one, ok = s.item()
		case len(p) > 0 && text[s.at] != '.':
			return nil, false
		default:
			if len(p) > 0 {
				s.at++
			}
			one.index = -1
			one.name, ok = s.word(".[")
			ok = ok && one.name != ""
		}
		if !ok {
			return nil, false
		}
		p = append(p, one)
	}
	return p, true
}

// names appends the names with which a path begins, up to its first list item.
func (p path) names(names []string) []string {
	for i := 0; i < len(p) && !p[i].find && p[i].index < 0; i++ {
		names = append(names, p[i].name)
	}
	return names
}

type scanner struct {
	text string
	at   int
}

// word reads up to one of the bytes in ends.
func (s *scanner) word(ends string) (string, bool) {
	word, from := "", s.at // what precedes the latest backslash, and where the rest begins
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		if c == '\\' {
			word += s.text[from:s.at]
			s.at++
			if from = s.at; from == len(s.text) {
				return "", false
			}
			continue
		}
		if strings.IndexByte(ends, c) >= 0 {
			break
		}
	}
	return word + s.text[from:s.at], true
}

// item reads "[0]" or "[name=rank]".
func (s *scanner) item() (step, bool) {
	s.at++
	name, ok := s.word("=]")
	if !ok || s.at >= len(s.text) {
		return step{}, false
	}
	if s.text[s.at] == ']' {
		s.at++
		n, err := strconv.ParseUint(name, 10, 31)
		return step{index: int(n)}, err == nil
	}
	s.at++
	text, ok := s.word("]")
	if !ok || s.at >= len(s.text) {
		return step{}, false
	}
	s.at++
	return step{name: name, text: text, index: -1, find: true}, true
}

// in returns the bytes that begin with the item to which the path leads, or nil if there is none.
func (p path) in(cbor []byte) []byte {
	for i := range p {
		if cbor = p[i].into(cbor); cbor == nil {
			return nil
		}
	}
	return cbor
}

func (s *step) into(b []byte) []byte {
	it, b := next(b)
	switch {
	case it.kind == cborMap && s.index < 0 && !s.find:
		for range it.number {
			key, rest := next(b)
			if string(key.bytes) == s.name {
				return rest
			}
			b = skip(rest)
		}
	case it.kind == cborArray && (s.find || s.index >= 0):
		for i := range it.number {
			if s.find && s.found(b) || uint64(s.index) == i {
				return b
			}
			b = skip(b)
		}
	}
	return nil
}

// found reports whether an item is an object with the member that the step looks for.
func (s *step) found(b []byte) bool {
	if b[0]>>5 != cborMap {
		return false
	}
	name := step{name: s.name, index: -1}
	if b = name.into(b); b == nil {
		return false
	}
	it, _ := next(b)
	return it.kind == cborText && string(it.bytes) == s.text
}

// inJSON is in for parsed JSON.
func (p path) inJSON(v value.Value) (value.Value, bool) {
	for i := range p {
		var ok bool
		if v, ok = p[i].intoJSON(v); !ok {
			return value.Value{}, false
		}
	}
	return v, true
}

func (s *step) intoJSON(v value.Value) (value.Value, bool) {
	switch {
	case v.Kind == value.Object && s.index < 0 && !s.find:
		return v.Get(s.name)
	case v.Kind == value.Array && s.find:
		for _, it := range v.Items() {
			if text, ok := it.Member(s.name).Text(); ok && text == s.text {
				return it, true
			}
		}
	case v.Kind == value.Array && s.index >= 0 && s.index < v.Len():
		return v.At(s.index), true
	}
	return value.Value{}, false
}
