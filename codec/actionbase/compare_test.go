package actionbase

import (
	"slices"
	"strings"
	"testing"
)

const comparedTable = `{"table":"t.e","type":"EDGE","direction":"OUT","source":"long","target":"string",
 "properties":[{"name":"a","type":"long","nullable":true},{"name":"b","type":"string"}],
 "indexes":[{"index":"i","fields":[{"name":"a","order":"DESC"}]}],
 "groups":[{"group":"g","type":"SUM","valueField":"a","direction":"IN","fields":[{"name":"a","bucket":{"unit":"SECOND","timezone":"UTC","format":"yyyy"}}]}],
 "caches":[{"cache":"c","fields":[{"name":"b"}]}]}`

func TestSchemasAreCompared(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"a"`, `"a"`, ""},
		{`"type":"EDGE"`, `"type":"MULTI_EDGE"`, "t.e type: EDGE -> MULTI_EDGE breaks edge-state,edge-index,edge-count,edge-group,edge-cache"},
		{`"source":"long"`, `"source":"int"`, "t.e source: long -> int breaks edge-state,edge-index,edge-count,edge-group,edge-cache"},
		{`"direction":"OUT"`, `"direction":"BOTH"`, "t.e direction: OUT -> BOTH migrate edge-index,edge-count,edge-cache"},
		{`"direction":"OUT"`, `"direction":"IN"`, "t.e direction: OUT -> IN migrate edge-index,edge-count,edge-cache"},
		{`{"name":"a","type":"long","nullable":true}`, `{"name":"a","type":"int","nullable":true}`,
			"t.e property a: long, nullable -> int, nullable migrate edge-state,edge-index,edge-group,edge-cache"},
		{`{"name":"a","type":"long","nullable":true}`, `{"name":"a","type":"long"}`, "t.e property a: long, nullable -> long migrate edge-state"},
		{`{"name":"b","type":"string"}`, `{"name":"b","type":"string","nullable":true}`, "t.e property b: string -> string, nullable compatible "},
		{`,{"name":"b","type":"string"}`, ``, "t.e property b: string ->  migrate edge-index,edge-cache"},
		{`{"name":"b","type":"string"}`, `{"name":"b","type":"string"},{"name":"n","type":"double","nullable":true}`,
			"t.e property n:  -> double, nullable compatible "},
		{`{"name":"b","type":"string"}`, `{"name":"b","type":"string"},{"name":"n","type":"double"}`, "t.e property n:  -> double migrate edge-state"},
		{`"order":"DESC"`, `"order":"ASC"`, "t.e index i: a DESC -> a ASC migrate edge-index"},
		{`[{"name":"a","order":"DESC"}]`, `[{"name":"b"},{"name":"a","order":"DESC"}]`, "t.e index i: a DESC -> b ASC, a DESC migrate edge-index"},
		{`"index":"i"`, `"index":"j"`, "t.e index i: a DESC ->  compatible ; t.e index j:  -> a DESC migrate edge-index"},
		{`"yyyy"`, `"yyyyMM"`, "t.e group g: sum of a by a as yyyy of the second in UTC, IN -> sum of a by a as yyyyMM of the second in UTC, IN migrate edge-group"},
		{`"direction":"IN"`, `"direction":"BOTH"`,
			"t.e group g: sum of a by a as yyyy of the second in UTC, IN -> sum of a by a as yyyy of the second in UTC, BOTH migrate edge-group"},
		{`"groups":[`, `"groups":[{"group":"__count__","fields":[]},{"group":"h","fields":[]},`, "t.e group h:  -> count, BOTH migrate edge-group"},
		{`"fields":[{"name":"b"}]`, `"fields":[]`, "t.e cache c: b ASC -> no fields migrate edge-cache"},
		{`"table":"t.e"`, `"table":"t.f"`, "t.e: table ->  breaks ; t.f:  -> table compatible "},
	} {
		changed := strings.Replace(comparedTable, c.old, c.new, 1)
		if !strings.Contains(comparedTable, c.old) {
			t.Fatalf("no %s", c.old)
		}
		list, err := compareSchemas(schemaFrom(t, `{"tables":[`+comparedTable+`]}`), schemaFrom(t, `{"tables":[`+changed+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range list {
			got = append(got, d.Path+": "+d.From+" -> "+d.To+" "+d.Effect.String()+" "+strings.Join(d.Rebuild, ","))
			if d.Why == "" {
				t.Errorf("%s: no reason", d.Path)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s to %s\ngot  %s\nwant %s", c.old, c.new, strings.Join(got, "; "), c.want)
		}
	}
	if _, err := compareSchemas(nil, schemaFrom(t, `["a"]`)); err == nil {
		t.Error("no schema is compared")
	}
}

// What is reported as having to be rebuilt is exactly what differs: the other kinds of rows that an edge has are
// the same in both schemas.
func TestOnlyRowsOfTheKindsNamedDiffer(t *testing.T) {
	from := schemaFrom(t, `{"tables":[`+comparedTable+`]}`)
	x := object{stated: true}
	x.Key.Table, x.Key.Source, x.Key.Target = from.Tables[0].Code, long(1), str("x")
	x.State = active(5, NamedValue{"a", long(7)}, NamedValue{"b", str("y")})
	had, err := x.derive(&from.Tables[0], Options{Zones: testZones{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"direction":"OUT"`, `"direction":"BOTH"`}, {`"direction":"OUT"`, `"direction":"IN"`}, {`"order":"DESC"`, `"order":"ASC"`}, {`"yyyy"`, `"MM"`},
		{`"direction":"IN"`, `"direction":"OUT"`}, {`"fields":[{"name":"b"}]`, `"fields":[]`}, {`"SUM"`, `"COUNT"`},
	} {
		to := schemaFrom(t, `{"tables":[`+strings.Replace(comparedTable, change[0], change[1], 1)+`]}`)
		list, err := compareSchemas(from, to)
		if err != nil {
			t.Fatal(err)
		}
		has, err := x.derive(&to.Tables[0], Options{Zones: testZones{}})
		if err != nil {
			t.Fatal(err)
		}
		var rebuild []string
		for _, d := range list {
			rebuild = append(rebuild, d.Rebuild...)
		}
		for i := range lists {
			if named := slices.Contains(rebuild, recordNames[-lists[i].kind]); named == sameOps(had[i], has[i]) {
				t.Errorf("%s to %s: rows of %s differ: %v, said: %v", change[0], change[1], lists[i].member, !named, named)
			}
		}
	}
}
