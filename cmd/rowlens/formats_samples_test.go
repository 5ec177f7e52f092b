package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The stores in the program decode, each on its own and all of them as one input.
func TestSamplesOfEveryKindOfStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "samples")
	wrote := rowlens(t, "", "formats", "--samples", dir).want(t, 0).out
	kinds, err := os.ReadDir(dir)
	if err != nil || len(kinds) != len(kindNames()) || strings.Count(wrote, "wrote ") < len(kinds) {
		t.Fatalf("%d kinds, %v: %s", len(kinds), err, wrote)
	}
	sum := 0
	for _, k := range kinds {
		r := rowlens(t, "", "decode", "--count", filepath.Join(dir, k.Name())).want(t, 0)
		n, err := strconv.Atoi(strings.TrimSpace(r.out))
		if err != nil || n < 20 {
			t.Errorf("%s: %s", k.Name(), r.out)
		}
		sum += n
	}
	all := rowlens(t, "", "decode", "--count", dir).want(t, 0)
	if strings.TrimSpace(all.out) != strconv.Itoa(sum) || strings.Contains(all.err, "damaged") {
		t.Errorf("together %s rows, want %d; %s", all.out, sum, all.err)
	}
	if r := rowlens(t, "", "formats", "--samples", dir).want(t, exitUnreadable); !strings.Contains(r.err, "name a new folder") {
		t.Errorf("%s", r.err)
	}
}

func TestSamplesOfOneKind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "samples")
	rowlens(t, "", "formats", "rocksdb", "--samples", dir).want(t, 0)
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 || names[0].Name() != "rocksdb" {
		t.Errorf("%v, %v", names, err)
	}
	for _, args := range [][]string{{"implexus", "--samples", dir}, {"--samples", dir, "--json"}, {"--samples", dir, "lmdb", "hbase"}} {
		rowlens(t, "", append([]string{"formats"}, args...)...).want(t, exitUsage)
	}
	// MARYK_META.yml is found with the database, not only where the user points
	if r := rowlens(t, "", "decode", "--count", dir).want(t, 0); !strings.Contains(r.err, "MARYK_META.yml is used") {
		t.Errorf("%s", r.err)
	}
}
