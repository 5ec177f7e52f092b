package storetest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the expected texts below golden/store-files anew; read the diff, and run make golden")

// Golden fails if text differs from that of a file below golden/store-files.
func Golden(t testing.TB, name string, text []byte) {
	t.Helper()
	path := filepath.Join(home(t), filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(text, want) {
		return
	}
	got, wanted := bytes.Split(text, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range got {
		if i >= len(wanted) || !bytes.Equal(got[i], wanted[i]) {
			t.Fatalf("golden/store-files/%s differs from line %d on; now it is\n%s\n(go test -update writes it anew)", name, i+1, short(string(got[i])))
		}
	}
	t.Fatalf("golden/store-files/%s has %d lines, now %d (go test -update writes it anew)", name, len(wanted), len(got))
}
