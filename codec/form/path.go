package form

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// path is the path to a member of the fields.
type path []span.Segment

func (p path) member(name string) path {
	return append(p[:len(p):len(p)], span.Segment{Name: name})
}

func (p path) item(i int) path {
	return append(p[:len(p):len(p)], span.Segment{Index: i})
}

// list returns the path of the list that contains the path's item, or nil.
func (p path) list() path {
	if len(p) > 1 && p[len(p)-1].Name == "" {
		return p[:len(p)-1]
	}
	return nil
}

// text returns the path as hints write it. With any, every item of a list is written as any item.
func (p path) text(any bool) string {
	var b []byte
	for i, s := range p {
		switch {
		case s.Name == "" && any:
			b = append(b, "[]"...)
		case s.Name == "":
			b = append(strconv.AppendInt(append(b, '['), int64(s.Index), 10), ']')
		default:
			if i > 0 {
				b = append(b, '.')
			}
			b = append(b, s.Name...)
		}
	}
	return string(b)
}

// parsePath reads what text writes.
func parsePath(s string) (p path) {
	for _, name := range strings.Split(s, ".") {
		name, items, _ := strings.Cut(name, "[")
		p = p.member(name)
		for items != "" {
			var digits string
			digits, items, _ = strings.Cut(items, "]")
			i, _ := strconv.Atoi(digits)
			p = p.item(i)
			items = strings.TrimPrefix(items, "[")
		}
	}
	return p
}

func (p path) write(w *value.Writer) {
	w.Array()
	for _, s := range p {
		if s.Name == "" {
			w.Int(int64(s.Index))
		} else {
			w.String(s.Name)
		}
	}
	w.EndArray()
}

// words returns the name of the last member in words, "storedValue" as "stored value"; the name of an item is its number.
func (p path) words() string {
	last := p[len(p)-1]
	if last.Name == "" {
		return strconv.Itoa(last.Index + 1)
	}
	var b []byte
	for i := range len(last.Name) {
		switch c := last.Name[i]; {
		case c == '_':
			b = append(b, ' ')
		case c >= 'A' && c <= 'Z' && i > 0 && last.Name[i-1] >= 'a' && last.Name[i-1] <= 'z':
			b = append(b, ' ', c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// find returns the value at a path.
func find(v value.Value, p path) (value.Value, bool) {
	for _, s := range p {
		if s.Name == "" {
			if v.Kind != value.Array || s.Index >= v.Len() {
				return value.Value{}, false
			}
			v = v.At(s.Index)
			continue
		}
		var ok bool
		if v, ok = v.Get(s.Name); !ok {
			return value.Value{}, false
		}
	}
	return v, true
}

// changed returns a copy of v with another value at a path, which may be a new member. If keep is
// false, the member is removed instead.
func changed(v value.Value, p path, to value.Value, keep bool) value.Value {
	if len(p) == 0 {
		return to
	}
	s, last := p[0], len(p) == 1
	if s.Name == "" {
		var items []value.Value
		for i, it := range v.Items() {
			if i != s.Index {
				items = append(items, it)
			} else if !last || keep {
				items = append(items, changed(it, p[1:], to, keep))
			}
		}
		return value.OfList(items...)
	}
	var members []value.Member
	found := false
	for i := range v.Len() {
		m := value.Member{Name: v.Name(i), Value: v.At(i)}
		if m.Name == s.Name {
			if found = true; last && !keep {
				continue
			}
			m.Value = changed(m.Value, p[1:], to, keep)
		}
		members = append(members, m)
	}
	if !found && last && keep {
		members = append(members, value.Member{Name: s.Name, Value: to})
	}
	return value.OfMembers(members...)
}

// equal reports whether two values are the same JSON.
func equal(a, b value.Value) bool {
	var x, y value.Writer
	x.Value(a)
	y.Value(b)
	return string(x.Buf) == string(y.Buf)
}
