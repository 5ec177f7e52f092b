package rocksdb_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// row is a line of rows.jsonl.
type row struct {
	CF, CFType, Key, Value string
	Model                  uint32
	Seq                    int
	Fields                 map[string]any
}

var databases = map[string]string{"keepall": "keepall.rows.jsonl.gz", "latest": "latest.rows.jsonl"}

func rows(t testing.TB, db string) []row {
	t.Helper()
	list := marykfixture.Parsed[row](t, marykfixture.RocksDB, databases[db])
	return slices.DeleteFunc(list, func(r row) bool { return r.Fields == nil })
}

func models(t testing.TB, db string) *cell.Schema { return marykfixture.RocksDB.Models(t, db) }

// recordOf returns the record kind of a fixture's row.
func recordOf(r *row) string {
	what, _ := r.Fields["what"].(string)
	item, _ := r.Fields["item"].(string)
	switch r.CFType {
	case "model":
		return "model-" + item
	case "table":
		return "table-" + what
	case "historic-table":
		return "historic-" + what
	}
	return r.CFType
}

func TestRealRowsDecodeToTheirFields(t *testing.T) {
	for db := range databases {
		var s session.Session
		define := `{"id":"0","op":"define","format":"maryk-rocksdb","given":{"name":"db","models":` + string(bytes.Join(marykfixture.RocksDB.Lines(t, db+".models.json"), nil)) + `}}`
		if a := s.Answer(nil, []byte(define)); !bytes.Contains(a, []byte(`"ok":true`)) {
			t.Fatalf("%s", a)
		}
		list := rows(t, db)
		if len(list) < 200 {
			t.Fatalf("%s: only %d rows", db, len(list))
		}
		for i := range list {
			r := &list[i]
			request := `{"id":"1","op":"decode","format":"maryk-rocksdb","record":"` + recordOf(r) + `","given":{"schema":"db"},"bytes":{"cf":"` + r.CF + `","key":"` + r.Key + `","value":"` + r.Value + `"}}`
			var answer struct {
				Fields map[string]any
				Error  string
			}
			if err := json.Unmarshal(s.Answer(nil, []byte(request)), &answer); err != nil || answer.Fields == nil {
				t.Fatalf("%s: %s %v", request, answer.Error, err)
			}
			delete(answer.Fields, "model")
			delete(answer.Fields, "cfType")
			for name, want := range r.Fields {
				if name == "$more" || r.Fields["kind"] == "encrypted" && name == "value" {
					continue
				}
				if !reflect.DeepEqual(answer.Fields[name], want) {
					t.Errorf("%s %s: %s is %v, want %v", db, r.Key, name, answer.Fields[name], want)
				}
			}
		}
	}
}

// record joins the rows with one key.
func record(t testing.TB, s *cell.Schema, list []row, l *marykfixture.Logical) *rocksdb.Record {
	t.Helper()
	x := rocksdb.NewRecord(s.Model(l.Model), marykfixture.Unhex(t, l.Key))
	for i := range list {
		f, err := rocksdb.DecodeFamily(marykfixture.Unhex(t, list[i].CF), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Add(f, marykfixture.Unhex(t, list[i].Key), marykfixture.Unhex(t, list[i].Value)); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// sensitive are the properties whose values the fixtures show decrypted.
var sensitive = []string{"secret", "token"}

func TestRecordsAreAsTheStoreReturnedThem(t *testing.T) {
	for db := range databases {
		s, list := models(t, db), rows(t, db)
		for _, want := range marykfixture.Parsed[marykfixture.Logical](t, marykfixture.RocksDB, db+".logical.jsonl") {
			x := record(t, s, list, &want)
			got := marykfixture.Written(t, x, cell.Newest)
			got.Model, got.Key = want.Model, want.Key
			for _, name := range sensitive {
				if (got.Values[name] == nil) != (want.Values[name] == nil) {
					t.Errorf("%s %s: %s is there or not", db, want.Key, name)
				}
				delete(got.Values, name)
				delete(want.Values, name)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s:\n got %+v\nwant %+v", db, want.Key, got, want)
			}
			formattest.HistoryIsItsMoments(t, x.Key, x)
		}
	}
}

// The newest version of the history is the latest table, and each version only shows
// what was there.
func TestHistoryEndsInTheLatestRecord(t *testing.T) {
	s, list := models(t, "keepall"), rows(t, "keepall")
	for _, want := range marykfixture.Parsed[marykfixture.Logical](t, marykfixture.RocksDB, "keepall.logical.jsonl") {
		x := record(t, s, list, &want)
		versions := x.Versions()
		if !want.Exists {
			continue
		}
		if first := marykfixture.Written(t, x, versions[0]-1); first.Exists {
			t.Errorf("%s exists before its creation", want.Key)
		}
		latest, last := marykfixture.Written(t, x, cell.Newest), marykfixture.Written(t, x, versions[len(versions)-1])
		if !reflect.DeepEqual(latest.Values, last.Values) || latest.IsDeleted != last.IsDeleted {
			t.Errorf("%s:\nlatest  %+v\nhistory %+v", want.Key, latest, last)
		}
		for _, v := range versions {
			if got := marykfixture.Written(t, x, v); !got.Exists || got.LastVersion != strconv.FormatUint(uint64(v), 10) {
				t.Errorf("%s at %d: %+v", want.Key, v, got)
			}
		}
	}
}

// The rows of a family are in the fixture in the order in which the store had them.
func TestRealRowsAreInTheOrderOfTheirFamily(t *testing.T) {
	for db := range databases {
		s, list := models(t, db), rows(t, db)
		for i := 1; i < len(list); i++ {
			a, b := &list[i-1], &list[i]
			if a.CF != b.CF {
				continue
			}
			f, err := rocksdb.DecodeFamily(marykfixture.Unhex(t, b.CF), false)
			if err != nil {
				t.Fatal(err)
			}
			keys := [][]byte{marykfixture.Unhex(t, b.Key), marykfixture.Unhex(t, a.Key)}
			rocksdb.SortKeys(keys, f.Type.Historic(), s.Model(f.Model).KeySize)
			if hex.EncodeToString(keys[0]) != a.Key {
				t.Errorf("%s %s: %s before %s", db, b.CFType, a.Key, b.Key)
			}
		}
	}
}

func TestMetaFileGivesKeySizes(t *testing.T) {
	text := string(bytes.Join(marykfixture.RocksDB.Lines(t, "MARYK_META.yml"), []byte("\n")))
	v := value.OfMembers(value.Member{Name: "meta", Value: value.Of(text)})
	got, err := cell.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	s := got.(*cell.Schema)
	for number, want := range map[uint32]cell.Model{1: {Name: "Ware", KeySize: 10}, 3: {Name: "Vault", KeySize: 8},
		200: {Name: "Memo", KeySize: 16}} {
		if m := s.Model(number); m == nil || m.Name != want.Name || m.KeySize != want.KeySize || s.IndexFormat != cell.IndexFormat2 {
			t.Errorf("model %d is %+v", number, m)
		}
	}
}
