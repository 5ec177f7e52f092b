package record

import (
	"errors"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// partNames maps the special part names of some formats to the usual ones.
var partNames = map[string]string{"cf": store.Family, "cq": store.Qualifier, "vis": store.Visibility}

// PartName returns the name that all stores share for a part that a format may call by another name.
func PartName(name string) string {
	if long, short := partNames[name]; short {
		return long
	}
	return name
}

// Entry reads the row of a record that Writer wrote: parts, timestamp, deleted and, from its
// source, table and column family. A record without parts gives an entry without parts.
func Entry(v value.Value, e *store.Entry) error {
	e.Reset()
	parts := v.Member("parts")
	if parts.Kind != value.Object && !parts.IsNull() {
		return errors.New("parts: expected an object, found " + parts.Kind.String())
	}
	for i := range parts.Len() {
		b, ok := parts.At(i).Hex()
		if !ok {
			return errors.New("parts." + parts.Name(i) + ": expected an even number of hex digits")
		}
		e.Add(parts.Name(i), b)
	}
	for _, m := range [...]struct {
		name string
		in   value.Value
		to   *string
	}{
		{"timestamp", v, &e.Timestamp}, {"deleted", v, &e.Deleted},
		{"table", v.Member("source"), &e.Source.Table}, {"cf", v.Member("source"), &e.Source.CF},
	} {
		given := m.in.Member(m.name)
		var ok bool
		if *m.to, ok = text(given); !ok {
			return errors.New(m.name + ": expected a text, found " + given.Kind.String())
		}
	}
	e.Increment, _ = v.Member("increment").Bool()
	standard(e)
	return nil
}

// text returns the text of a member, empty if there is none. A timestamp may be a number.
func text(v value.Value) (string, bool) {
	switch v.Kind {
	case value.Null:
		return "", true
	case value.String, value.Number:
		return v.Raw(), true
	}
	return "", false
}

// standard gives parts the names that all stores share. The column family of a pair is not one of its parts.
func standard(e *store.Entry) {
	_, pair := e.Part(store.Key)
	kept := e.Parts[:0]
	for _, p := range e.Parts {
		if pair && (p.Name == "cf" || p.Name == store.Family) {
			e.Source.CF = string(value.AppendHex(nil, p.Bytes))
			continue
		}
		p.Name = PartName(p.Name)
		kept = append(kept, p)
	}
	e.Parts = kept
}
