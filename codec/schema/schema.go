package schema

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Parse parses user input with every format, or only with the one with the given id, and returns
// the schemas of those that accept it; Resolve describes the input. If no format accepts it, the
// error is that of the first format to which it may belong.
func Parse(v value.Value, id string) (format.SchemaSet, error) {
	v, err := held(v, id)
	if err != nil {
		return nil, err
	}
	if v.Kind == value.Object && v.Len() == 0 || v.Kind == value.Array && v.Len() == 0 {
		return nil, errors.New("expected tables, models or names, found nothing in it")
	}
	first := errors.New("no format takes a schema")
	understood := format.SchemaSet{}
	failed := false
	for _, f := range codec.Formats() {
		if f.ParseSchema == nil || id != "" && id != f.ID {
			continue
		}
		sc, err := f.ParseSchema(v)
		var r *format.Refusal
		switch {
		case err == nil:
			understood[f] = sc
		case !failed:
			first = errors.New(f.Title + " schema: " + err.Error())
			failed = !errors.As(err, &r) || !r.Foreign
		}
	}
	if len(understood) == 0 {
		return nil, first
	}
	return understood, misspelt(v, understood)
}

// misspelt refuses a member that no format knows, because its content would be ignored.
func misspelt(v value.Value, understood format.SchemaSet) error {
	if v.Kind != value.Object {
		return nil
	}
	var known []string
	for _, f := range codec.Formats() {
		_, whole := understood[f]
		if whole = whole && !has(v, "models") && (f.SchemaMembers == nil || f.Models != nil && !f.Models.Apart); whole {
			return nil // it is one model, or models by their numbers
		}
		for _, name := range f.SchemaMembers {
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	return format.Known(v, known...)
}

// ParseFor parses user input with one format.
func ParseFor(f *format.Format, v value.Value) (format.Schema, error) {
	if f.ParseSchema == nil {
		return nil, errors.New(f.Title + " takes no schema")
	}
	v, err := held(v, f.ID)
	if err != nil {
		return nil, err
	}
	return f.ParseSchema(v)
}

// held returns v, or the schema inside it.
func held(v value.Value, id string) (value.Value, error) {
	if has(v, "text") || has(v, "stored") {
		return Resolve(v, id)
	}
	return v, nil
}

func has(v value.Value, member string) bool {
	_, ok := v.Get(member)
	return ok
}

// WithOpener lets the schemas of all formats that encrypt values decrypt them. If either argument
// is nil, nothing changes.
func WithOpener(schemas format.SchemaSet, o format.Opener) format.SchemaSet {
	if schemas == nil || o == nil {
		return schemas
	}
	opened := make(format.SchemaSet, len(schemas))
	for f, sc := range schemas {
		if f.WithOpener != nil {
			sc = f.WithOpener(sc, o)
		}
		opened[f] = sc
	}
	return opened
}
