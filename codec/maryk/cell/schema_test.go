package cell_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func parse(t testing.TB, text string) (*cell.Schema, error) {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := cell.ParseSchema(v)
	if err != nil {
		return nil, err
	}
	return s.(*cell.Schema), nil
}

// plain is the model Plain { x: String } of the specification, whose keys are UUIDs.
const plain = `"0a100801120178220982010608011000180012150a05506c61696e120800010100000100001a020a00"`

func TestSchemas(t *testing.T) {
	s, err := parse(t, `{"models":{"200":{"model":`+plain+`},"1":{"name":"Ware","keySize":10}},"indexKeyFormatVersion":1}`)
	if err != nil {
		t.Fatal(err)
	}
	if m := s.Model(200); m.Name != "Plain" || m.KeySize != 16 || m.Def.Property(1).Name != "x" {
		t.Errorf("model 200 is %+v", m)
	}
	if s.Models[0].Number != 1 || s.Named("Ware") != s.Models[0] || s.Only() != nil || s.Model(2) != nil ||
		s.IndexFormat != cell.IndexFormat1 {
		t.Errorf("%+v", s)
	}
	if s, err = parse(t, `{"7":{"keySize":3}}`); err != nil || s.Only().KeySize != 3 {
		t.Errorf("the models alone: %+v, %v", s, err)
	}
	var none *cell.Schema
	if none.Model(1) != nil || none.Only() != nil || none.Named("") != nil {
		t.Error("no schema has no models")
	}
}

func TestSchemasThatAreRefused(t *testing.T) {
	for _, text := range []string{
		`[]`, `{}`, `{"names":["a"]}`, `{"models":[]}`, `{"models":{"x":{}}}`, `{"models":{"1":2}}`, `{"models":{"4294967296":{}}}`,
		`{"1":{"keySize":-1}}`, `{"1":{"keySize":1000000}}`, `{"1":{"model":"0"}}`, `{"1":{"model":"00"}}`,
		`{"1":{"model":` + plain + `,"dependents":5}}`,
		`{"1":{"model":` + plain + `,"keySize":15}}`, `{"1":{},"indexKeyFormatVersion":3}`, `{"models":{"1":{}},"indexKeyFormatVersion":3}`,
		`{"models":{"1":{}},"familyNumbering":"x"}`, `{"meta":""}`, `{"meta":"version: 2\n"}`, `{"meta":"indexKeyFormatVersion: 3"}`,
		`{"meta":"models:\n  x:\n"}`, `{"meta":"models:\n    name: x\n"}`, `{"meta":"models:\n  1:\n    keySize: x"}`, `{"meta":"nothing"}`,
	} {
		if s, err := parse(t, text); err == nil {
			t.Errorf("%s is taken as %+v", text, s)
		} else if err.Error() == "" {
			t.Errorf("%s is refused without a reason", text)
		}
	}
}

func TestMetaFileAndModelsComplementEachOther(t *testing.T) {
	s, err := parse(t, `{"meta":"version: 1\nindexKeyFormatVersion: 2\nmodels:\n  5:\n    name: \"A: b\"\n    keySize: 3\n","models":{"6":{"name":"B"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if s.Model(5).Name != "A: b" || s.Model(5).KeySize != 3 || s.Model(6).KeySize != -1 || s.IndexFormat != cell.IndexFormat2 {
		t.Errorf("%+v %+v %+v", s, s.Model(5), s.Model(6))
	}
	if s, err = parse(t, `{"meta":"version: 1\nmodels:\n  5:\n    keySize: 3\n"}`); err != nil || s.IndexFormat != cell.IndexFormat1 {
		t.Errorf("without a format it is 1: %+v, %v", s, err)
	}
}

// A long meta file or list of models is read, up to the size that upstream accepts.
func TestLongSchemas(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"meta":"version: 1\nmodels:\n`)
	for i := range 20_000 {
		b.WriteString("  " + strconv.Itoa(20_000-i) + `:\n    keySize: 3\n`)
	}
	b.WriteString(`"}`)
	s, err := parse(t, b.String())
	if err != nil || len(s.Models) != 20_000 || s.Models[0].Number != 1 {
		t.Errorf("%v", err)
	}
	if _, err := parse(t, `{"meta":"`+strings.Repeat(" ", 4<<20)+` "}`); err == nil {
		t.Error("more than 4 MiB are taken")
	}
}

func read(b string, s cell.Store, reference string) (cell.Data, error) {
	var p maryk.Path
	var d cell.Data
	if reference != "" {
		if err := maryk.DecodePath([]byte(reference), nil, maryk.PathOptions{}, &p); err != nil {
			return d, err
		}
	}
	r := wire.NewReader([]byte(b), nil)
	d.Read(&r, s, &p)
	return d, r.Finish()
}

// Without a model the reference and the indicator tell what a cell holds.
func TestDataWithoutAModel(t *testing.T) {
	for _, c := range []struct {
		data, reference string
		store           cell.Store
		kind            cell.Kind
		indicator       int
	}{
		{"\x00", "\x09", cell.RocksDB, cell.Deleted, 0},
		{"\x01ab", "\x09", cell.RocksDB, cell.Value, 1},
		{"\x0aab", "\x09", cell.RocksDB, cell.SimpleType, 2},
		{"\x1b", "\x09", cell.RocksDB, cell.ComplexType, 3},
		{"\x04\x01", "\x0e", cell.RocksDB, cell.Embed, 4},
		{"\x00", "\x0a", cell.RocksDB, cell.Count, -1},
		{"\x81\x01", "\x0b", cell.RocksDB, cell.Count, -1},
		{"\x02", "\x2c\x01a\x02", cell.RocksDB, cell.Count, -1},
		{"\x00", "\x0a", cell.HBase, cell.Deleted, 0},
		{"\x01\x03", "\x0c", cell.HBase, cell.Count, 1},
		{"MKE2\x00", "\x09", cell.RocksDB, cell.Encrypted, 5},
		{"\x01ab", "", cell.RocksDB, cell.Value, 1},
		{"\x01", "", cell.RocksDB, cell.Either, 1},
	} {
		d, err := read(c.data, c.store, c.reference)
		if err != nil || d.Kind != c.kind || d.Indicator(c.store) != c.indicator {
			t.Errorf("%x at %x: %v, indicator %d, %v", c.data, c.reference, d.Kind, d.Indicator(c.store), err)
		}
		if again, err := d.Append(nil, c.store); err != nil || string(again) != c.data {
			t.Errorf("%x is written as %x, %v", c.data, again, err)
		}
	}
	for _, c := range []struct {
		data, reference string
		store           cell.Store
		code            wire.Code
	}{
		{"", "\x09", cell.RocksDB, wire.Truncated},
		{"", "\x0a", cell.RocksDB, wire.Truncated},
		{"", "\x0a", cell.HBase, wire.Truncated},
		{"\x05", "\x09", cell.RocksDB, wire.BadType},
		{"\x09", "\x09", cell.RocksDB, wire.BadValue},
		{"\x04", "\x0e", cell.RocksDB, wire.Truncated},
		{"\x04\x02", "\x0e", cell.RocksDB, wire.BadValue},
		{"\x00\x00", "\x09", cell.RocksDB, wire.Trailing},
		{"\x1b\x00", "\x09", cell.RocksDB, wire.Trailing},
		{"\x02", "\x0a", cell.HBase, wire.BadType},
		{"\xff\xff\xff\xff\x1f", "\x0a", cell.RocksDB, wire.BadValue},
		{"MKE2", "\x09", cell.HBase, wire.BadType},
	} {
		_, err := read(c.data, c.store, c.reference)
		var e *wire.Error
		if !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%x at %x: %v, want %v", c.data, c.reference, err, c.code)
		}
	}
}

func TestTheNewestCellsHold(t *testing.T) {
	cells := []cell.Stored{
		{Qualifier: []byte("b"), Data: []byte("1"), Version: 5},
		{Qualifier: []byte("a"), Data: []byte("2"), Version: 7},
		{Qualifier: []byte("a"), Data: []byte("3"), Version: 9},
		{Qualifier: []byte("b"), Data: []byte("4"), Version: 9},
	}
	for at, want := range map[hlc.Version]string{4: "", 5: "1", 8: "21", 9: "34", cell.Newest: "34"} {
		got := ""
		for _, c := range cell.At(cells, at) {
			got += string(c.Data)
		}
		if got != want {
			t.Errorf("at %d: %q, want %q", at, got, want)
		}
	}
	if v := cell.Versions(cells); len(v) != 3 || v[0] != 5 || v[2] != 9 {
		t.Errorf("%v", v)
	}
}

// If a cell cannot be read, the error says which one it is.
func TestBrokenCellsAreNamed(t *testing.T) {
	_, err := cell.Assemble(nil, cell.RocksDB, []cell.Stored{{Qualifier: []byte{0x09}, Data: []byte{7}}})
	var refused *format.Refusal
	if !errors.As(err, &refused) || refused.Field != "cell 09" {
		t.Errorf("%v", err)
	}
}

func TestModelVersions(t *testing.T) {
	for text, ok := range map[string]bool{"1.2.3": true, "1.2": true, "1": false, "1.2.3.4": false, "1.x": false, "1.65536": false} {
		v, got := cell.ParseModelVersion(text)
		if got != ok {
			t.Errorf("%s: %v", text, got)
		}
		if back, _ := cell.ParseModelVersion(string(cell.AppendModelVersion(nil, v))); ok && back != v {
			t.Errorf("%s: %v, %v", text, v, back)
		}
	}
}
