package rocksdb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// typed has two indexes over types of one multi type. They have one reference: SimpleTypedValueReference writes
// nothing of its own.
const typed = `{"kind":"RootModel","name":"M","key":{"part":"Ref","ref":"k"},"properties":[
	{"index":1,"name":"k","definition":{"type":"Number","numberType":"UInt8","final":true}},
	{"index":2,"name":"m","definition":{"type":"MultiType","typeEnum":{"name":"T","cases":[
		{"index":1,"name":"A","definition":{"type":"Number","numberType":"UInt16"}},
		{"index":2,"name":"B","definition":{"type":"String"}}]}}}],
	"indexes":[{"part":"Ref","ref":"m.>A"},{"part":"Ref","ref":"m.>B"}]}`

func schemaOf(t *testing.T, model string) *cell.Schema {
	t.Helper()
	j, err := value.Parse([]byte(model))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := maryk.ParseStored(j, value.Value{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := maryk.AppendModel(nil, stored.Model)
	if err != nil {
		t.Fatal(err)
	}
	j, err = value.Parse([]byte(`{"models":{"1":{"name":"M","keySize":1,"model":"` + string(value.AppendHex(nil, b)) + `"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := rocksdb.Format.ParseSchema(j)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*cell.Schema)
}

func TestIndexesWithOneReference(t *testing.T) {
	s := schemaOf(t, typed)
	if list := s.Model(1).Def.Indexes; len(list) != 2 || !slices.Equal(list[0].Reference, list[1].Reference) {
		t.Fatalf("%x %x", list[0].Reference, list[1].Reference)
	}
	version := hlc.Version(1 << 60)
	v := hlc.Append(nil, version)
	for name, x := range map[string]struct{ data, entry string }{
		"m.>A": {"0a0102", "010202"}, "m.>B": {"12616263", "61626303"}, "other": {"", "ff01"},
	} {
		probe, verifier := formattest.NewProbe(&rocksdb.Format, "index"), rocksdb.NewVerifier(s)
		key := []byte{7}
		add := func(f rocksdb.FamilyType, key, val []byte) format.Input {
			in := format.Input{Schema: s, Entry: pair(t, f, key, val)}
			verifier.Add(&in.Entry)
			return in
		}
		add(rocksdb.Keys, key, v)
		add(rocksdb.Table, key, v)
		add(rocksdb.Table, []byte{7, 8}, v)
		add(rocksdb.Table, []byte{7, 0x09}, append(slices.Clone(v), 1, 7))
		if x.data != "" {
			add(rocksdb.Table, []byte{7, 0x11}, slices.Concat(v, marykfixture.Unhex(t, x.data)))
		}
		in := add(rocksdb.Index, indexKey([]byte{0x11}, marykfixture.Unhex(t, x.entry), key), v)
		err := probe.Decode(&in)
		if x.data == "" {
			if probe.Err == nil {
				t.Errorf("an entry that neither index can have is read: %s, %v", probe.Fields, err)
			}
			if got := codes(verifier.Findings()); got != cell.UndecodableRow {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		if err != nil || !strings.Contains(string(probe.Fields), `"indexName":"`+name+`"`) {
			t.Errorf("%s: %v %s", name, err, probe.Fields)
			continue
		}
		probe.WrittenBack(t, &formattest.Case{ID: name, Input: in})
		if list := verifier.Findings(); len(list) > 0 {
			t.Errorf("%s: %+v", name, list)
		}
	}
}
