package accumulograph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
)

func TestSchemasAreCompared(t *testing.T) {
	const base = `{"graph":"g","indexes":[{"key":"name","element":"vertex"},{"name":"people","element":"vertex"}]}`
	for _, c := range []struct{ from, to, want string }{
		{base, base, ""},
		{base, `{"graph":"h","indexes":[{"key":"name","element":"vertex"},{"name":"people","element":"vertex"}]}`, "graph breaks []"},
		{base, `{"indexes":[{"name":"people","element":"vertex"}]}`, `vertex key "name" migrate [entry]`},
		{`{"indexes":[]}`, `{"indexes":[{"key":"w","element":"edge"}]}`, `edge key "w" migrate [entry]`},
		{base, `{"graph":"g","indexes":[{"key":"name","element":"edge"},{"name":"people","element":"vertex"}]}`,
			`vertex key "name" migrate [entry]; edge key "name" migrate [entry]`},
		{base, `{"graph":"g","indexes":[{"key":"name","element":"vertex"}]}`, `index "people" breaks []`},
		{base, `{"graph":"g","indexes":[{"key":"name","element":"vertex"},{"name":"people","element":"edge"}]}`, `index "people" breaks []`},
		{`{"indexes":[]}`, `{"indexes":[{"name":"x","element":"edge"}]}`, `index "x" compatible []`},
		{base, strings.TrimSuffix(base, "}") + `,"autoIndex":true}`, "autoIndex migrate [entry]"},
		{`{"indexes":[],"autoIndex":true}`, `{"indexes":[{"key":"w","element":"edge"}]}`, `autoIndex migrate [entry]; edge key "w" compatible []`},
		{`{"indexes":[{"key":"w","element":"edge"}]}`, `{"indexes":[],"autoIndex":true}`, `autoIndex migrate [entry]; edge key "w" compatible []`},
	} {
		from, err := accumulograph.ParseSchema(parsed(t, []byte(c.from)))
		if err != nil {
			t.Fatal(err)
		}
		to, err := accumulograph.ParseSchema(parsed(t, []byte(c.to)))
		if err != nil {
			t.Fatal(err)
		}
		list, err := accumulograph.Format.Compare(from, to)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range list {
			got = append(got, fmt.Sprintf("%s %s %s", d.Path, d.Effect, d.Rebuild))
			if d.Why == "" || d.From == "" && d.To == "" || d.From == d.To {
				t.Errorf("%s: %+v", c.to, d)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", c.from, c.to, strings.Join(got, "; "), c.want)
		}
	}
	if _, err := accumulograph.Format.Compare(nil, nil); err == nil {
		t.Error("nothing is compared with nothing")
	}
}

func TestSchemasAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"tables":[]}`:                    `expected {"graph": name, "indexes":`,
		`{"graph":"a-b"}`:                  "graph: expected the name of a graph",
		`{"graph":"g","tables":[]}`:        "tables: there is no such field",
		`{"indexes":{}}`:                   "indexes: expected a list",
		`{"indexes":[{"key":"a"}]}`:        "indexes.element: expected vertex or edge",
		`{"indexes":[{"element":"edge"}]}`: "either the key",
		`{"indexes":[{"key":"a","element":"edge"},{"key":"a","element":"edge"}]}`: "is there twice",
		`{"graph":"g","autoIndex":1}`: "autoIndex: expected true or false",
	} {
		if s, err := accumulograph.ParseSchema(parsed(t, []byte(text))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", text, s, err, want)
		}
	}
}
