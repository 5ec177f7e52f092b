package main

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// scriptsMax is the limit for the page's scripts, without the decoder, in bytes
// after gzip. The goal was 40,000: docs/rationale.md says why all modes together need more.
const scriptsMax = 130_500

// readAll reads the files of a folder, because esbuild reads them in a process of its own, and only what the test
// itself has read makes a cached result stale.
func readAll(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			_, err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestScriptsStayInTheirBudget(t *testing.T) {
	src := filepath.Join("..", "..", "web", "src")
	readAll(t, src)
	total := 0
	entries := []struct{ name, format string }{{"main.js", "esm"}, {"worker.js", "iife"}, {"early.js", "iife"}, {"sw.js", "iife"}}
	for _, entry := range entries {
		text, err := bundle(filepath.Join(src, entry.name), entry.format)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d with gzip", entry.name, len(text), packed.Len())
		total += packed.Len()
	}
	if total > scriptsMax {
		t.Errorf("the scripts have %d bytes with gzip, more than %d", total, scriptsMax)
	}
}
