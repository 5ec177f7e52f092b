package exports

import "github.com/rowlens/rowlens/codec/wire"

// Code says why a call failed, as a negative number that never changes. From -1 to
// -99 the input bytes are to blame, and the number is a negated wire.Code. From
// -100 on the call is to blame.
type Code int64

// Codes of calls that failed before any byte was examined, or for reasons other than the bytes.
const (
	OK          Code = 0
	NullPointer Code = -99 - iota
	BadLength
	BadOffsets
	UnknownFormat
	UnknownRecord
	BadPart
	BadOption
	BadHandle
	Unsupported
	Refused
	NotJSON
	TooLarge
	Forked
	Internal
	BadColumn
	NotCBOR
)

// CodeInfo is one line of the stable table.
type CodeInfo struct {
	Code    Code
	Name    string // kebab-case, as in every JSON
	C       string // the constant in rowlens.h
	Meaning string
}

// callCodes are the codes that do not come from package wire, in order.
var callCodes = []CodeInfo{
	{NullPointer, "null-pointer", "RL_E_NULL_POINTER", "a pointer that must not be NULL is"},
	{BadLength, "bad-length", "RL_E_LENGTH", "a length, count or capacity that is negative or above 2147483647, or a name that is too long"},
	{BadOffsets, "bad-offsets", "RL_E_OFFSETS", "offsets that are negative or go backwards"},
	{UnknownFormat, "unknown-format", "RL_E_FORMAT", "there is no format with this id"},
	{UnknownRecord, "unknown-record", "RL_E_RECORD", "the format has no record kind with this name"},
	{BadPart, "bad-part", "RL_E_PART", "no part, a part that the record kind does not have, or one part twice"},
	{BadOption, "bad-option", "RL_E_OPTION", "an unknown flag or form"},
	{BadHandle, "bad-handle", "RL_E_HANDLE", "no open schema of this format, or no open kind, has this handle"},
	{Unsupported, "unsupported", "RL_E_UNSUPPORTED", "the format or record kind has no such operation"},
	{Refused, "refused", "RL_E_REFUSED", "the fields or the schema do not describe anything that can be written"},
	{NotJSON, "not-json", "RL_E_JSON", "a text that should be JSON is not"},
	{TooLarge, "too-large", "RL_E_TOO_LARGE", "the answer has more than 2147483647 bytes: use smaller batches"},
	{Forked, "forked", "RL_E_FORKED", "the process is a fork of the one that loaded the library: load it in the child only"},
	{Internal, "internal", "RL_E_INTERNAL", "a defect of the library"},
	{BadColumn, "bad-column", "RL_E_COLUMN", "a field of the row has a value that the type of its column cannot hold"},
	{NotCBOR, "not-cbor", "RL_E_CBOR", "bytes that should be CBOR are not"},
}

// wireMeanings explain the codes of package wire, in order.
var wireMeanings = [...]string{
	"the input ends inside a field",
	"the first byte of a value is not a known header",
	"a known header, but of another type than the field has",
	"text without its terminator",
	"bytes are left over after the last field",
	"a code, enum or number outside its range",
	"text that is not valid UTF-8, or holds what it may not",
	"JSON text inside the bytes does not parse",
	"null where the format needs a value",
	"a field or part that must be there is not",
	"a limit of the reader (depth, size, count) was reached",
	"a check value does not match",
	"a form that no writer makes, refused by a strict reader",
}

// CodeTable returns all codes in the order in which the header lists them.
func CodeTable() []CodeInfo {
	var table []CodeInfo
	for _, c := range wire.Codes() {
		name, meaning := lookup(wireCode(c))
		table = append(table, CodeInfo{wireCode(c), name, "RL_E_" + upperSnake(name), meaning})
	}
	return append(table, callCodes...)
}

// wireCode returns the code for a failure caused by the bytes.
func wireCode(c wire.Code) Code { return -Code(c) }

func lookup(c Code) (name, meaning string) {
	if i := int64(NullPointer - c); 0 <= i && i < int64(len(callCodes)) {
		return callCodes[i].Name, callCodes[i].Meaning
	}
	if i := int64(-c) - 1; 0 <= i && i < int64(len(wireMeanings)) {
		return wire.Code(-c).String(), wireMeanings[i]
	}
	if c >= 0 {
		return "ok", "no error"
	}
	return "unknown", "no code of this version"
}

// String returns the code's kebab-case name.
func (c Code) String() string {
	name, _ := lookup(c)
	return name
}

// Strerror returns a code's name and meaning: "truncated: the input ends inside a
// field".
func Strerror(c Code) string {
	name, meaning := lookup(c)
	return name + ": " + meaning
}

func upperSnake(kebab string) string {
	b := []byte(kebab)
	for i, c := range b {
		switch {
		case c == '-':
			b[i] = '_'
		case 'a' <= c && c <= 'z':
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
