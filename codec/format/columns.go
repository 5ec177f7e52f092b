package format

import "strings"

// EachColumn calls visit with each line of Columns: the kinds that have the column, the path of the member and its type.
func (f *Format) EachColumn(visit func(kinds, path, typ string)) {
	kinds := ""
	named := false // the previous line names kinds
	for rest := f.Columns; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		switch {
		case line == "":
		case line[0] != '\t':
			if named {
				line = kinds + " " + line
			}
			kinds, named = line, true
		default:
			path, typ, _ := strings.Cut(line[1:], " ")
			visit(kinds, path, typ)
			named = false
		}
	}
}
