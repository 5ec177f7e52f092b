package rocksdb_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// entryOf returns a row given in hex.
func entryOf(t testing.TB, cf, key, val string) (e store.Entry) {
	for _, p := range [...][2]string{{"cf", cf}, {"key", key}, {"value", val}} {
		e.Add(p[0], marykfixture.Unhex(t, p[1]))
	}
	return e
}

func schemaWith(t testing.TB, member string, v value.Value) format.Schema {
	t.Helper()
	all, err := value.Parse(bytes.Join(marykfixture.RocksDB.Lines(t, "latest.models.json"), []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	s, err := rocksdb.Format.ParseSchema(value.OfMembers(value.Member{Name: "models", Value: all}, value.Member{Name: member, Value: v}))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// decoded returns the fields of a row, and checks that they are written back.
func decoded(t *testing.T, record string, in *format.Input) string {
	t.Helper()
	r := rocksdb.Format.Record(record)
	var w value.Writer
	var tree span.Tree
	if err := r.Decode(in, &tree, &w); err != nil {
		t.Fatal(err)
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	fields, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatal(err)
	}
	var out store.Entry
	if err := r.Encode(&format.Input{Schema: in.Schema}, fields, &out); err != nil {
		t.Fatalf("%s: %v", w.Buf, err)
	}
	for _, p := range in.Entry.Parts {
		if b, _ := out.Part(p.Name); !bytes.Equal(b, p.Bytes) {
			t.Errorf("%s: %s is written as %x, read from %x", w.Buf, p.Name, b, p.Bytes)
		}
	}
	return string(w.Buf)
}

func TestOldFamiliesAreOneLower(t *testing.T) {
	in := format.Input{Schema: schemaWith(t, "familyNumbering", value.Of("old")),
		Entry: entryOf(t, "0101", "0000000000017fffffff", "1a1fc6766e900000")}
	want := `{"model":1,"cfType":"keys","familyNumbering":"old","record":"0000000000017fffffff","created":"1882441381227528192"}`
	if got := decoded(t, "keys", &in); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := rocksdb.DecodeFamily([]byte{0, 1}, false); err != nil {
		t.Errorf("type 0 is the old number of the model family, but: %v", err)
	}
	for _, name := range []string{"0b01", "", "01"} {
		if f, err := rocksdb.DecodeFamily(marykfixture.Unhex(t, name), false); err == nil {
			t.Errorf("%s is read as %+v", name, f)
		}
	}
	if f, err := rocksdb.DecodeFamily([]byte{8, 1}, true); err == nil {
		t.Errorf("the old numbering ends at 7, but 8 is read as %+v", f)
	}
}

// Until release 0.10 nothing said how long an index reference is.
func TestIndexKeysWithoutALength(t *testing.T) {
	e := entryOf(t, "0401", "0a21736d616c6c203107000003ea00027fffb276", "1a1fc677d7a00001")
	in := format.Input{Schema: schemaWith(t, "indexKeyFormatVersion", value.OfInt(1)), Entry: e}
	want := `{"model":1,"cfType":"index","index":"0a21","indexName":"name","valueAndLengths":"736d616c6c203107","record":"000003ea00027fffb276","version":"1882441387285151745"}`
	if got := decoded(t, "index", &in); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	in.Entry = entryOf(t, "0401", "ffff736d616c6c203107000003ea00027fffb276", "1a1fc677d7a00001")
	want = `{"model":1,"cfType":"index","indexAndMore":"ffff736d616c6c203107000003ea00027fffb276","version":"1882441387285151745"}`
	if got := decoded(t, "index", &in); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRowsOfOlderReleases(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	for record, c := range map[string]struct{ cf, key, value, want string }{
		"unique-marker": {"0501", "0021", "", `{"model":1,"cfType":"unique","what":"marker","reference":"21","property":"name"}`},
		"historic-unique": {"0801", "21012330e5e03989716fffff", "",
			`{"model":1,"cfType":"historic-unique","what":"unique","reference":"21","property":"name","storedValue":"012330","version":"1882441381764399104","record":null}`},
		"model-migration-log":   {"0101", "05", "610a62", `{"model":1,"cfType":"model","item":"migration-log","log":"a\nb"}`},
		"model-migration-state": {"0101", "04", "0102", `{"model":1,"cfType":"model","item":"migration-state","state":"0102"}`},
		"table-value": {"0303", "000000000000000119", "1a1fc676e5a000004d4b45310102",
			`{"model":3,"cfType":"table","record":"0000000000000001","what":"value","version":"1882441383225065472","reference":"19","property":"secret","indicator":5,"kind":"encrypted","storedValue":"4d4b45310102"}`},
	} {
		in := format.Input{Schema: s, Entry: entryOf(t, c.cf, c.key, c.value)}
		if got := decoded(t, record, &in); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", record, got, c.want)
		}
	}
}

func TestRowsThatNobodyWrites(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	const key = "0000000000017fffffff"
	for _, c := range []struct {
		record, cf, key, value string
		code                   wire.Code
		part                   string
		offset                 int
	}{
		{"keys", "0101", key, "1a1fc6766e900000", wire.BadValue, "cf", 0},
		{"keys", "0201", key, "1a1fc6766e9000", wire.Truncated, "value", 0},
		{"keys", "0201", key + "00", "1a1fc6766e900000", wire.Trailing, "key", 10},
		{"table-value", "0301", key, "1a1fc6766e90000001", wire.Truncated, "key", 10},
		{"table-value", "0301", key + "08", "1a1fc6766e90000001", wire.BadValue, "key", 10},
		{"table-value", "0301", key + "09", "1a1fc6766e90000005", wire.BadType, "value", 8},
		{"table-value", "0301", key + "09", "1a1fc6766e9000000402", wire.BadType, "value", 8},
		{"table-value", "0301", key + "09", "1a1fc6766e9000000100", wire.Truncated, "value", 9},
		{"table-value", "0301", key + "0a", "1a1fc6766e90000001", wire.BadType, "key", 10},
		{"table-value", "0301", key + "8101", "1a1fc6766e9000007a", wire.BadValue, "value", 8},
		{"table-value", "0301", key + "7e", "1a1fc6766e9000000402", wire.BadValue, "value", 9},
		{"table-value", "0301", key + "5a", "1a1fc6766e9000008000", wire.NonCanonical, "value", 8},
		{"table-soft-delete", "0301", key + "00", "1a1fc6766e90000002", wire.BadValue, "value", 8},
		{"index", "0401", "050a21", "1a1fc6766e900000", wire.Truncated, "key", 1},
		{"index", "0401", "020a21736d616c6c203108000003ea00027fffb276", "1a1fc677d7a00001", wire.BadValue, "key", 11},
		{"unique", "0501", "3101", "1a1fc6766e900000" + key, wire.BadValue, "key", 0},
		{"update-history", "0901", "e5e03989328fffff" + key, "00", wire.BadValue, "value", 0},
		{"historic-index", "0701", "020a21", "00", wire.Truncated, "key", 0},
	} {
		in := format.Input{Schema: s, Entry: entryOf(t, c.cf, c.key, c.value)}
		err := rocksdb.Format.Record(c.record).Decode(&in, nil, nil)
		var e *wire.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Part != c.part || e.Offset != c.offset {
			t.Errorf("%s %s %s: %v", c.record, c.key, c.value, err)
		}
	}
}

func TestFieldsThatCannotBeStored(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	const row = `"model":1,"cfType":"table","record":"0000000000017fffffff","version":"1"`
	for _, c := range []struct{ record, fields string }{
		{"keys", `{"model":1,"cfType":"keys","record":"00","created":"1"}`},
		{"keys", `{"cfType":"keys","record":"0000000000017fffffff","created":"1"}`},
		{"keys", `{"model":1,"cfType":"table","record":"0000000000017fffffff","created":"1"}`},
		{"keys", `{"model":1,"record":"0000000000017fffffff","created":"x"}`},
		{"table-value", `{` + row + `,"reference":"09","kind":"embed"}`},
		{"table-value", `{` + row + `,"reference":"09","kind":"value","value":"-1"}`},
		{"table-value", `{` + row + `,"reference":"5a","kind":"value","value":"1"}`},
		{"table-value", `{` + row + `,"reference":"09","kind":"count","count":1}`},
		{"table-value", `{` + row + `,"reference":"8101","kind":"simple-type","typeName":"None","value":"1"}`},
		{"table-value", `{` + row + `,"reference":"8101","kind":"simple-type","typeName":"Addr","value":"1"}`},
		{"table-value", `{` + row + `,"reference":"19","kind":"encrypted","storedValue":"00"}`},
		{"table-value", `{` + row + `,"reference":"","kind":"deleted"}`},
		{"historic-index", `{"model":1,"index":"0a21","valueAndLengths":"00","record":"0000000000017fffffff","version":"1","state":"x"}`},
		{"index", `{"model":1,"index":"0a21","valueAndLengths":"212e","record":"0000000000017fffffff","version":"1"}`}, // 46 bytes in front
		{"index", `{"model":1,"index":"","valueAndLengths":"00","record":"0000000000017fffffff","version":"1"}`},
		{"unique", `{"model":1,"reference":"41","storedValue":"0100","record":"0000000000017fffffff","version":"1"}`}, // of no unique property
	} {
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		var out store.Entry
		var refused *format.Refusal
		if err := rocksdb.Format.Record(c.record).Encode(&format.Input{Schema: s}, fields, &out); !errors.As(err, &refused) {
			t.Errorf("%s %s: %v, %+v", c.record, c.fields, err, out)
		}
	}
}

func TestDecodingARowAllocatesNothing(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	for _, c := range []struct{ record, cf, key, value string }{
		{"keys", "0201", "0000000000017fffffff", "1a1fc6766e900000"},
		{"table-value", "0301", "0000000000017fffffff09", "1a1fc6766e9000000100000000"},
		{"table-value", "0301", "0000000000017fffffff21", "1a1fc676b5300000016f726967696e616c20616761696e"},
		{"table-value", "0301", "0000000000017fffffff74", "1a1fc676a430000003"},
		{"historic-value", "0601", "0000000000017fffffff8101e5e03989545fffff", "c20c6261636b"},
		{"index", "0401", "020a21626f726e20616761696e0a000003e900027fffb276", "1a1fc676cad00000"},
		{"unique", "0501", "2101626f726e20616761696e", "1a1fc676cad00000000003e900027fffb276"},
	} {
		in := format.Input{Schema: s, Entry: entryOf(t, c.cf, c.key, c.value)}
		r := rocksdb.Format.Record(c.record)
		if err := r.Decode(&in, nil, nil); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { _ = r.Decode(&in, nil, nil) }); n > 0 {
			t.Errorf("%s %s: %v allocations", c.record, c.key, n)
		}
	}
}
