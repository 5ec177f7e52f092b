package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The WebAssembly is compared with the same files.
func TestDiffAnswersAreThoseOfTheOtherFaces(t *testing.T) {
	home := filepath.Join("..", "..", "golden")
	text, err := os.ReadFile(filepath.Join(home, "differences", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Old, New, Schema string
		Flags                  []string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 5 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		args := append([]string{"diff", "--json"}, c.Flags...)
		if c.Schema != "" {
			args = append(args, "--model", filepath.Join(home, filepath.FromSlash(c.Schema)))
		}
		got := rowlens(t, "", append(args, filepath.Join(home, filepath.FromSlash(c.Old)), filepath.Join(home, filepath.FromSlash(c.New)))...)
		want, err := os.ReadFile(filepath.Join(home, "differences", c.Name+".jsonl"))
		if err != nil || got.out != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.Name, err, got.out, want)
		}
	}
}
