package actionbase

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestJavaHashIsOverCodeUnits(t *testing.T) {
	for s, want := range map[string]uint32{"": 0, "a": 97, "hello": 99162322, "polygenelubricants": 1 << 31} {
		if got := javaHash(s); got != want {
			t.Errorf("javaHash(%q) = %d, want %d", s, got, want)
		}
	}
	for _, s := range []string{"héllo", "日本", "a😀b"} {
		var want uint32
		for _, u := range utf16.Encode([]rune(s)) {
			want = want*31 + uint32(u)
		}
		if got := javaHash(s); got != want {
			t.Errorf("javaHash(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestHashOrderGrowsWithTheNumberOfNames(t *testing.T) {
	// One-letter names hash to their code units: the slot is the code unit modulo
	// the size of the table.
	named := func(names string) (list []NamedValue) {
		for _, r := range names {
			list = append(list, NamedValue{Name: string(r)})
		}
		return list
	}
	for _, c := range []struct{ name, put, want string }{
		{"slots ascend", "cab", "abc"},
		{"16 slots: p is 0x70", "ap", "pa"},
		{"in one slot as put in", "qaQ", "qaQ"},
		{"12 names fit 16 slots", "abcdefghijkp", "pabcdefghijk"},
		{"13 names need 32", "abcdefghijklp", "abcdefghijklp"},
		{"with 32 slots A follows a if put later", "aAbcdefghijkp", "aAbcdefghijkp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			props := named(c.put)
			got := ""
			for _, i := range hashOrder(props) {
				got += props[i].Name
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestBulkLoadedEdgesVerifyWithWhatTheirCountsBecome(t *testing.T) {
	schema := schemaFrom(t, `{"tables":[{"table":"s.l","direction":"BOTH","indexes":[{"index":"i","fields":[{"name":"version","order":"DESC"},{"name":"target"}]}]},
		{"table":"s.m","type":"MULTI_EDGE","indexes":[{"index":"i","fields":[{"name":"version","order":"DESC"},{"name":"source"}]}]}]}`)
	both := []Direction{Out, In}
	for _, c := range []struct {
		label Label
		props []NamedValue
	}{
		{Label{"s.l", IndexedLabel, both, []Index{{"i", []IndexField{{"ts", ^schema.Tables[0].Indexes[0].Fields[1].Order}, {"tgt", 0}}}}}, nil},
		{Label{"s.m", MultiLabel, both, []Index{{"i",
			[]IndexField{{"ts", ^schema.Tables[0].Indexes[0].Fields[1].Order}, {"src", 0}}}}}, []NamedValue{{"_id", str("id")}}},
	} {
		loaded, err := c.label.BulkLoad(&BulkEdge{true, 5, long(1), str("x"), c.props}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := rows{}
		for _, row := range loaded {
			op := Op{Kind: Put, Row: row.Key, Qualifier: narrowQualifier, Value: row.Value}
			if len(row.Key) == 0 {
				op = Op{Kind: Increment, Row: row.Value, Qualifier: narrowQualifier, Delta: 1}
			}
			all.apply(t, &Mutation{Ops: []Op{op}})
		}
		found := verify(t, schema, all.entries())
		if len(found) != 1 || found[0].Code != OtherGeneration {
			for _, f := range found {
				t.Error(asJSON(f))
			}
		}
	}
}

func TestBulkLoadRefuses(t *testing.T) {
	multi := Label{Name: "s.m", Kind: MultiLabel, Directions: []Direction{Out}}
	plain := Label{Name: "s.l", Kind: HashLabel, Directions: []Direction{Out}}
	for _, c := range []struct {
		name  string
		label *Label
		edge  BulkEdge
		want  string
	}{
		{"no id", &multi, BulkEdge{Source: long(1), Target: long(2)}, "properties: a multi-edge needs the property _id"},
		{"null id", &multi, BulkEdge{Source: long(1), Target: long(2), Properties: []NamedValue{{"_id", Value{}}}},
			"target: a row key needs a target that is not null"},
		{"an end twice", &multi, BulkEdge{Source: long(1), Target: long(2),
			Properties: []NamedValue{{"_id", long(1)}, {"_source", long(1)}}}, "_source belongs to"},
		{"null source", &plain, BulkEdge{Target: long(2)}, "source: a row key needs a source"},
		{"a property twice", &plain, BulkEdge{Source: long(1), Target: long(2),
			Properties: []NamedValue{{"a", long(1)}, {"a", long(1)}}}, "is there twice"},
		{"too large a cell", &plain, BulkEdge{Source: long(1), Target: long(2),
			Properties: []NamedValue{{"a", str(strings.Repeat("x", limit))}}}, "Actionbase cannot write more than 5120"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, err := c.label.BulkLoad(&c.edge, Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, %v, want an error with %q", rows, err, c.want)
			}
		})
	}
}

func TestInactiveBulkEdgeHasOnlyItsState(t *testing.T) {
	l := Label{Name: "s.l", Kind: IndexedLabel, Directions: []Direction{Out, In}, Indexes: []Index{{Name: "i"}}}
	got, err := l.BulkLoad(&BulkEdge{Version: 7, Source: long(1), Target: long(2)}, Options{})
	if err != nil || len(got) != 1 {
		t.Fatalf("got %v, %v, want one row", got, err)
	}
	var s EdgeStateValue
	if err := DecodeEdgeStateValue(got[0].Value, &s); err != nil || s.DeletedAt != (Instant{true, 7}) || s.CreatedAt.Set || s.Active {
		t.Errorf("got %s, %v", s.brief(nil), err)
	}
	if !slices.Equal(got[0].Key[4:6], []byte{hdrLong, 0x80}) {
		t.Errorf("the key is %x", got[0].Key)
	}
}
