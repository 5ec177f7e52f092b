package maryk

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// ReadValue reads the next n bytes as the storage bytes of one value with a simple definition.
// Cells, keys, index values, set items and map keys contain such bytes, which carry neither length
// nor type. If inverted, every byte is stored complemented (a Reversed key or index part).
//
//	Boolean 1 · Date 4 · Enum 2 · GeoPoint 4+4 · Time 3, 4 or 6 · DateTime 7, 7+2 or 7+4
//	Number 1 to 8 · Decimal, FixedBytes: as defined · Reference: a key of its model
//	String, FlexBytes: all n · Value: its properties, a byte 01 between two
//
// Bytes sort as values do, except signed floats (docs/formats/maryk-core.md#floats).
func ReadValue(r *wire.Reader, f *span.Field, n int, d *Definition, inverted bool, v *Value) {
	c := newCursor(r, n)
	if n > r.Left() {
		c.short(f, int64(n), r.Left(), "")
		return
	}
	c.value(f, d, inverted, v)
}

// value reads all of c as one value.
func (c *cursor) value(f *span.Field, d *Definition, inverted bool, v *Value) {
	if !c.OK() {
		return
	}
	v.reset(d)
	if size, fixed := d.Size(); fixed && !c.sized(f, size) {
		return
	}
	b := c.ahead()
	switch d.Type {
	case Boolean, Number, Enum, Date, Time:
		c.word(f, d, b, inverted, v)
	case DateTime:
		c.dateTime(f, d, b, inverted, v)
	case GeoPoint:
		c.geoPoint(f, b, inverted, v)
	case Decimal:
		c.decimal(f, d, b, inverted, v)
	case String:
		c.text(f, b, inverted, v)
	case FixedBytes, FlexBytes, Reference:
		c.raw(f, b, inverted, v)
	case ValueObject:
		c.valueObject(f, d, b, inverted, v)
	default:
		c.FailFound(wire.BadType, f, "a definition of a simple value", d.Type.String())
	}
}

// sized fails unless exactly size bytes remain.
func (c *cursor) sized(f *span.Field, size int) bool {
	switch left := c.left(); {
	case left < size:
		c.short(f, int64(size), left, "")
	case left > size:
		c.FailAt(wire.Trailing, f, c.Offset()+size, itoa(size)+" bytes", itoa(left)+" bytes")
	}
	return c.OK()
}

// bigEndian reads up to 8 bytes, complementing them if flip is set.
func bigEndian(b []byte, flip bool) (u uint64) {
	for _, x := range b {
		u = u<<8 | uint64(x)
	}
	if flip {
		u = ^u & mask(uint(len(b))*8)
	}
	return u
}

// word reads a type that is one number of at most 8 bytes.
func (c *cursor) word(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	u := bigEndian(b, inverted != d.Reversed)
	ok := true
	switch d.Type {
	case Boolean:
		v.Num = 1
		if u == 0 {
			v.Num = 0
		} else if u != 1 {
			ok = c.odd(f, "00 or 01", "another byte, which upstream reads as true")
		}
	case Number:
		v.Num = numberFromStorage(d.Number, u)
	case Enum:
		v.Num = u
	case Date:
		v.Num = uint64(int64(int32(u ^ 1<<31)))
	case Time:
		v.Num, ok = c.timeOfDay(f, d.Precision, u)
	}
	if ok {
		c.leaf(f, d, b, inverted, v)
	}
}

// timeOfDay turns a stored time into nanoseconds.
func (c *cursor) timeOfDay(f *span.Field, p Precision, u uint64) (uint64, bool) {
	unit := timeUnit(p)
	if u >= nanosPerDay/unit {
		c.FailFound(wire.BadValue, f, "a time before 24:00", "one of "+utoa(u)+" "+timeUnitName(p))
		return 0, false
	}
	return u * unit, true
}

// timeUnit returns the unit of a stored Time in nanoseconds.
func timeUnit(p Precision) uint64 {
	switch p {
	case Millis:
		return 1_000_000
	case Nanos:
		return 1
	}
	return nanosPerSecond
}

func timeUnitName(p Precision) string {
	switch p {
	case Millis:
		return "ms"
	case Nanos:
		return "ns"
	}
	return "s"
}

// dateTime reads the epoch second in 7 bytes, then the fraction at the given precision:
// milliseconds in the form of a signed 16-bit number, or nanoseconds as a plain unsigned number.
func (c *cursor) dateTime(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	seconds := int64(bigEndian(b[:7], inverted)^1<<55) << 8 >> 8
	nanos := int64(0)
	switch d.Precision {
	case Millis:
		ms := int64(int16(bigEndian(b[7:], inverted) ^ 1<<15))
		if (ms < 0 || ms > 999) && !c.odd(f, "0 to 999 milliseconds", itoa(ms)+", which upstream carries into the seconds") {
			return
		}
		// Upstream's nanoseconds are of 32 bits.
		more, rest := floorDiv(int64(int32(ms*1_000_000)), nanosPerSecond)
		seconds, nanos = seconds+more, rest
	case Nanos:
		nanos = int64(bigEndian(b[7:], inverted))
		if nanos >= nanosPerSecond {
			c.FailAt(wire.BadValue, f, c.Offset()+7, "at most 999999999 nanoseconds", itoa(nanos))
			return
		}
	}
	if seconds < epochSecondMin || seconds > epochSecondMax {
		c.FailFound(wire.BadValue, f, "a second of the years ±999999999", itoa(seconds))
		return
	}
	v.Num, v.Num2 = uint64(seconds), uint64(nanos)
	c.dateTimeNodes(f, d, b, inverted, v)
}

func (c *cursor) geoPoint(f *span.Field, b []byte, inverted bool, v *Value) {
	lat := int32(bigEndian(b[:4], inverted) ^ 1<<31)
	lon := int32(bigEndian(b[4:], inverted) ^ 1<<31)
	if lat < -latMax || lat > latMax {
		c.FailFound(wire.BadValue, f, "a latitude from -90 to 90", itoa(lat)+" times 10^-7")
		return
	}
	if lon < -lonMax || lon > lonMax {
		c.FailAt(wire.BadValue, f, c.Offset()+4, "a longitude from -180 to 180", itoa(lon)+" times 10^-7")
		return
	}
	v.setE7(lat, lon)
	c.geoNodes(f, lat, lon, inverted, v)
}

// decimal reads two's complement bytes whose top bit is inverted.
func (c *cursor) decimal(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	v.Num2 = uint64(d.Scale)
	flip := inverted != d.Reversed
	if len(b) <= 8 && len(b) > 0 {
		shift := 64 - 8*uint(len(b))
		v.Num = uint64(int64((bigEndian(b, flip)<<shift)^1<<63) >> shift)
	} else if len(b) > 0 {
		m := c.Memory()
		from := len(*m)
		*m = append(*m, b...)
		own := (*m)[from:len(*m):len(*m)]
		if flip {
			for i := range own {
				own[i] = ^own[i]
			}
		}
		own[0] ^= 0x80
		v.setUnscaled(own)
	}
	c.leaf(f, d, b, inverted, v)
}

func (c *cursor) text(f *span.Field, b []byte, inverted bool, v *Value) {
	stored := b
	if inverted {
		b = c.Invert(b)
	}
	if !utf8.Valid(b) && !c.Lenient() {
		c.FailAt(wire.BadText, f, c.Offset()+badtext.Index(b), "UTF-8 text", "")
		return
	}
	v.Bytes = b
	c.leaf(f, v.Def, stored, inverted, v)
}

func (c *cursor) raw(f *span.Field, b []byte, inverted bool, v *Value) {
	v.Bytes = b
	if inverted {
		v.Bytes = c.Invert(b)
	}
	c.leaf(f, v.Def, b, inverted, v)
}

// separator stands between two properties of a value object. Upstream skips it without checking it.
const separator = 0x01

// valueObject reads the properties of a value model in the order of their declaration.
func (c *cursor) valueObject(f *span.Field, d *Definition, b []byte, inverted bool, v *Value) {
	m := d.Model
	if m == nil || m.valueSize < 0 {
		c.raw(f, b, inverted, v)
		return
	}
	if !c.Enter(f) {
		return
	}
	c.Begin(f)
	at, strict := c.Offset(), true
	for i := range m.Properties {
		p := &m.Properties[i]
		if i > 0 {
			strict = c.separator(inverted) && strict
		}
		size, _ := p.Def.Size()
		v.Items = append(v.Items, Value{Index: p.Index})
		// Move the end instead of making a new cursor, whose address would escape and every reader
		// with it.
		end := c.end
		c.end = c.Offset() + size
		c.value(&legend.Property, p.Def, inverted, &v.Items[i])
		c.Last().Label(p.Name)
		c.end = end
	}
	c.Leave()
	if !c.OK() {
		return
	}
	v.Bytes = c.Since(at)
	if !strict || inverted {
		v.Bytes = appendAgain(v)
	}
	c.EndWith(span.BytesValue(v.Bytes), 0)
}

// appendAgain writes a value object anew, with the separators that writers use.
func appendAgain(v *Value) []byte {
	var b []byte
	for i := range v.Items {
		if i > 0 {
			b = append(b, separator)
		}
		b, _ = AppendValue(b, v.Items[i].Def, &v.Items[i])
	}
	return b
}

func (c *cursor) separator(inverted bool) bool {
	b := c.ahead()
	ok := len(b) > 0 && (b[0] == separator && !inverted || b[0] == 0xff^separator && inverted)
	if len(b) > 0 && !ok && !c.Lenient() {
		c.Fail(wire.NonCanonical, &legend.Separator, "the separator 01")
		return false
	}
	if b = c.take(&legend.Separator, 1, "a separator"); b == nil {
		return false
	}
	if leaf := c.Leaf(&legend.Separator, c.Offset()-1, span.BytesValue(b)); !ok {
		leaf.NonCanonical("upstream skips the separator without checking it")
	}
	return ok
}

// is refuses a value whose type is not the definition's.
func (v *Value) is(d *Definition) error {
	if v.Type != d.Type || d.Type == Number && v.Number != d.Number {
		return refuse("value", "expected a value of type "+d.typeName()+", found "+v.typeName())
	}
	return nil
}

// AppendValue appends the storage bytes of v by a simple definition. Precision beyond the
// definition's is truncated, as upstream does: fractions of a second downwards, an enum's index to
// 16 bits. A value that cannot be stored is refused, and dst is returned unchanged.
func AppendValue(dst []byte, d *Definition, v *Value) ([]byte, error) {
	if err := v.is(d); err != nil {
		return dst, err
	}
	switch d.Type {
	case Boolean:
		return append(dst, byte(v.Num&1)), nil
	case Number:
		return appendWord(dst, d.Number.Size(), numberToStorage(d.Number, v.Num), d.Reversed), nil
	case Enum:
		return binary.BigEndian.AppendUint16(dst, uint16(v.Num)), nil
	case Date:
		return binary.BigEndian.AppendUint32(dst, uint32(v.Num)^1<<31), nil
	case Time:
		if v.Num >= nanosPerDay {
			return dst, refuse("value", "expected a time before 24:00")
		}
		return appendWord(dst, timeSize(d.Precision), v.Num/timeUnit(d.Precision), false), nil
	case DateTime:
		return appendStoredDateTime(dst, d.Precision, v)
	case GeoPoint:
		return appendGeoPoint(dst, v)
	case Decimal:
		return appendStoredDecimal(dst, d, v)
	case String:
		if !utf8.Valid(v.Bytes) {
			return dst, refuse("value", "expected text in UTF-8 without unpaired surrogates")
		}
		return append(dst, v.Bytes...), nil
	case ValueObject:
		return appendValueObject(dst, d, v)
	case FixedBytes, FlexBytes, Reference:
		if size, fixed := d.Size(); fixed && len(v.Bytes) != size {
			return dst, refuse("value", "expected "+itoa(size)+" bytes, found "+itoa(len(v.Bytes)))
		}
		return append(dst, v.Bytes...), nil
	}
	return dst, refuse("value", "a value of type "+d.typeName()+" is spread over several cells")
}

// appendWord appends the low size bytes of u, big-endian.
func appendWord(dst []byte, size int, u uint64, reversed bool) []byte {
	if reversed {
		u = ^u
	}
	for shift := 8*size - 8; shift >= 0; shift -= 8 {
		dst = append(dst, byte(u>>shift))
	}
	return dst
}

func appendStoredDateTime(dst []byte, p Precision, v *Value) ([]byte, error) {
	if s := int64(v.Num); s < epochSecondMin || s > epochSecondMax || v.Num2 >= nanosPerSecond {
		return dst, refuse("value", "expected a date-time of the years ±999999999")
	}
	dst = appendWord(dst, 7, v.Num^1<<55, false)
	switch p {
	case Millis:
		return binary.BigEndian.AppendUint16(dst, uint16(v.Num2/1_000_000)^1<<15), nil
	case Nanos:
		return binary.BigEndian.AppendUint32(dst, uint32(v.Num2)), nil
	}
	return dst, nil
}

func appendGeoPoint(dst []byte, v *Value) ([]byte, error) {
	if err := checkDegrees(v); err != nil {
		return dst, err
	}
	lat, lon := v.E7()
	dst = binary.BigEndian.AppendUint32(dst, uint32(lat)^1<<31)
	return binary.BigEndian.AppendUint32(dst, uint32(lon)^1<<31), nil
}

func checkDegrees(v *Value) error {
	lat, lon := v.Degrees()
	if !(lat >= -90 && lat <= 90) {
		return refuse("latitude", "expected -90 to 90 degrees")
	}
	if !(lon >= -180 && lon <= 180) {
		return refuse("longitude", "expected -180 to 180 degrees")
	}
	return nil
}

func appendStoredDecimal(dst []byte, d *Definition, v *Value) ([]byte, error) {
	if v.Num2 != uint64(d.Scale) {
		return dst, refuse("value", "expected a decimal of scale "+itoa(d.Scale)+", found "+utoa(v.Num2))
	}
	from := len(dst)
	out, ok := v.fitDecimal(dst, int(d.ByteSize))
	if !ok {
		return dst, refuse("value", "the decimal does not fit in "+itoa(d.ByteSize)+" bytes")
	}
	if len(out) > from {
		out[from] ^= 0x80
	}
	if d.Reversed {
		invert(out[from:])
	}
	return out, nil
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}

func appendValueObject(dst []byte, d *Definition, v *Value) ([]byte, error) {
	m := d.Model
	if m == nil {
		return dst, refuse("value", "the value model "+d.DataModel+" is not known")
	}
	out, err := dst, error(nil)
	for i := range m.Properties {
		p := &m.Properties[i]
		item := v.Get(p.Index)
		if item == nil {
			return dst, refuse("value."+p.Name, "a value object needs all its properties")
		}
		if i > 0 {
			out = append(out, separator)
		}
		if out, err = AppendValue(out, p.Def, item); err != nil {
			return dst, err
		}
	}
	return out, nil
}
