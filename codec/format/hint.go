package format

// Hint says of one member of the fields what a form needs to know and neither the fields nor the
// legend say. A format gives them for fields that are being written, so they may depend on the
// schema and on what other members say.
type Hint struct {
	// Path is the member's: names with points between them, [] for any item of a list, [2] for the third.
	Path string

	Title   string   // its name, where the schema has one: "permission"
	Choices []string // all texts, or numbers, that the member may be; one alone is not to be chosen
	Labels  []string // what the choices are called, in the same order; nil where that is what they are

	// Names are those that the schema has for a name that may be another one as well; Kind says of what
	// they are names: "table". Code is the member beside it with the number, or the bytes, that follow from the
	// name; where the name is not known it stands for it.
	Names []string
	Kind  string
	Code  string

	Types []string // all types that a typed value may have
	Said  bool     // the schema says the type, the order or the number of items, so they are not to be changed
	Fixed bool     // a list has as many items as there are
	Null  bool     // null is one of its values

	// Same is the path of a member of which this one is a copy, and As says where that stands: "the row key".
	Same, As string

	// Of an item of a list: Name is its member with its name, which heads it in place of a number, and Body
	// that with its value.
	Name, Body string

	// New is the JSON of a member that is not there yet, or of a new item of the list; Offers are new
	// items that the schema has names for.
	New    string
	Offers []Offer
}

// Offer is an item that may be added to a list.
type Offer struct {
	Name string
	New  string // its JSON
}
