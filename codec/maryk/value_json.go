package maryk

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Write writes v as {"type": …, "value": …} with the other members of its type: bits for a float,
// epochDays, nanoOfDay, index for a case, and so on.
func (v *Value) Write(w *value.Writer) {
	w.Object()
	w.Key("type")
	w.String(v.typeName())
	switch v.Type {
	case GeoPoint:
		v.writeGeoPoint(w)
	case MultiType:
		v.writeMultiType(w)
	default:
		v.writeMembers(w)
	}
	w.EndObject()
}

func (v *Value) writeMembers(w *value.Writer) {
	if v.Type == ValueObject || v.Type == Embed {
		w.Key("dataModel")
		w.String(v.Def.DataModel)
	}
	w.Key("value")
	switch v.Type {
	case Boolean:
		w.Bool(v.Num != 0)
	case Number:
		v.writeNumber(w)
	case Enum:
		w.String(v.Def.Cases.CaseName(uint32(v.Num)))
		w.Key("index")
		w.Int(int64(uint32(v.Num)))
	case String, Decimal:
		w.Text(v.appendText(nil))
	case Date:
		w.Text(v.appendText(nil))
		w.Key("epochDays")
		w.Int64(int64(v.Num))
	case Time:
		w.Text(v.appendText(nil))
		w.Key("nanoOfDay")
		w.Uint64(v.Num)
	case DateTime:
		w.Text(v.appendText(nil))
		w.Key("epochSeconds")
		w.Int64(int64(v.Num))
		w.Key("nanos")
		w.Int(int64(v.Num2))
	case FixedBytes, FlexBytes, Reference:
		w.Hex(v.Bytes)
	case ValueObject:
		w.Hex(v.Bytes)
		if v.Def.Model != nil {
			w.Key("fields")
			v.WriteFields(w)
		}
	case Embed:
		if v.Def.Model == nil {
			w.Hex(v.Bytes)
			return
		}
		v.WriteFields(w)
	case List, Set:
		v.writeItems(w)
	case Map, IncMap:
		v.writePairs(w)
	default:
		w.Null()
	}
}

func (v *Value) writeNumber(w *value.Writer) {
	bits := v.Number.Size() * 8
	switch {
	case v.Number.Float():
		w.Float(v.Float(), bits)
		w.Key("bits")
		w.Hex(appendWord(nil, v.Number.Size(), v.Num, false))
	case v.Number == UInt64:
		w.Uint64(v.Num)
	case v.Number == SInt64:
		w.Int64(int64(v.Num))
	default:
		w.Int(int64(v.Num))
	}
}

func (v *Value) writeGeoPoint(w *value.Writer) {
	lat, lon := v.Degrees()
	latE7, lonE7 := v.E7()
	w.Key("latitude")
	w.Float(lat, 64)
	w.Key("longitude")
	w.Float(lon, 64)
	w.Key("latitudeE7")
	w.Int(int64(latE7))
	w.Key("longitudeE7")
	w.Int(int64(lonE7))
}

func (v *Value) writeMultiType(w *value.Writer) {
	w.Key("typeIndex")
	w.Int(int64(v.Num))
	w.Key("typeName")
	w.String(v.Def.Cases.CaseName(uint32(v.Num)))
	if len(v.Items) > 0 {
		w.Key("value")
		v.Items[0].Write(w)
	}
}

// WriteFields writes the properties of an Embed or Value as an object, by name.
func (v *Value) WriteFields(w *value.Writer) {
	w.Object()
	for i := range v.Items {
		w.AnyKey(v.Def.Model.propertyName(v.Items[i].Index))
		v.Items[i].Write(w)
	}
	w.EndObject()
}

func (v *Value) writeItems(w *value.Writer) {
	w.Array()
	for i := range v.Items {
		v.Items[i].Write(w)
	}
	w.EndArray()
}

func (v *Value) writePairs(w *value.Writer) {
	w.Array()
	for i := 0; i+1 < len(v.Items); i += 2 {
		w.Array()
		v.Items[i].Write(w)
		v.Items[i+1].Write(w)
		w.EndArray()
	}
	w.EndArray()
}

// Parse reads what Write writes, by a definition. If a value is given both as text and as numbers,
// they must agree.
func (v *Value) Parse(j value.Value, d *Definition) error {
	return v.parse(j, d, 0)
}

// parseDepth limits how deep values nest; JSON itself may nest to value.DepthMax.
const parseDepth = value.DepthMax

func (v *Value) parse(j value.Value, d *Definition, depth int) error {
	v.reset(d)
	if j.Kind != value.Object {
		return format.Expect(false, "", "a typed value as an object", j)
	}
	if name, ok := j.Member("type").Text(); ok && name != d.typeName() {
		return refuse("type", "expected "+d.typeName()+", found "+strconv.Quote(format.Cut(name)))
	}
	if depth > parseDepth {
		return refuse("value", "nested too deep")
	}
	if d.DataModel != "" {
		if err := format.Follows(j, "dataModel", d.DataModel, "definition"); err != nil {
			return err
		}
	}
	content := j.Member("value")
	switch d.Type {
	case Boolean:
		b, ok := content.Bool()
		v.Num = uint64(b2i(b))
		return format.Expect(ok, "value", "true or false", content)
	case Number:
		return v.parseNumberJSON(j, content)
	case Enum:
		return v.parseCase(j, content)
	case Date, Time, DateTime:
		return v.parseInstant(j, content)
	case GeoPoint:
		return v.parseDegrees(j)
	case Decimal, String:
		s, ok := content.Text()
		if !ok {
			return format.Expect(false, "value", "a text", content)
		}
		return v.ParseText(s, d)
	case FixedBytes, FlexBytes, Reference:
		b, ok := content.Hex()
		v.Bytes = b
		return format.Expect(ok, "value", "hex digits", content)
	case ValueObject:
		return v.parseValueObject(j, content, depth)
	case Embed:
		if b, ok := content.Hex(); ok && d.Model == nil {
			v.Bytes = b // the bytes as written, if the model is unknown
			return nil
		}
		if content.Kind != value.Object {
			return format.Expect(false, "value", "an object of properties", content)
		}
		return v.parseFields(content, d.Model, depth)
	case List, Set:
		return v.parseItems(content, depth)
	case Map, IncMap:
		return v.parsePairs(content, depth)
	case MultiType:
		return v.parseMultiType(j, content, depth)
	}
	return refuse("type", "the definition is not known")
}

func (v *Value) parseNumberJSON(j, content value.Value) error {
	if !v.Number.Float() {
		s := content.Whole()
		if content.Kind != value.Number && content.Kind != value.String {
			s = ""
		}
		n, ok := parseInteger(v.Number, s)
		v.Num = n
		return format.Expect(ok, "value", "a "+v.Number.String(), content)
	}
	bits, err := format.FloatBits(j, v.Number.Size()*8)
	v.Num = bits
	return err
}

func (v *Value) parseCase(j, content value.Value) error {
	name, named := content.Text()
	m, given := j.Get("index")
	if !given {
		if !named {
			return format.Expect(false, "value", "the name of a case", content)
		}
		return v.setCase(name)
	}
	index, ok := m.Uint()
	if !ok || index > math.MaxUint32 {
		return format.Expect(false, "index", "the index of a case", m)
	}
	v.Num = index
	if !named || name == v.Def.Cases.CaseName(uint32(index)) {
		return format.Expect(named || content.IsNull(), "value", "the name of a case", content)
	}
	if c := v.Def.Cases.CaseNamed(name); c == nil || uint64(c.Index) != index {
		return refuse("index", "the case "+strconv.Quote(format.Cut(name))+" has another index than "+utoa(index))
	}
	return nil
}

func (v *Value) parseInstant(j, content value.Value) error {
	name := map[Type]string{Date: "epochDays", Time: "nanoOfDay", DateTime: "epochSeconds"}[v.Type]
	member, given := j.Get(name)
	if !given {
		s, ok := content.Text()
		if !ok {
			return format.Expect(false, "value", "a "+v.Type.String(), content)
		}
		return v.ParseText(s, v.Def)
	}
	n, ok := member.Int()
	v.Num = uint64(n)
	switch v.Type {
	case Date:
		ok = ok && n == int64(int32(n))
	case Time:
		ok = ok && n >= 0 && n < nanosPerDay
	case DateTime:
		var nanos int64
		if m, has := j.Get("nanos"); has && ok {
			nanos, ok = m.Int()
		}
		v.Num2 = uint64(nanos)
		ok = ok && nanos >= 0 && nanos < nanosPerSecond && n >= epochSecondMin && n <= epochSecondMax
	}
	if !ok {
		return format.Expect(false, name, "a number in its range", member)
	}
	return v.agrees(content, name)
}

// agrees refuses a text that contradicts the numbers next to it.
func (v *Value) agrees(content value.Value, name string) error {
	s, given := content.Text()
	if !given {
		return format.Expect(content.IsNull(), "value", "a "+v.Type.String(), content)
	}
	same := Value{Type: v.Type, Def: v.Def}
	if err := same.ParseText(s, v.Def); err != nil || same.Num != v.Num || same.Num2 != v.Num2 {
		return refuse(name, "the value "+strconv.Quote(format.Cut(s))+" is another one")
	}
	return nil
}

func (v *Value) parseDegrees(j value.Value) error {
	for i, name := range [...]string{"latitude", "longitude"} {
		if err := format.Inexact(name, j.Member(name), 64); err != nil {
			return err
		}
		f, ok := j.Member(name).Float(64)
		m, hasE7 := j.Get(name + "E7")
		e7, whole := m.Int()
		switch {
		case hasE7 && (!whole || e7 != int64(int32(e7))):
			return format.Expect(false, name+"E7", "whole 10^-7 degrees", m)
		case hasE7 && !ok && j.Member(name).IsNull():
			f, ok = fromE7(int32(e7)), true
		case hasE7 && ok && toE7(f) != int32(e7):
			return refuse(name+"E7", m.Raw()+" is not "+name+" "+j.Member(name).Raw()+" in 10^-7 degrees")
		}
		if !ok {
			return format.Expect(false, name, "degrees", j.Member(name))
		}
		if i == 0 {
			v.Num = math.Float64bits(f)
		} else {
			v.Num2 = math.Float64bits(f)
		}
	}
	return checkDegrees(v)
}

func (v *Value) parseValueObject(j, content value.Value, depth int) error {
	if fields, ok := j.Get("fields"); ok && v.Def.Model != nil {
		if err := v.parseFields(fields, v.Def.Model, depth); err != nil {
			return format.Within("fields", err)
		}
		b, err := appendValueObject(nil, v.Def, v)
		if hex := string(value.AppendHex(nil, b)); err == nil && !content.IsNull() {
			err = format.Follows(j, "value", hex, "member fields")
		}
		v.Bytes = b
		return err
	}
	b, ok := content.Hex()
	if !ok || v.Def.Model == nil {
		v.Bytes = b
		return format.Expect(ok, "value", "hex digits", content)
	}
	return decodeAll(b, v.Def, v)
}

// parseFields reads properties by name, in the order of the object.
func (v *Value) parseFields(content value.Value, m *Model, depth int) error {
	if content.Kind != value.Object {
		return format.Expect(false, "", "an object of properties", content)
	}
	if m == nil {
		return refuse("dataModel", "the model "+v.Def.DataModel+" is not known")
	}
	for i := range content.Len() {
		p := m.PropertyNamed(content.Name(i))
		if p == nil {
			return refuse(content.Name(i), m.Name+" has no such property")
		}
		v.Items = append(v.Items, Value{Index: p.Index})
		if err := v.Items[len(v.Items)-1].parse(content.At(i), p.Def, depth+1); err != nil {
			return format.Within(p.Name, err)
		}
	}
	return nil
}

func (v *Value) parseItems(content value.Value, depth int) error {
	if content.Kind != value.Array {
		return format.Expect(false, "value", "a list", content)
	}
	v.Items = make([]Value, content.Len())
	for i := range v.Items {
		if err := v.Items[i].parse(content.At(i), v.Def.Item, depth+1); err != nil {
			return format.Within("@"+itoa(i), err)
		}
	}
	return nil
}

func (v *Value) parsePairs(content value.Value, depth int) error {
	if content.Kind != value.Array {
		return format.Expect(false, "value", "a list of pairs", content)
	}
	v.Items = make([]Value, 2*content.Len())
	for i := range content.Len() {
		pair := content.At(i)
		if pair.Kind != value.Array || pair.Len() != 2 {
			return format.Expect(false, "@"+itoa(i), "a pair of key and value", pair)
		}
		if err := v.Items[2*i].parse(pair.At(0), v.Def.Key, depth+1); err != nil {
			return format.Within("@"+itoa(i), err)
		}
		if err := v.Items[2*i+1].parse(pair.At(1), v.Def.Item, depth+1); err != nil {
			return format.Within("@"+itoa(i), err)
		}
	}
	return nil
}

func (v *Value) parseMultiType(j, content value.Value, depth int) error {
	c, err := v.Def.Cases.Chosen(j, "typeIndex", "typeName")
	if err != nil {
		return err
	}
	v.Num = uint64(c.Index)
	v.Items = make([]Value, 1)
	return format.Within("value", v.Items[0].parse(content, c.Def, depth+1))
}

// ParseRecord reads the values of a record: an object of typed values by property name.
func ParseRecord(j value.Value, m *Model) (Value, error) {
	v := Value{Type: Embed, Def: &Definition{Type: Embed, DataModel: m.Name, Model: m}}
	err := v.parseFields(j, m, 0)
	return v, err
}
