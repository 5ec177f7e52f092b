package accumulograph

import "github.com/rowlens/rowlens/codec/span"

// The legend. Type is empty where the value's tag determines the type.
var (
	fRow        = span.Field{Name: "row", Type: "row", Role: span.RoleGroup}
	fFamily     = span.Field{Name: "family", Title: "column family", Type: "text", Role: span.RoleGroup}
	fQualifier  = span.Field{Name: "qualifier", Title: "column qualifier", Type: "text", Role: span.RoleGroup}
	fVisibility = span.Field{Name: "visibility", Type: "text", Role: span.RoleGroup,
		Doc: "who may see the entry; AccumuloGraph never sets it"}
	fVisible = span.Field{Name: "visibility", Type: "text", Role: span.RoleGroup,
		Doc: "who may see the entry; AccumuloGraph never sets it", Member: "visibility"}
	fCell = span.Field{Name: "value", Type: "cell value", Role: span.RoleGroup}

	fID = span.Field{Name: "id", Type: "UTF-8", Role: span.RoleIdentity, About: span.AboutEntity,
		Doc: "id of the element whose entry it is, as text", Member: "id"}
	fKey     = span.Field{Name: "key", Type: "UTF-8", Role: span.RoleCode, About: span.AboutProperty, Doc: "key of a property", Member: "key"}
	fName    = span.Field{Name: "name", Type: "UTF-8", Role: span.RoleCode, About: span.AboutPart, Doc: "name of an index", Member: "name"}
	fMarker  = span.Field{Name: "marker", Type: "text", Role: span.RoleStructure, Doc: "a fixed text that says what the entry is"}
	fElement = span.Field{Name: "element", Type: "text", Role: span.RoleCode,
		Doc: "the elements that an index holds: the Java interface of vertices or of edges", Member: "element"}
	fIn = span.Field{Name: "in", Title: "in vertex", Type: "UTF-8", Role: span.RoleTarget,
		Doc: "id of the vertex at the arrow's head", Member: "in"}
	fOut = span.Field{Name: "out", Title: "out vertex", Type: "UTF-8", Role: span.RoleTarget,
		Doc: "id of the vertex at the arrow's tail", Member: "out"}
	fOther = span.Field{Name: "other", Title: "other vertex", Type: "UTF-8", Role: span.RoleTarget,
		Doc: "id of the vertex at the other end", Member: "other"}
	fEdge      = span.Field{Name: "edge", Type: "UTF-8", Role: span.RoleIdentity, Doc: "id of the edge", Member: "edge"}
	fDelimiter = span.Field{Name: "delimiter", Short: "del", Type: "text", Role: span.RoleStructure,
		Doc: "__DELIM__; nothing is escaped, so an id that holds it makes the cut ambiguous"}
	fLabel   = span.Field{Name: "label", Type: "UTF-8", Role: span.RoleValue, Doc: "label of the edge", Member: "label"}
	fNothing = span.Field{Name: "nothing", Type: "empty", Role: span.RoleStructure, Doc: "this part is empty"}

	fValue = span.Field{Name: "value", Role: span.RoleValue, About: span.AboutTyped, Doc: "a typed value: tag byte and text, or a Java object stream",
		Member: "value:value"}
	fComposite = span.Field{Name: "value", Role: span.RoleValue, Member: "value:"} // has two members
	fTag       = span.Field{Name: "tag", Short: "tag", Type: "tag", Role: span.RoleStructure, Doc: "one letter, the type of the value"}
	fPayload   = span.Field{Name: "payload", Type: "text", Role: span.RoleValue,
		Doc: "the value as text; numbers and dates (ms since 1970 UTC) in decimal", Member: "value"}
	fBareName  = span.Field{Name: "value", Role: span.RoleValue, Member: "value:local"} // a qualified name without a namespace
	fBareLocal = span.Field{Name: "payload", Type: "text", Role: span.RoleValue, Member: "local"}
	fAfterNull = span.Field{Name: "payload", Type: "text", Role: span.RoleValue}                  // no reader reads it
	fUnit      = span.Field{Name: "payload", Type: "text", Role: span.RoleValue, Member: "utf16"} // half of a surrogate pair
	fClass     = span.Field{Name: "class", Type: "text", Role: span.RoleCode, Doc: "Java class of an enum", Member: "class"}
	fColon     = span.Field{Name: "colon", Short: ":", Type: "text", Role: span.RoleStructure, Doc: "the first colon ends the class"}
	fConstant  = span.Field{Name: "constant", Type: "text", Role: span.RoleValue, Doc: "the constant's toString", Member: "value"}
	fBrace     = span.Field{Name: "brace", Short: "{}", Type: "text", Role: span.RoleStructure, Doc: "braces around a namespace"}
	fNamespace = span.Field{Name: "namespace", Type: "text", Role: span.RoleCode, Doc: "namespace of a qualified name", Member: "namespace"}
	fLocal     = span.Field{Name: "local", Type: "text", Role: span.RoleValue,
		Doc: "local part of a qualified name; the prefix is lost", Member: "local"}
)

// The legend of Java object streams.
var (
	fObject     = span.Field{Name: "object", Type: "Java object", Role: span.RoleGroup, Doc: "an object of a Java object stream"}
	fMagic      = span.Field{Name: "magic", Type: "uint16", Role: span.RoleStructure, Doc: "aced"}
	fVersion    = span.Field{Name: "version", Type: "uint16", Role: span.RoleStructure, Doc: "5"}
	fTypeCode   = span.Field{Name: "typeCode", Title: "type code", Short: "tc", Type: "uint8", Role: span.RoleStructure, Doc: "what comes next: 70 null, 71 reference, 72 class descriptor, 73 object, 74 string, 75 array, 76 class, 77 block data, 78 end, 7c long string, 7d proxy, 7e enum"}
	fHandle     = span.Field{Name: "handle", Type: "uint32", Role: span.RoleCode, Doc: "number of an element met before, from 0x7e0000 on"}
	fDescriptor = span.Field{Name: "descriptor", Title: "class descriptor", Type: "class descriptor", Role: span.RoleGroup}
	fClassName  = span.Field{Name: "className", Title: "class name", Type: "modified UTF-8", Role: span.RoleCode,
		Doc: "2 bytes of length, modified UTF-8"}
	fSerial = span.Field{Name: "serialVersionUID", Type: "int64", Role: span.RoleVersion, Doc: "version of the class"}
	fFlags  = span.Field{Name: "flags", Short: "flg", Type: "uint8", Role: span.RoleStructure,
		Doc: "01 writeObject, 02 serialisable, 04 externalisable, 08 block data, 10 enum"}
	fCount     = span.Field{Name: "count", Type: "count", Role: span.RoleStructure, Doc: "how many follow"}
	fFieldType = span.Field{Name: "fieldType", Title: "field type", Short: "typ", Type: "type code", Role: span.RoleStructure,
		Doc: "B C D F I J S Z primitive, [ array, L object"}
	fFieldName = span.Field{Name: "fieldName", Title: "field name", Type: "modified UTF-8", Role: span.RoleCode,
		Doc: "2 bytes of length, modified UTF-8"}
	fText = span.Field{Name: "text", Type: "modified UTF-8", Role: span.RoleValue,
		Doc: "2 or 8 bytes of length, modified UTF-8: U+0000 is c080, others beyond the first 65,536 are two surrogates"}
	fPrimitive = span.Field{Name: "primitive", Role: span.RoleValue, Doc: "a primitive value, big-endian"}
	fElements  = span.Field{Name: "elements", Role: span.RoleValue, Doc: "elements of an array of primitives, big-endian"}
	fLength    = span.Field{Name: "length", Short: "len", Type: "length", Role: span.RoleStructure, Doc: "bytes of block data"}
	fBlock     = span.Field{Name: "blockData", Title: "block data", Type: "bytes", Role: span.RoleValue,
		Doc: "what the class's own writeObject wrote"}
	fOpaque = span.Field{Name: "opaque", Type: "bytes", Role: span.RoleValue,
		Doc: "data of a class whose writeObject does not begin with its fields: the stream does not say what they are"}
)

var (
	valueLegend  = []*span.Field{&fValue, &fTag, &fPayload, &fClass, &fColon, &fConstant, &fBrace, &fNamespace, &fLocal}
	streamLegend = []*span.Field{
		&fObject, &fMagic, &fVersion, &fTypeCode, &fHandle, &fDescriptor, &fClassName, &fSerial, &fFlags, &fCount, &fFieldType, &fFieldName,
		&fText, &fPrimitive, &fElements, &fLength, &fBlock, &fOpaque,
	}
	entryLegend = []*span.Field{&fID, &fKey, &fName, &fMarker, &fElement, &fIn, &fOut, &fOther, &fEdge, &fDelimiter, &fLabel,
		&fNothing, &fVisibility}
)
