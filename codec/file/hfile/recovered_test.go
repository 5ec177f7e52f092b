package hfile_test

import (
	"slices"
	"testing"
)

// When HBase opens a region, it first reads the logs in recovered.edits, which were made of a dead server's. Marks and logs that are still
// being written are beside them.
func TestRecoveredEditsAreReadAsLogs(t *testing.T) {
	all := corpus(t)
	want, _, _ := readFolders(t, changed(all, map[string][]byte{"root-flushed/WALs/server/server.1795874834414": all["wal/wal-0"]}), "root-flushed")
	without, _, _ := readFolders(t, all, "root-flushed")
	if len(want) <= len(without) {
		t.Fatalf("%d cells with the log, %d without", len(want), len(without))
	}
	const dir = regionSecond + "recovered.edits/"
	got, damage, _ := readFolders(t, changed(all, map[string][]byte{dir + "0000000000000000300": all["wal/wal-0"]}), "root-flushed")
	if len(got) != len(want) || len(damage) > 0 {
		t.Errorf("%d cells, want %d, %+v", len(got), len(want), damage)
	}
	got, damage, _ = readFolders(t, changed(all, map[string][]byte{dir + "0000000000000000300": all["wal/wal-0"][:9000]}), "root-flushed")
	if len(got) == 0 || len(damage) != 1 || damage[0].Code != "wal-entry" {
		t.Errorf("a cut log: %d cells, %+v", len(got), damage)
	}
	for _, name := range []string{"2.seqid", "0000000000000000300.temp", "0000000000000000300-server.1795874834414.temp"} {
		got, damage, remarks := readFolders(t, changed(all, map[string][]byte{dir + name: all["wal/wal-0"]}), "root-flushed")
		if !slices.Equal(got, without) || len(damage)+len(remarks) > 0 {
			t.Errorf("%s: %d cells, want %d, %+v, %+v", name, len(got), len(without), damage, remarks)
		}
	}
}
