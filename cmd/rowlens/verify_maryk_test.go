package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A model belongs to the formats of several stores: the rows say which of them is
// verified. That of a RocksDB database stands in the dump.
func TestMarykIsVerifiedByTheStoreOfTheRows(t *testing.T) {
	r := rowlens(t, "", "verify", maryk("rocksdb", "latest.rows.jsonl")).want(t, 0)
	if !strings.HasPrefix(r.out, "0 errors") {
		t.Errorf("%s", r.out)
	}
	r = rowlens(t, "", "verify", "--model", maryk("hbase", "latest.models.json"), maryk("hbase", "latest.scan.txt")).want(t, 4)
	for _, line := range lines(r.out) {
		if !strings.Contains(line, " index-cell-of-a-null ") && line != "4 errors, 0 other findings" {
			t.Errorf("%s", line)
		}
	}
	stale := readFile(t, maryk("rocksdb", "latest.rows.jsonl"))
	for _, line := range lines(stale) {
		if strings.Contains(line, `"cfType":"keys"`) {
			stale = strings.Replace(stale, line+"\n", "", 1)
			break
		}
	}
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(stale), 0o644); err != nil {
		t.Fatal(err)
	}
	if r = rowlens(t, "", "verify", file); r.code != 4 {
		t.Errorf("without a Keys row: exit code %d\n%s%s", r.code, r.out, r.err)
	}
	// A dump of one family needs the flag.
	r = rowlens(t, "", "verify", "--cf", "0201", "--model", maryk("rocksdb", "latest.models.json"), maryk("rocksdb", "latest.0201.dump.txt"))
	if r.code != 0 && r.code != 4 {
		t.Errorf("%d: %s", r.code, r.err)
	}
}
