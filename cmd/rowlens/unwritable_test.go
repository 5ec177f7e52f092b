package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// If a command cannot write a file besides its output, it says which file and what is in the way, without
// mentioning any temporary name. It does so before it reads anything.
func TestAFileThatCannotBeWrittenIsNamed(t *testing.T) {
	model, scan := golden(modelFile), golden(scanFile)
	writers := map[string][]string{
		"conform --junit":  {"conform", filepath.Join("..", "..", "golden", "vectors", "layout.jsonl.gz"), "--junit"},
		"stats --html":     {"stats", "--model", model, scan, "--html"},
		"verify --repair":  {"verify", "--model", model, scan, "--repair"},
		"decode --parquet": {"decode", "--model", model, scan, "--parquet"},
		"serve --write":    {"serve", "--write"},
	}
	for name, args := range writers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			file := filepath.Join(folder, "file")
			if err := os.WriteFile(file, []byte("a file"), 0o600); err != nil {
				t.Fatal(err)
			}
			none := filepath.Join(folder, "none")
			for to, why := range map[string]string{
				filepath.Join(none, "x.html"):           "there is no folder " + none + "; make it first",
				filepath.Join(none, "deeper", "x.html"): "there is no folder " + filepath.Join(none, "deeper") + "; make it first",
				filepath.Join(file, "x.html"):           file + " is a file; name a folder",
			} {
				r := rowlens(t, "", append(args, to)...).want(t, exitUnreadable)
				if want := "rowlens " + args[0] + ": " + to + ": " + why + "\n"; r.err != want || r.out != "" {
					t.Errorf("%s\n%s\nwant only: %s", short(r.out), short(r.err), want)
				}
			}
			if list, err := os.ReadDir(folder); err != nil || len(list) != 1 {
				t.Errorf("%v left behind, %v", list, err)
			}
		})
	}
}

func TestAFolderThatCannotBeMadeIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"man", "--write"}, {"formats", "--samples"}, {"serve", "--write"}} {
		for _, to := range []string{file, filepath.Join(file, "below")} {
			r := rowlens(t, "", append(args, to)...).want(t, exitUnreadable)
			if !strings.HasPrefix(r.err, "rowlens "+args[0]+": "+to) || !strings.Contains(r.err, file+" is a file; name a folder") {
				t.Errorf("%s %s: %s", args[0], to, r.err)
			}
		}
	}
}
