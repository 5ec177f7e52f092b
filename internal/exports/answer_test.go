package exports

import (
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
