package filter

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stream"
)

// Alike returns what a row belongs to, in a word, and the expression that accepts all rows of the same: rows of its
// edge in its table, or otherwise rows of its entity. Both are empty if the row does not decode, belongs to nothing, or
// has names that do not fit on a line.
func Alike(r *stream.Row, d *stream.Decoder) (of, where string) {
	x := subject{row: r, decoder: d}
	t := x.meaning()
	entity := about(t, span.AboutEntity)
	if entity == nil {
		return "", ""
	}
	if edge := edgeOf(t); edge != "" {
		of, where = "edge", equals("edge", edge)
		if table := about(t, span.AboutTable); table != nil {
			where = equals(tableName(table), string(table.AppendName(nil))) + " and " + where
		}
	} else {
		of, where = entity.Field.Heading(), equals("entity", string(entity.AppendName(nil)))
	}
	if strings.ContainsAny(where, "\r\n") {
		return "", ""
	}
	return of, where
}

// tableName returns the name by which a filter finds a table: the name of the field if only the table's code is known.
func tableName(n *span.Node) string {
	if raw, coded := n.Raw(); coded && raw == string(n.AppendName(nil)) {
		return n.Name()
	}
	return "table"
}

// equals returns the term for a member that equals a text.
func equals(name, text string) string {
	if strings.Trim(text, wordLetters) != "" || text == "" || slices.Contains(joints, strings.ToLower(text)) {
		text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return name + " = " + text
}

// wordLetters are the letters of words that need no quotes.
const wordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:+/-"

var joints = []string{"and", "or", "not"}
