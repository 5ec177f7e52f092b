package anonymise

import "github.com/rowlens/rowlens/codec/value"

// countJSON counts the values in JSON, and what is not JSON as it looks. The names of members are names.
func (x *run) countJSON(l *leaf, text string) {
	v, err := value.Parse([]byte(text))
	if err != nil {
		l.kind = unexplained(l.v)
		x.count(l)
		return
	}
	l.kind = asJSON
	leaves(v, "", func(_ string, v value.Value) (value.Value, bool) {
		x.count(&leaf{v: v, kind: unexplained(v)})
		return v, true
	})
	renamed(v, func(name string) string {
		if x.also.Names {
			x.texts.add(name)
		} else {
			l.names = append(l.names, name)
		}
		return name
	})
}

// replacedJSON returns the replacement of JSON.
func (x *run) replacedJSON(text string) string {
	v, _ := value.Parse([]byte(text))
	v, _ = leaves(v, "", func(_ string, v value.Value) (value.Value, bool) {
		return x.replaced(&leaf{v: v, kind: unexplained(v)}), true
	})
	if x.also.Names {
		v = renamed(v, x.texts.of)
	}
	return v.String()
}

// renamed returns JSON with other names of members.
func renamed(v value.Value, to func(string) string) value.Value {
	switch v.Kind {
	case value.Object:
		list := make([]value.Member, 0, v.Len())
		for i := range v.Len() {
			list = append(list, value.Member{Name: to(v.Name(i)), Value: renamed(v.At(i), to)})
		}
		return value.OfMembers(list...)
	case value.Array:
		list := make([]value.Value, 0, v.Len())
		for i := range v.Len() {
			list = append(list, renamed(v.At(i), to))
		}
		return value.OfList(list...)
	}
	return v
}
