package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// prefix returns what makes prefixes of a kind's row keys: the key of a record, which
// may be cut short; the reference of a unique property; the value of an index.
func prefix(kind Kind) func(*format.Input, value.Value) (string, []byte, error) {
	return func(in *format.Input, fields value.Value) (string, []byte, error) {
		c, err := contextOf(in, kind)
		if err != nil {
			return "", nil, err
		}
		p := parser{fields: fields, c: c}
		given := func(name string) bool {
			_, ok := fields.Get(name)
			return ok
		}
		switch {
		case kind == UniqueCell && given("property"):
			b, err := p.property()
			if err == nil && given("reference") && !bytes.Equal(b, p.hex("reference")) {
				err = format.Contradict("property", "is not the property of the reference")
			}
			return store.Row, b, err
		case kind == UniqueCell && given("reference"):
			var path maryk.Path
			return store.Row, p.reference(&path), p.err
		case kind == IndexCell && given("valueAndLengths"):
			return store.Row, p.hex("valueAndLengths"), p.err
		case kind != UniqueCell && kind != IndexCell && given("record"):
			b := p.hex("record")
			if c.keySize >= 0 && len(b) > c.keySize {
				p.fail("record", "expected a key of "+itoa(c.keySize)+" bytes, found "+itoa(len(b)))
			}
			return store.Row, b, p.err
		}
		return store.Row, nil, nil
	}
}

// scanFields lists the member that a prefix takes.
func scanFields(kind Kind) []format.ScanField {
	switch kind {
	case UniqueCell:
		return []format.ScanField{{Name: "property", Or: "reference", Doc: "path of the unique property in the model, or its reference in hex"}}
	case IndexCell:
		return []format.ScanField{
			{Name: "valueAndLengths", Doc: "values and lengths of the index entry in hex, or how they begin"},
			{Name: "index", Doc: "name of the index in the model, or its reference in hex: it says the column family"},
		}
	}
	return []format.ScanField{{Name: "record", Doc: "key of the record in hex, or how it begins"}}
}

// property reads a reference given as text.
func (p *parser) property() ([]byte, error) {
	text, _ := p.fields.Member("property").Text()
	if p.c.def == nil {
		return nil, format.Refuse("property", "expected a model, or the reference as hex digits")
	}
	path, err := maryk.ParsePath(text, p.c.def)
	if err != nil {
		return nil, err
	}
	return maryk.AppendQualifier(nil, &path)
}
