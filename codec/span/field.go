package span

// Role is the purpose of a field. The page colours bytes by role, so that the same thing has the
// same colour in every format.
type Role uint8

const (
	RoleValue     Role = iota // payload: a property, a plain value
	RoleGroup                 // only holds other fields
	RoleCheck                 // salt, check sum
	RoleIdentity              // source, row id, primary key
	RoleTarget                // target, second id
	RoleCode                  // type code, table, index, property or field reference
	RoleSort                  // index or sort value
	RoleVersion               // version, time
	RoleStructure             // header, length, terminator
	RoleUndecoded             // bytes that no field claims
)

var roleNames = [...]string{"value", "group", "check", "identity", "target", "code", "sort", "version", "structure", "undecoded"}

// String returns the role's name as in tree JSON.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "value"
}

// Field is the static legend of one field: declared once per format and shared by decoder, tree,
// documentation and page. A *Field is also the identity of the field, so it is always declared as a
// package variable of its format.
type Field struct {
	Name  string // as in fields JSON: camelCase, the format's own word
	Title string // words for people; empty to use Name
	Short string // at most three letters, drawn under a one-byte field
	Type  string // type in words: "int32", "xxh32", "ordered value"
	Unit  string // unit of a number: "ms since 1970-01-01 UTC", or empty
	Role  Role
	Doc   string // one sentence: what it is, its range, what it depends on

	// About says what the field tells about its row as a whole, for code that counts rows.
	About About

	// Member is the member of the fields that a node of this field corresponds to, relative to its
	// group; empty for none. Members below a node without one are relative to the group above, so
	// headers and containers need no Member.
	//
	//	tableCode              the member tableCode; nothing below the node is a member
	//	tableCode|table        the same for a code whose name is the sibling member table
	//	source:value           source is an object whose member value is the node's own value;
	//	                       members of nodes below are relative to source
	//	properties[]:          an item of the list properties; the item is an object
	//	type_code=             a single value, although the nodes below say value
	//	value*                 a list: nodes below that have a member are its items
	//	-                      neither the node nor any below it is a member
	//	0   parts.@            the first of a pair; the member named after the part
	//	#                      the member named by the node's label; in a list an item
	Member string
}

// Heading returns the words to show for the field.
func (f *Field) Heading() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

// Undecoded is the field of the leaf that holds the bytes after a failure.
var Undecoded = &Field{Name: "undecoded", Type: "bytes", Role: RoleUndecoded, Doc: "bytes that no field claims"}

// NotExpanded is the field of the leaf that holds bytes that were decoded but whose nodes did not
// fit into the tree's limit.
var NotExpanded = &Field{Name: "notExpanded", Title: "not expanded", Type: "bytes",
	Doc: "decoded, but left out of the tree because it has too many nodes"}
