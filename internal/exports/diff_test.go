package exports

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestDifferencesOfRowsAreThoseOfTheCommand(t *testing.T) {
	var e Error
	handle := SchemaOpen("actionbase", goldenFile(t, "actionbase/actionbase-hbase-shell.schema.json"), &e)
	changed := 0
	for line := range bytes.Lines(goldenFile(t, "differences/actionbase.jsonl")) {
		var d struct {
			Change, Timestamp string
			Parts             map[string]string
			Was               struct{ Parts map[string]string }
		}
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		now := map[string]any{"parts": d.Parts, "timestamp": d.Timestamp}
		request := map[string]any{"schema": handle}
		switch d.Change {
		case "changed":
			parts := map[string]string{}
			for _, from := range []map[string]string{d.Parts, d.Was.Parts} {
				for name, text := range from {
					parts[name] = text
				}
			}
			request["old"], request["new"] = map[string]any{"parts": parts, "timestamp": d.Timestamp}, now
		case "added":
			request["new"] = now
		case "removed":
			request["old"] = now
		default:
			continue // the totals
		}
		changed++
		if got := differs(t, request); got != string(line) && !sameJSON(t, got, string(line)) {
			t.Errorf("%s\nwant\n%s", got, line)
		}
		if got := differs(t, map[string]any{"old": now, "new": now}); got != "" {
			t.Errorf("the same row: %s", got)
		}
	}
	if changed < 5 || SchemaClose(handle) != 0 {
		t.Errorf("%d differences", changed)
	}
}

// sameJSON compares two lines in which parts may be in different orders, since Go maps are unordered.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var list [2]any
	for i, text := range []string{a, b} {
		if err := json.Unmarshal([]byte(text), &list[i]); err != nil {
			t.Fatal(err, text)
		}
	}
	x, _ := json.Marshal(list[0])
	y, _ := json.Marshal(list[1])
	return bytes.Equal(x, y)
}

func differs(t *testing.T, request map[string]any) string {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var e Error
	n := DiffRows(text, nil, &e)
	if n < 0 {
		t.Fatalf("%s: %d %+v", text, n, e)
	}
	out := make([]byte, n)
	if again := DiffRows(text, out, &e); again != n {
		t.Fatalf("%d bytes, then %d", n, again)
	}
	return string(out)
}

func TestRowsThatAreNoneAreRefused(t *testing.T) {
	for text, want := range map[string]Code{
		`{"old":7}`: Refused, `{"old":{}}`: Refused, `{"new":{"parts":{"row":"xyz"}}}`: Refused, `{"new":{"parts":[]}}`: Refused,
		`{"format":"nothing"}`: UnknownFormat, `{"schema":99}`: BadHandle, `{"old":`: NotJSON, `{"zones":7,"old":null}`: Refused,
		`{"visable":true}`: Refused,
	} {
		var e Error
		if n := DiffRows([]byte(text), nil, &e); n != int64(want) || e.Message == "" {
			t.Errorf("%s: %d %+v, want %d", text, n, e, want)
		}
	}
	if n := DiffRows([]byte(`{}`), nil, new(Error)); n != 0 {
		t.Errorf("no rows: %d", n)
	}
}
