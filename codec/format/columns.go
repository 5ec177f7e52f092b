package format

import "strings"

// EachColumn calls visit with each line of Columns: the kinds that have the column, the path of the member and its type.
// It ends when visit returns false.
func (f *Format) EachColumn(visit func(kinds, path, typ string) bool) {
	kinds := ""
	named := false // the line before has names of kinds
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
			if !visit(kinds, path, typ) {
				return
			}
			named = false
		}
	}
}
