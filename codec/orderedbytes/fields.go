package orderedbytes

import "github.com/rowlens/rowlens/codec/span"

// The legend.
var (
	fRoot = span.Field{Name: "value", Type: "OrderedBytes", Role: span.RoleGroup}
	fKey  = span.Field{Name: "values", Type: "OrderedBytes", Role: span.RoleGroup,
		Doc: "values one after the other, each with its own order"}
	fOther = span.Field{Name: "other", Type: "bytes", Role: span.RoleValue, Doc: "another part of the cell, kept as it is",
		Member: "parts.@"}
	fValue = span.Field{Name: "value", Role: span.RoleSort,
		Doc: "one value: header, body, terminator where the type has one", Member: "value:value"}
	fKeyItem = span.Field{Name: "value", Role: span.RoleSort,
		Doc: "one value: header, body, terminator where the type has one", Member: "values[]:value"}
	fHeader = span.Field{Name: "header", Short: "hdr", Type: "header", Role: span.RoleStructure,
		Doc: "type and order; numerics of medium size have their exponent in it"}
	fBody = span.Field{Name: "body", Type: "body", Role: span.RoleStructure,
		Doc: "big-endian in order form, complemented when descending"}
	fText       = span.Field{Name: "text", Type: "UTF-8", Role: span.RoleStructure, Doc: "UTF-8 without U+0000, complemented when descending"}
	fTerminator = span.Field{Name: "terminator", Short: "end", Type: "terminator", Role: span.RoleStructure,
		Doc: "0x00, or 0xff when descending"}
	fExponent = span.Field{Name: "exponent", Short: "exp", Type: "varuint", Role: span.RoleStructure,
		Doc: "centimal exponent of a large or small numeric, complemented for large negatives and small positives"}
	fMantissa = span.Field{Name: "mantissa", Type: "centimals", Role: span.RoleStructure,
		Doc: "base 100 digits: byte 2X+1, the last one 2X; complemented for negatives"}
	fGroups = span.Field{Name: "groups", Type: "7-bit groups", Role: span.RoleStructure,
		Doc: "7 bits of the value per byte, bit 7 set in all but the last"}
	fRaw = span.Field{Name: "raw", Type: "bytes", Role: span.RoleStructure,
		Doc: "the value as it is, complemented when descending; ascending it runs to the end"}
	fVaruint = span.Field{Name: "value", Type: "varuint", Role: span.RoleValue,
		Doc: "SQLite4 variable-length unsigned integer", Member: "value"}
)
