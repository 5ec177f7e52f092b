package accumulograph

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
entry
	kind utf8
	id utf8
	in utf8
	out utf8
	label utf8
	edge utf8
	other utf8
	candidates json
	key utf8
	value.type utf8
	value.value utf8
	value.class utf8
	value.namespace utf8
	value.local utf8
	element utf8
	name utf8
vertex-group
	element.kind utf8
	element.id utf8
	element.properties json
	element.out_edges json
	element.in_edges json
edge-group
	element.kind utf8
	element.id utf8
	element.label utf8
	element.out utf8
	element.in utf8
	element.properties json
value
	value.type utf8
	value.value utf8
	value.class utf8
	value.namespace utf8
	value.local utf8
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{
	"hex", "latin1", "utf16", "visibility", "candidateCount", "more_properties",
	"again", "interfaces", "fields", "data", "unscaled", "scale", "nanos",
}
