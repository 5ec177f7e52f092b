package scanshell

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
)

// scanAccumulo excludes the end key (-ee), which the shell includes by default. For a single row,
// the end is its exact key. The shell takes a family and one qualifier in it, but no range of
// qualifiers.
func scanAccumulo(r Range) string {
	text := "scan"
	if r.Store == "Accumulo" && r.Table != "" {
		text += " -t " + accumulo([]byte(r.Table))
	}
	if r.Start != nil && bytes.Equal(r.Stop, append(bytes.Clone(r.Start), 0)) {
		text += " -r " + accumulo(r.Start)
	} else {
		text += " -b " + accumulo(r.Start)
		if r.Stop != nil {
			text += " -e " + accumulo(r.Stop) + " -ee"
		}
	}
	if r.Store == "Accumulo" && r.Family != nil {
		text += column(r)
	}
	return text + "\n"
}

// column returns the option for a family or for one column. -c takes a list with commas and ends the family at its
// first colon; the shells of 1.10 and 2.x have options that take both literally.
func column(r Range) string {
	c := r.Columns
	exact := c != nil && bytes.Equal(c.Stop, append(bytes.Clone(c.Start), 0))
	switch {
	case bytes.ContainsAny(r.Family, ",:") || exact && bytes.IndexByte(c.Start, ',') >= 0:
		text := " -cf " + accumulo(r.Family)
		if exact {
			text += " -cq " + accumulo(c.Start)
		}
		return text
	case exact:
		return " -c " + accumulo(append(append(bytes.Clone(r.Family), ':'), c.Start...))
	}
	return " -c " + accumulo(r.Family)
}

func accumulo(b []byte) string {
	text := string(dump.AppendAccumulo(nil, b))
	return `"` + strings.ReplaceAll(text, `"`, `\x22`) + `"`
}
