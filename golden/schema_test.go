package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/golden"
)

// validator checks JSON against the subset of JSON Schema that docs/tree.schema.json
// uses. It is stricter than the schema in one respect: a member that the schema does
// not name is an error, because it is undocumented.
type validator struct{ defs map[string]any }

func treeSchema(t *testing.T) (validator, map[string]any) {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal(readFile(t, "../docs/tree.schema.json"), &root); err != nil {
		t.Fatal(err)
	}
	defs, _ := root["$defs"].(map[string]any)
	return validator{defs}, root
}

func (v validator) check(schema map[string]any, x any, at string) error {
	if ref, ok := schema["$ref"].(string); ok {
		def, ok := v.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: the schema has no %s", at, ref)
		}
		return v.check(def, x, at)
	}
	if want, ok := schema["const"]; ok && x != want {
		return fmt.Errorf("%s is %v, want %v", at, x, want)
	}
	if list, ok := schema["enum"].([]any); ok && !slices.Contains(list, x) {
		return fmt.Errorf("%s is %v, want one of %v", at, x, list)
	}
	if min, ok := schema["minimum"].(float64); ok {
		if n, ok := x.(float64); ok && n < min {
			return fmt.Errorf("%s is %v, less than %v", at, x, min)
		}
	}
	if p, ok := schema["pattern"].(string); ok {
		if s, ok := x.(string); ok && !regexp.MustCompile(p).MatchString(s) {
			return fmt.Errorf("%s is %q, want %s", at, s, p)
		}
	}
	kind, _ := schema["type"].(string)
	switch kind {
	case "object":
		return v.object(schema, x, at)
	case "array":
		return v.array(schema, x, at)
	}
	return scalar(kind, x, at)
}

func scalar(kind string, x any, at string) error {
	ok := true
	switch kind {
	case "string":
		_, ok = x.(string)
	case "integer":
		n, isNumber := x.(float64)
		ok = isNumber && n == float64(int64(n))
	case "":
	default:
		ok = false
	}
	if !ok {
		return fmt.Errorf("%s is %v, want %s", at, x, kind)
	}
	return nil
}

func (v validator) object(schema map[string]any, x any, at string) error {
	object, ok := x.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no object", at)
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := object[name.(string)]; !ok {
			return fmt.Errorf("%s has no %s", at, name)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, member := range object {
		p, ok := properties[name].(map[string]any)
		if !ok {
			return fmt.Errorf("%s.%s is not documented", at, name)
		}
		if err := v.check(p, member, at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func (v validator) array(schema map[string]any, x any, at string) error {
	list, ok := x.([]any)
	if !ok {
		return fmt.Errorf("%s is no list", at)
	}
	items, _ := schema["items"].(map[string]any)
	for i, item := range list {
		if err := v.check(items, item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

func TestEveryGoldenTreeFitsTheSchema(t *testing.T) {
	v, root := treeSchema(t)
	sc := schema(t)
	for _, path := range rows(t) {
		c, err := golden.ParseCase(readFile(t, path+".hex"))
		if err != nil {
			t.Fatal(err)
		}
		record := filepath.Base(filepath.Dir(path))
		x := explain(t, sc, record, c)
		var tree any
		if err := json.Unmarshal(x.treeJSON(record), &tree); err != nil {
			t.Fatal(err)
		}
		if err := v.check(root, tree, path); err != nil {
			t.Error(err)
		}
		if x.err != nil {
			checkErrorJSON(t, v, path, x.fieldsFile(t))
		}
	}
}

func checkErrorJSON(t *testing.T, v validator, path string, file []byte) {
	t.Helper()
	var refused map[string]any
	if err := json.Unmarshal(file, &refused); err != nil {
		t.Fatal(err)
	}
	if err := v.check(map[string]any{"$ref": "#/$defs/error"}, refused["error"], path); err != nil {
		t.Error(err)
	}
}

func TestSchemaKnowsEveryErrorCode(t *testing.T) {
	text := readFile(t, "../docs/tree.schema.json")
	for _, c := range wire.Codes() {
		if !bytes.Contains(text, []byte(`"`+c.String()+`"`)) {
			t.Errorf("docs/tree.schema.json lacks the error code %s", c)
		}
	}
}

func TestSchemaFindsWhatIsWrong(t *testing.T) {
	v, root := treeSchema(t)
	good := `{"v":1,"format":"f","record":"r","parts":[{"name":"row","hex":"00"}],"nodes":[` +
		`{"parent":-1,"part":0,"start":0,"end":1,"name":"n","type":"t","role":"value","kind":"none"}]}`
	for name, change := range map[string][2]string{
		"nothing":        {"", ""},
		"version":        {`"v":1`, `"v":2`},
		"missing member": {`"format":"f",`, ``},
		"unknown role":   {`"role":"value"`, `"role":"colour"`},
		"upper-case hex": {`"hex":"00"`, `"hex":"0A"`},
		"negative start": {`"start":0`, `"start":-1`},
		"fraction":       {`"end":1`, `"end":1.5`},
		"undocumented":   {`"kind":"none"`, `"kind":"none","colour":"red"`},
	} {
		var tree any
		if err := json.Unmarshal([]byte(strings.Replace(good, change[0], change[1], 1)), &tree); err != nil {
			t.Fatal(err)
		}
		if err := v.check(root, tree, "tree"); (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInspectionsHoldTreesThatFitTheSchema(t *testing.T) {
	v, _ := treeSchema(t)
	tree := map[string]any{"$ref": "#/$defs/tree"}
	seen := 0
	for _, f := range codec.Formats() {
		for _, s := range f.Samples {
			var w bytes.Buffer
			if err := json.NewEncoder(&w).Encode(map[string]string{"text": s.Text}); err != nil {
				t.Fatal(err)
			}
			var answer struct{ Candidates, Refused []map[string]any }
			if err := json.Unmarshal(new(session.Session).Inspect(nil, w.Bytes()), &answer); err != nil {
				t.Fatal(err)
			}
			for _, c := range append(answer.Candidates, answer.Refused...) {
				if _, ok := c["tree"]; !ok && c["error"] != nil && len(answer.Candidates) > 0 {
					continue // what cannot be parsed is only explained if nothing else can explain it
				}
				seen++
				if err := v.check(tree, c["tree"], s.What); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no sample was inspected")
	}
}
