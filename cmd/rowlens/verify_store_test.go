package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runTool runs a store's program and returns its output.
func runTool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s %q: %v; .ci/install installs it", name, args, err)
	}
	return string(out)
}

// A repair is applied to a real LMDB: dumped again, the database has only the
// findings that cannot be repaired.
func TestARepairMendsARealLMDB(t *testing.T) {
	dir := t.TempDir()
	store, changes, script := filepath.Join(dir, "store"), filepath.Join(dir, "changes.jsonl"), filepath.Join(dir, "changes.mdb")
	if err := os.Mkdir(store, 0o755); err != nil {
		t.Fatal(err)
	}
	runTool(t, "mdb_load", "-f", implexus("corrupt.dump.hex.txt"), store)
	dump := writeFile(t, runTool(t, "mdb_dump", store))
	rowlens(t, "", "verify", "--repair", changes, dump).want(t, 4)
	load := rowlens(t, "", "encode", "--as", "mdb", changes).want(t, 0)
	if err := os.WriteFile(script, []byte(load.out), 0o644); err != nil {
		t.Fatal(err)
	}
	runTool(t, "mdb_load", "-f", script, store)
	after := rowlens(t, "", "verify", writeFile(t, runTool(t, "mdb_dump", store))).want(t, 4)
	if got := codes(after.out, "error"); !slices.Equal(got, []string{"undecodable-value", "undecodable-value"}) {
		t.Errorf("after the repair: %s", after.out)
	}
}

// Of rows that several stores have, those of the store named last count, as those of the last dump do, whatever the names are.
func TestTheStoreNamedLastCounts(t *testing.T) {
	good, corrupt := storeOf(t, "lmdb/implexus-good"), storeOf(t, "lmdb/implexus-corrupt")
	const note = "note: the 2 inputs are read as one dump: if several have a row, its newest version counts, or else that of the last\n"
	for code, stores := range map[int][]string{exitDifferences: {good, corrupt}, exitOK: {corrupt, good}} {
		if r := rowlens(t, "", append([]string{"verify"}, stores...)...).want(t, code); !strings.Contains(r.err, note) {
			t.Errorf("%s: %s", stores, r.err)
		}
	}
	first := func(stores ...string) string {
		r := rowlens(t, "", append([]string{"decode", "--limit", "1", "--select", "source.file"}, stores...)...).want(t, 0)
		return r.out
	}
	if a, b := first(good, corrupt), first(corrupt, good); a == b {
		t.Errorf("both orders begin with %s", a)
	}
}
