package hbase_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// stored is a line of cells.jsonl.
type stored struct {
	Table, Row, Family, Qualifier, Value, Timestamp, Type string
	Model                                                 uint32
	Scan                                                  bool
	Fields                                                map[string]any
}

var databases = map[string]string{"keepall": "keepall.cells.jsonl.gz", "latest": "latest.cells.jsonl"}

func cells(t testing.TB, db string) []stored {
	t.Helper()
	return marykfixture.Parsed[stored](t, marykfixture.HBase, databases[db])
}

func models(t testing.TB, db string) *cell.Schema { return marykfixture.HBase.Models(t, db) }

// entry returns the cell as in a dump.
func (c *stored) entry(t testing.TB) store.Entry {
	e := store.Entry{Timestamp: c.Timestamp, Source: store.Source{Table: c.Table}}
	if c.Type != "Put" {
		e.Deleted = c.Type
	}
	for _, p := range [...][2]string{{"row", c.Row}, {"family", c.Family}, {"qualifier", c.Qualifier}, {"value", c.Value}} {
		e.Add(p[0], marykfixture.Unhex(t, p[1]))
	}
	return e
}

var recordNames = map[string]string{
	"created": "data-created", "last-update": "data-last-update", "soft-delete": "data-soft-delete", "value": "data-value",
	"unique": "unique", "index": "index", "hbase-delete-marker": "delete-marker",
}

func TestRealCellsDecodeToTheirFields(t *testing.T) {
	for db := range databases {
		var s session.Session
		define := `{"id":"0","op":"define","format":"maryk-hbase","given":{"name":"db","models":` + string(bytes.Join(marykfixture.HBase.Lines(t, db+".models.json"), nil)) + `}}`
		if a := s.Answer(nil, []byte(define)); !bytes.Contains(a, []byte(`"ok":true`)) {
			t.Fatalf("%s", a)
		}
		list := cells(t, db)
		if len(list) < 200 {
			t.Fatalf("%s: only %d cells", db, len(list))
		}
		for _, c := range list {
			what, _ := c.Fields["what"].(string)
			request := `{"id":"1","op":"decode","format":"maryk-hbase","record":"` + recordNames[what] + `","given":{"schema":"db","table":"` + c.Table +
				`"},"bytes":{"row":"` + c.Row + `","family":"` + c.Family + `","qualifier":"` + c.Qualifier + `","value":"` + c.Value + `"}}`
			var answer struct {
				Fields map[string]any
				Error  string
			}
			if err := json.Unmarshal(s.Answer(nil, []byte(request)), &answer); err != nil || !reflect.DeepEqual(answer.Fields, c.Fields) {
				t.Errorf("%s\n got %v %s %v\nwant %v", request, answer.Fields, answer.Error, err, c.Fields)
			}
		}
	}
}

// A dump's line names the table, and so the model; its family and qualifier tell what it is.
func TestRealCellsAreIdentified(t *testing.T) {
	s := models(t, "latest")
	for _, c := range cells(t, "latest") {
		e := c.entry(t)
		if e.Deleted != "" {
			continue
		}
		q := identify.Query{Entry: &e, Format: hbase.Format.ID, Schemas: format.SchemaSet{&hbase.Format: s}}
		parsed, _ := identify.Candidates(q)
		what, _ := c.Fields["what"].(string)
		if len(parsed) == 0 || parsed[0].Record.Name != recordNames[what] {
			t.Errorf("%s %s %s is taken for something else than %s", c.Row, c.Family, c.Qualifier, what)
		}
	}
}

func TestRecordsAreAsTheStoreReturnedThem(t *testing.T) {
	for db := range databases {
		s, list := models(t, db), cells(t, db)
		for _, want := range marykfixture.Parsed[marykfixture.Logical](t, marykfixture.HBase, db+".logical.jsonl") {
			x := hbase.NewRecord(s.Model(want.Model), marykfixture.Unhex(t, want.Key))
			for i := range list {
				if list[i].Model != want.Model {
					continue
				}
				e := list[i].entry(t)
				if err := x.Add(&e); err != nil {
					t.Fatal(err)
				}
			}
			got := marykfixture.Written(t, x, cell.Newest)
			got.Model, got.Key = want.Model, want.Key
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s:\n got %+v\nwant %+v", db, want.Key, got, want)
			}
			formattest.HistoryIsItsMoments(t, x.Key, x)
			versions := x.Versions()
			if db == "keepall" && len(versions) > 0 {
				if last := marykfixture.Written(t, x, versions[len(versions)-1]); !reflect.DeepEqual(last.Values, got.Values) {
					t.Errorf("%s: the newest version of the history is another record", want.Key)
				}
				if marykfixture.Written(t, x, versions[0]-1).Exists {
					t.Errorf("%s exists before its creation", want.Key)
				}
			}
		}
	}
}

// The descriptor of a table has the model that types the table's cells.
func TestDescriptorsHaveTheModels(t *testing.T) {
	for db := range databases {
		s := models(t, db)
		for _, line := range marykfixture.HBase.Lines(t, db+".tables.jsonl") {
			var table struct {
				Model    uint32
				Meta     map[string]string
				Families []struct{ Name string }
			}
			if err := json.Unmarshal(line, &table); err != nil {
				t.Fatal(err)
			}
			parts := []value.Member{{Name: "model", Value: value.Of(table.Meta["02"])}}
			if deps, ok := table.Meta["03"]; ok {
				parts = append(parts, value.Member{Name: "dependents", Value: value.Of(deps)})
			}
			got, err := cell.ParseSchema(value.OfMembers(value.Member{Name: "7", Value: value.OfMembers(parts...)}))
			if err != nil {
				t.Fatal(err)
			}
			m := got.(*cell.Schema).Model(7)
			if want := s.Model(table.Model); m.Name != want.Name || m.KeySize != want.KeySize {
				t.Errorf("%s has %s, %d", want.Name, m.Name, m.KeySize)
			}
			names := map[string]bool{"d": true, "u": true}
			for _, x := range m.Def.Indexes {
				names[string(hbase.AppendIndexFamily(nil, x.Reference))] = true
			}
			for _, f := range table.Families {
				if !names[f.Name] {
					t.Errorf("family %s is not one of the model's", f.Name)
				}
				delete(names, f.Name)
			}
			if len(names) > 0 {
				t.Errorf("families %v are not in the descriptor", names)
			}
		}
	}
}
