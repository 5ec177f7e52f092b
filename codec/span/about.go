package span

// About is what a field says about its row: which table, whose row it is, when it was written. A
// format declares it with the field, so that whoever counts rows need not know the format.
type About uint8

// What a field can be about. A row's first field of a kind counts, except for times and
// properties, of which it may have any number.
const (
	AboutNothing About = iota

	AboutTable  // table or model of the row: a code, a number or a name
	AboutPart   // part of the table that the row belongs to: an index, group, cache, kind of row
	AboutNoted  // the same; its name is its note, if it has one
	AboutEntity // what the row is of: a source, record, vertex, document

	// AboutTarget is the other end of an edge, one end of which is the entity.
	AboutTarget
	// AboutDirection is an Enum: "IN" if the entity is the end that the edge leads to.
	AboutDirection

	// AboutMillis is an instant: a number of milliseconds since 1970-01-01 UTC.
	AboutMillis
	// AboutHLC is a version of Maryk's clock in 8 bytes, complemented if the node is Descending.
	AboutHLC

	// AboutProperty names a property by its label, or else its value. The nodes of one group are steps of
	// a path, and so is one inside of another.
	AboutProperty
	// AboutReference is a path to a property as a whole; the member property beside its own says it in words.
	AboutReference
	// AboutTyped is a value of the property that was named last, or of its own label. Its type is the
	// name of its first child, if that is an Enum, or else the kind of its value.
	AboutTyped

	// AboutDeletion says that what the row is of is deleted; a Bool only if it is true.
	AboutDeletion
	// AboutLife is a number: 0 if what the row is of is deleted.
	AboutLife
)

// aboutNames are the names that legends use: what a reader of a legend makes of a field.
var aboutNames = [...]string{"", "table", "part", "part", "entity", "target", "direction", "time", "time", "property", "reference", "typed", "deletion", "life"}

// String is what the field is about, as a legend says it; empty if it is about nothing.
func (a About) String() string { return aboutNames[a] }
