package marykfixture

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/maryk"
)

// Field returns a length-delimited protobuf field.
func Field(n uint32, content ...[]byte) []byte {
	b := bytes.Join(content, nil)
	return append(maryk.AppendVarint(maryk.AppendExtra(nil, n, 2), uint64(len(b))), b...)
}

// Number returns a varint field.
func Number(n uint32, v uint64) []byte {
	return maryk.AppendVarint(maryk.AppendExtra(nil, n, 0), v)
}

// Text returns a text field.
func Text(n uint32, s string) []byte { return Field(n, []byte(s)) }

// Property returns a property with the definition's message for a type.
func Property(index uint64, name string, kind uint32, definition ...[]byte) []byte {
	return Field(1, Number(1, index), Text(2, name), Field(4, Field(kind, definition...)))
}

// Meta returns what a model says about itself.
func Meta(name string, more ...[]byte) []byte { return Field(2, Text(1, name), bytes.Join(more, nil)) }

// Dependent returns a primitive among the dependents.
func Dependent(kind uint32, message ...[]byte) []byte { return Field(1, Field(kind, message...)) }

// Numbers of types: the field of a definition that gives the type.
const (
	TypeEmbed     = 4
	TypeEnum      = 5
	TypeMap       = 11
	TypeReference = 14
	TypeString    = 16
	TypeValue     = 18
)
