package cell

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Parser reads the members of a record to encode, and keeps the first error.
type Parser struct {
	Fields value.Value
	Err    error
}

// Fail refuses a member, unless there is an error already.
func (p *Parser) Fail(field, why string) {
	if p.Err == nil {
		p.Err = format.Refuse(field, why)
	}
}

// Expect refuses a member that does not hold what is expected, unless there is an error already.
func (p *Parser) Expect(ok bool, name, expected string) {
	if !ok && p.Err == nil {
		p.Err = format.ExpectNumber(false, name, expected, p.Fields.Member(name))
	}
}

// Hex reads bytes given in hex.
func (p *Parser) Hex(name string) []byte {
	b, ok := p.Fields.Member(name).Hex()
	p.Expect(ok, name, "an even number of hex digits")
	return b
}

// Record reads the key of the record, which must have size bytes; if size is negative, any number
// of bytes.
func (p *Parser) Record(size int) []byte {
	b := p.Hex("record")
	if p.Err == nil && size >= 0 && len(b) != size {
		p.Fail("record", "expected a key of "+strconv.Itoa(size)+" bytes, found "+strconv.Itoa(len(b)))
	}
	return b
}

// Version reads a version.
func (p *Parser) Version(name string) hlc.Version {
	n, ok := p.Fields.Member(name).Uint()
	p.Expect(ok, name, "a version as a whole number")
	return hlc.Version(n)
}

// Bool reads true or false.
func (p *Parser) Bool(name string) bool {
	b, ok := p.Fields.Member(name).Bool()
	p.Expect(ok, name, "true or false")
	return b
}

// Reference reads the reference of a property: its bytes or, where the model is known, the text of
// its path.
func (p *Parser) Reference(def *maryk.Model, path *maryk.Path) []byte {
	if _, given := p.Fields.Get("reference"); !given && def != nil {
		text, ok := p.Fields.Member("property").Text()
		if p.Expect(ok, "property", "the path of a property, or its reference"); !ok {
			return nil
		}
		found, err := maryk.ParsePath(text, def)
		if err == nil {
			found.Marker = found.Last().Kind != maryk.StepProperty && endsAtCollection(&found)
			var b []byte
			if b, err = maryk.AppendQualifier(nil, &found); err == nil {
				*path = found
				return b
			}
		}
		if p.Err == nil {
			p.Err = format.Renamed("property", "path", err)
		}
		return nil
	}
	b := p.Hex("reference")
	if p.Err != nil {
		return nil
	}
	if err := maryk.DecodePath(b, def, maryk.PathOptions{}, path); err != nil {
		p.Fail("reference", withoutField(err))
	} else {
		p.Err = Property(p.Fields, b, path, def)
	}
	return b
}

// withoutField says why bytes are refused, without their name among the bytes of a row: here they are a member of their own.
func withoutField(err error) string {
	var refused *wire.Error
	if !errors.As(err, &refused) {
		return err.Error()
	}
	bytes := *refused
	bytes.Field = ""
	return bytes.Error()
}

// Index reads the reference of an index: its bytes or, where the model is known, its name.
func (p *Parser) Index(m *Model) []byte {
	name, named := p.Fields.Member("indexName").Text()
	if _, given := p.Fields.Get("index"); given || !named || m == nil || m.Def == nil {
		return p.Hex("index")
	}
	b, err := maryk.FindIndex(m.Def.Indexes, "indexName", name, false)
	if err != nil && p.Err == nil {
		p.Err = err
	}
	return b
}
