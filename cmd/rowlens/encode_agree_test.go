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
		{"hbase", `"indicator":1`, `"indicator":4`, "indicator: expected 1, as the kind value says, found 4"},
		{"rocksdb", `"what":"created"`, `"what":"last-update"`, `what: expected "created", as the record kind says, found "last-update"`},
		{"rocksdb", `"cfType":"table"`, `"cfType":"keys"`, `cfType: expected "table", as the record kind says, found "keys"`},
		{"rocksdb", `"property":"code"`, `"property":7`, `property: expected "code", as the member reference says, found 7`},
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

// A refused member is called by its own name, with what was expected and what was found.
func TestARefusedMemberOfMarykIsNamedWithWhatWasFound(t *testing.T) {
	const member = `"reference":"09","property":"code"`
	for store, dump := range map[string]string{"hbase": "latest.scan.txt", "rocksdb": "latest.0301.scan.txt"} {
		models := maryk(store, "latest.models.json")
		record := ""
		for _, line := range lines(rowlens(t, "", "decode", "--model", models, maryk(store, dump)).want(t, 0).out) {
			if record == "" && strings.Contains(line, member) {
				record = line
			}
		}
		for _, c := range []struct{ old, new, why string }{
			{member, `"property":"nonesuch"`, `property: Ware has no property "nonesuch"`},
			{member, `"property":"code.x"`, "property: nothing is below a UInt32"},
			{member, `"property":{}`, "property: expected the path of a property, or its reference, found an object"},
			{member, `"note":1`, "note: there is no such field"},
			{member, `"reference":"79"`, "reference: expected tag 6 (embed), that of home, found 1 at offset 0 (0x0)"},
			{member, `"reference":"0909"`, "reference: expected the end, after a simple value, found 1 more bytes at offset 1 (0x1)"},
			{member, `"reference":5`, "reference: expected an even number of hex digits, found 5"},
			{`"record":"0`, `"record":"x`, `record: expected an even number of hex digits, found "x`},
			{`"kind":"value"`, `"kind":"row"`, `kind: expected value, simple-type, complex-type, embed, deleted, count or encrypted, found "row"`},
			{`"kind":"value"`, `"kind":7`, "kind: expected value, simple-type, complex-type, embed, deleted, count or encrypted, found 7"},
		} {
			r := rowlens(t, strings.Replace(record, c.old, c.new, 1), "encode", "--model", models).want(t, 1)
			if !strings.Contains(r.err, ": "+c.why) {
				t.Errorf("%s: %s for %s: %s, want %s", store, c.new, c.old, r.err, c.why)
			}
		}
	}
}
