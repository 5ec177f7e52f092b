package actionbase

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

const (
	someState = `{"tableCode":1,"source":{"type":"long","value":"1"},"target":{"type":"long","value":"2"},"active":true,"version":"1","createdAt":null,"deletedAt":null,"properties":[]}`
	someEdge  = `{"active":true,"version":"1","source":{"type":"long","value":"1"},"target":{"type":"long","value":"2"},"properties":[]}`
)

// bucketSchema is a table that groups by a bucket with this zone and pattern.
func bucketSchema(zone, pattern string) string {
	b, err := json.Marshal(map[string]any{"groups": []any{map[string]any{"group": "g", "fields": []any{map[string]any{
		"name": "p", "bucket": map[string]string{"unit": "SECOND", "timezone": zone, "format": pattern}}}}}})
	if err != nil {
		return "null"
	}
	return string(b)
}

var brokenInputs = []struct{ name, record, given, want string }{
	{"no members", "mutation", `{}`, "after: expected the fields of an edge state, found null"},
	{"a list", "mutation", `[]`, "after: expected the fields of an edge state, found null"},
	{"a state that is text", "mutation", `{"after":"x"}`, "after: expected the fields of an edge state, found a text"},
	{"no schema", "mutation", `{"after":` + someState + `}`, "schema: expected a table as an object, found null"},
	{"a schema by a name that was not defined", "mutation", `{"schema":"s","after":` + someState + `}`,
		"schema: has no table with the code 1"},
	{"a table of no known type", "mutation", `{"schema":{"type":"HYPER"},"after":` + someState + `}`,
		`schema.type: expected "EDGE", "MULTI_EDGE" or "VERTEX", found "HYPER"`},
	{"a direction of no name", "mutation", `{"schema":{"direction":"UP"},"after":` + someState + `}`,
		`schema.direction: expected "BOTH", "OUT" or "IN", found "UP"`},
	{"an index without a name", "mutation", `{"schema":{"indexes":[{}]},"after":` + someState + `}`,
		"schema.indexes[0].index: expected a name, found null"},
	{"indexes that are no list", "mutation", `{"schema":{"indexes":{}},"after":` + someState + `}`,
		"schema.indexes: expected a list, found an object"},
	{"a sum of no field", "mutation", `{"schema":{"groups":[{"group":"g","type":"SUM"}]},"after":` + someState + `}`,
		"schema.groups[0].valueField: expected a name, found null"},
	{"a bucket that is a number", "mutation",
		`{"schema":{"groups":[{"group":"g","fields":[{"name":"p","bucket":7}]}]},"after":` + someState + `}`,
		"schema.groups[0].fields[0].bucket: expected an object, found a number"},
	{"a bucket without a zone", "mutation", `{"schema":` + bucketSchema("", "yyyy") + `,"after":` + someState + `}`,
		"schema.groups[0].fields[0].bucket: timezone: expected a region name, UTC or an offset"},
	{"an unknown letter", "mutation", `{"schema":` + bucketSchema("UTC", "yyyyJJ") + `,"after":` + someState + `}`,
		"unknown pattern letter J"},
	{"an unknown zone", "mutation", `{"schema":` + bucketSchema("Mars/Olympus", "yyyy") + `,"after":` + someState + `}`,
		`groups[0].timezone: unknown zone "Mars/Olympus"`},
	{"a zone that is a path", "mutation", `{"schema":` + bucketSchema("../../etc/passwd",
		"yyyy") + `,"after":` + someState + `}`, "unknown zone"},
	{"a pattern of U+0000", "mutation", `{"schema":` + bucketSchema("UTC", "\x00") + `,"after":` + strings.Replace(someState,
		`[]`, `[{"name":"p","value":{"type":"int","value":1},"version":"1"}]`, 1) + `}`, "g: value: a string cannot hold U+0000"},
	{"a huge pattern", "mutation", `{"schema":` + bucketSchema("UTC",
		strings.Repeat("yyyy-", 20000)) + `,"after":` + strings.Replace(someState, `[]`,
		`[{"name":"p","value":{"type":"int","value":1},"version":"1"}]`, 1) + `}`,
		"qualifier: 100002 bytes; Actionbase cannot write more than 5120"},
	{"a version beyond 64 bits", "mutation",
		`{"schema":{},"after":` + strings.Replace(someState, `"version":"1"`, `"version":"9223372036854775808"`, 1) + `}`,
		"after.version: expected a whole number of 64 bits"},
	{"a property twice", "mutation", `{"schema":{},"after":` + strings.Replace(someState, `[]`,
		`[{"name":"p","value":{"type":"null"},"version":"1"},{"name":"p","value":{"type":"null"},"version":"1"}]`, 1) + `}`,
		"after.properties: the property with the code"},
	{"a decimal", "mutation", `{"schema":{},"after":` + strings.Replace(someState, `"long"`, `"decimal"`, 1) + `}`,
		`string or boolean), found "decimal"`},
	{"a before that is wrong", "mutation", `{"schema":{},"before":[],"after":` + someState + `}`,
		"before: expected the fields of an edge state, found a list"},
	{"a schema that is text", "state-transition", `{"schema":"x","events":[]}`, "schema: expected a list, found a text"},
	{"events that are text", "state-transition", `{"schema":[],"events":"x"}`, "events: expected a list, found a text"},
	{"an event of no type", "state-transition", `{"events":[{"version":"1"}]}`,
		"events[0].type: expected INSERT, UPDATE or DELETE, found null"},
	{"an event without version", "state-transition", `{"events":[{"type":"INSERT"}]}`,
		"events[0].version: expected a whole number of 64 bits, found null"},
	{"a property declared twice", "state-transition", `{"schema":[{"name":"p"},{"name":"p"}]}`,
		"schema: the properties p and p have the same code"},
	{"a property of no name", "state-transition", `{"schema":[{"name":7}]}`, "schema[0].name: expected a name, found a number"},
	{"a value that is bare", "state-transition",
		`{"events":[{"type":"INSERT","version":"1","properties":[{"name":"p","value":1}]}]}`,
		`events[0].properties[0].value: expected an object {"type","value"}, found a number`},
	{"a large state", "state-transition", `{"schema":[{"name":"p"}],"events":[{"type":"INSERT","version":"1","properties":[{"name":"p","value":{"type":"string","value":"` + strings.Repeat("x", limit) + `"}}]}]}`, "value: 51"},
	{"no label", "bulk-load", `{}`, "label: expected the metadata of a label as an object, found null"},
	{"a label of no type", "bulk-load", `{"label":{"name":"s.l"},"edge":` + someEdge + `}`,
		`label.type: expected "HASH", "INDEXED" or "MULTI_EDGE", found ""`},
	{"a label of no direction", "bulk-load", `{"label":{"name":"s.l","type":"HASH","dirType":"UP"},"edge":` + someEdge + `}`,
		"label.dirType: "},
	{"no edge", "bulk-load", `{"label":{"name":"s.l","type":"HASH"}}`, "edge: expected an edge as an object, found null"},
	{"an edge neither active nor not", "bulk-load", `{"label":{"name":"s.l","type":"HASH"},"edge":{}}`,
		"edge.active: expected true or false, found null"},
}

func TestBrokenInputIsRefusedInASentence(t *testing.T) {
	for _, c := range brokenInputs {
		t.Run(c.record+" "+c.name, func(t *testing.T) {
			if got, err := derive(t, c.record, []byte(c.given)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %.200s, %v\nwant an error with %q", got, err, c.want)
			}
		})
	}
}

func TestSmallRequestCannotAskForAHugeAnswer(t *testing.T) {
	var schema, events, indexes []string
	for i := range 1500 {
		n := strconv.Itoa(int(i))
		schema = append(schema, `{"name":"`+n+`","nullable":true}`)
		events = append(events, `{"type":"INSERT","version":"`+n+`"}`)
		indexes = append(indexes, `{"index":"`+n+`"}`)
	}
	big := strings.Replace(someState, `[]`, `[{"name":"p","value":{"type":"string","value":"`+strings.Repeat("x",
		5000)+`"},"version":"1"}]`, 1)
	for record, given := range map[string]string{
		"state-transition": `{"schema":[` + strings.Join(schema, ",") + `],"events":[` + strings.Join(events, ",") + `]}`,
		"mutation":         `{"schema":{"indexes":[` + strings.Join(indexes, ",") + `]},"after":` + big + `}`,
	} {
		if got, err := derive(t, record, []byte(given)); err == nil || !strings.Contains(err.Error(), "more than 16777216 bytes") ||
			len(got) > answerMax+1<<20 {
			t.Errorf("%s: %d bytes, %v", record, len(got), err)
		}
	}
}

func TestMutationOfADefinedSchema(t *testing.T) {
	given, err := value.Parse([]byte(`{"schema":"s","after":` + strings.Replace(someState, `"tableCode":1`, `"table":"t.out"`, 1) + `}`))
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	if err := deriveMutation(&format.Input{Given: given, Schema: schemaFrom(t, kitchenSink), Zones: testZones{}},
		&w); err != nil || !strings.Contains(string(w.Buf), `"edge-index"`) {
		t.Errorf("got %s, %v", w.Buf, err)
	}
}

// FuzzDerive checks that a derivation, whatever it is given, either refuses in a sentence or writes
// one JSON value, and that the decoders read every row that it derives.
func FuzzDerive(f *testing.F) {
	names := []string{"mutation", "state-transition", "bulk-load"}
	for i, v := range deriveVectors(f) {
		if i%8 == 0 {
			f.Add(uint8(slices.Index(names, v.Record)), []byte(v.Given))
		}
	}
	f.Add(uint8(0), []byte(`{"schema":`+bucketSchema("+1", "''yy'T'S")+`,"after":`+someState+`}`))
	f.Fuzz(func(t *testing.T, which uint8, given []byte) {
		v, err := value.Parse(given)
		if err != nil || len(given) > 1<<14 {
			return
		}
		record := names[int(which)%len(names)]
		var w value.Writer
		if err := derivations[record](&format.Input{Given: v, Zones: testZones{}}, &w); err != nil {
			if err.Error() == "" {
				t.Error("refused without a word")
			}
			return
		}
		var result struct {
			Ops []struct{ Record, Row, Qualifier, Value string }
		}
		if err := json.Unmarshal(w.Buf, &result); err != nil {
			t.Fatalf("%v in %s", err, w.Buf)
		}
		for _, op := range result.Ops {
			in := format.Input{}
			in.Entry.Add(store.Row, unhexed(t, op.Row))
			if op.Value != "" {
				in.Entry.Add(store.Qualifier, unhexed(t, op.Qualifier))
				in.Entry.Add(store.Value, unhexed(t, op.Value))
			}
			if err := decoders[slices.Index(recordNames[:], op.Record)](&in, nil, nil); err != nil {
				t.Errorf("%s: %v", op.Record, err)
			}
		}
	})
}

// FuzzVerify checks that every finding is one JSON object with a sentence, whatever cell is added
// to nothing or to a sound dump.
func FuzzVerify(f *testing.F) {
	schema := fixtureSchema(f)
	for _, e := range dump(f, "actionbase-hbase-shell-damaged.expected.jsonl") {
		row, _ := e.Part(store.Row)
		qualifier, _ := e.Part(store.Qualifier)
		content, _ := e.Part(store.Value)
		f.Add(row, qualifier, content, "1")
	}
	sound := dump(f, "actionbase-hbase-shell.expected.jsonl")
	f.Fuzz(func(t *testing.T, row, qualifier, content []byte, timestamp string) {
		e := store.Entry{Timestamp: timestamp}
		e.Add(store.Row, row)
		e.Add(store.Qualifier, qualifier)
		e.Add(store.Value, content)
		for _, list := range [][]store.Entry{{e}, append(slices.Clone(sound), e)} {
			for _, found := range verify(t, schema, list) {
				if found.Why == "" || !json.Valid([]byte(asJSON(found))) {
					t.Errorf("%s", asJSON(found))
				}
			}
		}
	})
}
