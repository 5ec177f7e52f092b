package session_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

func resolved(t *testing.T, schema any) map[string]any {
	t.Helper()
	line, err := json.Marshal(map[string]any{"id": 1, "op": "schema", "schema": schema})
	if err != nil {
		t.Fatal(err)
	}
	return ask(t, new(session.Session), string(line))
}

func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../golden/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSchemaIsFoundInWhatHoldsOne(t *testing.T) {
	models := file(t, "maryk-rocksdb/latest.models.json")
	var parsed map[string]any
	if err := json.Unmarshal([]byte(models), &parsed); err != nil {
		t.Fatal(err)
	}
	if inner, ok := parsed["models"].(map[string]any); ok {
		parsed = inner
	}
	one := parsed["1"].(map[string]any)
	for _, c := range []struct {
		name   string
		given  any
		member string
		format string
	}{
		{"as it is", map[string]any{"tables": []any{}}, "tables", "actionbase"},
		{"a list of names", map[string]any{"text": `["a","b"]`}, "names", "actionbase"},
		{"tables as text", map[string]any{"text": file(t, "actionbase/actionbase-hbase-shell.schema.json")}, "tables", "actionbase"},
		{"models as text", map[string]any{"text": models}, "models", "maryk-rocksdb"},
		{"models alone", parsed, "models", "maryk-rocksdb"},
		{"a stored model", map[string]any{"stored": []any{one["model"], one["dependents"]}}, "models", "maryk-rocksdb"},
		{"a stored model as hex", map[string]any{"text": one["model"].(string) + "\n" + one["dependents"].(string)}, "models", "maryk-rocksdb"},
		{"a dump", map[string]any{"text": file(t, "maryk-rocksdb/latest.rows.jsonl")}, "models", "maryk-rocksdb"},
		{"the text file of a database", map[string]any{"text": file(t, "maryk-rocksdb/MARYK_META.yml")}, "meta", "maryk-rocksdb"},
	} {
		got := resolved(t, c.given)
		schema, _ := got["schema"].(map[string]any)
		if schema[c.member] == nil {
			t.Errorf("%s: no member %s: %v %v", c.name, c.member, got["error"], schema)
			continue
		}
		formats, _ := json.Marshal(got["formats"])
		if !strings.Contains(string(formats), `"`+c.format+`"`) {
			t.Errorf("%s: taken by %s", c.name, formats)
		}
	}
}

func TestWhatHoldsNoSchemaIsRefused(t *testing.T) {
	for _, given := range []any{
		map[string]any{"text": "no schema"}, map[string]any{"text": ""}, map[string]any{"text": `{"other":1}`},
		map[string]any{"stored": "0"}, map[string]any{"stored": "ff"}, map[string]any{"stored": []any{}},
	} {
		if got := resolved(t, given); got["error"] == nil {
			t.Errorf("%v: %v", given, got)
		}
	}
}

func TestModelsOfADumpNameItsRows(t *testing.T) {
	dump := file(t, "maryk-rocksdb/latest.rows.jsonl")
	names := 0
	for line := range strings.Lines(dump) {
		text, _ := json.Marshal(line)
		all, _ := json.Marshal(dump)
		plain := string(new(session.Session).Inspect(nil, []byte(`{"format":"maryk-rocksdb","text":`+string(text)+`}`)))
		named := string(new(session.Session).Inspect(nil,
			[]byte(`{"format":"maryk-rocksdb","text":`+string(text)+`,"schema":{"text":`+string(all)+`}}`)))
		if named != plain {
			names++
		}
		if names == 3 {
			return
		}
	}
	t.Errorf("the models of the dump type %d of its rows", names)
}

func TestPrintedTextNamesSeveralParts(t *testing.T) {
	for as, want := range map[string]string{"go": "var key = []byte(\"a\")\nvar value = []byte(\"\\xff\")",
		"base64": `{"key":"YQ==","value":"/w=="}`, "hex": "key = 61\nvalue = ff"} {
		if got := ask(t, new(session.Session), `{"id":1,"op":"print","as":"`+as+`","bytes":{"key":"61","value":"ff"}}`); got["text"] != want {
			t.Errorf("%s: %v", as, got)
		}
	}
	for place, want := range map[string]string{
		`"as":"ldb","source":{"cf":"0301"}`: `ldb --db=DIR --ignore_unknown_options --column_family=$'\x03\x01' --hex put 0x61 0xFF` + "\n",
		`"as":"mdb"`:                        "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n 61\n ff\nDATA=END\n",
	} {
		if got := ask(t, new(session.Session), `{"id":1,"op":"print",`+place+`,"parts":{"key":"61","value":"ff"}}`); got["text"] != want {
			t.Errorf("%s: %v", place, got)
		}
	}
	const family = `{"id":1,"op":"print","as":"ldb","parts":{"cf":"0301","key":"61","value":"ff"}}`
	if got, _ := ask(t, new(session.Session), family)["text"].(string); !strings.Contains(got, `--column_family=$'\x03\x01' --hex put 0x61 0xFF`) {
		t.Errorf("the column family is a part: %s", got)
	}
	for _, bad := range []string{`"as":"x","bytes":{"key":"61"}`, `"as":"hex"`, `"as":"hex","bytes":{"key":"6"}`} {
		if got := ask(t, new(session.Session), `{"id":1,"op":"print",`+bad+`}`); got["error"] == nil {
			t.Errorf("%s: %v", bad, got)
		}
	}
}
