package maryk

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// The transport form is protobuf's wire format: one field per value, with the number of its
// property. It is used in stored model definitions (minima, maxima, defaults) and in the references
// of their keys and indexes.

// wireType returns the wire type of one value of a definition.
func (d *Definition) wireType() uint8 {
	switch d.Type {
	case Boolean, Date, Time, DateTime, Enum:
		return wireVarint
	case GeoPoint:
		return wire64
	case Number:
		switch d.Number {
		case Float32:
			return wire32
		case Float64:
			return wire64
		}
		return wireVarint
	}
	return wireBytes
}

// ReadTransport reads the rest of the input. The fields with the given number form a value; fields
// with other numbers are skipped. If there are no such fields, a collection is empty and any other
// value is Missing.
func ReadTransport(r *wire.Reader, field uint32, d *Definition, v *Value) {
	v.reset(d)
	m := message{cursor: newCursor(r, -1), field: &legend.Transport}
	found, packed := false, false
	for {
		num, wt, ok := m.next()
		if !ok {
			break
		}
		if num != field {
			m.skip()
			continue
		}
		found = true
		packed = packed || d.Item != nil && wt == wireBytes && d.Item.wireType() != wireBytes
		m.value(pathed(d, packed), d, wt, v)
	}
	switch d.Type {
	case List, Set, Map, IncMap:
	default:
		if r.OK() && !found {
			r.Fail(wire.Missing, &legend.Transport, "field "+itoa(field))
		}
	}
}

// pathed returns the legend of a field that holds a simple value or an item of d, and so leads to
// its member. After a packed list, fields no longer count the items.
func pathed(d *Definition, packed bool) *span.Field {
	switch {
	case d.Simple():
		return &legend.OneField
	case (d.Type == List || d.Type == Set) && d.Item.Simple() && !packed:
		return &legend.ItemField
	}
	return &legend.Property
}

// value reads the field whose key is next into v, which was reset for d. Fields of lists, sets
// and maps add to v, others replace it.
func (m *message) value(f *span.Field, d *Definition, wt uint8, v *Value) {
	if !m.Enter(f) {
		return
	}
	defer m.Leave()
	m.wt = wt
	if want := d.wireType(); d.Type != List && d.Type != Set && wt != want {
		m.wrongWire(f, want, wt)
		return
	}
	switch d.Type {
	case List, Set:
		m.items(f, d, v)
	case Map, IncMap:
		m.entry(f, d, v)
	case Embed:
		v.reset(d)
		if d.Model == nil {
			v.Bytes = m.content(f)
			return
		}
		inner := m.open(f)
		inner.fields(d.Model, v)
		m.close(inner)
	case MultiType:
		v.reset(d)
		inner := m.open(f)
		inner.typed(d, v)
		m.close(inner)
	default:
		inner := m.open(f)
		inner.scalar(&legend.Scalar, d, v)
		m.close(inner)
	}
}

// items reads one item, or a packed list of them.
func (m *message) items(f *span.Field, d *Definition, v *Value) {
	one := d.Item.wireType()
	if one != wireBytes && m.wt == wireBytes {
		inner := m.open(f)
		for inner.more() {
			v.Items = append(v.Items, Value{})
			inner.scalar(&legend.Item, d.Item, &v.Items[len(v.Items)-1])
		}
		m.close(inner)
		return
	}
	v.Items = append(v.Items, Value{})
	item := &v.Items[len(v.Items)-1]
	item.reset(d.Item)
	m.value(f, d.Item, m.wt, item)
}

// entry reads one entry of a map: { 1: key, 2: value }. A repeated key gets the new value.
func (m *message) entry(f *span.Field, d *Definition, v *Value) {
	var key, item Value
	key.reset(d.Key)
	item.reset(d.Item)
	hasKey := false
	at := m.Offset()
	inner := m.open(f)
	for {
		num, wt, ok := inner.next()
		if !ok {
			break
		}
		switch num {
		case 1:
			inner.value(&legend.MapKey, d.Key, wt, &key)
			hasKey = true
		case 2:
			inner.value(&legend.MapValue, d.Item, wt, &item)
		default:
			inner.skip()
		}
	}
	m.close(inner)
	if m.OK() && !hasKey {
		m.FailAt(wire.Missing, f, at, "a map entry with a key", "none")
		return
	}
	v.Items = append(v.Items, key, item)
}

// typed reads the single field of a multi type, whose number is the type.
func (m *message) typed(d *Definition, v *Value) {
	at := m.Offset()
	for {
		num, wt, ok := m.next()
		if !ok {
			break
		}
		c := d.Cases.Case(num)
		if c == nil {
			m.FailFound(wire.BadValue, &legend.TypeIndex, "a type of "+d.Cases.Name, itoa(num))
			return
		}
		if v.Num != uint64(num) || v.Items == nil {
			v.Num, v.Items = uint64(num), make([]Value, 1)
			v.Items[0].reset(c.Def)
		}
		m.value(&legend.TypedValue, c.Def, wt, &v.Items[0])
		m.Last().Label(c.Name)
	}
	if m.OK() && v.Items == nil {
		m.FailAt(wire.Missing, &legend.TypedValue, at, "one field, whose number is the type", "none")
	}
}

// fields reads a message of a model's properties into the Items of v.
func (m *message) fields(model *Model, v *Value) {
	var places map[uint32]int // places of the properties so far, once there are many
	last := -1
	for {
		num, wt, ok := m.next()
		if !ok {
			return
		}
		p := model.Property(num)
		if p == nil {
			m.skip()
			last = -1
			continue
		}
		if last < 0 || v.Items[last].Index != num {
			last, places = place(v, num, places)
		}
		if v.Items[last].Def == nil {
			v.Items[last].reset(p.Def)
		}
		m.value(&legend.Property, p.Def, wt, &v.Items[last])
		m.Last().Label(p.Name)
	}
}

// place returns where in the items the property is, and adds it if it is missing.
func place(v *Value, index uint32, places map[uint32]int) (int, map[uint32]int) {
	const few = 8
	if len(v.Items) > few && places == nil {
		places = make(map[uint32]int, 2*len(v.Items))
		for i := range v.Items {
			places[v.Items[i].Index] = i
		}
	}
	if places != nil {
		if i, ok := places[index]; ok {
			return i, places
		}
		places[index] = len(v.Items)
	} else {
		for i := range v.Items {
			if v.Items[i].Index == index {
				return i, nil
			}
		}
	}
	v.Items = append(v.Items, Value{Index: index})
	return len(v.Items) - 1, places
}

// scalar reads the content of one simple value. Values of wire type 2 take everything up to the
// cursor's end, as do map keys in references, which have no length.
func (c *cursor) scalar(f *span.Field, d *Definition, v *Value) {
	v.reset(d)
	if f == &legend.Scalar && (d.Type == GeoPoint || d.Type == DateTime) {
		f = &legend.ParsedScalar
	}
	switch d.Type {
	case Boolean:
		c.transportBool(f, v)
	case Number:
		c.transportNumber(f, d, v)
	case Date:
		v.Num = uint64(c.signed(f, Bits32))
		c.again(v)
	case Time:
		u := c.varint(f, timeWidth(d.Precision))
		v.Num, _ = c.timeOfDay(f, d.Precision, u)
		c.again(v)
	case DateTime:
		c.transportDateTime(f, d, v)
	case Enum:
		v.Num = c.varint(f, Bits32)
		c.again(v)
	case GeoPoint:
		c.transportGeoPoint(f, v)
	case Decimal:
		c.transportDecimal(f, d, v)
	case Reference:
		v.Bytes = c.bytes(f, c.left())
	case ValueObject, String, FixedBytes, FlexBytes:
		c.value(f, d, false, v)
	default:
		c.FailFound(wire.BadType, f, "a simple value", d.typeName())
	}
}

// again sets the value of the newest leaf to what its number represents.
func (c *cursor) again(v *Value) {
	if leaf := c.Last(); leaf.Recorded() {
		leaf.Value(v.span())
		leaf.Explain(v.remark())
	}
}

func timeWidth(p Precision) Width {
	if p == Nanos {
		return Bits64
	}
	return Bits32
}

// transportBool reads exactly one byte, whatever its high bit says.
func (c *cursor) transportBool(f *span.Field, v *Value) {
	if b := c.ahead(); len(b) > 0 && b[0] > 1 && !c.Lenient() {
		c.Fail(wire.NonCanonical, f, "00 or 01")
		return
	}
	b := c.take(f, 1, "1 byte")
	if b == nil {
		return
	}
	v.Num = uint64(b2i(b[0] != 0))
	if leaf := c.Leaf(f, c.Offset()-1, span.BoolValue(v.Num != 0)); b[0] > 1 {
		leaf.NonCanonical("upstream reads one byte as true unless it is 00")
	}
}

func (c *cursor) transportNumber(f *span.Field, d *Definition, v *Value) {
	width := Width(d.Number.Size() * 8)
	switch {
	case d.Number == Float32:
		if b := c.take(f, 4, ""); b != nil {
			v.Num = uint64(binary.LittleEndian.Uint32(b))
			c.taken(f, 4, v)
		}
	case d.Number == Float64:
		if b := c.take(f, 8, ""); b != nil {
			v.Num = binary.LittleEndian.Uint64(b)
			c.taken(f, 8, v)
		}
	case d.Number.Signed():
		v.Num = uint64(c.signed(f, width))
		c.again(v)
	default:
		v.Num = c.varint(f, width)
		c.again(v)
	}
}

// taken records the n bytes just consumed as a leaf.
func (c *cursor) taken(f *span.Field, n int, v *Value) {
	if c.Rec() != nil {
		c.Leaf(f, c.Offset()-n, v.span())
	}
}

// transportDateTime reads a var-int of seconds or milliseconds. With nanos precision there are two
// var-ints in a row, which is not protobuf: only a reader that knows the type finds what follows.
func (c *cursor) transportDateTime(f *span.Field, d *Definition, v *Value) {
	at := c.Offset()
	seconds, nanos := int64(0), int64(0)
	switch d.Precision {
	case Nanos:
		c.Begin(f)
		seconds = int64(c.varint(&legend.WireSecond, Bits64))
		nanos = int64(c.varint(&legend.Nanos, Bits32))
		if c.OK() && nanos >= nanosPerSecond {
			c.FailAt(wire.BadValue, f, at, "at most 999999999 nanoseconds", itoa(nanos))
		}
	case Millis:
		ms := int64(c.varint(f, Bits64))
		seconds, nanos = floorDiv(ms, 1000)
		nanos *= 1_000_000
	default:
		seconds = int64(c.varint(f, Bits64))
	}
	if c.OK() && (seconds < epochSecondMin || seconds > epochSecondMax) {
		c.FailAt(wire.BadValue, f, at, "a second of the years ±999999999", itoa(seconds))
	}
	if !c.OK() {
		return
	}
	v.Num, v.Num2 = uint64(seconds), uint64(nanos)
	if d.Precision == Nanos {
		c.Group().Note("two var-ints in a row, which is not valid protobuf")
		c.EndWith(v.span(), 0)
		return
	}
	c.again(v)
}

func (c *cursor) transportGeoPoint(f *span.Field, v *Value) {
	b := c.ahead()
	if len(b) < 8 {
		c.take(f, 8, "")
		return
	}
	lon, lat := int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:]))
	if lat < -latMax || lat > latMax || lon < -lonMax || lon > lonMax {
		c.FailFound(wire.BadValue, f, "coordinates from -180 to 180 and -90 to 90 degrees", "others")
		return
	}
	v.setE7(lat, lon)
	c.Skip(8)
	c.taken(f, 8, v)
}

func (c *cursor) transportDecimal(f *span.Field, d *Definition, v *Value) {
	b := c.ahead()
	if !c.OK() {
		return
	}
	if why := v.parseDecimal(string(b), int(d.Scale)); why != "" {
		c.FailFound(wire.BadValue, f, "decimal text of scale "+itoa(d.Scale), strconv.Quote(format.Cut(validText(b))))
		return
	}
	if _, ok := v.fitDecimal(nil, int(d.ByteSize)); !ok {
		c.FailFound(wire.BadValue, f, "a decimal of "+itoa(d.ByteSize)+" bytes", "a bigger one")
		return
	}
	c.Skip(len(b))
	c.taken(f, len(b), v)
}
