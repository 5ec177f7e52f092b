package exports

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

// eachMember calls do for every member at any level of v; set replaces its value.
func eachMember(v any, path string, do func(path string, old any, set func(any))) {
	visit := func(at string, old any, set func(any)) {
		do(at, old, set)
		eachMember(old, at, do)
	}
	switch in := v.(type) {
	case map[string]any:
		for name, old := range in {
			visit(strings.TrimPrefix(path+"."+name, "."), old, func(new any) { in[name] = new })
		}
	case []any:
		for i, old := range in {
			visit(path+"["+strconv.Itoa(i)+"]", old, func(new any) { in[i] = new })
		}
	}
}

var dotted = regexp.MustCompile(`\.(\d+)`) // Maryk's way of naming items

// wrongFor returns values that cannot take the place of old.
func wrongFor(old any) []any {
	list := []any{map[string]any{"none": []any{}}}
	if _, number := old.(float64); number {
		list = append(list, json.Number("0.12345678901234567890123")) // neither whole nor of 64 bits
	}
	return list
}

// A member that cannot be encoded is reported with its full path: its name alone could be anywhere.
func TestARefusedMemberIsNamedWithAllThatItIsIn(t *testing.T) {
	refused := 0
	out := make([]byte, 1<<16)
	eachVector(t, func(i int, v *golden.Vector, parts map[string]string) {
		var fields any
		if i%29 != 0 || json.Unmarshal(v.Fields, &fields) != nil {
			return
		}
		for part := range parts {
			encode := func(e *Error) int64 {
				text, err := json.Marshal(fields)
				if err != nil {
					t.Fatal(err)
				}
				return Encode(0, v.Format, v.Record, part, text, 0, out, e)
			}
			if encode(new(Error)) < 0 {
				continue
			}
			eachMember(fields, "", func(path string, old any, set func(any)) {
				for _, wrong := range wrongFor(old) {
					var e Error
					set(wrong)
					failed := encode(&e) < 0
					if set(old); !failed {
						continue
					}
					refused++
					said := dotted.ReplaceAllString(e.Field, "[$1]")
					if said == "" || !strings.HasPrefix(path, said) && !strings.HasPrefix(said, path) {
						t.Errorf("%s %s: %v in place of %s: %s is said to be wrong: %s", v.Format, v.Record, wrong, path, e.Field, e.Message)
					}
				}
			})
		}
	})
	if refused < 2000 {
		t.Error(refused, "members were refused")
	}
}
