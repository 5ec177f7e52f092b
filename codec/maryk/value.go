package maryk

import "math"

// Value is one typed value. The type decides what its members hold; the definition that it was
// read with provides the rest (names of cases, models).
//
//	Boolean      Num 0 or 1
//	Number       Num: integers sign-extended, IEEE bits of a float (Float32: 32 bits)
//	Enum         Num: index of the case
//	Date         Num: days since 1970-01-01 (int64)
//	Time         Num: nanosecond of the day
//	DateTime     Num: second since 1970-01-01 UTC (int64), Num2: nanosecond 0..999999999
//	GeoPoint     Num, Num2: IEEE bits of latitude and longitude in degrees
//	Decimal      Num: unscaled integer (int64), Num2: scale; Bytes: the unscaled integer,
//	             two's complement, big-endian, when it does not fit
//	String       Bytes: UTF-8
//	FixedBytes, FlexBytes, Reference  Bytes
//	Value        Bytes: as they are written, Items: one per property
//	List, Set    Items
//	Map, IncMap  Items: key, value, key, value …
//	MultiType    Num: index of the type, Items: the value
//	Embed        Items: one per property that is set, with its Index
//
// Bytes may alias the input; Clone values to retain them.
type Value struct {
	Type   Type
	Number NumberType // for a Number
	Index  uint32     // in the Items of an Embed or Value: index of the property
	Num    uint64
	Num2   uint64
	Bytes  []byte
	Items  []Value
	Def    *Definition
}

// Clone returns a copy that shares no memory with v except its definitions.
func (v *Value) Clone() Value {
	c := *v
	if v.Bytes != nil {
		c.Bytes = append([]byte{}, v.Bytes...)
	}
	if v.Items != nil {
		c.Items = make([]Value, len(v.Items))
		for i := range v.Items {
			c.Items[i] = v.Items[i].Clone()
		}
	}
	return c
}

// Get returns the value of the property with the index in an Embed or Value, or nil if unset.
func (v *Value) Get(index uint32) *Value {
	for i := range v.Items {
		if v.Items[i].Index == index {
			return &v.Items[i]
		}
	}
	return nil
}

// Float returns the value of a floating-point number.
func (v *Value) Float() float64 {
	if v.Number == Float32 {
		return float64(math.Float32frombits(uint32(v.Num)))
	}
	return math.Float64frombits(v.Num)
}

// Degrees returns latitude and longitude of a GeoPoint.
func (v *Value) Degrees() (latitude, longitude float64) {
	return math.Float64frombits(v.Num), math.Float64frombits(v.Num2)
}

// reset makes v the empty value of a definition.
func (v *Value) reset(d *Definition) {
	*v = Value{Type: d.Type, Number: d.Number, Index: v.Index, Items: v.Items[:0], Def: d}
}
