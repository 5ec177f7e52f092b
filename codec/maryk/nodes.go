package maryk

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
)

//go:noinline
func refuse(field, why string) error { return format.Refuse(field, why) }

//go:noinline
func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

// typeName returns the type in words; for a number, the number type.
func (d *Definition) typeName() string {
	if d.Type == Number {
		return d.Number.String()
	}
	return d.Type.String()
}

// oneOf returns the type in words, with its article.
func (d *Definition) oneOf() string {
	if d.Type == Enum || d.Type == Embed {
		return "an " + d.typeName()
	}
	return "a " + d.typeName()
}

func (v *Value) typeName() string {
	if v.Type == Number {
		return v.Number.String()
	}
	return v.Type.String()
}

// leaf consumes b and records it as one leaf with v's value.
func (c *cursor) leaf(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	at := c.Offset()
	c.Skip(len(b))
	if c.Rec() == nil {
		return
	}
	leaf := c.Leaf(f, at, v.span())
	if inverted != d.Reversed {
		leaf.Flag(span.Descending)
	}
	switch {
	case d.Type == Boolean && v.Num == 1 && b[0] != 1 && !(inverted && b[0] == 0xfe):
		leaf.NonCanonical(anyTrue)
	case v.Type == String && !utf8.Valid(v.Bytes):
		leaf.NonCanonical(notUTF8)
	case leaf.Worded():
		if note := v.remark(); note != "" {
			leaf.Note(note)
		}
	}
}

// Remarks on what only a lenient reader accepts.
const (
	anyTrue = "upstream reads anything but 00 as true, and writes 01"
	notUTF8 = "not UTF-8; upstream replaces what is wrong by U+FFFD"
)

func orderFlag(complemented bool) span.Flag {
	if complemented {
		return span.Descending
	}
	return 0
}

// span returns the value as a tree shows it.
func (v *Value) span() span.Value {
	switch v.Type {
	case Boolean:
		return span.BoolValue(v.Num != 0)
	case Number:
		return v.spanNumber()
	case Enum:
		return span.EnumValue(int64(v.Num), v.Def.Cases.CaseName(uint32(v.Num)))
	case Date:
		return span.IntValue(int64(v.Num))
	case Time:
		return span.UintValue(v.Num)
	case String:
		return span.TextValue(v.Bytes)
	case FixedBytes, FlexBytes, Reference, ValueObject:
		return span.BytesValue(v.Bytes)
	case Decimal, GeoPoint, DateTime:
		return span.Value{Kind: span.JSON, Bytes: v.appendText(nil)}
	}
	return span.Value{}
}

func (v *Value) spanNumber() span.Value {
	bits := uint8(v.Number.Size() * 8)
	switch {
	case v.Number == Float32:
		return span.Float32Value(uint32(v.Num))
	case v.Number == Float64:
		return span.Float64Value(v.Num)
	case v.Number.Signed():
		return span.Value{Kind: span.Int, Width: bits, Num: v.Num}
	}
	return span.Value{Kind: span.Uint, Width: bits, Num: v.Num}
}

// remark returns what a reader should know in addition to the value.
func (v *Value) remark() string {
	switch v.Type {
	case Number:
		return v.remarkNumber()
	case Enum:
		if v.Def.Cases != nil && v.Def.Cases.Case(uint32(v.Num)) == nil {
			return "the enum has no such case; an index above 65535 loses its high bytes in storage"
		}
	case Date, Time:
		return string(v.appendText(nil))
	case String:
		if !utf8.Valid(v.Bytes) {
			return notUTF8
		}
	case Reference:
		return "key of a " + v.Def.DataModel
	case ValueObject:
		if v.Def.Model == nil {
			return "value of the model " + v.Def.DataModel + ", which is not known"
		}
	}
	return ""
}

func (v *Value) remarkNumber() string {
	if !v.Number.Float() {
		return ""
	}
	top := uint64(1) << (uint(v.Number.Size())*8 - 1)
	if v.Num&top != 0 {
		return "negative floats sort after all positive ones (upstream defect): a range scan is not in the order of values"
	}
	return ""
}

// dateTimeNodes records the epoch second and the fraction.
func (c *cursor) dateTimeNodes(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	if c.Rec() == nil {
		c.Skip(len(b))
		return
	}
	at, flags := c.Offset(), orderFlag(inverted)
	c.Begin(f)
	seconds := int64(bigEndian(b[:7], inverted)^1<<55) << 8 >> 8
	ms := span.MillisValue(int64(v.Num)*1000 + int64(v.Num2/1_000_000))
	c.Skip(7)
	c.Leaf(&legend.EpochSecond, at, span.IntValue(seconds)).Flag(flags)
	c.Skip(len(b) - 7)
	switch d.Precision {
	case Millis:
		milli := int64(int16(bigEndian(b[7:], inverted) ^ 1<<15))
		leaf := c.Leaf(&legend.Millis, at+7, span.IntValue(milli))
		leaf.Flag(flags)
		if milli < 0 || milli > 999 {
			leaf.NonCanonical("upstream does not check milliseconds: it carries them into the seconds")
		}
	case Nanos:
		c.Leaf(&legend.Nanos, at+7, span.UintValue(v.Num2)).Flag(flags)
	}
	if seconds > maxMillisSecond || seconds < -maxMillisSecond {
		ms = span.IntValue(seconds)
	}
	c.Group().Note(string(v.appendText(nil)))
	c.EndWith(ms, flags)
}

// maxMillisSecond is the greatest distance from 1970, in seconds, at which an instant is shown in
// milliseconds.
const maxMillisSecond = 9_000_000_000_000_000

func (c *cursor) geoNodes(f *span.Field, lat, lon int32, inverted bool, v *Value) {
	if c.Rec() == nil {
		c.Skip(8)
		return
	}
	c.Begin(f)
	for i, e7 := range [...]int32{lat, lon} {
		c.Skip(4)
		leaf := c.Leaf([...]*span.Field{&legend.Latitude, &legend.Longitude}[i], c.Offset()-4, span.IntValue(int64(e7)))
		leaf.Flag(orderFlag(inverted))
	}
	c.EndWith(v.span(), orderFlag(inverted))
}
