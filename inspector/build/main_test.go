package main

import (
	"bytes"
	"compress/gzip"
	"path/filepath"
	"testing"
)

// The scripts of the page, without the decoder, in gzip bytes. The goal was 40,000:
// docs/rationale.md says why all modes together have more.
const scriptsMax = 106_000

func TestScriptsStayInTheirBudget(t *testing.T) {
	total := 0
	entries := []struct{ name, format string }{{"main.js", "esm"}, {"worker.js", "iife"}, {"early.js", "iife"}, {"sw.js", "iife"}}
	for _, entry := range entries {
		text, err := bundle(filepath.Join("..", "..", "web", "src", entry.name), entry.format)
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
