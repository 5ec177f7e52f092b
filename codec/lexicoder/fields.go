package lexicoder

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
)

// The legend. A value has the field of its lexicoder, and its place ("second", "element 3") as
// label.
var (
	fRoot    = span.Field{Name: "key", Type: "lexicoder", Role: span.RoleGroup, Doc: "what one lexicoder wrote", Member: "value="}
	fDerived = span.Field{Name: "key", Type: "lexicoder", Role: span.RoleGroup, Doc: "what one lexicoder wrote"}
	fOther   = span.Field{Name: "other", Type: "bytes", Role: span.RoleValue, Doc: "another part of the entry, kept as it is",
		Member: "parts.@"}
	fLength = span.Field{Name: "length", Short: "len", Type: "length", Role: span.RoleStructure,
		Doc: "number of bytes that follow; or twice the width minus that number, if the omitted leading bytes are all ones"}
	fBigLength = span.Field{Name: "length", Short: "len", Type: "int32", Role: span.RoleStructure,
		Doc: "bytes that follow, negated for a negative number; sign bit flipped"}
	fDigits  = span.Field{Name: "digits", Type: "bytes", Role: span.RoleStructure, Doc: "the number, big-endian"}
	fEscaped = span.Field{Name: "escaped", Type: "escaped", Role: span.RoleSort,
		Doc: "0x00 and 0x01 are stored as 0x01 0x01 and 0x01 0x02; in a reverse, everything is complemented", Member: "value="}
	fSeparator = span.Field{Name: "separator", Short: "sep", Type: "separator", Role: span.RoleStructure,
		Doc: "0x00 between or after elements"}
	fEnd = span.Field{Name: "terminator", Short: "end", Type: "terminator", Role: span.RoleStructure,
		Doc: "0xff after a reversed value"}
	fIgnored = span.Field{Name: "ignored", Type: "bytes", Role: span.RoleStructure, Doc: "bytes that upstream's reader ignores"}
)

var fields = [kinds]span.Field{
	Long:     {Name: "long", Type: "long", Role: span.RoleSort, Doc: "signed number of 64 bits", Member: "value"},
	ULong:    {Name: "ulong", Type: "ulong", Role: span.RoleSort, Doc: "unsigned number of 64 bits", Member: "value"},
	Integer:  {Name: "integer", Type: "integer", Role: span.RoleSort, Doc: "signed number of 32 bits", Member: "value"},
	UInteger: {Name: "uinteger", Type: "uinteger", Role: span.RoleSort, Doc: "unsigned number of 32 bits", Member: "value"},
	Date: {Name: "date", Type: "date", Role: span.RoleSort, Unit: "ms since 1970-01-01 UTC",
		Doc: "instant, stored as a long", Member: "value"},
	Double: {Name: "double", Type: "double", Role: span.RoleSort, Doc: "IEEE 754, 64 bits, in order form", Member: "value"},
	Float:  {Name: "float", Type: "float", Role: span.RoleSort, Doc: "IEEE 754, 32 bits, in order form", Member: "value"},
	String: {Name: "string", Type: "string", Role: span.RoleSort, Doc: "UTF-8", Member: "value"},
	Text:   {Name: "text", Type: "text", Role: span.RoleSort, Doc: "bytes that are meant to be UTF-8", Member: "value"},
	Bytes:  {Name: "bytes", Type: "bytes", Role: span.RoleSort, Doc: "bytes as they are", Member: "value"},
	UUID: {Name: "uuid", Type: "uuid", Role: span.RoleSort, Doc: "two halves of 64 bits, each with its sign bit flipped",
		Member: "value"},
	BigInteger: {Name: "biginteger", Type: "biginteger", Role: span.RoleSort,
		Doc: "number of any size: length of 4 bytes, two's complement with its sign bit flipped", Member: "value"},
	Reverse: {Name: "reverse", Type: "reverse", Role: span.RoleGroup,
		Doc: "another encoding, escaped and complemented: it sorts in reverse", Member: "value="},
	Pair:     {Name: "pair", Type: "pair", Role: span.RoleGroup, Doc: "two escaped values with 0x00 between them", Member: "value*"},
	List:     {Name: "list", Type: "list", Role: span.RoleGroup, Doc: "escaped elements with 0x00 between them", Member: "value*"},
	Sequence: {Name: "sequence", Type: "sequence", Role: span.RoleGroup, Doc: "escaped elements with 0x00 after each", Member: "value*"},
}

func legend() []*span.Field {
	list := []*span.Field{&fLength, &fBigLength, &fDigits, &fEscaped, &fSeparator, &fEnd}
	for i := range fields {
		list = append(list, &fields[i])
	}
	return list
}

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func hexByte(c int) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4&15], digits[c&15]})
}
