package value

import (
	"strconv"
	"strings"
	"testing"
)

func TestAMemberThatRepeatsANameIsFound(t *testing.T) {
	var many strings.Builder
	for i := range 100 {
		many.WriteString(`"m` + strconv.Itoa(i) + `":0,`)
	}
	for _, c := range []struct {
		text string
		want Repeated
	}{
		{`{"a":1,"b":2,"a":3}`, Repeated{"a", 1, 3}},
		{`{"a":{"x":[{"k":1},{"k":1,"k":1}]}}`, Repeated{"a.x.1.k", 1, 2}},
		{`[{"a":1},{"a":1}]`, Repeated{}},
		{`{"a":{"a":1},"":[],"A":{}}`, Repeated{}},
		{`{"\u0061":1,"a":1}`, Repeated{"a", 1, 2}},
		{`{` + many.String() + `"last":1}`, Repeated{}},
		{`{` + many.String() + `"m7":1}`, Repeated{"m7", 8, 101}},
	} {
		v, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, found := v.Repeated(); got != c.want || found != (c.want != Repeated{}) {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
}
