package actionbase_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func parseSchema(t *testing.T, text string) (*actionbase.Schema, error) {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := actionbase.ParseSchema(v)
	if err != nil {
		return nil, err
	}
	return s.(*actionbase.Schema), nil
}

func TestASchemaThatIsWrongSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		`{"names":1}`:    "names: expected a list of names, found a number",
		`[1]`:            "names[0]: expected text, found a number",
		`{"tables":{}}`:  "tables: expected a list, found an object",
		`{"tables":[1]}`: "tables[0]: expected a table as an object",
		`{"tables":[{"table":"t","tableCode":1}]}`:                                                            "tables[0].tableCode: 1 is not the code of t",
		`{"tables":[{"tableCode":4294967296}]}`:                                                               "tableCode: expected a whole number of 32 bits",
		`{"tables":[{"tableCode":"x"}]}`:                                                                      "tableCode: expected a whole number of 32 bits, found x",
		`{"tables":[{"table":"t","type":"TREE"}]}`:                                                            `type: expected "EDGE"`,
		`{"tables":[{"table":"t","direction":"UP"}]}`:                                                         `direction: expected "BOTH"`,
		`{"tables":[{"table":"t","properties":1}]}`:                                                           "properties: expected a list",
		`{"tables":[{"table":"t","properties":[{}]}]}`:                                                        "properties[0].name: expected a name",
		`{"tables":[{"table":"t","indexes":[{}]}]}`:                                                           "indexes[0].index: expected a name",
		`{"tables":[{"table":"t","caches":[{}]}]}`:                                                            "caches[0].cache: expected a name",
		`{"tables":[{"table":"t","groups":[{}]}]}`:                                                            "groups[0].group: expected a name",
		`{"tables":[{"table":"t","groups":[{"group":"g","type":"MAX"}]}]}`:                                    `type: expected "COUNT" or "SUM"`,
		`{"tables":[{"table":"t","groups":[{"group":"g","type":"SUM"}]}]}`:                                    "valueField: expected a name",
		`{"tables":[{"table":"t","groups":[{"group":"g","direction":"X"}]}]}`:                                 "direction",
		`{"tables":[{"table":"t","groups":[{"group":"g","fields":[{}]}]}]}`:                                   "fields[0].name: expected a name",
		`{"tables":[{"table":"t","groups":[{"group":"g","fields":[{"name":"f","bucket":{"format":"Q"}}]}]}]}`: "fields[0]",
		`{"tables":[{"table":"t","indexes":[{"index":"i","fields":[{"name":"f","order":"UP"}]}]}]}`:           `order: expected "ASC" or "DESC", found UP`,
		`{"tables":[{"table":"t","indexes":[{"index":"i","fields":[{"order":"ASC"}]}]}]}`:                     "name: expected a name",
		`{"tables":[{"table":"t","caches":[{"cache":"i","fields":1}]}]}`:                                      "fields: expected a list",
	} {
		if _, err := parseSchema(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestASchemaNamesCodes(t *testing.T) {
	s, err := parseSchema(t, `{"names":["extra"],"tables":[{"table":"a.b","type":"MULTI_EDGE","direction":"IN","properties":[{"name":"p"}],
		"indexes":[{"index":"i","fields":[{"name":"p","order":"DESC"}]}],"groups":[{"group":"g","fields":[{"name":"p"}]}],"caches":[{"cache":"c","fields":[{"name":"p"}]}]},
		{"tableCode":-5,"type":"VERTEX"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"extra", "a.b", "p", "i", "g", "c", "_source", "_target", "__InsertTs__", "__DeleteTs__"} {
		if got := s.Name(actionbase.Code(name)); got != name {
			t.Errorf("the code of %s is that of %q", name, got)
		}
	}
	if tb := s.Table(actionbase.Code("a.b")); tb == nil || !tb.Multi || len(tb.Directions) != 1 || tb.Directions[0] != actionbase.In {
		t.Errorf("the table is %+v", tb)
	}
	if tb := s.Table(-5); tb == nil || !tb.Vertex {
		t.Errorf("the table without a name is %+v", tb)
	}
	var none *actionbase.Schema
	if none.Name(1) != "" || none.Table(1) != nil {
		t.Error("no schema knows something")
	}
}

func TestNamesThatCollideAreFound(t *testing.T) {
	if pairs := actionbase.Collisions([]string{"a", "b", "a"}); len(pairs) != 0 {
		t.Errorf("%v collide", pairs)
	}
	seen := map[int32]string{}
	for i := 0; ; i++ {
		name := "n" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26%11) + value.OfInt(int64(i)).Raw()
		if other, ok := seen[actionbase.Code(name)]; ok {
			if pairs := actionbase.Collisions([]string{other, "z", name}); len(pairs) != 1 || pairs[0] != [2]string{other, name} {
				t.Errorf("%s and %s: %v", other, name, pairs)
			}
			return
		}
		seen[actionbase.Code(name)] = name
	}
}

func TestWordsOfTypesRowsAndDirections(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{actionbase.Null.String(), "null"}, {actionbase.Boolean.String(), "boolean"}, {actionbase.Kind(99).String(), "unknown"},
		{actionbase.EdgeLock.String(), "EDGE_LOCK"}, {actionbase.EdgeCache.String(), "EDGE_CACHE"},
		{actionbase.RowType(0).String(), "UNKNOWN"}, {actionbase.RowType(-7).String(), "UNKNOWN"},
		{actionbase.Out.String(), "OUT"}, {actionbase.In.String(), "IN"}, {actionbase.Direction(4).String(), "null"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestDerivationsRefuseWhatTheyCannotUse(t *testing.T) {
	for _, c := range []struct{ record, given, part, why string }{
		{"string-hash", `{}`, "", "expected the name to hash"},
		{"xxhash32", `{}`, "00", "a seed of 32 bits"},
		{"xxhash32", `{"seed":4294967296}`, "00", "a seed of 32 bits"},
		{"xxhash32", `{"seed":0}`, "", "expected bytes to hash"},
		{"order", `{"values":[]}`, "", `"ASC" or "DESC"`},
		{"order", `{"order":"ASC","values":1}`, "", "expected a list"},
		{"order", `{"order":"ASC","values":[{"type":"date"}]}`, "", `found "date"`},
		{"order", `{"order":"ASC","values":[{"directedSource":1}]}`, "", "values[0].table"},
		{"order", `{"order":"ASC","values":[{` + index + `,"indexValues":[{"order":"ASC","value":{"type":"string","value":"\u0000"}}]}]}`, "", "U+0000"},
		{"offset", `{}`, "", "the part row"},
		{"offset", `{}`, "00", "salt: expected 4 bytes"},
	} {
		given, err := value.Parse([]byte(c.given))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Given: given}
		if b, ok := value.DecodeHex(c.part); ok && c.part != "" {
			name := "input"
			if c.record == "offset" {
				name = "row"
			}
			in.Entry.Add(name, b)
		}
		var w value.Writer
		if err := actionbase.Format.Record(c.record).Derive(&in, &w); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s: got %v, want %s", c.record, c.given, err, c.why)
		}
	}
}
