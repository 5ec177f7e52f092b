package exports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A handle stands for its schema in a request, whether the schema has a name or not.
func TestAHandleIsTheSchemaOfARequest(t *testing.T) {
	const row = "d1a380f12c80000000000000642bdafe659d297d346974656d00"
	decode := `{"op":"decode","format":"actionbase","record":"edge-state","schema":HANDLE,"bytes":{"row":"` + row + `"}}`
	inspect := `{"text":"` + row + `","schema":HANDLE}`
	out := make([]byte, 1<<16)
	for _, schema := range []string{`{"names":["demo.follow"]}`, `{"name":"s","names":["demo.follow"]}`} {
		n := SchemaOpen("actionbase", []byte(schema), new(Error))
		if n <= 0 {
			t.Fatal(n)
		}
		for _, handle := range []string{strconv.FormatInt(n, 10), "[" + strconv.FormatInt(n, 10) + "]"} {
			size := Answer([]byte(strings.Replace(decode, "HANDLE", handle, 1)), out, new(Error))
			if got := string(out[:size]); !strings.Contains(got, `"table":"demo.follow"`) {
				t.Errorf("decode with %s: %s", schema, got)
			}
			size = Inspect([]byte(strings.Replace(inspect, "HANDLE", handle, 1)), out, new(Error))
			if got := string(out[:size]); !strings.Contains(got, `"table":"demo.follow"`) {
				t.Errorf("inspect with %s: %.300s", schema, got)
			}
		}
		SchemaClose(n)
	}
	size := Answer([]byte(strings.Replace(decode, `"schema":HANDLE,`, "", 1)), out, new(Error))
	if got := string(out[:size]); strings.Contains(got, "demo.follow") {
		t.Errorf("a call knows the schema of the one before: %s", got)
	}
}

// What a handle was given is given to requests, too: the packages encode whole records by request, and their parts by Encode.
func TestAHandleBringsWhatIsGivenToARequest(t *testing.T) {
	for _, format := range []string{"hbase-orderedbytes", "layout", "maryk-core", "maryk-hbase", "maryk-rocksdb"} {
		defined, tried := int64(0), 0
		for i, v := range vectorsOf(t, format) {
			if slices.Contains(v.Ops, "define") {
				defined = openOrFail(t, format, map[string]any{"op": "define", "given": v.Given, "bytes": v.Bytes, "uses": usesOf(defined)})
				continue
			}
			if !slices.Contains(v.Ops, "encode") || len(v.Given) == 0 || bytes.Contains(v.Given, []byte(`lenient`)) {
				continue
			}
			if i%5 != 0 && format != "hbase-orderedbytes" {
				continue
			}
			handle := openOrFail(t, format, map[string]any{"given": v.Given, "uses": usesOf(defined)})
			var answers [3]string
			for k, request := range []map[string]any{
				{"given": v.Given, "schema": usesOf(defined)},
				{"schema": handle},
				{"given": map[string]any{}, "schema": []int64{handle}},
			} {
				maps.Copy(request, map[string]any{"op": "encode", "format": format, "record": v.Record, "fields": v.Fields})
				answers[k] = answerTo(t, request)
			}
			tried++
			if answers[1] != answers[0] || answers[2] != answers[0] {
				t.Errorf("%s: %s and %s, want %s", v.ID, answers[1], answers[2], answers[0])
			}
			SchemaClose(handle)
		}
		if tried < 50 {
			t.Errorf("%s: only %d vectors", format, tried)
		}
	}
}

// What a request is given comes before what its handle was, and options of calls are not among it.
func TestARequestIsGivenMoreThanItsHandle(t *testing.T) {
	handle := openOrFail(t, "hbase-orderedbytes", map[string]any{"given": map[string]any{"complement": true, "lenient": true}})
	defer SchemaClose(handle)
	request := map[string]any{"op": "encode", "format": "hbase-orderedbytes", "record": "varuint64", "fields": map[string]any{"value": 0}, "schema": handle}
	for want, given := range map[string]any{"ff": nil, "00": map[string]any{"complement": false}} {
		request["given"] = given
		if got := answerTo(t, request); got != `{"id":null,"bytes":{"value":"`+want+`"}}` {
			t.Errorf("given %v: %s", given, got)
		}
	}
	for _, twice := range []string{"schema", "given"} {
		line := fmt.Sprintf(`{"op":"encode","format":"hbase-orderedbytes","record":"varuint64","fields":{"value":0},"schema":%d,"given":{},%q:{}}`, handle, twice)
		n := Answer([]byte(line), room, new(Error))
		if got := string(room[:max(n, 0)]); !strings.Contains(got, `"field":"`+twice+`"`) {
			t.Errorf("%s twice: %s", twice, got)
		}
	}
	request["given"] = []any{1}
	if got := answerTo(t, request); !strings.Contains(got, `"value":"ff"`) {
		t.Errorf("given a list: %s", got)
	}
	lenient := map[string]any{"op": "decode", "format": "hbase-orderedbytes", "record": "varuint64", "bytes": map[string]any{"value": "ff00"}, "schema": handle}
	if got := answerTo(t, lenient); !strings.Contains(got, `"code":"trailing"`) {
		t.Errorf("lenient although only the handle is: %s", got)
	}
}

func answerTo(t *testing.T, request any) string {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 1<<20)
	var e Error
	n := Answer(line, out, &e)
	if n < 0 {
		t.Fatalf("%+v", e)
	}
	return string(out[:n])
}
