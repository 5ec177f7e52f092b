package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// timeless returns lines of JSON, sorted, without the positions of rows and, if a transcript has none, without times.
func timeless(t *testing.T, out string, times bool) (list []string) {
	t.Helper()
	for _, line := range sourceless(t, out) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		if !times {
			withoutTimes(o)
		}
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(b))
	}
	slices.Sort(list)
	return list
}

func withoutTimes(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, row := v["parts"]; row {
			delete(v, "timestamp")
		}
		for _, inside := range v {
			withoutTimes(inside)
		}
	case []any:
		for _, inside := range v {
			withoutTimes(inside)
		}
	}
}

// Compares the RFiles of a graph's tables with what the shell printed of the same tables.
func TestRFilesAreReadAsTheTranscriptOfTheirTables(t *testing.T) {
	dir := storeOf(t, "rfile/social")
	packed := filepath.Join(dir, "gz")
	again := t.TempDir() // the vertices again, compressed, beside the other tables
	for _, name := range []string{"edge", "edge_key_index", "index_metadata", "index_people", "index_rels", "vertex_key_index"} {
		copyFile(t, filepath.Join(dir, "social_"+name+".rf"), again)
	}
	copyFile(t, filepath.Join(packed, "social_vertex.rf"), again)
	if err := os.RemoveAll(packed); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{dir, again} {
		for transcript, times := range map[string]bool{"accumulograph-shell.txt": false, "accumulograph-shell-st.txt": true} {
			text := filepath.Join("..", "..", "golden", "accumulograph", transcript)
			for _, command := range []string{"decode", "assemble", "verify"} {
				a, b := rowlens(t, "", command, "--json", folder), rowlens(t, "", command, "--json", text)
				got, want := timeless(t, a.out, times), timeless(t, b.out, times)
				if !slices.Equal(got, want) || a.code != b.code || len(got) < 3 {
					t.Errorf("%s of %s: %d lines with exit code %d, want %d with %d; the first that differ: %s",
						command, transcript, len(got), a.code, len(want), b.code, firstDifference(got, want))
				}
			}
		}
	}
}

func copyFile(t *testing.T, from, dir string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(from)), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLabelsGivenOneByOneAreAllOfAReader(t *testing.T) {
	path := filepath.Join(storeOf(t, "rfile/all"), "codec-gz.rf")
	together := rowlens(t, "", "dump", "--auths", "a,public", path).want(t, exitOK)
	if one := rowlens(t, "", "dump", "--auths", "a", "--auths", "public", path).want(t, exitOK); one.out != together.out || one.out == "" {
		t.Errorf("%d lines, want %d", len(lines(one.out)), len(lines(together.out)))
	}
}
