package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A model belongs to the formats of several stores: the rows say which of them is
// verified. That of a RocksDB database stands in the dump.
func TestMarykIsVerifiedByTheStoreOfTheRows(t *testing.T) {
	r := rowlens(t, "", "verify", maryk("rocksdb", "latest.rows.jsonl")).want(t, 0)
	if !strings.HasPrefix(r.out, "info    encrypted-not-recomputed ") || !strings.HasSuffix(r.out, "\n0 errors, 1 other finding\n") {
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
	if !strings.HasPrefix(r.out, "error   missing-index-row ") || !strings.HasSuffix(r.out, "\n1 error, 1 other finding\n") {
		t.Errorf("without an index row:\n%s", r.out)
	}
	// A dump of one family needs the flag; here records have only their Keys row.
	r = rowlens(t, "", "verify", "--cf", "0201", "--model", maryk("rocksdb", "latest.models.json"), maryk("rocksdb", "latest.0201.dump.txt")).want(t, 4)
	if !strings.Contains(r.out, "missing-table-row") {
		t.Errorf("%s", r.out)
	}
}

// onlyTheDefect refuses findings other than those that upstream makes.
func onlyTheDefect(t *testing.T, out string) {
	t.Helper()
	for _, line := range lines(out) {
		if !strings.Contains(line, "known upstream defect null-leaves-index-cell") && line != "4 errors, 0 other findings" {
			t.Errorf("%s", line)
		}
	}
	if !strings.HasSuffix(out, "\n4 errors, 0 other findings\n") {
		t.Errorf("%s", out)
	}
}

// written is a file with the text.
func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// The models of HBase tables stand in their descriptors, if a dump has their values.
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
	for _, line := range lines(r.out) {
		if !strings.HasPrefix(line, `{"severity":"error","code":"index-cell-of-a-null","defect":"null-leaves-index-cell","parts":{"row":`) {
			t.Errorf("%s", line)
		}
	}
}
