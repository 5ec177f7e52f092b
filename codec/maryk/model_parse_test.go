package maryk_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// A member of a wrong type would be lost if it were passed over: the model would be written without it.
func TestMembersOfAWrongTypeAreRefused(t *testing.T) {
	const model = `{"kind":"RootModel","name":"M","properties":[{"index":1,"name":"n","alternativeNames":["o"],
		"definition":{"type":"String","unique":true,"required":false,"final":true,"regEx":"a+"}},
		{"index":2,"name":"i","definition":{"type":"Number","numberType":"UInt8","reversedStorage":true}},
		{"index":3,"name":"m","definition":{"type":"MultiType","typeIsFinal":false,
			"typeEnum":{"name":"T","cases":[{"index":1,"name":"S","definition":{"type":"String"}}],"reservedNames":["r"]}}}],
		"indexes":[{"part":"AnyOf","name":"x","parts":[{"part":"Ref","ref":"n"}]}],"reservedIndices":[9]}`
	parse := func(model, dependents string) error {
		m, err := value.Parse([]byte(model))
		if err != nil {
			t.Fatal(err)
		}
		d, err := value.Parse([]byte(dependents))
		if err != nil {
			t.Fatal(err)
		}
		_, err = maryk.ParseStored(m, d)
		return err
	}
	if err := parse(model, "[]"); err != nil {
		t.Fatal(err)
	}
	for right, wrong := range map[string]string{
		`"regEx":"a+"`:           `"regEx":5`,
		`"unique":true`:          `"unique":"true"`,
		`"required":false`:       `"required":0`,
		`"final":true`:           `"final":1`,
		`"reversedStorage":true`: `"reversedStorage":"true"`,
		`"typeIsFinal":false`:    `"typeIsFinal":[]`,
		`"name":"x"`:             `"name":7`,
		`"alternativeNames":["`:  `"alternativeNames":"","a":["`,
		`"reservedNames":["`:     `"reservedNames":{},"a":["`,
		`"reservedIndices":[9]`:  `"reservedIndices":9`,
		`"indexes":[`:            `"indexes":{},"a":[`,
	} {
		name := strings.Split(right, `"`)[1]
		if err := parse(strings.Replace(model, right, wrong, 1), "[]"); err == nil || !strings.Contains(err.Error(), name+": expected ") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if err := parse(model, "{}"); err == nil || !strings.HasPrefix(err.Error(), "dependents: expected a list") {
		t.Errorf("dependents: %v", err)
	}
}
