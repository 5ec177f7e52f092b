package maryk

// Type is the type of a property; its value is the number in stored models.
type Type uint8

// The property types. The zero Type is unknown.
const (
	Unknown Type = iota
	Boolean
	Date
	DateTime
	Embed
	Enum
	FixedBytes
	FlexBytes
	GeoPoint
	IncMap
	List
	Map
	MultiType
	Number
	Reference
	Set
	String
	Time
	ValueObject
	Decimal
	types
)

var typeNames = [types]string{
	"unknown", "Boolean", "Date", "DateTime", "Embed", "Enum", "FixedBytes", "FlexBytes", "GeoPoint", "IncMap", "List",
	"Map", "MultiType", "Number", "Reference", "Set", "String", "Time", "Value", "Decimal",
}

// String returns upstream's name for the type.
func (t Type) String() string {
	if t < types {
		return typeNames[t]
	}
	return typeNames[Unknown]
}

// ParseType returns the type that upstream calls s.
func ParseType(s string) (Type, bool) {
	for t := Boolean; t < types; t++ {
		if typeNames[t] == s {
			return t, true
		}
	}
	return Unknown, false
}

// NumberType is the type of a Number; its value is the stored number.
type NumberType uint8

// The number types.
const (
	SInt8 NumberType = iota + 1
	SInt16
	SInt32
	SInt64
	UInt8
	UInt16
	UInt32
	UInt64
	Float32
	Float64
	numbers
)

var numberNames = [numbers]string{
	"unknown", "SInt8", "SInt16", "SInt32", "SInt64", "UInt8", "UInt16", "UInt32", "UInt64", "Float32", "Float64",
}

var numberSizes = [numbers]uint8{0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8}

// String returns upstream's name for the type.
func (n NumberType) String() string {
	if n < numbers {
		return numberNames[n]
	}
	return numberNames[0]
}

// Size returns the number of bytes in storage.
func (n NumberType) Size() int {
	if n < numbers {
		return int(numberSizes[n])
	}
	return 0
}

// Signed reports whether n is a signed integer.
func (n NumberType) Signed() bool { return n >= SInt8 && n <= SInt64 }

// Float reports whether n is a floating point type.
func (n NumberType) Float() bool { return n == Float32 || n == Float64 }

// ParseNumberType returns the number type that upstream calls s.
func ParseNumberType(s string) (NumberType, bool) {
	for n := SInt8; n < numbers; n++ {
		if numberNames[n] == s {
			return n, true
		}
	}
	return 0, false
}

// Precision is the precision of a Time or DateTime; its value is the stored number. There is no 3.
type Precision uint8

// The precisions.
const (
	Seconds Precision = 1
	Millis  Precision = 2
	Nanos   Precision = 4
)

// String returns upstream's name for the precision.
func (p Precision) String() string {
	switch p {
	case Millis:
		return "MILLIS"
	case Nanos:
		return "NANOS"
	}
	return "SECONDS"
}

// ParsePrecision returns the precision that upstream calls s.
func ParsePrecision(s string) (Precision, bool) {
	switch s {
	case "SECONDS":
		return Seconds, true
	case "MILLIS":
		return Millis, true
	case "NANOS":
		return Nanos, true
	}
	return 0, false
}
