package format

// Hint says what a form needs to know about one member of the fields beyond the fields and the
// legend. A format makes hints for the fields being edited, so they may depend on the schema and on
// other members.
type Hint struct {
	// Path is the path of the member: names joined by dots, [] for any item of a list, [2] for the third.
	Path string

	Title   string   // its name in the schema, if it has one: "permission"
	Choices []string // all texts or numbers that the member may have; a single one leaves no choice
	Labels  []string // labels of the choices, in the same order; nil if the choices are their own labels

	// Names are the names in the schema, for a member that may also hold another name. Kind says what they name:
	// "table". Code is the member next to it with the number or bytes that follow from the name, and that replaces an
	// unknown name.
	Names []string
	Kind  string
	Code  string

	Types []string // all types that a typed value may have
	Said  bool     // the schema fixes the type, the order or the number of items, so they cannot be edited
	Fixed bool     // the list cannot gain or lose items
	Null  bool     // null is allowed

	// Same is the path of the member that this one is a copy of, and As says where that is: "the row key".
	Same, As string

	// For an item of a list: Name is its member that holds its name, which is shown as its heading instead of a number,
	// and Body the member that holds its value.
	Name, Body string

	// New is the JSON of a member that does not exist yet, or of a new item of the list. Offers are
	// new items for which the schema has names.
	New    string
	Offers []Offer
}

// Offer is an item that can be added to a list.
type Offer struct {
	Name string
	New  string // its JSON
}
