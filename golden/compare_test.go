package golden_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

func TestAnswersAreComparedByTheRules(t *testing.T) {
	entries := golden.Compare{Unordered: []string{"entries"}}
	single := golden.Compare{Single: true}
	for _, c := range []struct {
		name      string
		compare   golden.Compare
		want, got string
		same      bool
	}{
		{"members in any order", golden.Compare{}, `{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{"a member too many", golden.Compare{}, `{"a":1}`, `{"a":1,"b":2}`, false},
		{"a member too few", golden.Compare{}, `{"a":1,"b":2}`, `{"a":1}`, false},
		{"null is not absent", golden.Compare{}, `{"a":null}`, `{}`, false},
		{"null is null", golden.Compare{}, `[null]`, `[null]`, true},
		{"items in order", golden.Compare{}, `[1,2]`, `[2,1]`, false},
		{"an item too many", golden.Compare{}, `[1]`, `[1,2]`, false},
		{"a list is no object", golden.Compare{}, `{}`, `[]`, false},
		{"an object is no list", golden.Compare{}, `[]`, `{}`, false},
		{"text is no number", golden.Compare{}, `"5"`, `5`, false},
		{"texts by code point", golden.Compare{}, `"\u00e9"`, `"é"`, true},
		{"composed is not decomposed", golden.Compare{}, `"é"`, `"e\u0301"`, false},
		{"numbers by value", golden.Compare{}, `1.0`, `1`, true},
		{"numbers by 64-bit value", golden.Compare{}, `0.1`, `0.10000000000000001`, true},
		{"integers exactly", golden.Compare{}, `9007199254740993`, `9007199254740992`, false},
		{"true is not 1", golden.Compare{}, `true`, `1`, false},
		{"zero is not minus zero", golden.Compare{}, `0`, `"-0.0"`, false},
		{"minus zero as a number", golden.Compare{}, `"-0.0"`, `-0.0`, true},
		{"minus zero as an integer", golden.Compare{}, `-0`, `"-0.0"`, true},
		{"NaN is NaN", golden.Compare{}, `"NaN"`, `"NaN"`, true},
		{"any value", golden.Compare{}, `{"a":{"$any":true}}`, `{"a":[1]}`, true},
		{"any value must be there", golden.Compare{}, `{"a":{"$any":true}}`, `{}`, false},
		{"more members", golden.Compare{}, `{"$more":true,"a":1}`, `{"a":1,"b":2}`, true},
		{"more members, one is wrong", golden.Compare{}, `{"$more":true,"a":1}`, `{"a":2,"b":2}`, false},
		{"double stays double", golden.Compare{}, `{"type":"double","value":1.17549435e-38}`, `{"type":"double","value":1.1754944e-38}`, false},
		{"float stays float", golden.Compare{}, `{"type":"float","value":1.17549435e-38}`, `{"type":"float","value":1.1754944e-38}`, true},
		{"single everywhere", single, `[0.1]`, `[0.100000001]`, true},
		{"multiset", entries, `{"entries":[{"a":1},{"a":2},{"a":2}]}`, `{"entries":[{"a":2},{"a":1},{"a":2}]}`, true},
		{"multiset with another count", entries, `{"entries":[1,2,2]}`, `{"entries":[1,1,2]}`, false},
		{"another list stays ordered", entries, `{"rows":[1,2]}`, `{"rows":[2,1]}`, false},
		{"more than one value", golden.Compare{}, `1`, `1 2`, false},
	} {
		if err := c.compare.JSON([]byte(c.want), []byte(c.got)); (err == nil) != c.same {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func check(t *testing.T, line string) golden.Check {
	t.Helper()
	v := golden.Vector{ID: "x", Format: "f", Record: "r", Ops: []string{"decode"}}
	switch line {
	case "fields":
		v.Fields = []byte(`{"a":1}`)
	case "or_refuse":
		v.Fields, v.OrRefuse = []byte(`{"a":1}`), true
	case "refused":
		v.Refused = []byte(`{"why":"because"}`)
	case "code":
		v.Refused = []byte(`{"code":"truncated","offset":3}`)
	case "define":
		v.Ops = []string{"define"}
	}
	list, err := v.Checks()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	return list[0]
}

func TestVerdictsFollowTheVector(t *testing.T) {
	for _, c := range []struct {
		vector, answer, wrong string
	}{
		{"fields", `{"id":"x/decode","fields":{"a":1},"info":{"b":2}}`, ""},
		{"fields", `{"id":"x/decode","fields":{"a":2}}`, "fields.a: want 1, got 2"},
		{"fields", `{"id":"x/decode","error":"no"}`, "refused: no"},
		{"fields", `{"id":"x/decode","error":""}`, "error must be a text"},
		{"fields", `{"id":"x/decode"}`, "no fields"},
		{"fields", `{"id":"x/decode","unsupported":true}`, "unsupported"},
		{"fields", `{"id":"y/decode","fields":{"a":1}}`, "not for x/decode"},
		{"fields", `{"id":"x/decode"`, "not JSON"},
		{"or_refuse", `{"id":"x/decode","error":"no"}`, ""},
		{"or_refuse", `{"id":"x/decode","fields":{"a":2}}`, "fields.a"},
		{"refused", `{"id":"x/decode","error":"no"}`, ""},
		{"refused", `{"id":"x/decode","fields":{}}`, "must be refused"},
		{"code", `{"id":"x/decode","error":"no","code":"truncated","offset":3}`, ""},
		{"code", `{"id":"x/decode","error":"no","code":"trailing","offset":3}`, "refused with code trailing"},
		{"code", `{"id":"x/decode","error":"no","code":"truncated"}`, "refused with offset"},
		{"define", `{"id":"x/define","ok":true}`, ""},
		{"define", `{"id":"x/define","ok":1}`, "ok must be true"},
	} {
		check := check(t, c.vector)
		err := check.Judge([]byte(c.answer))
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s, %s: got %v, want %q", c.vector, c.answer, err, c.wrong)
		}
	}
}

func TestEveryKnownDifferenceIsACheck(t *testing.T) {
	known, err := golden.KnownDifferences()
	if err != nil {
		t.Fatal(err)
	}
	list, err := golden.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		for _, op := range list[i].Ops {
			delete(known, list[i].ID+"/"+op)
		}
	}
	for id := range known {
		t.Errorf("known-differences.json has %s, which is no check", id)
	}
}

func TestCasesAreReadAsTheyAreWritten(t *testing.T) {
	want := golden.Case{
		What: "a row", From: "hand", Lenient: true,
		Parts: []golden.Part{{Name: "row", Bytes: []byte{1, 0xff}}, {Name: "value", Bytes: nil}},
	}
	got, err := golden.ParseCase(want.Text())
	if err != nil || string(got.Text()) != string(want.Text()) || got.What != want.What || !got.Lenient || len(got.Parts) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := golden.ParseCase([]byte("row 0g")); err == nil {
		t.Error("wrong hex was read")
	}
}
