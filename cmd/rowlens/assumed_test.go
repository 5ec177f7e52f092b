package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/storetest"
)

// Commands say once that commas between RocksDB's operands are assumed, only if they showed some, and do not fail for it.
func TestAssumedDelimitersAreNotedOnce(t *testing.T) {
	files := storetest.Folder(t, "rocksdb/delimiters")
	write := func(names []string) string {
		dir := t.TempDir()
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	names := slices.Sorted(maps.Keys(files))
	whole := write(names)
	without := write(slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, "OPTIONS-") }))
	for _, c := range []struct {
		command []string
		path    string
		times   int
	}{
		{[]string{"dump"}, without, 1},
		{[]string{"dump", "--as", "hex"}, without, 1},
		{[]string{"decode", "--count"}, without, 1},
		{[]string{"stats"}, without, 1},
		{[]string{"diff", whole}, without, 1},
		{[]string{"dump", "--quiet"}, without, 0},
		{[]string{"dump", "--stored"}, without, 0},
		{[]string{"dump", "--start", `"c"`}, without, 0},
		{[]string{"dump"}, whole, 0},
		{[]string{"stats"}, whole, 0},
	} {
		r := rowlens(t, "", append(c.command, c.path)...)
		exits := 0
		switch c.command[0] {
		case "decode":
			exits = 1 // no format has these rows
		case "diff":
			exits = 4 // values differ
		}
		if n := strings.Count(r.err, "joined by commas"); n != c.times || r.code != exits {
			t.Errorf("%v: said %d times, want %d; exit code %d: %s", c.command, n, c.times, r.code, r.err)
		}
	}
	records := rowlens(t, "", "decode", "--json", without).out
	for _, record := range lines(records) {
		if !strings.Contains(record, `"note":"values with several merge operands are joined by commas, which is assumed`) {
			t.Error(record)
		}
	}
	if out := rowlens(t, "", "decode", "--json", whole).out; out == "" || strings.Contains(out, `"note"`) {
		t.Error(out)
	}
}
