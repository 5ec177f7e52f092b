package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A cell of HBase for which no format is set, as JSON without its closing brace.
const plainCell = `{"parts":{"row":"7201","family":"66","qualifier":"71","value":"76"},"source":{"table":"t"},"timestamp":"17"`

func TestATombstoneIsNeverWrittenAsAPut(t *testing.T) {
	cells := lines(rowlens(t, "", "decode", "--model", maryk("hbase", "latest.models.json"),
		maryk("hbase", "latest.scan.txt")).want(t, 0).out)
	deleted := strings.Replace(cells[0], `,"source"`, `,"deleted":"DeleteColumn","source"`, 1)
	timestamp, _ := object(t, cells[0])["timestamp"].(string)
	r := rowlens(t, cells[0]+"\n"+deleted+"\n", "encode", "--as", "hbase-shell")
	got := lines(r.out)
	if !strings.HasPrefix(got[0], "put ") || !strings.HasSuffix(got[0], ", "+timestamp) {
		t.Errorf("a cell is %s", got[0])
	}
	if len(got) > 1 && strings.HasPrefix(got[1], "put ") {
		t.Errorf("a tombstone is %s", got[1])
	}
	tombstone := strings.Replace(plainCell, `,"value":"76"`, "", 1) + `,"deleted":"DeleteColumn"}` + "\n"
	if got := rowlens(t, tombstone, "encode", "--as", "hbase-shell").want(t, 0).out; got != `deleteall "t", "r\x01", "f:q", 17`+"\n" {
		t.Error(got)
	}
	if got := object(t, rowlens(t, tombstone, "encode", "--as", "record").want(t, 0).out); got["deleted"] != "DeleteColumn" ||
		got["timestamp"] != "17" {
		t.Errorf("as a record: %v", got)
	}
	for _, as := range []string{"hex", "base64", "go", "json", "raw", "accumulo", "mdb", "ldb"} {
		r := rowlens(t, tombstone, "encode", "--as", as).want(t, 1)
		if strings.Contains(r.out, "76") || strings.Contains(r.out, " 72") || !strings.Contains(r.err, `row r\x01: `) {
			t.Errorf("--as %s: %q, %s", as, r.out, r.err)
		}
	}
}

func TestWhatFieldsDoNotSayComesFromTheRecord(t *testing.T) {
	record := lines(rowlens(t, "", "decode", "--format", "accumulograph",
		filepath.Join("..", "..", "golden", "accumulograph", "accumulograph-shell-st.txt")).want(t, 0).out)
	all := strings.Join(record, "\n")
	r := rowlens(t, all, "encode", "--as", "accumulo").want(t, 0)
	if got := lines(r.out); got[0] != `table "social_vertex"` ||
		!strings.HasPrefix(got[1], `insert "back\\slash" "__LABEL__" "__EXISTS__" "" -ts 1`) {
		t.Errorf("it begins\n%s\n%s", got[0], got[1])
	}
	r = rowlens(t, record[0], "encode", "--as", "hbase-shell").want(t, 0)
	if !strings.Contains(r.out, `"__LABEL__:__EXISTS__", "", 1`) {
		t.Errorf("family and qualifier are lost: %s", r.out)
	}
	again := lines(rowlens(t, all, "encode", "--as", "record").want(t, 0).out)
	for i := range record {
		was, is := object(t, record[i]), object(t, again[i])
		for _, member := range []string{"format", "record", "timestamp", "parts"} {
			if !same(was[member], is[member]) {
				t.Errorf("%s of record %d is %v, want %v", member, i+1, is[member], was[member])
			}
		}
	}
}

func same(a, b any) bool { return sameNumbers(a, b) }

func TestADeletionThatDecodesIsEncodedAgain(t *testing.T) {
	dump := "from [] to []\nProcess 000012.sst\nSst file format: block-based\n'21012330' seq:52, type:0 => \n'2101626F' seq:51, type:1 => 1A1FC676CAD00000000003E900027FFFB276\n"
	args := []string{"--cf", "unique/1", "--model", maryk("rocksdb", "keepall.models.json")}
	records := rowlens(t, dump, append([]string{"decode"}, args...)...).want(t, 0).out
	if !strings.Contains(lines(records)[0], `"fields"`) {
		t.Fatal(records)
	}
	got := rowlens(t, records, "encode", "--as", "ldb", "--model", args[3]).want(t, 0).out
	if got != `ldb --db=DIR --ignore_unknown_options --column_family=$'\x05\x01' --hex delete 0x21012330`+"\n"+
		`ldb --db=DIR --ignore_unknown_options --column_family=$'\x05\x01' --hex put 0x2101626F 0x1A1FC676CAD00000000003E900027FFFB276`+"\n" {
		t.Error(got)
	}
}

func TestRepairsAreWrittenForTheirStore(t *testing.T) {
	changes, dump := implexus("corrupt.changes.jsonl"), implexus("corrupt.dump.hex.txt")
	file := t.TempDir() + "/changes.jsonl"
	rowlens(t, "", "verify", "--repair", file, dump).want(t, 4)
	out := rowlens(t, "", "encode", "--as", "mdb", file).want(t, 0).out
	got := lines(rowlens(t, out, "decode").want(t, 0).out)
	want := lines(readFile(t, file))
	if len(got) != len(want) {
		t.Fatalf("%d of %d changes", len(got), len(want))
	}
	for i := range want {
		if !same(object(t, got[i])["parts"], object(t, want[i])["parts"]) {
			t.Errorf("%s\nwant %s", got[i], want[i])
		}
	}
	stale := `{"format":"implexus","parts":{"key":"` + bytesHex([]byte("session:42")) + `"},"deleted":"delete"}` + "\n"
	if r := rowlens(t, stale, "encode", "--as", "mdb").want(t, 1); !strings.Contains(r.err, "--onto") {
		t.Errorf("a deletion: %s", r.err)
	}
	both := writeFile(t, readFile(t, file)+stale)
	whole := rowlens(t, "", "encode", "--as", "mdb", "--onto", dump, both).want(t, 0).out
	repaired := writeFile(t, whole)
	if strings.Contains(whole, bytesHex([]byte("session:42"))) || !strings.HasSuffix(whole, "DATA=END\n") {
		t.Error("the dump has the row that was to be removed, or no end")
	}
	r := rowlens(t, "", "verify", repaired).want(t, 4)
	if codes := codes(r.out, "error"); len(codes) != 2 {
		t.Errorf("the repaired dump: %s", r.out)
	}
	rowlens(t, "", "encode", "--as", "mdb", "--onto", dump, changes).want(t, 1) // findings, not records
	rowlens(t, stale, "encode", "--as", "ldb", "--onto", dump).want(t, 2)
}

func TestUnchangedFieldsKeepTheirBytes(t *testing.T) {
	scan := maryk("rocksdb", "latest.0301.scan.txt")
	records := rowlens(t, "", "decode", "--cf", "0301", "--model", maryk("rocksdb", "latest.models.json"), scan).want(t, 0).out
	// Java objects, and fields whose names need a model, can only be read.
	r := rowlens(t, records, "encode", "--model", maryk("rocksdb", "latest.models.json")).want(t, 0)
	if got, want := len(lines(r.out)), len(lines(records)); got != want {
		t.Errorf("%d of %d rows", got, want)
	}
	if !strings.Contains(r.err, "column family") {
		t.Errorf("that the families are left out is not said: %s", r.err)
	}
	edited := strings.Replace(plainCell, `{"parts"`,
		`{"format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"boolean","value":true}},"parts"`, 1) + "}\n"
	if r := rowlens(t, edited, "encode", "--part", "value").want(t, 0); r.out == "76\n" ||
		!strings.Contains(r.err, "not those of the record's parts") {
		t.Errorf("edited fields: %s%s", r.out, r.err)
	}
	extra := strings.TrimSpace(rowlens(t, "2c8000018f3c9be200ffee", "decode").out)
	if r := rowlens(t, extra, "encode"); r.out != "2c8000018f3c9be200ffee\n" {
		t.Errorf("bytes that belong to nothing are lost: %s%s", r.out, r.err)
	}
	undecodable := strings.TrimSpace(rowlens(t, `{"parts":{"row":"ff","family":"66","qualifier":"","value":"00"}}`, "decode").want(t, 1).out)
	if r := rowlens(t, undecodable, "encode").want(t, 0); r.out != "ff\t66\t\t00\n" {
		t.Errorf("a row that nobody reads: %s", r.out)
	}
}

func TestAMemberThatIsThereTwiceIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		`{"format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"long","value":"5","value":"6"}}}`: "fields.value.value: the name occurs twice: members 2 and 3",
		`{"format":"actionbase","record":"value","fields":{"order":"ASC"},"fields":{"order":"DESC"}}`:                       "fields: the name occurs twice: members 3 and 4",
		`{"parts":{"key":"00","value":"01","key":"02"}}`:                                                                    "parts.key: the name occurs twice: members 1 and 3",
	} {
		if r := rowlens(t, line+"\n", "encode").want(t, 1); strings.TrimSpace(r.out) != "" || !strings.Contains(r.err, want) {
			t.Errorf("%s: %q %q", line, r.out, r.err)
		}
	}
}

// The record implies where a row belongs: written elsewhere, nobody would find it.
func TestARecordThatBelongsElsewhereIsRefused(t *testing.T) {
	models := maryk("hbase", "latest.models.json")
	edge := `{"format":"accumulograph","record":"entry","source":{"table":"TABLE"},"fields":{"kind":"edge","id":"e1","in":"a","out":"b","label":"l"}}`
	unique := `{"format":"maryk-rocksdb","record":"unique","source":{"cf":"CF"},"fields":{"model":1,"reference":"21","storedValue":"0161",` +
		`"version":"1882441387296686080","record":"000003e900027fffb276"}}`
	cell := `{"format":"maryk-hbase","record":"data-created","source":{"table":"rl:TABLE"},"fields":{"record":"0000000000017fffffff","version":"1882441320005369856"}}`
	for _, c := range []struct {
		line, want string
		args       []string
	}{
		{strings.Replace(edge, "TABLE", "social_edge", 1), "", nil},
		{strings.Replace(edge, "TABLE", "any other", 1), "", nil},
		{strings.Replace(edge, "TABLE", "social_vertex", 1), "kind: expected vertex or in-edge or out-edge or property, which the table social_vertex has, found edge", nil},
		{strings.Replace(edge, "TABLE", "a_index_edge", 1), "", nil}, // of the graph a_index, or an index of the graph a
		{strings.Replace(unique, "CF", "0501", 1), "", nil},
		{strings.Replace(unique, "CF", "0301", 1), "source.cf: expected 0501, the column family that the fields say, found 0301", nil},
		{strings.Replace(cell, "TABLE", "Ware", 1), "", []string{"--model", models}},
		{strings.Replace(cell, "TABLE", "Memo", 1), "record: expected a key of 16 bytes, found 10", []string{"--model", models}},
		{edge, "record: expected value, as --record says, found \"entry\"", []string{"--record", "value"}},
		{edge, "format: expected implexus, as --format says, found \"accumulograph\"", []string{"--format", "implexus"}},
	} {
		code := 0
		if c.want != "" {
			code = 1
		}
		if r := rowlens(t, c.line+"\n", append([]string{"encode"}, c.args...)...).want(t, code); !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %q, want %q", c.line, r.err, c.want)
		}
	}
}
