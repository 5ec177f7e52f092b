package maryk

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendText appends the path as text: names and parts joined by points. Whatever the model lacks
// is shown by its number.
//
//	name · address.next.far · list.@3 · list.* · set.#value · map.@key.name · map.#key · map.~ · multi.*Type.name · multi.>Type · multi.*
func (p *Path) AppendText(dst []byte) []byte {
	for i := range p.Steps {
		if i > 0 {
			dst = append(dst, '.')
		}
		dst = p.Steps[i].appendText(dst)
	}
	return dst
}

// String returns the path as text.
func (p *Path) String() string { return string(p.AppendText(nil)) }

func (s *Step) appendText(dst []byte) []byte {
	switch s.Kind {
	case StepProperty:
		if s.Prop != nil {
			return append(dst, s.Prop.Name...)
		}
		return strconv.AppendUint(dst, uint64(s.Index), 10)
	case StepListItem:
		return strconv.AppendUint(append(dst, '@'), uint64(s.Index), 10)
	case StepSetItem:
		return s.appendValue(append(dst, '#'))
	case StepMapValue:
		return s.appendValue(append(dst, '@'))
	case StepMapKey:
		return s.appendValue(append(dst, '#'))
	case StepAnyMapKey:
		return append(dst, '~')
	case StepIncMapItem:
		return strconv.AppendUint(append(dst, '^'), uint64(s.Index), 10)
	case StepType:
		return s.appendType(append(dst, '*'))
	case StepSimpleType:
		return s.appendType(append(dst, '>'))
	case StepUnknown:
		return append(dst, '?')
	}
	return append(dst, '*')
}

func (s *Step) appendValue(dst []byte) []byte {
	if s.Value.Type == Unknown {
		return value.AppendHex(append(dst, "0x"...), s.Value.Bytes)
	}
	return s.Value.appendText(dst)
}

func (s *Step) appendType(dst []byte) []byte {
	if s.name != "" {
		return append(dst, s.name...)
	}
	return strconv.AppendUint(dst, uint64(s.Index), 10)
}

// ParsePath reads the text of a path below a model.
func ParsePath(text string, m *Model) (Path, error) {
	t := pathText{rest: text}
	t.properties(m)
	if t.err != nil {
		return Path{}, t.err
	}
	return t.p, nil
}

type pathText struct {
	p    Path
	rest string
	end  bool // nothing remains, not even an empty name
	err  error
}

func (t *pathText) fail(why string) {
	if t.err == nil {
		t.err = refuse("path", why)
	}
}

// segment consumes the text up to the next point.
func (t *pathText) segment() string {
	s, rest, found := strings.Cut(t.rest, ".")
	t.rest, t.end = rest, !found
	return s
}

// pathDepthMax limits the number of steps of a path in text.
const pathDepthMax = 256

func (t *pathText) properties(m *Model) {
	for t.err == nil {
		if len(t.p.Steps) >= pathDepthMax {
			t.fail("a path of at most " + itoa(pathDepthMax) + " steps")
			return
		}
		name := t.segment()
		if name == "" {
			t.fail("a property has a name, and the path is empty here")
			return
		}
		p := m.PropertyNamed(name)
		if p == nil {
			t.fail(m.Name + " has no property " + strconv.Quote(format.Cut(name)))
			return
		}
		t.p.push(Step{Kind: StepProperty, Index: p.Index, Prop: p, Def: p.Def})
		if m = t.below(p.Def); m == nil {
			return
		}
	}
}

// below reads what follows a property, map value or type; it returns the embedded model whose
// properties continue the path, or nil at its end.
func (t *pathText) below(d *Definition) *Model {
	for !t.end && t.err == nil {
		switch d.Type {
		case Embed:
			if d.Model == nil {
				t.fail("the model " + d.DataModel + " is not known")
			}
			return d.Model
		case List:
			t.listItem(d)
		case Set:
			t.setItem(d)
		case Map, IncMap:
			t.mapItem(d)
		case MultiType:
			t.typeStep(d)
		default:
			t.fail("nothing is below a " + d.typeName())
			return nil
		}
		if s := t.p.Last(); s.Kind != StepMapValue && s.Kind != StepAnyMapValue && s.Kind != StepType {
			if !t.end {
				t.fail("nothing is below " + strconv.Quote(format.Cut(string(s.appendText(nil)))))
			}
			return nil
		}
		d = t.p.Last().Def
	}
	return nil
}

func (t *pathText) listItem(d *Definition) {
	s := t.segment()
	if s == "*" {
		t.p.push(Step{Kind: StepAnyListItem, Def: d.Item})
		return
	}
	digits, at := strings.CutPrefix(s, "@")
	n, err := strconv.ParseUint(digits, 10, 32)
	if !at || err != nil {
		t.fail("expected @ and a position from 0 to 4294967295, or *, found " + strconv.Quote(format.Cut(s)))
	}
	t.p.push(Step{Kind: StepListItem, Index: uint32(n), Def: d.Item})
}

func (t *pathText) setItem(d *Definition) {
	if t.rest == "*" {
		t.segment()
		t.p.push(Step{Kind: StepAnySetItem, Def: d.Item})
		return
	}
	item, is := strings.CutPrefix(t.rest, "#")
	if !is || item == "" {
		t.fail("expected # and a value, or *, found " + strconv.Quote(format.Cut(t.rest)))
		return
	}
	t.rest, t.end = "", true
	t.value(t.p.push(Step{Kind: StepSetItem, Def: d.Item}), item, d.Item)
}

func (t *pathText) value(s *Step, text string, d *Definition) {
	if err := s.Value.ParseText(text, d); err != nil && t.err == nil {
		t.err = format.Within("path", format.Renamed("", "value", err))
	}
}

func (t *pathText) mapItem(d *Definition) {
	if t.rest == "" {
		t.fail("expected a key after the map")
		return
	}
	kind := t.rest[0]
	if kind != '@' && kind != '#' {
		switch s := t.segment(); s {
		case "*":
			t.p.push(Step{Kind: StepAnyMapValue, Def: d.Item})
		case "~":
			t.p.push(Step{Kind: StepAnyMapKey, Def: d.Key})
		default:
			t.fail("expected @key, #key, * or ~, found " + strconv.Quote(format.Cut(s)))
		}
		return
	}
	t.rest = t.rest[1:]
	key := t.rest
	if d.Item.Simple() || kind == '#' && d.Key.Type == String {
		t.rest, t.end = "", true // points are part of the key
	} else {
		key = t.segment()
	}
	if kind == '#' {
		t.value(t.p.push(Step{Kind: StepMapKey, Def: d.Key}), key, d.Key)
	} else {
		t.value(t.p.push(Step{Kind: StepMapValue, Def: d.Item}), key, d.Key)
	}
}

func (t *pathText) typeStep(d *Definition) {
	s := t.segment()
	if s == "*" {
		t.p.push(Step{Kind: StepTypeOf, Def: typeOf(d)})
		return
	}
	kind := StepType
	name, is := strings.CutPrefix(s, "*")
	if !is {
		if name, is = strings.CutPrefix(s, ">"); is {
			kind = StepSimpleType
		}
	}
	k := d.Cases.CaseNamed(name)
	if !is || k == nil {
		t.fail(d.Cases.Name + " has no type " + strconv.Quote(format.Cut(s)))
		return
	}
	t.p.push(Step{Kind: kind, Index: k.Index, Def: k.Def, name: k.Name})
}
