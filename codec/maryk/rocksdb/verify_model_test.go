package rocksdb_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// found returns severity, code and item of the findings, without the note that tokens cannot be
// computed.
func found(list []format.Finding) string {
	var all []string
	for _, f := range list {
		if f.Code != rocksdb.EncryptedUnique {
			all = append(all, f.Severity.String()+" "+f.Code+" "+f.Item)
		}
	}
	return strings.Join(all, "; ")
}

// foundIn returns the models in the rows of a dump, and the problems with them.
func foundIn(t *testing.T, rows []store.Entry) (*cell.Schema, []error) {
	t.Helper()
	f := rocksdb.Format.Models.NewFinder()
	for i := range rows {
		f.Add(&rows[i])
	}
	models, problems, ok := f.Models()
	if !ok {
		t.Fatal("no models are found")
	}
	s, err := rocksdb.Format.ParseSchema(models)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*cell.Schema), problems
}

// A model that lost its embedded models is reported. What may belong to those is not judged, let alone
// mended.
func TestLostDependentsAreTold(t *testing.T) {
	for db := range databases {
		x := load(t, db)
		var rest []store.Entry
		for i := range x.entries {
			if recordOf(&x.list[i]) != "model-dependents" {
				rest = append(rest, x.entries[i])
			}
		}
		if s, problems := foundIn(t, x.entries); len(problems) > 0 || s.Models[0].Missing() != "" {
			t.Errorf("%s: %v", db, problems)
		}
		s, problems := foundIn(t, rest)
		if len(problems) != 1 || !strings.Contains(problems[0].Error(), "Address") {
			t.Errorf("%s: %v", db, problems)
		}
		x.schema, x.entries = s, rest
		if got := found(x.findings(nil)); got != "error missing-dependents Ware" {
			t.Errorf("%s: %s", db, got)
		}
		whole := load(t, db)
		x.entries, x.list = whole.entries, whole.list
		if got := found(x.findings(func(_ int, e *store.Entry) bool { return e.Parts[0].Bytes[0] != 1 })); got != "info missing-dependents Ware" {
			t.Errorf("%s without rows of models: %s", db, got)
		}
	}
}

// The stored parts of a model agree.
func TestPartsOfAModelAgree(t *testing.T) {
	x := load(t, "latest")
	for key, c := range map[byte]struct{ from, to, want string }{
		0: {"57617265", "57617065", "error model-name-differs Wape"},
		1: {"0001010002010003", "0001010002010043", "warning model-version-differs Ware"},
	} {
		rows := load(t, "latest").entries
		for i := range rows {
			if p := rows[i].Parts; bytes.Equal(p[0].Bytes, []byte{1, 1}) && bytes.Equal(p[1].Bytes, []byte{key}) {
				if string(value.AppendHex(nil, p[2].Bytes)) != c.from {
					t.Fatalf("%x", p[2].Bytes)
				}
				p[2].Bytes = marykfixture.Unhex(t, c.to)
			}
		}
		x.schema, _ = foundIn(t, rows)
		x.entries = rows
		if got := found(x.findings(nil)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Rows of properties that the model does not have are reported once per property, at most a hundred of them by name.
func TestPropertiesThatTheModelLacksAreTold(t *testing.T) {
	x := load(t, "latest")
	record := "0000000100027ffff5e2"
	add := func(refs ...string) (rows []store.Entry) {
		for _, r := range refs {
			rows = append(rows, entryOf(t, "0301", record+r, "1a1fc60000000000"+"0101"))
		}
		return rows
	}
	had := "0000000100027ffff5e2" + "7e1e22"
	moved := x.findings(func(i int, e *store.Entry) bool {
		if k := e.Parts[1].Bytes; x.list[i].CF == "0301" && strings.HasPrefix(x.list[i].Key, had) {
			k[len(record)/2+1] = 0x3e
		}
		return true
	})
	if got := found(moved); got != "info unknown-property Ware, property home.7" {
		t.Error(got)
	}
	if len(moved) > 0 && !strings.HasPrefix(moved[0].Why, "3 rows ") {
		t.Error(moved[0].Why)
	}
	var many []string
	for i := range 150 {
		number := string(value.AppendHex(nil, []byte{byte(3 + i%100)}))
		many = append(many, "c9"+number, "d9"+number)
	}
	unknown := 0
	for _, f := range x.findings(nil, add(many...)...) {
		if f.Code == rocksdb.UnknownProperty {
			unknown++
		}
	}
	if unknown != 101 {
		t.Errorf("%d findings", unknown)
	}
}
