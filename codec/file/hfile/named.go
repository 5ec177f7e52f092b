package hfile

import "strings"

// hbaseTable returns HBase's table from a name TABLE/FAMILY, or "" for a family whose table is not known.
// Neither part contains a slash.
func hbaseTable(name string) string {
	table, _, both := strings.Cut(name, "/")
	if !both {
		return ""
	}
	return table
}

// tableInName returns the table that a lone file's name mentions, if the name is built as
// [NAMESPACE.]TABLE.FAMILY.FILE, with or without .hfile, the way people name files that they collect from several
// families. FILE must be one of HBase's names and FAMILY the file's family. Any other name says nothing.
func tableInName(name string, family func() string) string {
	parts := strings.Split(strings.TrimSuffix(name, ".hfile"), ".")
	n := len(parts)
	if n < 3 || n > 4 {
		return ""
	}
	if !isNamed(parts[n-1]) || parts[0] == "" || parts[n-3] == "" || parts[n-2] != family() {
		return ""
	}
	if n == 3 {
		return parts[0]
	}
	return fullName(parts[0], parts[1])
}
