package lexicoder

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Schema names the lexicoder that wrote the keys.
type Schema struct{ Lexicoder *Lexicoder }

// ParseSchema reads {"lexicoder": expression}.
func ParseSchema(v value.Value) (format.Schema, error) {
	e, ok := v.Get("lexicoder")
	if !ok {
		return nil, format.Refuse("", `expected {"lexicoder": expression}`)
	}
	l, err := Parse(e)
	if err != nil {
		return nil, err
	}
	return &Schema{Lexicoder: l}, nil
}
