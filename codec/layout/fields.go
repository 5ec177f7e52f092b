package layout

import "github.com/rowlens/rowlens/codec/span"

// The legend. An item uses the field of its kind, with its name as label.
var (
	fKey     = span.Field{Name: "key", Type: "layout", Role: span.RoleGroup, Doc: "the items of the layout, one after the other"}
	fLiteral = span.Field{Name: "literal", Type: "literal", Role: span.RoleStructure, Doc: "bytes that are the same in every key"}
	fNumber  = span.Field{Name: "number", Role: span.RoleSort, Doc: "a number of a fixed width, big-endian unless le says otherwise",
		Member: "#"}
	fTime = span.Field{Name: "time", Type: "time", Role: span.RoleVersion, Doc: "an instant; the note says which", Member: "#"}
	fHLC  = span.Field{Name: "hlc", Type: "hlc", Role: span.RoleVersion, About: span.AboutHLC,
		Doc: "hybrid logical clock: 44 bits of milliseconds, 20 bits of a counter", Member: "#"}
	fMillis = span.Field{Name: "ms", Type: "ms", Unit: "ms since 1970-01-01 UTC", Role: span.RoleVersion, About: span.AboutMillis,
		Doc: "an instant", Member: "#"}
	fText  = span.Field{Name: "str", Type: "UTF-8", Role: span.RoleIdentity, Doc: "text", Member: "#"}
	fBytes = span.Field{Name: "bytes", Type: "bytes", Role: span.RoleValue, Doc: "bytes as they are", Member: "#"}
	fUUID  = span.Field{Name: "uuid", Type: "uuid", Role: span.RoleIdentity, Doc: "16 bytes", Member: "#"}
	fSkip  = span.Field{Name: "skip", Type: "bytes", Role: span.RoleStructure, Doc: "bytes without a meaning, kept as they are", Member: "#"}
	fCheck = span.Field{Name: "check", Type: "hash", Role: span.RoleCheck, Doc: "a hash of other bytes of the key"}
	fLex   = span.Field{Name: "lex", Type: "lexicoder", Role: span.RoleSort, Doc: "what an Accumulo lexicoder wrote", Member: "#="}
	fOB    = span.Field{Name: "ob", Role: span.RoleSort, Doc: "a value of HBase's OrderedBytes, which says its type and order",
		Member: "#:value"}
	fList  = span.Field{Name: "list", Type: "list", Role: span.RoleGroup, Doc: "the same several times", Member: "#*"}
	fGroup = span.Field{Name: "group", Type: "items", Role: span.RoleGroup, Doc: "items of one element of a list", Member: "#:"}

	fCount   = span.Field{Name: "length", Short: "len", Role: span.RoleStructure, Doc: "how many bytes, or elements, follow"}
	fContent = span.Field{Name: "content", Type: "bytes", Role: span.RoleStructure, Doc: "the bytes of the item, complemented with desc"}
	fEnd     = span.Field{Name: "terminator", Short: "end", Type: "terminator", Role: span.RoleStructure, Doc: "ends the item"}
	fOther   = span.Field{Name: "other", Type: "bytes", Role: span.RoleValue, Doc: "another part of the entry, kept as it is",
		Member: "parts.@"}
)

var legend = []*span.Field{&fKey, &fLiteral, &fNumber, &fTime, &fHLC, &fMillis, &fText, &fBytes, &fUUID, &fSkip, &fCheck, &fLex, &fOB,
	&fList, &fGroup, &fCount, &fContent, &fEnd, &fOther}
