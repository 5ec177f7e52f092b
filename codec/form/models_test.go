package form_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

const plainModel = `{"model":{"kind":"RootModel","name":"Plain","version":"1.0",
	"key":{"part":"Multiple","parts":[{"part":"Ref","ref":"x"}]},
	"indexes":[{"part":"Split","of":{"part":"Ref","ref":"y"},"on":"Whitespace"}],
	"properties":[
		{"index":1,"name":"x","definition":{"type":"Number","numberType":"UInt32","required":true,"final":true}},
		{"index":2,"name":"y","definition":{"type":"List","valueDefinition":{"type":"DateTime","precision":"MILLIS"},"default":{"type":"List","value":[]}}}]}}`

// The words of a model are chosen, not typed, and every word offered occurs in models.
func TestWordsOfModelsAreChosen(t *testing.T) {
	list := lines(t, &format.Input{}, "maryk-core", "model-definition", plainModel)
	for path, has := range map[string]string{
		`["model","kind"]`: "ValueModel", `["model","key","part"]`: "GeoHash", `["model","key","parts",0,"part"]`: "Reversed",
		`["model","indexes",0,"part"]`: "AnyOf", `["model","indexes",0,"of","part"]`: "NormalizeV2", `["model","indexes",0,"on"]`: "WordBoundary",
		`["model","properties",0,"definition","type"]`: "Decimal", `["model","properties",0,"definition","numberType"]`: "Float64",
		`["model","properties",1,"definition","valueDefinition","type"]`: "Boolean", `["model","properties",1,"definition","valueDefinition","precision"]`: "NANOS",
	} {
		if l := find(t, list, path); l.Kind != "choice" || !slices.Contains(l.Choices, has) {
			t.Errorf("%s is a %s of %v, without %s", path, l.Kind, l.Choices, has)
		}
	}
	for _, l := range list {
		for _, word := range l.Choices {
			_, part := maryk.ParsePart(word)
			_, kind := maryk.ParseType(word)
			_, number := maryk.ParseNumberType(word)
			others := []string{"RootModel", "Model", "ValueModel", "SECONDS", "MILLIS", "NANOS", "Whitespace", "WordBoundary"}
			if l.Kind == "choice" && !part && !kind && !number && !slices.Contains(others, word) {
				t.Errorf("%s may be %q, which no model has", l.name(), word)
			}
		}
	}
	if l := find(t, list, `["model","properties",1,"definition","default"]`); l.Kind == "choice" {
		t.Errorf("a default is chosen from %v", l.Choices)
	}
}

// The model of a cell names its properties; what is deeper in one of them is no unknown name.
func TestPropertiesInProperties(t *testing.T) {
	text, err := os.ReadFile("../../golden/maryk-hbase/keepall.models.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := codec.Find("maryk-hbase").ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	in := &format.Input{Schema: s}
	for _, c := range [...]struct {
		property, reference string
		unknown             bool
	}{{"days.#2020-01-01", "630480004756", false}, {"days", "", false}, {"dayz", "", true}, {"days.#2020-99-01", "", true}} {
		fields := `{"what":"value","record":"0000000000017fffffff","property":"` + c.property + `","kind":"deleted"}`
		if c.reference != "" {
			fields = strings.Replace(fields, `"kind"`, `"reference":"`+c.reference+`","kind"`, 1)
		}
		if l := find(t, lines(t, in, "maryk-hbase", "data-value", fields), `["property"]`); l.Unknown != c.unknown {
			t.Errorf("%s: unknown is %v", c.property, l.Unknown)
		}
	}
}
