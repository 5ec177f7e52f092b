package filter

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stream"
)

// Alike returns what a row is of, in a word, and the expression that takes all rows of the same: those of its
// edge in its table, or else those of its entity. Both are empty for a row that does not decode, that is of
// nothing, or whose names do not fit on a line.
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

// tableName is the name by which a filter finds a table: that of the field where only its code is known.
func tableName(n *span.Node) string {
	if raw, coded := n.Raw(); coded && raw == string(n.AppendName(nil)) {
		return n.Name()
	}
	return "table"
}

// equals is the term that a member is a text.
func equals(name, text string) string {
	if strings.Trim(text, wordLetters) != "" || text == "" || slices.Contains(joints, strings.ToLower(text)) {
		text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return name + " = " + text
}

// wordLetters are those of words that need no quotes.
const wordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:+/-"

var joints = []string{"and", "or", "not"}
