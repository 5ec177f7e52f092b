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

// storedParts are the parts of a stored model in a text: a line of hex each, or the
// raw bytes of the first one.
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

// Resolve returns what formats take as a schema. It is given as that, or as what holds
// one:
//
//	{"text": "…"}           a schema as JSON, a stored model as hex, the text file of a database, or a dump that has models
//	{"stored": ["hex", …]}  a stored model, its definition first
//
// A stored model has no number: the member "number" gives it one, else it is 1.
// A schema that is the models alone, or a list of names, becomes an object with the
// member "models" or "names", so that several can be put together.
func Resolve(v value.Value) (value.Value, error) {
	number, given := v.Member("number").Uint()
	if !given || number > math.MaxUint32 {
		number = 1
	}
	if text, ok := v.Member("text").Text(); ok {
		return resolveText([]byte(text), uint32(number))
	}
	stored, ok := v.Get("stored")
	if !ok {
		return wrapped(v), nil
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
	return readStored(uint32(number), parts)
}

// readStored asks the formats whose databases carry models; the error is that of the
// first one.
func readStored(number uint32, parts [][]byte) (value.Value, error) {
	first := errors.New("no format has stored models")
	found := false
	for _, f := range codec.Formats() {
		if f.Models == nil {
			continue
		}
		models, err := f.Models.Read(number, parts...)
		if err == nil {
			return wrapped(models), nil
		}
		if !found {
			first, found = err, true
		}
	}
	return value.Value{}, first
}

// resolveText tries the narrowest first: nearly every text is some dump.
func resolveText(text []byte, number uint32) (value.Value, error) {
	v, notJSON := value.Parse(text)
	if notJSON == nil {
		v = wrapped(v)
		if _, err := Parse(v, ""); err == nil {
			return v, nil
		}
	}
	if parts, ok := storedParts(text); ok {
		if models, err := readStored(number, parts); err == nil {
			return models, nil
		}
	}
	for _, f := range codec.Formats() {
		if f.Models == nil || f.Models.MetaFile == "" {
			continue
		}
		models := format.WithMeta(value.Value{}, string(text))
		if _, err := f.ParseSchema(models); err == nil {
			return models, nil
		}
	}
	if models, ok := findModels(text); ok {
		return models, nil
	}
	if notJSON == nil {
		_, err := Parse(v, "")
		return v, err
	}
	return v, errors.New("expected a schema as JSON, a stored model, or a dump that has models")
}

// findModels looks for models among the rows of a dump.
func findModels(text []byte) (value.Value, bool) {
	var finders []format.Finder
	for _, f := range codec.Formats() {
		if f.Models != nil {
			finders = append(finders, f.Models.NewFinder())
		}
	}
	sc, err := dump.Open(bytes.NewReader(text), dump.Options{})
	if err != nil {
		return value.Value{}, false
	}
	for e, err := range sc.All() {
		if err != nil {
			continue // a damaged row is none of a model
		}
		for _, f := range finders {
			f.Add(e)
		}
	}
	for _, f := range finders {
		if models, _, ok := f.Models(); ok {
			return wrapped(models), true
		}
	}
	return value.Value{}, false
}

// wrapped gives names and models a member of their own.
func wrapped(v value.Value) value.Value {
	if v.Kind == value.Array {
		return value.OfMembers(value.Member{Name: "names", Value: v})
	}
	if _, has := v.Get("models"); has {
		return v
	}
	for _, f := range codec.Formats() {
		if f.Models == nil {
			continue
		}
		if _, alone := f.ParseSchema(v); alone != nil {
			continue
		}
		if models := value.OfMembers(value.Member{Name: "models", Value: v}); !refusedBy(f, models) {
			return models
		}
	}
	return v
}

func refusedBy(f *format.Format, v value.Value) bool {
	_, err := f.ParseSchema(v)
	return err != nil
}
