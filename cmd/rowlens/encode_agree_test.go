package main

import (
	"strings"
	"testing"
)

// What a record says in words must agree with the bytes that decide: otherwise one of the two
// was edited, and encode cannot choose which is meant.
func TestMembersThatContradictEachOtherAreRefused(t *testing.T) {
	models := map[string]string{
		"hbase": maryk("hbase", "latest.models.json"), "rocksdb": maryk("rocksdb", "latest.models.json"),
	}
	records := map[string]string{
		"hbase": rowlens(t, "", "decode", "--model", models["hbase"], maryk("hbase", "latest.scan.txt")).want(t, 0).out,
		"rocksdb": rowlens(t, "", "decode", "--model", models["rocksdb"], maryk("rocksdb", "latest.0301.scan.txt"),
			maryk("rocksdb", "latest.0401.dump.txt"), maryk("rocksdb", "latest.0501.scan.txt")).want(t, 0).out,
	}
	for _, c := range []struct{ store, old, new, why string }{
		{"hbase", `"what":"value"`, `"what":"created"`, `what: expected "value", as the record kind says, found "created"`},
		{"hbase", `"property":"code"`, `"property":"kind"`, `property: expected "code", as the member reference says, found "kind"`},
		{"hbase", `"indexName":"shape.*"`, `"indexName":"code"`, `indexName: expected "shape.*", as the member index says, found "code"`},
		{"hbase", `"indicator":1`, `"indicator":4`, "indicator: expected 1, as the kind value says, found a number"},
		{"rocksdb", `"what":"created"`, `"what":"last-update"`, `what: expected "created", as the record kind says, found "last-update"`},
		{"rocksdb", `"cfType":"table"`, `"cfType":"keys"`, `cfType: expected "table", as the record kind says, found "keys"`},
		{"rocksdb", `"property":"code"`, `"property":7`, `property: expected "code", as the member reference says, found a number`},
		{"rocksdb", `"indexName":"name"`, `"indexName":"code"`, `indexName: expected "name", as the member index says, found "code"`},
		{"rocksdb", `"cfType":"unique"`, `"cfType":"unique","familyNumbering":"new"`, `familyNumbering: expected "old" or nothing, found "new"`},
		{"rocksdb", `"created"`, `"created","bogus":1`, "bogus: there is no such field; there are model, cfType, familyNumbering, record, what, version"},
	} {
		record := ""
		for _, line := range lines(records[c.store]) {
			if strings.Contains(line, c.old) {
				record = line
				break
			}
		}
		if record == "" {
			t.Fatalf("no record of %s has %s", c.store, c.old)
		}
		rowlens(t, record, "encode", "--model", models[c.store]).want(t, 0)
		r := rowlens(t, strings.Replace(record, c.old, c.new, 1), "encode", "--model", models[c.store]).want(t, 1)
		if !strings.Contains(r.err, c.why) {
			t.Errorf("%s for %s: %s, want %s", c.new, c.old, r.err, c.why)
		}
	}
}
