package main

import (
	"os"
	"path/filepath"
	"testing"
)

// --model accepts whatever the page and op schema accept.
func TestAModelIsReadFromWhateverHoldsOne(t *testing.T) {
	meta := filepath.Join("..", "..", "golden", "maryk-rocksdb", "MARYK_META.yml")
	models := maryk("rocksdb", "latest.models.json")
	stored := rowlens(t, "", "model", "--hex", models, "Memo").want(t, 0).out
	file := filepath.Join(t.TempDir(), "stored.txt")
	if err := os.WriteFile(file, []byte(stored), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{meta, models, maryk("rocksdb", "latest.rows.jsonl"), file} {
		rowlens(t, "", "inspect", "--model", model, "2981").want(t, 0)
	}
	if got := rowlens(t, "", "inspect", "--model", "help_test.go", "2981").want(t, 3); got.err == "" {
		t.Error("a file without a model is taken")
	}
}
