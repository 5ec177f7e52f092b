package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The C library and the WebAssembly are compared with the same files.
func TestStatsAnswersAreThoseOfTheOtherFaces(t *testing.T) {
	home := filepath.Join("..", "..", "golden")
	text, err := os.ReadFile(filepath.Join(home, "stats", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Input, Schema string
		Flags               []string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		args := append([]string{"stats", "--json"}, c.Flags...)
		if c.Schema != "" {
			args = append(args, "--model", filepath.Join(home, filepath.FromSlash(c.Schema)))
		}
		got := rowlens(t, "", append(args, filepath.Join(home, filepath.FromSlash(c.Input)))...).want(t, 0)
		want, err := os.ReadFile(filepath.Join(home, "stats", c.Name+".json"))
		if err != nil || got.out != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.Name, err, got.out, want)
		}
	}
}
