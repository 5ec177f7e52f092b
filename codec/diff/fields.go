package diff

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// Field is a field that differs. A side that lacks it has null.
type Field struct {
	Path     string
	Old, New value.Value
}

// appendFields appends the fields, below a path, in which two values differ.
//
//	{"source":{"type":"long","value":"5"}}   source.value, or source if only the value differs
//	{"properties":[{"name":"age",…}]}        properties.age: items with names are found by name
//	{"items":["a","b"]}                      items.0; for lists of different lengths the whole list
func appendFields(dst []Field, path string, a, b value.Value) []Field {
	switch {
	case a.Kind == value.Object && b.Kind == value.Object:
		if member, sole := soleValue(a, b); sole {
			return appendFields(dst, path, a.Member(member), b.Member(member))
		}
		return appendMembers(dst, path, a, b)
	case a.Kind == value.Array && b.Kind == value.Array:
		if named(a) && named(b) {
			return appendNamed(dst, path, a, b)
		}
		if a.Len() == b.Len() {
			for i := range a.Len() {
				dst = appendFields(dst, below(path, strconv.Itoa(i)), a.At(i), b.At(i))
			}
			return dst
		}
	}
	if equal(a, b) {
		return dst
	}
	return append(dst, Field{path, a, b})
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// membersMost is the size up to which members of objects are matched by name, wherever they are.
const membersMost = 1024

// appendMembers compares the members of objects; those that only b has come last. Large objects with different members
// differ as a whole.
func appendMembers(dst []Field, path string, a, b value.Value) []Field {
	if min(a.Len(), b.Len()) > 0 && max(a.Len(), b.Len()) > membersMost && !sameNames(a, b) {
		if path == "" {
			return dst // the bytes are then reported to differ
		}
		return append(dst, Field{path, a, b})
	}
	for i := range a.Len() {
		other := b.Member
		if i < b.Len() && b.Name(i) == a.Name(i) {
			other = func(string) value.Value { return b.At(i) }
		}
		dst = appendFields(dst, below(path, a.Name(i)), a.At(i), other(a.Name(i)))
	}
	for i := range b.Len() {
		if i < a.Len() && a.Name(i) == b.Name(i) {
			continue
		}
		if _, there := a.Get(b.Name(i)); !there {
			dst = appendFields(dst, below(path, b.Name(i)), value.Value{}, b.At(i))
		}
	}
	return dst
}

// sameNames reports whether objects have the same members in the same order.
func sameNames(a, b value.Value) bool {
	for i := range a.Len() {
		if i >= b.Len() || a.Name(i) != b.Name(i) {
			return false
		}
	}
	return a.Len() == b.Len()
}

// appendNamed compares lists whose items have names.
func appendNamed(dst []Field, path string, a, b value.Value) []Field {
	for i := range a.Len() {
		name, _ := a.At(i).Member("name").Text()
		dst = appendFields(dst, below(path, name), a.At(i), itemOf(b, i, name))
	}
	for i := range b.Len() {
		if name, _ := b.At(i).Member("name").Text(); itemOf(a, i, name).IsNull() {
			dst = appendFields(dst, below(path, name), value.Value{}, b.At(i))
		}
	}
	return dst
}

// itemOf returns the item with a name, which is most likely at the index likely; null if there is none.
func itemOf(list value.Value, likely int, name string) value.Value {
	if likely < list.Len() {
		if text, _ := list.At(likely).Member("name").Text(); text == name {
			return list.At(likely)
		}
	}
	for _, item := range list.Items() {
		if text, _ := item.Member("name").Text(); text == name {
			return item
		}
	}
	return value.Value{}
}

// namedMost is the length up to which items of lists are matched by name.
const namedMost = 256

// named reports whether the items of a list have names that are all different.
func named(list value.Value) bool {
	if list.Len() > namedMost {
		return false
	}
	for i := range list.Len() {
		name, ok := list.At(i).Member("name").Text()
		if !ok || itemOf(list, 0, name).IsNull() {
			return false
		}
		for j := range i {
			if before, _ := list.At(j).Member("name").Text(); before == name {
				return false
			}
		}
	}
	return true
}

// soleValue reports whether two objects with a type differ only in their member value.
func soleValue(a, b value.Value) (member string, sole bool) {
	if _, there := a.Get("value"); !there || a.Len() != b.Len() || a.Member("type").IsNull() {
		return "", false
	}
	for i := range a.Len() {
		if a.Name(i) != "value" && !equal(a.At(i), b.Member(a.Name(i))) {
			return "", false
		}
	}
	_, there := b.Get("value")
	return "value", there
}

func equal(a, b value.Value) bool {
	if a.Kind != b.Kind || a.Len() != b.Len() {
		return false
	}
	switch a.Kind {
	case value.Array, value.Object:
		for i := range a.Len() {
			if a.Kind == value.Object && a.Name(i) != b.Name(i) || !equal(a.At(i), b.At(i)) {
				return false
			}
		}
		return true
	}
	return a.Raw() == b.Raw()
}
