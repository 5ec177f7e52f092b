package schema

import (
	"errors"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Parse parses user input with every format, or only with the one with the given id, and returns
// the schemas of those that accept it; Resolve describes the input. If no format accepts it, the
// error is that of the first one that it may be of.
func Parse(v value.Value, id string) (format.SchemaSet, error) {
	v, err := held(v, id)
	if err != nil {
		return nil, err
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
	return understood, nil
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

// held is v, or the schema inside it.
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

// WithOpener lets the schemas of all formats that encrypt values decrypt them. Both
// may be nil; then nothing changes.
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
