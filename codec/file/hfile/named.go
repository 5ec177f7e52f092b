package hfile

import "strings"

// hbaseTable is the table of HBase in the name TABLE/FAMILY; empty in that of a family whose table is not known.
// Neither has a slash in its name.
func hbaseTable(name string) string {
	table, _, both := strings.Cut(name, "/")
	if !both {
		return ""
	}
	return table
}

// tableInName is the table that the name of a file by itself says, as those who collect files of several families
// call them: [NAMESPACE.]TABLE.FAMILY.FILE, with or without .hfile, where FILE is a name of HBase's and FAMILY the
// family that the file has. Any other name says nothing.
func tableInName(name string, family func() string) string {
	parts := strings.Split(strings.TrimSuffix(name, ".hfile"), ".")
	n := len(parts)
	if n < 3 || n > 4 {
		return ""
	}
	if _, ok := isStoreFile(parts[n-1]); !ok || parts[0] == "" || parts[n-3] == "" || parts[n-2] != family() {
		return ""
	}
	if n == 3 {
		return parts[0]
	}
	return fullName(parts[0], parts[1])
}
