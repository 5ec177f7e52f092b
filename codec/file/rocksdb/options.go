package rocksdb

import (
	"bytes"
	"strings"
)

// optionsOf reads the merge operator of each family, with its delimiter, from an OPTIONS file,
// which is text in INI format:
//
//	[CFOptions "default"]
//	  merge_operator={id=StringAppendOperator;delimiter=,;}
func optionsOf(text []byte) map[string]operator {
	all := map[string]operator{}
	family, inside := "", false
	for line := range bytes.Lines(text) {
		s := strings.TrimSpace(string(line))
		if strings.HasPrefix(s, "[") {
			family, inside = strings.CutPrefix(strings.TrimSuffix(s, `"]`), `[CFOptions "`)
			continue
		}
		v, ok := strings.CutPrefix(s, "merge_operator=")
		if !ok || !inside || v == "nullptr" || v == "" {
			continue
		}
		delimiter := ","
		if i := strings.Index(v, "delimiter="); i >= 0 {
			delimiter, _, _ = strings.Cut(v[i+len("delimiter="):], ";")
		}
		if i := strings.Index(v, "id="); i >= 0 {
			v, _, _ = strings.Cut(v[i+len("id="):], ";")
		}
		all[family] = operatorOf(strings.Trim(v, "{}"), delimiter)
	}
	return all
}
