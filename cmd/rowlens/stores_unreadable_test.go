package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/storetest"
)

// Of a folder with one half of a database, a command shows that half, and that the other is missing.
func TestAPartThatCannotBeReadIsDamage(t *testing.T) {
	dir := storeOf(t, "lmdb/implexus-good")
	want := records(t, dir)
	packed := storetest.Gzipped(t, must(os.ReadFile(filepath.Join(dir, "data.mdb"))))
	const name = "copy/data.mdb.gz"
	at := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, packed[:len(packed)-200], 0o600); err != nil {
		t.Fatal(err)
	}
	const why = "It cannot be read: compressed with gzip, but damaged or cut: unexpected EOF. Whatever entries it has are missing."
	r := rowlens(t, "", "decode", "--json", "--quiet", dir).want(t, 1)
	list := jsonLines(t, r.out)
	last := list[len(list)-1]
	source, lost := last["source"].(map[string]any), last["error"].(map[string]any)
	if len(list) != len(want)+1 || source["file"] != name || lost["code"] != "unreadable" || lost["message"] != why {
		t.Errorf("%d of %d records, %v", len(list), len(want), last)
	}
	for _, args := range [][]string{{"decode"}, {"verify"}, {"stats"}, {"tables"}, {"dump"}, {"diff", dir}} {
		if r := rowlens(t, "", append(args, dir)...); r.code == 0 || !strings.Contains(r.err+r.out, why) || !strings.Contains(r.err+r.out, name) {
			t.Errorf("%s: %d\n%s", args[0], r.code, r.err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "data.mdb")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(at, filepath.Join(dir, "any.gz")); err != nil {
		t.Fatal(err)
	}
	if r := rowlens(t, "", "decode", dir).want(t, exitUnreadable); !strings.Contains(r.err, "any.gz: compressed with gzip, but damaged or cut") {
		t.Errorf("%s", r.err)
	}
}
