package implexus

import "github.com/rowlens/rowlens/codec/span"

// The legend.
var (
	fValue   = span.Field{Name: "value", Type: "value", Role: span.RoleGroup}
	fElement = span.Field{Name: "element", Type: "element", Role: span.RoleGroup,
		Doc: "a type code and its body; a null may stand for a value that upstream could not represent", Member: "element:"}
	fArray     = span.Field{Name: "element", Type: "element", Role: span.RoleGroup}                                       // of a layout
	fContentOf = span.Field{Name: "element", Type: "element", Role: span.RoleGroup, About: span.AboutTyped, Member: "1:"} // of an entry
	fSetItem   = span.Field{Name: "item", Type: "element", Role: span.RoleGroup, Member: "[]="}
	fItem      = span.Field{Name: "item", Type: "element", Role: span.RoleGroup, Doc: "one item of an array", Member: "value[]:"}
	fEntry     = span.Field{Name: "entry", Type: "key and element", Role: span.RoleGroup, About: span.AboutProperty,
		Doc: "one entry of a dictionary, in stored order", Member: "value[]:"}
	fKeyText = span.Field{Name: "key", Type: "string", Role: span.RoleCode,
		Doc: "name of the entry: length and UTF-8, with a type code before it in the tagged form", Member: "0="}
	fCode = span.Field{Name: "type", Short: "typ", Type: "type code", Role: span.RoleStructure,
		Doc: "00 null, 01 bool, 02 int64, 03 uint64, 04 double, 05 string, 06 binary, 07 array, 08 dictionary"}
	fLength = span.Field{Name: "length", Short: "len", Type: "int64", Unit: "bytes", Role: span.RoleStructure,
		Doc: "big-endian number of bytes that follow"}
	fCount  = span.Field{Name: "count", Type: "int64", Role: span.RoleStructure, Doc: "big-endian number of items or entries that follow"}
	fBool   = span.Field{Name: "bool", Type: "bool", Role: span.RoleValue, Doc: "00 false, 01 true", Member: "value"}
	fInt    = span.Field{Name: "int64", Type: "int64", Role: span.RoleValue, Doc: "big-endian, two's complement", Member: "value"}
	fUint   = span.Field{Name: "uint64", Type: "uint64", Role: span.RoleValue, Doc: "big-endian", Member: "value"}
	fDouble = span.Field{Name: "double", Type: "double", Role: span.RoleValue,
		Doc: "IEEE 754; big-endian unless the option says otherwise", Member: "value"}
	fText   = span.Field{Name: "text", Type: "UTF-8", Role: span.RoleValue, Doc: "Unicode text, not normalised", Member: "value"}
	fBinary = span.Field{Name: "binary", Type: "bytes", Role: span.RoleValue, Member: "value"}

	fTypeCode = span.Field{Name: "typeCode", Title: "type code", Type: "int64", Role: span.RoleCode,
		Doc:    "0 unknown, 1 document, 2 category, 3 catalogue, 4 container, 5 index; a hint, since upstream's own examples differ",
		Member: "type_code="}
	fTypeLabel = span.Field{Name: "typeLabel", Title: "type label", Type: "string or null", Role: span.RoleIdentity,
		Doc: "application's name for the type of a document", Member: "type_label:"}
	fExpression = span.Field{Name: "expression", Type: "string or null", Role: span.RoleValue,
		Doc: "condition of a category, or property path of a catalogue or index", Member: "expression:"}
	fContent = span.Field{Name: "content", Type: "string", Role: span.RoleValue, Doc: "text of a document as the index has it",
		Member: "text:value"}
	fItems = span.Field{Name: "items", Type: "array of strings", Role: span.RoleGroup,
		Doc: "a set: order and repetition mean nothing", Member: "items:"}
	fMember = span.Field{Name: "member", Type: "string", Role: span.RoleTarget, Doc: "one member of the set"}

	fKey = span.Field{Name: "key", Type: "key", Role: span.RoleGroup,
		Doc: "text without escapes: a colon in a path or value makes some keys ambiguous"}
	fRowKey = span.Field{Name: "key", Type: "key", Role: span.RoleGroup, Member: "key_text"} // next to a value
	fPrefix = span.Field{Name: "prefix", Type: "text", Role: span.RoleCode, About: span.AboutPart,
		Doc: "which kind of row, up to the first colon"}
	fPath = span.Field{Name: "path", Type: "path", Role: span.RoleIdentity, About: span.AboutEntity,
		Doc:    "path of the entity that the row belongs to",
		Member: "path"}
	fMarker = span.Field{Name: "marker", Type: "text", Role: span.RoleStructure, Doc: "fixed text between or after the parts of the key"}
	fLabel  = span.Field{Name: "label", Type: "text", Role: span.RoleIdentity, Doc: "type label whose documents the row lists",
		Member: "label"}
	fGroup = span.Field{Name: "value", Type: "text", Role: span.RoleSort, Doc: "value by which the catalogue groups", Member: "value"}
	fGram  = span.Field{Name: "gram", Type: "text", Role: span.RoleSort,
		Doc: "trigram, bigram or single character, counted in code points", Member: "gram"}
	fDoc = span.Field{Name: "doc", Title: "document", Type: "path", Role: span.RoleTarget, Doc: "path of the indexed document",
		Member: "doc"}
	fNul = span.Field{Name: "nul", Type: "0x00", Role: span.RoleStructure, Doc: "terminator that a C program stored; not part of the key"}
)

// The values of rows, by their member.
var fRowValues = map[string]*span.Field{
	"entity":  {Name: "value", Type: "value", Role: span.RoleGroup, Member: "entity:"},
	"config":  {Name: "value", Type: "value", Role: span.RoleGroup, Member: "config:"},
	"content": {Name: "value", Type: "value", Role: span.RoleGroup, Member: "content:"},
}

var elementLegend = []*span.Field{&fElement, &fItem, &fEntry, &fKeyText, &fCode, &fLength, &fCount, &fBool, &fInt, &fUint,
	&fDouble, &fText, &fBinary}

var keyLegend = []*span.Field{&fKey, &fPrefix, &fPath, &fMarker, &fLabel, &fGroup, &fGram, &fDoc, &fNul}
