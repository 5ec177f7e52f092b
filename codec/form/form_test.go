package form_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/form"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// line is a line of a form, as far as the tests look at it.
type line struct {
	Kind, Title, Of, Nearest, As, Time, Clock string
	Path, Same, Remove, Code                  []any
	Choices, Names, Types                     []string
	Said, Null, Unknown, Follows, Needed      bool
	Equal                                     *bool
	Offers                                    []struct{ Name string }
}

func (l *line) name() string {
	b, _ := json.Marshal(l.Path)
	return string(b)
}

func lines(t *testing.T, in *format.Input, id, record, fields string) []line {
	t.Helper()
	f := codec.Find(id)
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	form.Write(&w, in, f, f.Record(record), v)
	var list []line
	if err := json.Unmarshal(w.Buf, &list); err != nil {
		t.Fatalf("%v in %s", err, w.Buf)
	}
	return list
}

func find(t *testing.T, list []line, path string) *line {
	t.Helper()
	for i := range list {
		if list[i].name() == path && list[i].Kind != "add" {
			return &list[i]
		}
	}
	t.Fatalf("no line %s in %+v", path, list)
	return nil
}

// tables is the schema of Actionbase that the page's tests have.
func tables(t *testing.T) format.Schema {
	t.Helper()
	v, err := value.Parse([]byte(`{"tables":[
		{"table":"graph.follows","source":"long","target":"string","properties":[{"name":"since","type":"long"},{"name":"note","type":"string","nullable":true}],
			"indexes":[{"index":"by_since","fields":[{"name":"since","order":"DESC"}]}]},
		{"table":"geo.visits"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := codec.Find("actionbase").ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const follows = `{"table":"graph.follows","direction":"OUT","index":"by_since","directedSource":{"type":"long","value":"1"},
	"indexValues":[{"order":"DESC","value":{"type":"long","value":"1714708800000"}}],"directedTarget":{"type":"string","value":"a"},"version":"1714708800000",
	"properties":[{"name":"since","value":{"type":"long","value":"1714708800000"}}]}`

func TestTheSchemaGivesNamesTypesAndCopies(t *testing.T) {
	list := lines(t, &format.Input{Schema: tables(t)}, "actionbase", "edge-index", follows)
	table, names := find(t, list, `["table"]`), []string{"graph.follows", "geo.visits"}
	if table.Kind != "name" || !slices.Equal(table.Names, names) || table.Code[0] != "tableCode" || table.Unknown {
		t.Errorf("%+v", table)
	}
	if index := find(t, list, `["index"]`); !slices.Equal(index.Names, []string{"by_since"}) {
		t.Errorf("%+v", index)
	}
	if source := find(t, list, `["directedSource"]`); !source.Said || !slices.Equal(source.Types, []string{"long"}) || source.Remove != nil {
		t.Errorf("%+v", source)
	}
	if d := find(t, list, `["direction"]`); d.Kind != "choice" || !slices.Equal(d.Choices, []string{"OUT", "IN"}) {
		t.Errorf("%+v", d)
	}
	if v := find(t, list, `["indexValues",0,"value"]`); v.Title != "since" || v.Time != "2024-05-03T04:00:00Z" || v.Clock != "ms" || v.Remove != nil {
		t.Errorf("%+v", v)
	}
	if p := find(t, list, `["properties",0,"value"]`); p.Title != "since" || p.As != "the row key" || p.Equal == nil || !*p.Equal || p.Remove == nil {
		t.Errorf("%+v", p)
	}
	last := list[len(list)-1]
	if last.Kind != "add" || len(last.Offers) != 1 || last.Offers[0].Name != "note" {
		t.Errorf("%+v", last)
	}
}

func TestMisspeltNamesAreToldWithTheNearest(t *testing.T) {
	in := &format.Input{Schema: tables(t)}
	table := find(t, lines(t, in, "actionbase", "edge-index", strings.Replace(follows, "graph.follows", "graph.folows", 1)), `["table"]`)
	if !table.Unknown || table.Nearest != "graph.follows" {
		t.Errorf("%+v", table)
	}
	for _, x := range [...]struct{ text, want string }{
		{"grahp.follows", "graph.follows"}, {"geo.visit", "geo.visits"}, {"elsewhere", ""}, {"", ""}, {strings.Repeat("a", 5000), ""},
	} {
		if got := form.Nearest(x.text, []string{"graph.follows", "geo.visits"}); got != x.want {
			t.Errorf("%q: got %q, want %q", x.text, got, x.want)
		}
	}
}

func TestNullIsAChoiceAndMembersThatFollowAreNoChoice(t *testing.T) {
	in := &format.Input{Schema: tables(t)}
	list := lines(t, in, "actionbase", "edge-state", `{"table":"graph.follows","source":{"type":"long","value":"1"},"target":{"type":"string","value":"a"},
		"active":true,"version":"1","createdAt":"1","deletedAt":null,"properties":[{"name":"note","value":{"type":"null"},"version":"1"}]}`)
	if l := find(t, list, `["deletedAt"]`); !l.Null || l.Remove != nil {
		t.Errorf("%+v", l)
	}
	if l := find(t, list, `["properties",0,"value"]`); !slices.Equal(l.Types, []string{"string", "null"}) {
		t.Errorf("%+v", l)
	}
	if l := find(t, list, `["active"]`); l.Kind != "bool" {
		t.Errorf("%+v", l)
	}
	list = lines(t, new(format.Input), "maryk-rocksdb", "table-created", codec.Find("maryk-rocksdb").Example("table-created").Fields)
	if l := find(t, list, `["what"]`); !l.Follows {
		t.Errorf("%+v", l)
	}
	if l := find(t, list, `["version"]`); l.Clock != "maryk" || !strings.HasPrefix(l.Time, "2026-") {
		t.Errorf("%+v", l)
	}
}

func TestMembersThatAnotherKindNeedsAreOffered(t *testing.T) {
	f := codec.Find("accumulograph")
	given, _ := value.Parse([]byte(`{"table":"social_vertex"}`))
	list := lines(t, &format.Input{Given: given}, f.ID, "entry", `{"kind":"property","id":"v1"}`)
	for i := range list {
		if list[i].Kind == "absent" && list[i].Needed && list[i].name() == `["key"]` {
			return
		}
	}
	t.Errorf("no line for the key: %+v", list)
}

// Every choice that a form offers is accepted, whatever it can remove may be missing, and what it
// lists as all choices is complete.
func TestWhatAFormOffersIsWhatTheEncoderTakes(t *testing.T) {
	checked := 0
	for _, f := range codec.Formats() {
		for _, x := range f.Examples {
			in := new(format.Input)
			in.Given, _ = value.Parse([]byte(cmp.Or(x.Given, "{}")))
			fields, _ := value.Parse([]byte(x.Fields))
			if f.ParseSchema != nil && in.Given.Member("schema").Kind == value.Object {
				continue // the session reads it
			}
			for _, l := range lines(t, in, f.ID, x.Record, x.Fields) {
				if l.Kind == "absent" || l.Kind == "add" {
					continue
				}
				if l.Remove != nil {
					checked++
					if err := encode(f, x.Record, in, without(fields, l.Remove)); err != nil {
						t.Errorf("%s %s without %v: %v", f.ID, x.Record, l.Remove, err)
					}
				}
				if l.Kind != "choice" || len(l.Choices) == 0 {
					continue
				}
				checked++
				if err := encode(f, x.Record, in, with(fields, l.Path, `"no such choice"`)); err == nil {
					t.Errorf("%s %s takes more for %v than %v", f.ID, x.Record, l.Path, l.Choices)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d lines were checked", checked)
	}
}

func encode(f *format.Format, record string, in *format.Input, fields value.Value) error {
	var out store.Entry
	return f.Record(record).Encode(in, fields, &out)
}

// without and with change JSON by way of encoding/json, not by what is tested.
func without(v value.Value, path []any) value.Value { return change(v, path, nil) }

func with(v value.Value, path []any, to string) value.Value { return change(v, path, &to) }

func change(v value.Value, path []any, to *string) value.Value {
	var w value.Writer
	w.Value(v)
	var root any
	dec := json.NewDecoder(strings.NewReader(string(w.Buf)))
	dec.UseNumber()
	if dec.Decode(&root) != nil {
		return v
	}
	b, _ := json.Marshal(changeAt(root, path, to))
	out, _ := value.Parse(b)
	return out
}

func changeAt(v any, path []any, to *string) any {
	last := len(path) == 1
	switch x := v.(type) {
	case map[string]any:
		k := path[0].(string)
		switch {
		case !last:
			x[k] = changeAt(x[k], path[1:], to)
		case to == nil:
			delete(x, k)
		default:
			x[k] = json.RawMessage(*to)
		}
		return x
	case []any:
		i := int(path[0].(float64))
		switch {
		case !last:
			x[i] = changeAt(x[i], path[1:], to)
		case to == nil:
			return slices.Delete(x, i, i+1)
		default:
			x[i] = json.RawMessage(*to)
		}
		return x
	}
	return v
}

// No fields make a form panic, and all have lines that describe them.
func TestFormsOfAllVectors(t *testing.T) {
	for _, file := range [...]string{"accumulograph", "actionbase", "hbase-orderedbytes", "implexus", "layout", "lexicoders", "maryk-core", "maryk-hbase", "maryk-rocksdb"} {
		list, err := golden.Lines("vectors/" + file + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(list); i += 1 + len(list)/400 {
			v, err := value.Parse(list[i])
			if err != nil {
				t.Fatal(err)
			}
			id, _ := v.Member("format").Text()
			name, _ := v.Member("record").Text()
			f := codec.Find(id)
			fields := v.Member("fields")
			if f == nil || f.Record(name) == nil || f.Record(name).Encode == nil || fields.Kind != value.Object {
				continue
			}
			var w, plain value.Writer
			form.Write(&w, &format.Input{Given: v.Member("given")}, f, f.Record(name), fields)
			plain.Value(fields)
			if !json.Valid(w.Buf) || fields.Len() > 0 && len(w.Buf) < 10 {
				t.Errorf("%s: %s", plain.Buf, w.Buf)
			}
		}
	}
}

func TestAValueHasTheNameOfItsOwnList(t *testing.T) {
	list := lines(t, &format.Input{}, "actionbase", "edge-index", `{"tableCode":1,"direction":"OUT","indexCode":2,"directedSource":{"type":"long","value":"1"},
		"indexValues":[{"order":"ASC","value":{"type":"long","value":"3"}}],"directedTarget":{"type":"long","value":"4"},"version":"5",
		"properties":[{"code":6,"value":{"type":"long","value":"7"}}]}`)
	for path, title := range map[string]string{
		`["directedSource"]`: "source", `["indexValues",0,"value"]`: "index value", `["properties",0,"value"]`: "value",
	} {
		if got := find(t, list, path).Title; got != title {
			t.Errorf("%s is called %q, want %q", path, got, title)
		}
	}
}
