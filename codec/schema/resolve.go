package schema

import (
	"bytes"
	"errors"
	"math"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// storedParts returns the parts of a stored model in a text: hex with one part per line, or the raw
// bytes of the first part.
func storedParts(text []byte) (parts [][]byte, ok bool) {
	for _, line := range strings.Fields(string(text)) {
		b, ok := value.DecodeHex(strings.TrimPrefix(line, "0x"))
		if !ok {
			return [][]byte{text}, len(text) > 0
		}
		parts = append(parts, b)
	}
	return parts, len(parts) > 0
}

// Resolve returns a schema in the form that formats accept. v is one, or contains one:
//
//	{"text": "…"}           a schema as JSON, a layout as a line, a stored model as hex, the text file of a database,
//	                        or a dump that has models
//	{"stored": ["hex", …]}  a stored model, its definition first
//
// A stored model has no number: the member "number" sets it, by default to 1.
// A schema that consists of models alone, or a list of names, becomes an object with the member
// "models" or "names", so that several can be combined.
//
// Only the format with the given id is tried, or all if id is empty.
func Resolve(v value.Value, id string) (value.Value, error) {
	number, given := v.Member("number").Uint()
	if !given || number > math.MaxUint32 {
		number = 1
	}
	if text, ok := v.Member("text").Text(); ok {
		return ResolveText([]byte(text), uint32(number), id)
	}
	stored, ok := v.Get("stored")
	if !ok {
		return wrapped(v, id), nil
	}
	list := []value.Value{stored}
	if stored.Kind == value.Array {
		list = stored.Items()
	}
	var parts [][]byte
	for _, item := range list {
		b, ok := item.Hex()
		if !ok {
			return v, errors.New("stored: expected an even number of hex digits")
		}
		parts = append(parts, b)
	}
	_, models, err := readParts(uint32(number), parts, id)
	if err != nil {
		return v, err
	}
	return wrapped(models, id), nil
}

// ReadStored reads a stored model by itself, raw or as hex with its dependents on separate lines,
// and returns its format.
func ReadStored(text []byte, number uint32, id string) (*format.Format, value.Value, error) {
	parts, ok := storedParts(text)
	if !ok {
		return nil, value.Value{}, errors.New("expected a stored model")
	}
	return readParts(number, parts, id)
}

// readParts tries the formats whose databases carry models; the error is that of the first one.
func readParts(number uint32, parts [][]byte, id string) (*format.Format, value.Value, error) {
	first := errors.New("no format has stored models")
	for i, f := range withModels(id) {
		models, err := f.Models.Read(number, parts...)
		if err == nil {
			return f, models, nil
		}
		if i == 0 {
			first = err
		}
	}
	return nil, value.Value{}, first
}

// ResolveText is Resolve for the text itself. Nearly any text may be a dump, so that is tried last.
func ResolveText(text []byte, number uint32, id string) (value.Value, error) {
	v, notJSON := value.Parse(text)
	if notJSON == nil {
		v = wrapped(v, id)
		if _, err := Parse(v, id); err == nil {
			return v, nil
		}
	}
	line, badLine := readLine(string(text), id)
	if !line.IsNull() {
		return line, nil
	}
	if _, models, err := ReadStored(text, number, id); err == nil {
		return wrapped(models, id), nil
	}
	for _, f := range withModels(id) {
		if f.Models.MetaFile == "" {
			continue
		}
		models := format.WithMeta(value.Value{}, string(text))
		if _, err := f.ParseSchema(models); err == nil {
			return models, nil
		}
	}
	if _, models, ok := Described(text, id); ok {
		return wrapped(models, id), nil
	}
	if models, ok := findModels(text, id); ok {
		return wrapped(models, id), nil
	}
	if notJSON == nil {
		_, err := Parse(v, id)
		return v, err
	}
	if badLine != nil {
		return v, badLine
	}
	return v, errors.New("expected a schema as JSON, a layout such as id:u32 name:str, a stored model, or a dump that has models")
}

// readLine returns the schema in a text that some format reads as a line, or an error if the line is wrong. It returns
// null for any other text.
func readLine(text, id string) (v value.Value, err error) {
	for _, f := range codec.Formats() {
		if f.SchemaLine == nil || id != "" && id != f.ID {
			continue
		}
		if v, err = f.SchemaLine(text); err != nil || !v.IsNull() {
			return v, err
		}
	}
	return v, nil
}

// Described returns the models in a text that a store prints about its tables, such as HBase's describe, and their format.
func Described(text []byte, id string) (*format.Format, value.Value, bool) {
	for _, f := range withModels(id) {
		if f.Models.Described == nil {
			continue
		}
		if models, ok := f.Models.Described(text); ok {
			return f, models, true
		}
	}
	return nil, value.Value{}, false
}

// findModels looks for models among the rows of a dump.
func findModels(text []byte, id string) (value.Value, bool) {
	x := FindAll(id)
	if x == nil {
		return value.Value{}, false
	}
	sc, err := dump.Open(bytes.NewReader(text), dump.Options{})
	if err != nil {
		return value.Value{}, false
	}
	for e, err := range sc.All() {
		if err == nil { // a damaged row is not part of a model
			x.Add(e)
		}
	}
	for _, found := range x.Found() {
		if !found.Models.IsNull() {
			return found.Models, true
		}
	}
	return value.Value{}, false
}

// wrapped puts names and models into a member.
func wrapped(v value.Value, id string) value.Value {
	if v.Kind == value.Array {
		return value.OfMembers(value.Member{Name: "names", Value: v})
	}
	if has(v, "models") {
		return v
	}
	for _, f := range withModels(id) {
		if _, alone := f.ParseSchema(v); alone != nil {
			continue
		}
		models := value.OfMembers(value.Member{Name: "models", Value: v})
		if _, err := f.ParseSchema(models); err == nil {
			return models
		}
	}
	return v
}
