package codec

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Schemas gives what a user supplied to every format that understands it, or
// only to the one with the given id; Resolve says what it may be. A schema that no
// format understands is an error: that of the first one.
func Schemas(v value.Value, id string) (func(*format.Format) format.Schema, error) {
	if has(v, "text") || has(v, "stored") {
		var err error
		if v, err = Resolve(v); err != nil {
			return nil, err
		}
	}
	first := errors.New("no format takes a schema")
	understood := map[*format.Format]format.Schema{}
	failed := false
	for _, f := range Formats() {
		if f.ParseSchema == nil || id != "" && id != f.ID {
			continue
		}
		sc, err := f.ParseSchema(v)
		if err == nil {
			understood[f] = sc
		} else if !failed {
			first, failed = errors.New(f.Title+" schema: "+err.Error()), true
		}
	}
	if len(understood) == 0 {
		return nil, first
	}
	return func(f *format.Format) format.Schema { return understood[f] }, nil
}

func has(v value.Value, member string) bool {
	_, ok := v.Get(member)
	return ok
}

// WithOpener lets the schemas of all formats that encrypt values decrypt them. Both
// may be nil; then nothing changes.
func WithOpener(schema func(*format.Format) format.Schema, o format.Opener) func(*format.Format) format.Schema {
	if schema == nil || o == nil {
		return schema
	}
	return func(f *format.Format) format.Schema {
		sc := schema(f)
		if sc == nil || f.WithOpener == nil {
			return sc
		}
		return f.WithOpener(sc, o)
	}
}
