package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A model belongs to the formats of several stores; the rows determine which of
// them is verified. For a RocksDB database, the model is in the dump.
func TestMarykIsVerifiedByTheStoreOfTheRows(t *testing.T) {
	r := rowlens(t, "", "verify", maryk("rocksdb", "latest.rows.jsonl")).want(t, 0)
	if !strings.HasPrefix(r.out, "info    encrypted-not-recomputed ") ||
		!strings.HasSuffix(r.out, "\n208 rows, 208 checked; 0 errors, 0 warnings, 1 info\n") {
		t.Errorf("%s", r.out)
	}
	r = rowlens(t, "", "verify", "--model", maryk("hbase", "latest.models.json"), maryk("hbase", "latest.scan.txt")).want(t, 4)
	onlyTheDefect(t, r.out)
	stale := readFile(t, maryk("rocksdb", "latest.rows.jsonl"))
	for _, line := range lines(stale) {
		if strings.Contains(line, `"cfType":"index"`) && strings.Contains(line, `"fields"`) {
			stale = strings.Replace(stale, line+"\n", "", 1)
			break
		}
	}
	r = rowlens(t, "", "verify", written(t, stale)).want(t, 4)
	if !slices.Equal(codes(r.out, "error"), []string{"missing-index-row"}) || !strings.HasSuffix(r.out, "; 1 error, 0 warnings, 1 info\n") {
		t.Errorf("without an index row:\n%s", r.out)
	}
	// A dump of one family needs the flag. Rows that consist only of keys prove nothing about their records.
	r = rowlens(t, "", "verify", "--cf", "0201", "--model", maryk("rocksdb", "latest.models.json"),
		maryk("rocksdb", "latest.0201.dump.txt")).want(t, 4)
	if !slices.Equal(codes(r.out, "error"), []string{"families-missing"}) {
		t.Errorf("one family:\n%s", r.out)
	}
}

// onlyTheDefect refuses findings other than those that upstream causes.
func onlyTheDefect(t *testing.T, out string) {
	t.Helper()
	const sound = " checked; 4 errors, 0 warnings, 0 infos"
	for _, line := range lines(out) {
		if !strings.Contains(line, "known upstream defect null-leaves-index-cell") && !strings.HasPrefix(line, "  because ") &&
			!strings.HasSuffix(line, sound) {
			t.Errorf("%s", line)
		}
	}
	if !strings.HasSuffix(out, sound+"\n") {
		t.Errorf("%s", out)
	}
}

// written returns a file with the text.
func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// The models of HBase tables are in their descriptors, if a dump has the descriptors' values.
func TestHBaseTablesAreVerifiedByTheirDescriptors(t *testing.T) {
	var dump strings.Builder
	for _, line := range lines(readFile(t, maryk("hbase", "latest.tables.jsonl"))) {
		var table struct {
			Table string
			Meta  map[string]string
		}
		if err := json.Unmarshal([]byte(line), &table); err != nil {
			t.Fatal(err)
		}
		for key, val := range table.Meta {
			dump.WriteString(`{"table":"` + table.Table + `","parts":{"descriptorKey":"` + key + `","value":"` + val + "\"}}\n")
		}
	}
	dump.WriteString(readFile(t, maryk("hbase", "latest.cells.jsonl")))
	file := written(t, dump.String())
	onlyTheDefect(t, rowlens(t, "", "verify", "--input-form", "jsonl-hex", file).want(t, 4).out)
	r := rowlens(t, "", "verify", "--json", "--input-form", "jsonl-hex", file).want(t, 4)
	list := lines(r.out)
	if last := list[len(list)-1]; last != `{"totals":{"rows":302,"checked":302,"undecodable":0,"other":0,"errors":4,"warnings":0,"infos":0}}` {
		t.Errorf("the totals are %s", last)
	}
	for _, line := range list[:len(list)-1] {
		if !strings.HasPrefix(line, `{"severity":"error","code":"index-cell-of-a-null","defect":"null-leaves-index-cell","parts":{"row":`) {
			t.Errorf("%s", line)
		}
	}
}
