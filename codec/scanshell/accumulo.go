package scanshell

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
)

// scanAccumulo excludes the end (-ee), which the shell includes by default. Of a single row its
// exact key is the end. The shell takes a family, and in it one qualifier but no range of them.
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
		column := r.Family
		if c := r.Columns; c != nil && bytes.Equal(c.Stop, append(bytes.Clone(c.Start), 0)) {
			column = append(append(bytes.Clone(column), ':'), c.Start...)
		}
		text += " -c " + accumulo(column)
	}
	return text + "\n"
}

func accumulo(b []byte) string {
	text := string(dump.AppendAccumulo(nil, b))
	return `"` + strings.ReplaceAll(text, `"`, `\x22`) + `"`
}
