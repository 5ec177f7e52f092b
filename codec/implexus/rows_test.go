package implexus_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// fixtureRow is a row of a fixture, with what it must decode to.
type fixtureRow struct {
	Key, Value string
	ParsedKey  map[string]any `json:"parsed_key"`
	Decoded    map[string]any
	Error      string
	Offset     int
}

type answer struct {
	Fields map[string]any
	Code   string
	Offset int
}

// ask sends a request and parses the answer.
func ask(t *testing.T, s *session.Session, request string) (a answer) {
	t.Helper()
	if err := json.Unmarshal(s.Answer(nil, []byte(request)), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRowsOfTheFixturesDecode(t *testing.T) {
	var s session.Session
	for _, name := range []string{"good", "corrupt"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "golden", "implexus", name+".rows.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for line := range strings.Lines(string(text)) {
			var r fixtureRow
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			seen++
			checkRow(t, &s, &r)
		}
		if seen < 100 {
			t.Errorf("%s has %d rows", name, seen)
		}
	}
}

func checkRow(t *testing.T, s *session.Session, r *fixtureRow) {
	t.Helper()
	got := ask(t, s, `{"id":"1","op":"decode","format":"implexus","record":"row","bytes":{"key":"`+r.Key+`","value":"`+r.Value+`"}}`)
	if r.Decoded == nil {
		if got.Code != r.Error || got.Offset != r.Offset {
			t.Errorf("%s is refused with %s at %d, want %s at %d", r.Key, got.Code, got.Offset, r.Error, r.Offset)
		}
		return
	}
	delete(got.Fields, "key_text")
	if items, ok := r.Decoded["items"]; ok {
		if !reflect.DeepEqual(got.Fields["items"], items) {
			t.Errorf("%s: %v, want %v", r.Key, got.Fields, items)
		}
	} else {
		for _, member := range got.Fields {
			if !reflect.DeepEqual(member, any(r.Decoded)) {
				t.Errorf("%s: %v, want %v", r.Key, member, r.Decoded)
			}
		}
	}
	key := ask(t, s, `{"id":"1","op":"decode","format":"implexus","record":"key","bytes":{"key":"`+r.Key+`"}}`)
	for name, want := range r.ParsedKey {
		if key.Fields[name] != want {
			t.Errorf("%s: %s is %v, want %v", r.Key, name, key.Fields[name], want)
		}
	}
}

func TestOptionsAreHonoured(t *testing.T) {
	var s session.Session
	for _, c := range []struct{ op, given, body, want string }{
		{"decode", `{"double_order":"little"}`, `"bytes":{"value":"04000000000000f03f"}`, `"fields":{"element":{"type":"double","value":1}}`},
		{"encode", `{"double_order":"little"}`, `"fields":{"element":{"type":"double","value":1}}`, `"bytes":{"value":"04000000000000f03f"}`},
		{"decode", `{"depth_max":1}`, `"bytes":{"value":"070000000000000001070000000000000000"}`, `"code":"depth-limit","offset":9`},
		{"decode", `{"depth_max":65}`, `"bytes":{"value":"00"}`, `"code":"refused"`},
		{"decode", `{"double_order":"middle"}`, `"bytes":{"value":"00"}`, `"code":"refused"`},
		{"decode", `{"key_encoding":"other"}`, `"bytes":{"value":"00"}`, `"code":"refused"`},
		{"decode", `{"prefix":true}`, `"bytes":{"value":"0101ffff"}`, `"fields":{"element":{"type":"bool","value":true},"consumed":2}`},
		{"decode", `{"lenient":true}`, `"bytes":{"value":"0800000000000000020000000000000001610000000000000000016100"}`,
			`["a",{"type":"null"}],["a",{"type":"null"}]`},
		{"encode", `{}`, `"fields":{"element":{"type":"dictionary","value":[["a",{"type":"null"}]]},"key_encoding":"tagged"}`,
			`"080000000000000001050000000000000001` + `6100"`},
		{"encode", `{}`, `"fields":{"element":{"type":"dictionary","value":[["a",{"type":"null"}],["a",{"type":"null"}]]}}`, `"code":"refused"`},
		{"encode", `{}`, `"fields":{"element":{"type":"float"}}`, `"code":"refused"`},
		{"encode", `{}`, `"fields":{"element":{"type":"int64","value":"9223372036854775808"}}`, `"code":"refused"`},
		{"encode", `{}`, `"fields":{"element":{"type":"double","value":"NaN","bits":"0000000000000000"}}`, `"code":"refused"`},
	} {
		got := string(s.Answer(nil, []byte(`{"id":"1","op":"`+c.op+`","format":"implexus","record":"element","given":`+c.given+`,`+c.body+`}`)))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s %s %s: %s, want %s", c.op, c.given, c.body, got, c.want)
		}
	}
}

// A row whose properties have tagged keys says so and is written again the same.
func TestTaggedRowsAreWrittenAgain(t *testing.T) {
	var s session.Session
	const bytes = `"bytes":{"key":"70726f70733a2f61","value":"0800000000000000010500000000000000016100"}`
	got := string(s.Answer(nil, []byte(`{"id":"1","op":"decode","format":"implexus","record":"row",`+bytes+`}`)))
	_, fields, ok := strings.Cut(strings.TrimSuffix(got, "}"), `"fields":`)
	if !ok || !strings.Contains(fields, `"key_encoding":"tagged"`) {
		t.Fatal(got)
	}
	got = string(s.Answer(nil, []byte(`{"id":"1","op":"encode","format":"implexus","record":"row","fields":`+fields+`}`)))
	if !strings.Contains(got, bytes) {
		t.Errorf("%s is written as %s", fields, got)
	}
}

// The type of an entity follows from its code, so the two must agree.
func TestTheTypeOfAnEntityIsThatOfItsCode(t *testing.T) {
	for name, refused := range map[string]bool{implexus.EntityName(1): false, implexus.EntityName(2): true, "": true} {
		fields, err := value.Parse([]byte(`{"type_code":"1","entity_type":"` + name + `","type_label":{"type":"string","value":"x"},"layout":"sequence"}`))
		if err != nil {
			t.Fatal(err)
		}
		err = implexus.Format.Record("entity-value").Encode(&format.Input{}, fields, new(store.Entry))
		if (err != nil) != refused {
			t.Errorf("%q: %v", name, err)
		}
	}
}
