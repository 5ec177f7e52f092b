package rocksdb

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// What a file in a database's folder is by its name.
const (
	namedNothing = iota
	namedCurrent
	namedManifest
	namedLog
	namedTable
	namedBlob
	namedOptions
)

// parseName parses the last part of a path: CURRENT, MANIFEST-000005, 000012.log, 000013.sst
// (.ldb), 000014.blob, OPTIONS-000007. Numbers are decimal, with any number of leading zeros. In backups, tables and blob
// files have names like 000013_sSESSION_SIZE.sst.
func parseName(name string) (what int, number uint64) {
	base := file.Base(name)
	if base == "CURRENT" {
		return namedCurrent, 0
	}
	for _, p := range [...]struct {
		before, after string
		what          int
	}{
		{"MANIFEST-", "", namedManifest}, {"OPTIONS-", "", namedOptions},
		{"", ".log", namedLog}, {"", ".sst", namedTable}, {"", ".ldb", namedTable}, {"", ".blob", namedBlob},
	} {
		if n := len(base) - len(p.before) - len(p.after); n > 0 && base[:len(p.before)] == p.before && base[len(base)-len(p.after):] == p.after {
			digits, _, _ := strings.Cut(base[len(p.before):len(p.before)+n], "_")
			if number, ok := parseNumber(digits); ok {
				return p.what, number
			}
		}
	}
	return namedNothing, 0
}

// parseNumber parses a string that consists only of decimal digits.
func parseNumber(s string) (uint64, bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil
}

// fileName returns a number with at least 6 digits, followed by an ending.
func fileName(number uint64, ending string) string {
	s := strconv.FormatUint(number, 10)
	for len(s) < 6 {
		s = "0" + s
	}
	return s + ending
}

// inFolder prefixes a file's name with a folder's.
func inFolder(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}
