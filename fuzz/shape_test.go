package fuzz

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// inspectText returns the request to inspect a text.
func inspectText(text []byte) []byte {
	var w value.Writer
	w.Object()
	w.Key("text")
	w.Text(text)
	w.EndObject()
	return w.Buf
}

// shape classifies answers by their members and by the words in them that are codes.
func shape(answer []byte) string {
	var v any
	if json.Unmarshal(answer, &v) != nil {
		return string(answer)
	}
	seen := map[string]bool{}
	collect(v, "", seen)
	return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
}

// telling are the members whose text says what happened.
var telling = []string{"code", "spelling", "record", "kind", "type", "field", "order"}

func collect(v any, at string, seen map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			seen[at+"."+name] = true
			if text, ok := member.(string); ok && slices.Contains(telling, name) {
				seen[name+"="+text] = true
			}
			if name != "nodes" && name != "rows" {
				collect(member, name, seen)
			}
		}
	case []any:
		for _, item := range v {
			collect(item, at, seen)
		}
	}
}
