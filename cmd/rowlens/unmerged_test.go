package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withOperator is a database whose merge operator is not known, so that nobody but its owner knows the values of keys
// with operands.
func withOperator(t *testing.T) string {
	t.Helper()
	folder := storeOf(t, "rocksdb/wal")
	options := "[CFOptions \"two\"]\n  merge_operator={id=MaxOperator;}\n"
	if err := os.WriteFile(filepath.Join(folder, "OPTIONS-000007"), []byte(options), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Operands that cannot be merged are several rows of a key. Each by itself is not its value: not the same as another
// database's, and not one to load.
func TestOperandsOfAnUnknownOperatorAreNoValues(t *testing.T) {
	folder := withOperator(t)
	for _, args := range [][]string{{"diff", folder, folder}, {"diff", "--unsorted", folder, folder}} {
		r := rowlens(t, "", args...)
		if r.code != exitFailed || !strings.Contains(r.err, "has merge operands") || !strings.Contains(r.err, "--stored compares") {
			t.Errorf("%v: %d, %s", args[1:], r.code, r.err)
		}
	}
	if r := rowlens(t, "", "diff", "--stored", folder, folder); r.code != exitOK {
		t.Errorf("--stored: %d, %s%s", r.code, r.out, r.err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--table", "two", folder}, "merge operand"},
		{[]string{"--table", "dupsort", storeOf(t, "lmdb/v1-dup")}, "second one follows"},
		{[]string{"--table", "default", storeOf(t, "rocksdb/entities")}, "entity with columns"},
	} {
		r := rowlens(t, "", append([]string{"dump", "--as", "ldb"}, c.args...)...)
		if r.code != exitFailed || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: %d, %s", c.args, r.code, r.err)
		}
	}
}
