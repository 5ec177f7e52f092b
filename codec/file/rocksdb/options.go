package rocksdb

import (
	"bytes"
	"strconv"
	"strings"
)

// optionsOf reads the merge operator of each family, with its delimiter, from an OPTIONS file,
// which is text in INI format:
//
//	[Version]
//	  rocksdb_version=10.10.1
//	[CFOptions "default"]
//	  merge_operator={id=StringAppendOperator;delimiter=,;}
func optionsOf(text []byte) map[string]operator {
	all := map[string]operator{}
	family, inside, complete := "", false, false
	for line := range bytes.Lines(text) {
		s := strings.TrimSpace(string(line))
		if strings.HasPrefix(s, "[") {
			family, inside = strings.CutPrefix(strings.TrimSuffix(s, `"]`), `[CFOptions "`)
			family = unescape(family)
			continue
		}
		if v, ok := strings.CutPrefix(s, "rocksdb_version="); ok {
			v, _, _ = strings.Cut(v, ".")
			major, err := strconv.ParseInt(v, 10, 64)
			complete = err == nil && major >= 7
			continue
		}
		v, ok := strings.CutPrefix(s, "merge_operator=")
		if ok && inside && v != "nullptr" && v != "" {
			all[family] = optionOf(v, complete)
		}
	}
	return all
}

// optionOf reads an operator with its options. The name alone means that all options have their
// defaults if the writer is new enough to name the others, which makes the delimiter empty.
func optionOf(v string, complete bool) operator {
	options, ok := strings.CutPrefix(v, "{id=")
	if !ok {
		if complete {
			return operatorOf(v, "")
		}
		return assumedOperator(v)
	}
	name, rest, _ := strings.Cut(options, ";")
	delimiter, ok := strings.CutPrefix(rest, "delimiter=")
	if !ok {
		return assumedOperator(strings.Trim(name, "{}"))
	}
	delimiter = strings.TrimSuffix(delimiter, "}") // the last option, so semicolons and braces before it belong to the delimiter
	return operatorOf(name, unescape(strings.TrimSuffix(delimiter, ";")))
}

// unescape undoes how RocksDB writes backslashes, line ends, and what has a meaning in the file.
func unescape(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch c = s[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			}
		}
		b = append(b, c)
	}
	return string(b)
}
