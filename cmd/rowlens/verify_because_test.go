package main

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reasons for a row in which nothing belongs are all of its members, with what their rows say.
func TestReasonsSayWhatRowsSay(t *testing.T) {
	text, err := os.ReadFile(implexus("good.dump.hex.txt"))
	if err != nil {
		t.Fatal(err)
	}
	inHex := func(s string) string { return hex.EncodeToString([]byte(s)) }
	changed := strings.Replace(string(text), inHex("'active'"), inHex("'absent'"), 1)
	dump := filepath.Join(t.TempDir(), "dump.txt")
	if err := os.WriteFile(dump, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	r := rowlens(t, "", "verify", dump).want(t, exitDifferences)
	got, _, _ := strings.Cut(strings.ReplaceAll(r.out, dump, "dump"), "\ndump:48 ")
	const want = `dump:8 error   stale-index-row       row "cat:/categories/active-users:members": nothing belongs in this row
  because the category takes User documents with status == 'absent': dump:44 row "config:/categories/active-users"
  because its type is User: dump:92 row "entity:/users/john"
  because its status is "active": dump:232 row "props:/users/john"
  and 2 more rows, which --json lists`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
