package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Config is the value of a configuration row: which documents a category, catalogue or index
// covers, and its condition or property path.
//
//	sequence  05 length 8 label  05 length 8 expression     null: 00
//	array     07 count 8 = 2, the same two elements
//	raw       length 8 label  length 8 expression           no null
//
// The first byte determines the layout: 05, or 00 before 05, or the two bytes 0000 are a sequence;
// 07 an array; any other 00 is raw. Errors as in Entity.
// Spec: docs/formats/implexus.md#configuration.
type Config struct {
	Label      Text
	Expression Text
	Layout     Layout
}

// DecodeConfig reads a configuration value. It aliases src.
func DecodeConfig(src []byte, c *Config) error {
	r := wire.NewReader(src, nil)
	var v Value
	c.decode(newDecoder(&r, &v, Options{}))
	return r.Finish()
}

func (c *Config) decode(d *decoder) {
	if !d.notEmpty(&fTypeLabel) {
		return
	}
	b := d.r.Ahead()
	isNull := b[0] == 0 && (len(b) > 1 && b[1] == byte(String) || len(b) == 2 && b[1] == 0)
	switch {
	case b[0] == byte(String) || isNull:
		c.Layout = Sequence
		d.element(&fTypeLabel, "", nil, 0)
		d.element(&fExpression, "", nil, 0)
		d.end()
		c.take(d, 0, 2)
	case b[0] == byte(Array):
		c.Layout = ArrayLayout
		d.items = [2]*span.Field{&fTypeLabel, &fExpression}
		d.element(&fArray, "", nil, 0)
		d.end()
		c.take(d, 1, 3)
	case b[0] == 0:
		c.Layout = Raw
		d.r.Begin(&fTypeLabel)
		c.Label = Text{Bytes: d.text(&fText)}
		d.r.End()
		d.r.Begin(&fExpression)
		c.Expression = Text{Bytes: d.text(&fText)}
		d.r.End()
		d.end()
	default:
		d.unknownLayout(&fTypeLabel, "00, 05 or 07")
	}
}

// take takes the members from elements i and i+1, which must be the last ones.
func (c *Config) take(d *decoder, i, end int) {
	if !d.r.OK() {
		return
	}
	ok := len(d.v.Elements) == end
	if ok {
		var label, expression bool
		c.Label, label = d.v.textOf(i)
		c.Expression, expression = d.v.textOf(i + 1)
		ok = label && expression
	}
	if !ok {
		d.badShape(&fTypeLabel, "two of string or null")
	}
}

// AppendConfig appends a configuration value in its layout.
func AppendConfig(dst []byte, c *Config) ([]byte, error) {
	if err := c.Label.check("type_label", c.Layout); err != nil {
		return dst, err
	}
	if err := c.Expression.check("expression", c.Layout); err != nil {
		return dst, err
	}
	switch c.Layout {
	case ArrayLayout:
		dst = appendInt(append(dst, byte(Array)), 2)
	case Raw:
		return appendText(appendText(dst, c.Label.Bytes), c.Expression.Bytes), nil
	}
	return appendOptional(appendOptional(dst, c.Label), c.Expression), nil
}

func (c *Config) write(w *value.Writer) {
	w.Object()
	w.Key("type_label")
	c.Label.write(w)
	w.Key("expression")
	c.Expression.write(w)
	w.Key("layout")
	w.String(c.Layout.String())
	w.EndObject()
}

func (c *Config) parse(fields value.Value) (err error) {
	if err := format.Known(fields, "type_label", "expression", "layout"); err != nil {
		return err
	}
	if err := c.Label.parse(fields, "type_label"); err != nil {
		return err
	}
	if err := c.Expression.parse(fields, "expression"); err != nil {
		return err
	}
	c.Layout, err = parseLayout(fields, Raw)
	return err
}
