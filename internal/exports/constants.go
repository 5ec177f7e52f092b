package exports

import (
	"github.com/rowlens/rowlens/codec/span"
)

// Constant is a number with a name in the header.
type Constant struct {
	C     string // "RL_LENIENT"
	Value int64
	Doc   string
}

// Types of columns. DecodeColumns makes all of them; EncodeColumns accepts all except errors and doubts.
const (
	TypeInt64 = iota
	TypeFloat64
	TypeBool
	TypeUTF8
	TypeBinary
	TypeJSON
	TypeError
	TypeDoubts
	TypeCBOR
	typesEnd
)

// Constants returns all constants of the header, in its order, except versions and error codes.
func Constants() []Constant {
	list := []Constant{
		{"RL_LENGTH_MAX", LengthMax, "the greatest length, count, capacity and answer"},
		{"RL_LENIENT", Lenient, "accept what upstream's own reader accepts although no writer writes it"},
		{"RL_PREFIX", Prefix, "more bytes may follow the value; the fields gain \"consumed\""},
		{"RL_UNLIMITED", Unlimited, "lift the size limits of upstream's writers"},
		{"RL_STRICT", Strict, "a batch fails at its first bad row, which rl_error names"},
		{"RL_CHECK", Check, "a check value (a salt) that differs fails the record with RL_E_BAD_CHECK even with RL_LENIENT or RL_DOUBTS"},
		{"RL_DOUBTS", Doubts, "the answer is {\"fields\",\"record\"} with lenient, extra, check and canonical where they apply"},
		{"RL_FIELDS_JSON", FieldsJSON, "the fields, as in the conformance vectors"},
		{"RL_FIELDS_CBOR", FieldsCBOR, "the same as CBOR, with integers and byte strings where JSON has text"},
		{"RL_TREE_JSON", TreeJSON, "what every byte means: tree JSON v1"},
		{"RL_SPANS", Spans, "the same as structs: rl_spans"},
		{"RL_FIELDS_CBOR64", FieldsCBOR64, "RL_FIELDS_CBOR with eight bytes for every 64-bit integer, however small"},
		{"RL_TYPE_INT64", TypeInt64, "int64_t"},
		{"RL_TYPE_FLOAT64", TypeFloat64, "double"},
		{"RL_TYPE_BOOL", TypeBool, "one bit per row"},
		{"RL_TYPE_UTF8", TypeUTF8, "text; other scalars as text: decimal, true, hex"},
		{"RL_TYPE_BINARY", TypeBinary, "bytes; text as its UTF-8"},
		{"RL_TYPE_JSON", TypeJSON, "any member as JSON, like RL_FIELDS_JSON"},
		{"RL_TYPE_ERROR", TypeError, "why the row failed, as JSON; null for other rows. The path is empty"},
		{"RL_TYPE_DOUBTS", TypeDoubts, "what is doubtful about the row, as JSON; null for rows without doubts. The path is empty"},
		{"RL_TYPE_CBOR", TypeCBOR, "any member as CBOR, like RL_FIELDS_CBOR"},
	}
	list = append(list, []Constant{
		{"RL_BEFORE", Before, "left sorts before right"},
		{"RL_EQUAL", Equal, "the keys are equal"},
		{"RL_AFTER", After, "left sorts after right"},
		{"RL_RANGE_START", RangeStart, "the first key"},
		{"RL_RANGE_STOP", RangeStop, "the first key after the range; empty when there is none"},
		{"RL_RANGE_PART", RangePart, "the name of the part that the bounds belong to"},
		{"RL_OLD", OldSide, "the old document"},
		{"RL_NEW", NewSide, "the new document"},
	}...)
	for i, name := range flagNames {
		list = append(list, Constant{"RL_SPAN_" + name, 1 << i, flagDocs[i]})
	}
	for r := span.RoleValue; r <= span.RoleUndecoded; r++ {
		list = append(list, Constant{"RL_ROLE_" + upperSnake(r.String()), int64(r), roleDocs[r]})
	}
	for k := span.None; k <= span.Decimal; k++ {
		list = append(list, Constant{"RL_KIND_" + upperSnake(k.String()), int64(k), kindDocs[k]})
	}
	return list
}

// flagNames are the names of span.Flag values, in the order of their bits.
var flagNames = [...]string{"DESCENDING", "ASCENDING", "SIGN_FLIP", "FLOAT_ORDER", "CHECKED", "MISMATCH", "NON_CANONICAL"}

var flagDocs = [...]string{
	"every byte is stored complemented",
	"an ordered encoding, stored as it is",
	"the sign bit is stored inverted",
	"IEEE bits, sign bit inverted or, if negative, all bits",
	"a check value that was recomputed and matches",
	"a check value that was recomputed and differs",
	"accepted by a reader, but no writer makes it",
}

var roleDocs = [...]string{
	"payload: a property, a plain value",
	"only holds other fields",
	"salt, checksum",
	"source, row id, primary key",
	"target, second id",
	"type code, table, index, property or field reference",
	"index or sort value",
	"version, time",
	"header, length, terminator",
	"bytes that no field claims",
}

var kindDocs = [...]string{
	"no value of its own",
	"the format's null",
	"number is 0 or 1",
	"number",
	"number, read as unsigned",
	"number holds the IEEE 754 bits",
	"number holds the IEEE 754 bits",
	"bytes are UTF-8, or should be",
	"bytes are JSON text",
	"bytes",
	"number is milliseconds since 1970-01-01 UTC",
	"number is a hash code, bytes the name if one is known",
	"number is a code, bytes its name",
	"bytes are the text of a number of any size",
}
