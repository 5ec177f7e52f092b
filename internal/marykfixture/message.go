package marykfixture

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/maryk"
)

// Field is a length-delimited protobuf field.
func Field(n uint32, content ...[]byte) []byte {
	b := bytes.Join(content, nil)
	return append(maryk.AppendVarint(maryk.AppendExtra(nil, n, 2), uint64(len(b))), b...)
}

// Number is a var-int field.
func Number(n uint32, v uint64) []byte {
	return maryk.AppendVarint(maryk.AppendExtra(nil, n, 0), v)
}

// Text is a field of text.
func Text(n uint32, s string) []byte { return Field(n, []byte(s)) }

// Property is a property with the definition's message of a type.
func Property(index uint64, name string, kind uint32, definition ...[]byte) []byte {
	return Field(1, Number(1, index), Text(2, name), Field(4, Field(kind, definition...)))
}

// Meta is what a model says about itself.
func Meta(name string, more ...[]byte) []byte { return Field(2, Text(1, name), bytes.Join(more, nil)) }

// Dependent is a primitive of the dependents.
func Dependent(kind uint32, message ...[]byte) []byte { return Field(1, Field(kind, message...)) }

// Numbers of types: the field of a definition that says the type.
const (
	TypeEmbed     = 4
	TypeEnum      = 5
	TypeMap       = 11
	TypeReference = 14
	TypeString    = 16
	TypeValue     = 18
)
