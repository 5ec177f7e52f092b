package span

// About says what a field tells about its row: its table, what it belongs to, when it was written.
// A format declares it with the field, so that code that counts rows need not know the format.
type About uint8

// The values of About. The first field of each kind in a row counts; a row may have any number of
// times and properties.
const (
	AboutNothing About = iota

	AboutTable  // table or model of the row: a code, a number or a name
	AboutPart   // part of the table that the row belongs to: an index, group, cache, kind of row
	AboutNoted  // the same; the note of the field, if any, is the name
	AboutEntity // what the row belongs to: a source, record, vertex, document

	// AboutTarget is the other end of an edge whose one end is the entity.
	AboutTarget
	// AboutDirection is an Enum: "IN" if the edge leads to the entity.
	AboutDirection

	// AboutMillis is an instant: a number of milliseconds since 1970-01-01 UTC.
	AboutMillis
	// AboutHLC is a version of Maryk's clock in 8 bytes, complemented if the node is Descending.
	AboutHLC

	// AboutProperty names a property by its label, or otherwise its value. The nodes of one group are steps of a path,
	// and so is a node inside another.
	AboutProperty
	// AboutReference is a whole path to a property; the sibling member called property has it in words.
	AboutReference
	// AboutTyped is a value of the property named last, or named by its own label. Its type is the
	// name of its first child if that is an Enum, otherwise the kind of its value.
	AboutTyped

	// AboutDeletion means that the entity is deleted; if it is a Bool, only if it is true.
	AboutDeletion
	// AboutLife is a number that is 0 if the entity is deleted.
	AboutLife
)

// aboutNames are the names that legends use.
var aboutNames = [...]string{"", "table", "part", "part", "entity", "target", "direction", "time", "time", "property", "reference", "typed", "deletion", "life"}

// String returns the name that legends use; empty for a field that says nothing about its row.
func (a About) String() string { return aboutNames[a] }
