package actionbase

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ofSchema returns what is found in the sound dump with another schema: severity, code, item and the start of the
// reason.
func ofSchema(t *testing.T, from, to string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "actionbase", "actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil || !bytes.Contains(compact.Bytes(), []byte(from)) {
		t.Fatalf("%v: the schema has no %s", err, from)
	}
	s := schemaFrom(t, strings.Replace(compact.String(), from, to, 1))
	for _, f := range verify(t, s, dump(t, "actionbase-hbase-shell.expected.jsonl")) {
		why, _, _ := strings.Cut(f.Why, ":")
		list = append(list, f.Severity.String()+" "+f.Code+" "+f.Item+" "+why)
	}
	return list
}

// A schema that does not fit the rows is reported once per property, however many rows there are.
func TestSchemaThatDoesNotFitIsTold(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"long"`, `"LONG"`, ""}, // as in the metadata of the second generation
		{`"long"`, `"decimal"`, ""},
		{`"name":"createdAt","type":"long"`, `"name":"createdAt","type":"string"`,
			"warning property-type social.user_likes/createdAt 9 cells with a long where the schema says string"},
		{`"source":"long"`, `"source":"int"`, "warning property-type social.user_likes/source 10 cells with a long where the schema says int"},
		{`"id":"string"`, `"id":"long"`, "warning property-type shop.orders/id 5 cells with a string where the schema says long"},
		{`"nullable":true`, `"nullable":false`, "error null-property social.user_likes/permission 3 cells of active edges in which it is null"},
		{`,"nullable":true`, ``, ""}, // says nothing
	} {
		if got := strings.Join(ofSchema(t, c.from, c.to), "; "); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") ||
			strings.Contains(got, "; ") {
			t.Errorf("%s: got %q, want %q", c.to, got, c.want)
		}
	}
}

// A value of another type is reported even if all rows of its edge agree about it.
func TestValuesOfAnotherTypeAreTold(t *testing.T) {
	b := newSandbox(t, 0)
	b.table.Properties[0].Type = "double"
	b.add(long(1), str("x"), NamedValue{"a", str("ab")}, NamedValue{"n", long(1)})
	b.add(long(2), str("x"), NamedValue{"a", Value{Kind: Double}}, NamedValue{"n", long(1)})
	b.want("warning property-type")
}

func TestRequiredPropertiesOfActiveEdges(t *testing.T) {
	b := newSandbox(t, 2)
	b.table.Properties[0].Required = true
	b.add(long(1), str("x"), NamedValue{"n", long(1)})
	b.want()
	b.add(long(2), str("x"))
	b.want("warning missing-property")
	b.add(long(3), str("x"), NamedValue{"n", Value{}})
	b.want("warning missing-property", "error null-property")
}

// A state is at least as new as everything in it.
func TestPartsNewerThanTheStateAreTold(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	for _, change := range []func(*EdgeStateValue){
		func(s *EdgeStateValue) { s.Properties[0].Version = 11 },
		func(s *EdgeStateValue) { s.CreatedAt = Instant{true, 11} },
	} {
		s := e.State
		s.Properties = slices.Clone(s.Properties)
		change(&s)
		value, err := AppendEdgeStateValue(nil, &s)
		if err != nil {
			t.Fatal(err)
		}
		b.each(EdgeState, set(value))
		b.want("error property-newer-than-state")
	}
	b.lock(e)
	b.want("warning property-newer-than-state")
}

// The damaged dump has the issues that are listed for it and their consequences; the schema adds
// nothing.
func TestSchemaAddsNothingToTheDamagedDump(t *testing.T) {
	for _, f := range verify(t, fixtureSchema(t), dump(t, "actionbase-hbase-shell-damaged.expected.jsonl")) {
		if slices.Contains([]string{PropertyType, NullProperty, MissingProperty, NewerThanState}, f.Code) {
			t.Error(asJSON(f))
		}
	}
}
