package implexus

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
row
	key_text utf8
	entity.type_code int64
	entity.entity_type utf8
	entity.type_label.type utf8
	entity.type_label.value utf8
	entity.layout utf8
	element.type utf8
	element.value utf8
	element.bits utf8
	items json
	config.type_label.type utf8
	config.type_label.value utf8
	config.expression.type utf8
	config.expression.value utf8
	config.layout utf8
	content.text.type utf8
	content.text.value utf8
	content.form utf8
	key_encoding utf8
key
	kind utf8
	path utf8
	notes json
	key_notes json
	candidates json
	label utf8
	value utf8
	gram utf8
	doc utf8
element
	element.type utf8
	element.value utf8
	element.bits utf8
	key_encoding utf8
entity-value
	type_code int64
	entity_type utf8
	type_label.type utf8
	type_label.value utf8
	layout utf8
config-value
	type_label.type utf8
	type_label.value utf8
	expression.type utf8
	expression.value utf8
	layout utf8
content
	text.type utf8
	text.value utf8
	form utf8
string-set
	items json
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{"bits"}
