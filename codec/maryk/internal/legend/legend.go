// Package legend names what Maryk's bytes contain: values, references, keys, entries
// and stored models. The library records these fields, and the format maryk-core lists them.
package legend

import "github.com/rowlens/rowlens/codec/span"

// The legend. Type is empty where the definition determines the type.
var (
	Part  = span.Field{Name: "part", Type: "bytes", Role: span.RoleGroup, Doc: "all bytes of the part"}
	Value = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "storage bytes of one value, without length or type: the definition says both", Member: "value:value"}
	// The same for types whose value has different members.
	DateValue = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "storage bytes of one value, without length or type: the definition says both", Member: "value:epochDays"}
	TimeValue = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "storage bytes of one value, without length or type: the definition says both", Member: "value:nanoOfDay"}
	EnumValue = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "storage bytes of one value, without length or type: the definition says both", Member: "value:index|value"}
	ParsedValue = span.Field{Name: "value", Role: span.RoleValue,
		Doc: "storage bytes of one value, without length or type: the definition says both", Member: "value:"}

	Property  = span.Field{Name: "property", Role: span.RoleValue, Doc: "value of one property", Member: "-"}
	Separator = span.Field{Name: "separator", Short: "sep", Type: "separator", Role: span.RoleStructure,
		Doc: "01 between two properties of a value object; upstream skips it without checking it"}

	EpochSecond = span.Field{Name: "epochSeconds", Title: "epoch second", Type: "int56", Unit: "s since 1970 UTC",
		Role: span.RoleValue, Doc: "seconds since 1970-01-01 UTC, 7 bytes, sign bit inverted", Member: "epochSeconds"}
	// in a message, where it has no sign
	WireSecond = span.Field{Name: "epochSeconds", Title: "epoch second", Type: "int56", Unit: "s since 1970 UTC",
		Role: span.RoleValue, Doc: "seconds since 1970-01-01 UTC, 7 bytes, sign bit inverted"}
	Millis = span.Field{Name: "milliseconds", Type: "int16", Unit: "ms", Role: span.RoleValue,
		Doc: "0 to 999, sign bit inverted: 8000 to 83e7"}
	Nanos = span.Field{Name: "nanos", Type: "uint32", Unit: "ns", Role: span.RoleValue,
		Doc: "0 to 999999999, unsigned, unlike milliseconds", Member: "nanos"}
	Latitude = span.Field{Name: "latitudeE7", Title: "latitude", Type: "int32", Unit: "10^-7 degrees", Role: span.RoleValue,
		Doc: "latitude times 10^7, rounded, sign bit inverted", Member: "latitudeE7"}
	Longitude = span.Field{Name: "longitudeE7", Title: "longitude", Type: "int32", Unit: "10^-7 degrees", Role: span.RoleValue,
		Doc: "longitude times 10^7, rounded, sign bit inverted", Member: "longitudeE7"}

	Varint = span.Field{Name: "value", Title: "var-int", Type: "var-int", Role: span.RoleValue,
		Doc: "7 bits per byte, least significant first; the high bit says that more follow", Member: "value"}
	Extra = span.Field{Name: "value", Title: "var-int with extra", Type: "var-int", Role: span.RoleValue,
		Doc: "the low three bits are extra information, the others the number", Member: "value"}

	HLC = span.Field{Name: "value", Title: "version", Type: "HLC", Role: span.RoleVersion,
		Doc: "physical milliseconds times 2^20 plus a logical counter, big-endian", Member: "physical"}
	HLCInverted = span.Field{Name: "inverted", Title: "inverted version", Type: "HLC, complemented", Role: span.RoleVersion,
		Doc: "all bits complemented: the newest version sorts first", Member: "physical"}
	HLCVarint = span.Field{Name: "varint", Title: "version as var-int", Type: "var-int", Role: span.RoleVersion,
		Doc: "plain var-int of the 64 bits", Member: "physical"}

	Reference = span.Field{Name: "reference", Title: "property reference", Type: "property reference", Role: span.RoleGroup,
		Doc: "a path from a model to a value, a collection or an item"}
	WholeReference = span.Field{Name: "reference", Title: "property reference", Type: "property reference", Role: span.RoleGroup,
		Doc: "a path from a model to a value, a collection or an item", Member: "path"}
	PropertyRef = span.Field{Name: "property", Title: "property", Type: "var-int", Role: span.RoleCode, About: span.AboutProperty,
		Doc: "index of the property; in storage the low three bits are the tag: 1 value, 2 list, 3 set, 4 map, 6 embed"}
	TypeRef = span.Field{Name: "type", Title: "type", Type: "var-int", Role: span.RoleCode,
		Doc: "index of the type of a multi type; in storage the low three bits are the tag 5"}
	ListIndex = span.Field{Name: "listIndex", Title: "position", Type: "uint32", Role: span.RoleSort,
		Doc: "position in the list, from 0"}
	ItemLength = span.Field{Name: "length", Short: "len", Type: "var-int", Role: span.RoleStructure,
		Doc: "length of the item or key in bytes"}
	SetItem = span.Field{Name: "setItem", Title: "set item", Role: span.RoleSort, Doc: "storage bytes of the item", Member: "-"}
	MapKey  = span.Field{Name: "mapKey", Title: "map key", Role: span.RoleSort,
		Doc: "storage bytes of the key; those of an incrementing map are complemented, so that the newest comes first", Member: "-"}
	MapValue = span.Field{Name: "mapValue", Title: "map value", Role: span.RoleValue, Doc: "value of a map entry"}
	Marker   = span.Field{Name: "marker", Short: "mrk", Type: "marker", Role: span.RoleStructure,
		Doc: "02, 03 or 04: a list, set or map inside a map value or type"}
	PartKind = span.Field{Name: "kind", Type: "var-int", Role: span.RoleStructure, Doc: "kind of the part: item, key, wildcard, type"}
	Dropped  = span.Field{Name: "dropped", Type: "bytes", Role: span.RoleUndecoded, Doc: "bytes that upstream's decoder drops"}

	Key = span.Field{Name: "key", Type: "key", Role: span.RoleGroup,
		Doc: "the parts of the key one after the other, without lengths or separators"}
	KeyValue = span.Field{Name: "keyPart", Title: "key part", Role: span.RoleIdentity, Doc: "one part of the key", Member: "-"}
	UUID     = span.Field{Name: "uuid", Title: "UUID", Type: "UUID", Role: span.RoleIdentity,
		Doc: "the top bits of byte 0 and byte 8 are inverted compared with a standard UUID", Member: "value"}
	GeoHash = span.Field{Name: "geoHash", Title: "geohash", Type: "geohash", Role: span.RoleSort,
		Doc: "bits of longitude and latitude in turn, the highest first; a cell, not a point"}

	IndexRef = span.Field{Name: "reference", Title: "index reference", Type: "index reference", Role: span.RoleCode,
		Doc: "bytes of an index definition, the name of its table; not decodable alone", Member: "index"}
	OtherRef = span.Field{Name: "reference", Title: "index reference", Type: "index reference", Role: span.RoleCode,
		Doc: "bytes of an index definition that the model lacks", Member: "reference"}
	Entry = span.Field{Name: "entry", Title: "index entry", Type: "index entry", Role: span.RoleGroup,
		Doc: "values, their lengths from the last to the first, key"}
	EntryValue = span.Field{Name: "indexValue", Title: "index value", Role: span.RoleSort, Doc: "value of one part of the index",
		Member: "-"}
	EntryLength = span.Field{Name: "length", Short: "len", Type: "var-int", Role: span.RoleStructure,
		Doc: "length of one value; the last part's comes first, so that they can be read from the end"}
	EntryKey = span.Field{Name: "key", Type: "key", Role: span.RoleIdentity, Doc: "key of the record"}
)

// The legend of transport values and stored model definitions.
var (
	Transport = span.Field{Name: "field", Title: "field", Type: "protobuf field", Role: span.RoleGroup,
		Doc: "one value in transport form: a protobuf field, or several of one number", Member: "value:value"}
	// Properties that a path leads to: on their own, and as an item of a list or set.
	OneField  = span.Field{Name: "property", Role: span.RoleValue, Doc: "value of one property"}
	ItemField = span.Field{Name: "property", Role: span.RoleValue, Doc: "value of one property", Member: "value[]:value"}
	FieldKey  = span.Field{Name: "fieldKey", Title: "field key", Short: "key", Type: "var-int", Role: span.RoleStructure,
		Doc: "number of the field; the low three bits are the wire type"}
	Length       = span.Field{Name: "length", Short: "len", Type: "var-int", Role: span.RoleStructure, Doc: "length of the content in bytes"}
	Number       = span.Field{Name: "number", Type: "var-int", Role: span.RoleStructure, Doc: "content of a field that is a number"}
	Content      = span.Field{Name: "content", Type: "bytes", Role: span.RoleStructure, Doc: "content of a length-delimited field"}
	Scalar       = span.Field{Name: "content", Role: span.RoleValue, Doc: "content of the field", Member: "value"}
	ParsedScalar = span.Field{Name: "content", Role: span.RoleValue, Doc: "content of the field"} // for types with different members
	Item         = span.Field{Name: "item", Role: span.RoleValue, Doc: "item of a packed list or set", Member: "-"}
	TypeIndex    = span.Field{Name: "typeIndex", Title: "type", Type: "var-int", Role: span.RoleCode,
		Doc: "index of the type of a multi type", Member: "-"}
	TypedValue   = span.Field{Name: "typedValue", Title: "value of a type", Role: span.RoleValue, Doc: "value of a multi type", Member: "-"}
	UnknownField = span.Field{Name: "unknownField", Title: "unknown field", Type: "protobuf field", Role: span.RoleStructure,
		Doc: "a field that the message does not have"}

	StoredName   = span.Field{Name: "name", Type: "text", Role: span.RoleCode, Doc: "name of the model"}
	ModelVersion = span.Field{Name: "version", Type: "version", Role: span.RoleVersion,
		Doc: "major, minor and patch, two bytes each, 01 between them", Member: "version"}
	// stored next to the model, which has it too
	VersionAlone = span.Field{Name: "version", Type: "version", Role: span.RoleVersion,
		Doc: "major, minor and patch, two bytes each, 01 between them", Member: "-"}
	Major = span.Field{Name: "major", Type: "uint16", Role: span.RoleVersion, Doc: "major version"}
	Minor = span.Field{Name: "minor", Type: "uint16", Role: span.RoleVersion, Doc: "minor version"}
	Patch = span.Field{Name: "patch", Type: "uint16", Role: span.RoleVersion, Doc: "patch version"}
	Model = span.Field{Name: "model", Type: "message", Role: span.RoleGroup,
		Doc: "the root model: its properties, then what it says about itself", Member: "model:"}
	// for a row, whose fields leave the model out
	ModelAlone = span.Field{Name: "model", Type: "message", Role: span.RoleGroup,
		Doc: "the root model: its properties, then what it says about itself", Member: "-"}
	Dependents = span.Field{Name: "dependents", Type: "message", Role: span.RoleGroup,
		Doc: "models and enums that the model needs, in the order of first need"}
	DependentsAlone = span.Field{Name: "dependents", Type: "message", Role: span.RoleGroup,
		Doc: "models and enums that the model needs, in the order of first need", Member: "-"}
	Primitive = span.Field{Name: "primitive", Type: "message", Role: span.RoleGroup, Doc: "one dependent", Member: "dependents[]:"}
	Dependent = span.Field{Name: "dependent", Type: "message", Role: span.RoleGroup,
		Doc: "a model or enum; the number of the field is its kind"}
	DependentEnum = span.Field{Name: "dependent", Type: "message", Role: span.RoleGroup,
		Doc: "a model or enum; the number of the field is its kind", Member: "enum:"}
	DependentTypes = span.Field{Name: "dependent", Type: "message", Role: span.RoleGroup,
		Doc: "a model or enum; the number of the field is its kind", Member: "typeEnum:"}
	ModelProperty = span.Field{Name: "modelProperty", Title: "property", Type: "message", Role: span.RoleGroup,
		Doc: "index, name and definition of one property", Member: "properties[]:"}
	PropertyIndex = span.Field{Name: "index", Type: "uint32", Role: span.RoleCode,
		Doc: "index of the property, 1 to 32767 without 19000 to 19999", Member: "index"}
	PropertyName = span.Field{Name: "name", Type: "text", Role: span.RoleValue,
		Doc: "letters and digits, a lower-case letter first", Member: "name"}
	Alternative = span.Field{Name: "alternativeName", Title: "alternative name", Type: "text", Role: span.RoleValue,
		Doc: "a name that the property had or may have", Member: "alternativeNames[]"}
	Meta = span.Field{Name: "meta", Type: "message", Role: span.RoleGroup,
		Doc: "what the model says about itself: name, version, key, indexes"}
	ModelName = span.Field{Name: "modelName", Title: "name", Type: "text", Role: span.RoleCode, Doc: "name of the model",
		Member: "name"}
	KeyPart = span.Field{Name: "keyDefinition", Title: "key", Type: "message", Role: span.RoleGroup,
		Doc: "what keys are made of; UUIDv4 when absent", Member: "-"}
	Index     = span.Field{Name: "index", Type: "message", Role: span.RoleGroup, Doc: "definition of one index", Member: "-"}
	IndexPart = span.Field{Name: "part", Type: "message", Role: span.RoleGroup, Doc: "one part; the number of the field is its type"}
	IndexOf   = span.Field{Name: "of", Title: "inner part", Type: "message", Role: span.RoleGroup,
		Doc: "the part inside this one"}
	IndexName     = span.Field{Name: "name", Type: "text", Role: span.RoleCode, Doc: "name of an AnyOf; not part of its reference bytes"}
	SplitOn       = span.Field{Name: "on", Type: "enum", Role: span.RoleValue, Doc: "1 Whitespace, 2 WordBoundary"}
	PrecisionBits = span.Field{Name: "precisionBits", Title: "precision", Type: "uint32", Unit: "bits", Role: span.RoleValue,
		Doc: "8 to 48, a multiple of 8"}
	MinKeyScan = span.Field{Name: "minimumKeyScanByteRange", Type: "uint32", Unit: "bytes", Role: span.RoleValue,
		Doc: "least length of a key range that may be scanned; since release 0.7", Member: "minimumKeyScanByteRange"}
	ReservedName = span.Field{Name: "reservedName", Title: "reserved name", Type: "text", Role: span.RoleValue,
		Doc: "a name that may not be used again", Member: "reservedNames[]"}

	ReservedIndices = span.Field{Name: "reservedIndices", Title: "reserved indices", Type: "packed var-ints",
		Role: span.RoleGroup, Doc: "indices that may not be used again"}

	Definition = span.Field{Name: "definition", Type: "message", Role: span.RoleGroup, Doc: "how a value is typed",
		Member: "definition:"}
	TypeDefinition = span.Field{Name: "typeDefinition", Title: "type", Type: "message", Role: span.RoleGroup,
		Doc: "the number of the field is the type"}
	Required = span.Field{Name: "required", Type: "boolean", Role: span.RoleValue,
		Doc: "a value must be present; true when absent", Member: "required"}
	Final = span.Field{Name: "final", Type: "boolean", Role: span.RoleValue,
		Doc: "the value cannot be changed; false when absent", Member: "final"}
	Unique = span.Field{Name: "unique", Type: "boolean", Role: span.RoleValue,
		Doc: "no two records may have the same value", Member: "unique"}
	MinValue  = span.Field{Name: "minValue", Title: "minimum", Role: span.RoleValue, Doc: "smallest value", Member: "minValue:value"}
	MaxValue  = span.Field{Name: "maxValue", Title: "maximum", Role: span.RoleValue, Doc: "largest value", Member: "maxValue:value"}
	Default   = span.Field{Name: "default", Role: span.RoleValue, Doc: "value of a record that has none", Member: "default:value"}
	Precision = span.Field{Name: "precision", Type: "enum", Role: span.RoleValue,
		Doc: "1 SECONDS, 2 MILLIS, 4 NANOS; there is no 3", Member: "precision"}
	NumberType = span.Field{Name: "numberType", Title: "number type", Type: "enum", Role: span.RoleValue,
		Doc: "1 to 4 SInt8 to SInt64, 5 to 8 UInt8 to UInt64, 9 Float32, 10 Float64", Member: "numberType"}
	// for the keys of an incrementing map
	KeyNumberType = span.Field{Name: "numberType", Title: "number type", Type: "enum", Role: span.RoleValue,
		Doc: "1 to 4 SInt8 to SInt64, 5 to 8 UInt8 to UInt64, 9 Float32, 10 Float64", Member: "keyNumberType"}
	Scale = span.Field{Name: "scale", Type: "uint32", Unit: "digits", Role: span.RoleValue,
		Doc: "digits after the point, 0 to 18", Member: "scale"}
	ByteSize = span.Field{Name: "byteSize", Title: "byte size", Unit: "bytes", Role: span.RoleValue,
		Doc: "length in storage; for a Decimal 1 to 128, 8 when absent, and zigzag-encoded", Member: "byteSize"}
	ReversedStorage = span.Field{Name: "reversedStorage", Title: "reversed storage", Type: "boolean", Role: span.RoleValue,
		Doc: "every byte is stored complemented, the highest value first", Member: "reversedStorage"}
	MinSize = span.Field{Name: "minSize", Title: "minimum size", Type: "uint32", Role: span.RoleValue,
		Doc: "fewest items, characters or bytes", Member: "minSize"}
	MaxSize = span.Field{Name: "maxSize", Title: "maximum size", Type: "uint32", Role: span.RoleValue,
		Doc: "most items, characters or bytes", Member: "maxSize"}
	RegEx = span.Field{Name: "regEx", Title: "regular expression", Type: "text", Role: span.RoleValue,
		Doc: "expression that texts must match", Member: "regEx"}
	TypeIsFinal = span.Field{Name: "typeIsFinal", Title: "type is final", Type: "boolean", Role: span.RoleValue,
		Doc: "the type of a multi type cannot change; true when absent", Member: "typeIsFinal"}
	DataModel = span.Field{Name: "dataModel", Title: "data model", Type: "text", Role: span.RoleCode,
		Doc: "name of the model that is embedded, referred to, or stored as a value", Member: "dataModel"}
	ItemDefinition = span.Field{Name: "valueDefinition", Title: "item definition", Type: "message", Role: span.RoleGroup,
		Doc: "definition of the items, or of the values of a map", Member: "valueDefinition:"}
	KeyDefinition = span.Field{Name: "keyDefinition", Title: "map key definition", Type: "message", Role: span.RoleGroup,
		Doc: "definition of the keys of a map", Member: "keyDefinition:"}
	EnumDef = span.Field{Name: "enum", Type: "message", Role: span.RoleGroup,
		Doc: "name and cases; without cases, they are those of the earlier enum with that name", Member: "enum:"}
	TypeEnumDef = span.Field{Name: "typeEnum", Title: "type enum", Type: "message", Role: span.RoleGroup,
		Doc: "name and types of a multi type", Member: "typeEnum:"}
	EnumName = span.Field{Name: "enumName", Title: "name", Type: "text", Role: span.RoleCode, Doc: "name of the enum", Member: "name"}
	EnumCase = span.Field{Name: "case", Type: "message", Role: span.RoleGroup,
		Doc: "index and name of one case; for a type, also its definition", Member: "cases[]:"}
	CaseIndex = span.Field{Name: "caseIndex", Title: "index", Type: "uint32", Role: span.RoleCode,
		Doc: "index of the case; storage keeps only its low 16 bits", Member: "index"}
	CaseName = span.Field{Name: "caseName", Title: "name", Type: "text", Role: span.RoleValue,
		Doc: "name of the case; further ones are alternative names", Member: "name"}
	// every name of a case but the first
	OtherCaseName = span.Field{Name: "caseName", Title: "name", Type: "text", Role: span.RoleValue,
		Doc: "name of the case; further ones are alternative names", Member: "alternativeNames[]"}
)
