package golden_test

// choice is a row for the corpus: where its bytes come from, and how they are modified.
type choice struct {
	name, what string
	vector     string // id in vectors/actionbase.jsonl.gz, without the format
	cell       int    // line of actionbase-hbase-shell.expected.jsonl
	hex        string // parts of a handmade row, as "row=…,value=…"
	only       string // the one part to keep
	cut        int    // bytes to cut off the end of the last part
	lenient    bool
}

// choices covers every record kind, value type, order and quirk of the format.
var choices = map[string][]choice{
	"edge-state": {
		{name: "active", what: "An active edge of a table that the schema names.", cell: 11},
		{name: "inactive", what: "A deleted edge keeps its row: null properties with versions, deletedAt.", cell: 12},
		{name: "multi-edge", what: "A multi-edge: source and target are its id, the real ends are properties.", cell: 7},
		{name: "json-property", what: "A property that is JSON, in a table that the schema does not know.", vector: "edge-state.0007"},
		{name: "byte-property", what: "A property of type byte; the version is negative.", vector: "edge-state.0002"},
		{name: "short-property", what: "A property of type short.", vector: "edge-state.0003"},
		{name: "boolean-property", what: "A property that is true.", vector: "edge-state.0004"},
		{name: "double-property", what: "A property of type double, NaN or a number.", vector: "edge-state.0005"},
		{name: "float-property", what: "A property of type float.", vector: "edge-state.0008"},
		{name: "null-property", what: "A property that was unset: null, with the version at which that was.", vector: "edge-state.0269"},
		{name: "row-key", what: "The row key alone.", cell: 11, only: "row"},
		{name: "cell", what: "The cell alone.", cell: 11, only: "value"},
		{name: "wrong-salt", what: "A salt that is not the hash: shown, and decoded all the same.", vector: "edge-state.0252", lenient: true},
		{
			name: "repeated-property", what: "A property twice, which no writer makes: upstream keeps the last.",
			vector: "edge-state.0270", lenient: true,
		},
		{name: "repeated-property-refused", what: "The same, read strictly.", vector: "edge-state.0270"},
		{
			name: "descending-slot", what: "The active byte descending: upstream reads it, nobody writes it.",
			vector: "edge-state.0265", lenient: true,
		},
		{name: "descending-slot-refused", what: "The same, read strictly.", vector: "edge-state.0265"},
		{name: "cut-version", what: "A cell that ends inside the last version: what was read stays explained.", cell: 11, cut: 5},
		{name: "cut-header", what: "A cell that ends after a value's header.", cell: 11, cut: 8},
		{
			name: "wrong-row-type", what: "The row key of an index, read as a state.",
			hex: "row=7478a2e82c80000000000000642bdafe659d297c29822b69b733c7d37ffffffffffffff8346974656d00",
		},
		{name: "trailing", what: "A byte after the target.", hex: "row=696918913461002b800004d2297d34620000"},
	},
	"edge-index": {
		{name: "descending-long", what: "An index with one descending field, named by the schema.", cell: 21},
		{name: "ascending-text", what: "An ascending text and a descending long.", cell: 26},
		{name: "null-value", what: "A null index value and null properties.", cell: 24},
		{name: "multi-edge", what: "An index of a multi-edge table: the directed target is the id.", cell: 59},
		{name: "descending-text", what: "A descending text: complemented, its terminator is ff.", vector: "edge-index.0094"},
		{name: "no-fields", what: "An index without fields: the key ends with the target.", vector: "edge-index.0093"},
		{name: "no-target", what: "Nothing follows the index code.", hex: "row=7478a2e82c80000000000000642bdafe659d297c29822b69b733c7"},
		{
			name: "null-target", what: "The last value is null, so there is no target.",
			hex: "row=7478a2e82c80000000000000642bdafe659d297c29822b69b733c7d37ffffffffffffff805",
		},
		{
			name: "unknown-direction", what: "A direction that is neither OUT nor IN.",
			hex: "row=7478a2e82c80000000000000642bdafe659d297c29842b69b733c7346974656d00",
		},
	},
	"edge-count": {
		{name: "in", what: "A raw counter without a header.", cell: 1},
		{name: "negative", what: "A negative count.", vector: "edge-count.0037"},
		{name: "cut-count", what: "A counter of seven bytes.", cell: 1, cut: 1},
		{name: "long-count", what: "A ninth byte, which upstream ignores.", vector: "edge-count.0038", lenient: true},
	},
	"edge-lock": {
		{name: "stale", what: "A lock that a crash left behind.", cell: 105},
		{name: "wrong-cell", what: "A lock's cell that is no long.", hex: "value=2b80000001"},
	},
	"edge-group": {
		{name: "date-bucket", what: "A count of one day: the qualifier is the day as a descending text.", cell: 2},
		{name: "sum", what: "A sum by one end of the edge.", cell: 70},
		{name: "empty-qualifier", what: "A group without fields.", vector: "edge-group.0038"},
		{name: "null-value", what: "A group value that is null: one byte.", vector: "edge-group.0039"},
		{name: "ascending-value", what: "An ascending group value, which nobody writes.", hex: "qualifier=346100"},
		{
			name: "tombstone", what: "An empty cell.",
			hex: "row=022f8d92346974656d2032002ba95c6311297b29832bb3708392,family=66,qualifier=cbcdcfcdcbd2cfcad2cfcbff,value=",
		},
	},
	"edge-cache": {
		{name: "recent", what: "A cell of a cache, named by the schema.", cell: 8},
		{name: "descending-text", what: "A descending text before the target.", vector: "edge-cache.0037"},
		{name: "target-only", what: "A cache without fields.", vector: "edge-cache.0036"},
		{name: "empty-qualifier", what: "No target in the qualifier.", vector: "edge-cache.0031"},
		{name: "null-target-lenient", what: "A null target, which upstream's reader refuses as well.", vector: "edge-cache.0032", lenient: true},
	},
	"metastore-row": {
		{name: "label", what: "A schema object: an edge state in two text columns.", vector: "metastore-row.0001"},
		{name: "no-colon", what: "Column k without its colon.", hex: "k=4852527177545277"},
		{name: "not-base64", what: "Column v with a character outside of base64url.", hex: "v=4b59452b"},
	},
	"edge-id": {
		{name: "two-texts", what: "A cursor that names an edge by two texts.", vector: "edge-id.0001"},
		{name: "two-longs", what: "A cursor that names an edge by two longs.", vector: "edge-id.0005"},
		{name: "cut", what: "A cursor that ends inside its target.", vector: "edge-id.0005", cut: 4},
	},
	"value": {
		{name: "null-asc", what: "Null, ascending.", hex: "value=05"},
		{name: "null-desc", what: "Null, descending.", hex: "value=fa"},
		{name: "byte-asc", what: "The byte -3, ascending.", hex: "value=297d"},
		{name: "byte-desc", what: "The byte -3, descending.", hex: "value=d682"},
		{name: "short-asc", what: "The short -257, ascending.", hex: "value=2a7eff"},
		{name: "short-desc", what: "The short 0, descending.", vector: "value.0603"},
		{name: "int-asc", what: "The int 129, ascending.", vector: "value.0097"},
		{name: "int-desc", what: "The int 0, descending.", vector: "value.0604"},
		{name: "long-asc", what: "The long 100, ascending.", hex: "value=2c8000000000000064"},
		{name: "long-desc", what: "The long 100, descending.", hex: "value=d37fffffffffffff9b"},
		{name: "float-asc", what: "The float 1.0, ascending.", vector: "value.0229"},
		{name: "float-desc", what: "The float 1.0, descending.", hex: "value=cf407fffff"},
		{name: "double-minus-zero", what: "The double -0.0 sorts before 0.0.", vector: "value.0241"},
		{name: "double-desc", what: "The double -1.5, descending.", hex: "value=cebff8000000000000"},
		{name: "json-asc", what: "JSON, ascending.", vector: "value.0385"},
		{name: "json-desc", what: "JSON, descending.", hex: "value=cd84dd9eddc5ce82ff"},
		{name: "string-asc", what: "Text outside of the basic plane.", vector: "value.0301"},
		{name: "string-desc", what: "The text item, descending.", hex: "value=cb968b9a92ff"},
		{name: "string-empty", what: "The empty text: header and terminator.", hex: "value=3400"},
		{name: "string-controls", what: "Tab, line feed, carriage return: shown escaped.", vector: "value.0313"},
		{name: "string-hostile", what: "Escape, right-to-left override, line separator: shown escaped.", hex: "value=341be280aee280a800"},
		{name: "false-asc", what: "False is all header.", hex: "value=35"},
		{name: "true-desc", what: "True, descending.", vector: "value.0602"},
		{name: "nan", what: "The one NaN that writers make.", hex: "value=31fff8000000000000"},
		{name: "nan-bits", what: "A NaN with other bits, which readers keep.", hex: "value=30ffc00001"},
		{name: "nan-negative", what: "A NaN with the sign bit, which readers keep.", hex: "value=310007ffffffffffff"},
		{name: "not-utf8", what: "Text that is not UTF-8.", hex: "value=3461ff00"},
		{name: "not-utf8-lenient", what: "The same, as upstream's reader takes it.", hex: "value=3461ff00", lenient: true},
		{name: "unterminated", what: "Text without its terminator.", hex: "value=346974656d"},
		{name: "unknown-header", what: "A first byte that is no header.", hex: "value=2e00"},
		{name: "json-cut", what: "JSON that stops in the middle.", hex: "value=327b226100"},
		{name: "empty", what: "No byte at all.", hex: "value="},
	},
	"v0-value": {
		{name: "one-property", what: "The cell of the oldest generation, which is only read.", vector: "v0-value.0001"},
		{name: "cut", what: "A cell that ends after its time.", vector: "v0-value.0003"},
	},
	"row-type": {
		{name: "group", what: "The common start of a row key.", vector: "row-type.0004"},
		{name: "unknown", what: "A row type that does not exist.", vector: "row-type.0009"},
	},
	"json-text": {
		{name: "object", what: "JSON with a list inside.", vector: "json-text.0001"},
		{name: "escapes", what: "JSON with escapes of its own.", vector: "json-text.0020"},
	},
}

// treesAsJSON are the cases whose tree is also stored as JSON.
var treesAsJSON = map[string]bool{
	"edge-state/active": true, "edge-state/cut-version": true, "edge-state/wrong-salt": true,
	"edge-index/ascending-text": true, "metastore-row/label": true, "value/nan-bits": true,
}
