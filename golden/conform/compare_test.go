package conform_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/golden/conform"
)

func TestAnswersAreComparedByTheRules(t *testing.T) {
	entries := conform.Compare{Unordered: []string{"entries"}}
	single := conform.Compare{Single: true}
	for _, c := range []struct {
		name      string
		compare   conform.Compare
		want, got string
		same      bool
	}{
		{"members in any order", conform.Compare{}, `{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{"a member too many", conform.Compare{}, `{"a":1}`, `{"a":1,"b":2}`, false},
		{"a member too few", conform.Compare{}, `{"a":1,"b":2}`, `{"a":1}`, false},
		{"null is not absent", conform.Compare{}, `{"a":null}`, `{}`, false},
		{"null is null", conform.Compare{}, `[null]`, `[null]`, true},
		{"items in order", conform.Compare{}, `[1,2]`, `[2,1]`, false},
		{"an item too many", conform.Compare{}, `[1]`, `[1,2]`, false},
		{"a list is no object", conform.Compare{}, `{}`, `[]`, false},
		{"an object is no list", conform.Compare{}, `[]`, `{}`, false},
		{"text is no number", conform.Compare{}, `"5"`, `5`, false},
		{"texts by code point", conform.Compare{}, `"\u00e9"`, `"é"`, true},
		{"composed is not decomposed", conform.Compare{}, `"é"`, `"e\u0301"`, false},
		{"numbers by value", conform.Compare{}, `1.0`, `1`, true},
		{"numbers by 64-bit value", conform.Compare{}, `0.1`, `0.10000000000000001`, true},
		{"integers exactly", conform.Compare{}, `9007199254740993`, `9007199254740992`, false},
		{"true is not 1", conform.Compare{}, `true`, `1`, false},
		{"zero is not minus zero", conform.Compare{}, `0`, `"-0.0"`, false},
		{"minus zero as a number", conform.Compare{}, `"-0.0"`, `-0.0`, true},
		{"minus zero as an integer", conform.Compare{}, `-0`, `"-0.0"`, true},
		{"NaN is NaN", conform.Compare{}, `"NaN"`, `"NaN"`, true},
		{"any value", conform.Compare{}, `{"a":{"$any":true}}`, `{"a":[1]}`, true},
		{"any value must be there", conform.Compare{}, `{"a":{"$any":true}}`, `{}`, false},
		{"more members", conform.Compare{}, `{"$more":true,"a":1}`, `{"a":1,"b":2}`, true},
		{"more members, one is wrong", conform.Compare{}, `{"$more":true,"a":1}`, `{"a":2,"b":2}`, false},
		{"double stays double", conform.Compare{}, `{"type":"double","value":1.17549435e-38}`, `{"type":"double","value":1.1754944e-38}`, false},
		{"float stays float", conform.Compare{}, `{"type":"float","value":1.17549435e-38}`, `{"type":"float","value":1.1754944e-38}`, true},
		{"single everywhere", single, `[0.1]`, `[0.100000001]`, true},
		{"multiset", entries, `{"entries":[{"a":1},{"a":2},{"a":2}]}`, `{"entries":[{"a":2},{"a":1},{"a":2}]}`, true},
		{"multiset with another count", entries, `{"entries":[1,2,2]}`, `{"entries":[1,1,2]}`, false},
		{"another list stays ordered", entries, `{"rows":[1,2]}`, `{"rows":[2,1]}`, false},
		{"more than one value", conform.Compare{}, `1`, `1 2`, false},
	} {
		if err := c.compare.JSON([]byte(c.want), []byte(c.got)); (err == nil) != c.same {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func check(t *testing.T, line string) conform.Check {
	t.Helper()
	v := conform.Vector{ID: "x", Format: "f", Record: "r", Ops: []string{"decode"}}
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

func TestKnownDifferencesMayOnlyShrink(t *testing.T) {
	known, err := conform.ParseKnown([]byte(`[{"id":"x/decode","why":"because"}]`))
	if err != nil {
		t.Fatal(err)
	}
	c := check(t, "fields")
	if err := known.Judge(&c, []byte(`{"id":"x/decode","fields":{"a":2}}`)); err != nil {
		t.Errorf("a known difference failed: %v", err)
	}
	if err := known.Judge(&c, []byte(`{"id":"x/decode","fields":{"a":1}}`)); !errors.Is(err, conform.ErrPasses) {
		t.Errorf("a known difference that passes: %v", err)
	}
	for _, bad := range []string{`{}`, `[{"id":"x"}]`, `[{"why":"because"}]`, ``} {
		if _, err := conform.ParseKnown([]byte(bad)); err == nil {
			t.Errorf("%s was read as known differences", bad)
		}
	}
}

func TestWhatIsNoVectorIsRefused(t *testing.T) {
	for _, bad := range []string{``, `[]`, `{"id":"a","format":"f","record":"r"}`, `{"id":"a","ops":["decode"]}`} {
		if _, err := conform.Parse([]byte(bad)); err == nil {
			t.Errorf("%s was read as a vector", bad)
		}
	}
}
