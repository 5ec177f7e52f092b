package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// without returns a text without the first line that has all words.
func without(t *testing.T, text string, words ...string) string {
	t.Helper()
	for _, line := range lines(text) {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(line, w) }) {
			return strings.Replace(text, line+"\n", "", 1)
		}
	}
	t.Fatalf("no line has %q", words)
	return ""
}

// mended repairs a damaged dump and returns the errors before and after.
func mended(t *testing.T, text string, args ...string) (before, after []string, changes, said string) {
	t.Helper()
	dump, repair := writeFile(t, text), filepath.Join(t.TempDir(), "changes.jsonl")
	args = append([]string{"verify"}, args...)
	r := rowlens(t, "", append(args, "--repair", repair, dump)...).want(t, 4)
	before, said = codes(r.out, "error"), r.err
	return before, codes(rowlens(t, "", append(args, dump, repair)...).out, "error"), readFile(t, repair), said
}

func TestWhatFollowsFromTheDataIsMendedInEveryFormat(t *testing.T) {
	graph := readFile(t, accumulo("accumulograph-shell.txt"))
	graph = without(t, graph, "i30 age:marko")
	graph = without(t, graph, "node with space __IN_EDGE__:marko__DELIM__e2")
	graph = strings.Replace(graph, "d1.0 weight:e2 []", "d3.0 weight:e2 []", 1)
	end := `__OUT_EDGE__:caf\xC3\xA9__DELIM__e1 []    __DELIM__`
	graph = strings.Replace(graph, end+"knows", end+"hates", 1)
	rows := without(t, readFile(t, maryk("rocksdb", "latest.rows.jsonl")), `"cfType":"index"`, `"fields"`)
	rows = without(t, rows, `"cfType":"unique"`, `"fields"`)
	rows += `{"cf":"0401","key":"020a21737472617905000003eb00027fffb276","value":"1a1fc677d8100000"}` + "\n"
	history := without(t, readZipped(t, maryk("rocksdb", "keepall.rows.jsonl")), `"cf":"0401"`, `"fields"`)
	history = without(t, history, `"cf":"0501"`, `"fields"`)
	for _, family := range []string{"0701", "0801", "0901"} {
		history = without(t, history, `"cf":"`+family+`"`, `"fields"`)
	}
	cells := readFile(t, maryk("hbase", "latest.scan.txt"))
	cells = without(t, cells, "column=u:", "born again")
	cells = without(t, cells, "column=iCiE:", "born again")
	for _, c := range []struct {
		name, text string
		before     []string // each of them is found
		after      []string
		args       []string
	}{
		{"actionbase", readFile(t, damagedScan()),
			[]string{"wrong-count", "wrong-salt", "missing-index-row", "index-value-mismatch", "missing-state-row"},
			[]string{"missing-state-row"}, []string{"--model", golden(modelFile)}},
		{"accumulograph", graph, []string{"missing-index", "stale-index", "missing-endpoint", "label-mismatch"}, nil, nil},
		{"maryk-rocksdb", rows, []string{"missing-index-row", "missing-unique-row", "extra-index-row"}, nil, nil},
		{"maryk-rocksdb", history, []string{"missing-index-row", "missing-unique-row", "missing-historic-row"}, nil, nil},
		{"maryk-hbase", cells, []string{"missing-index-cell", "missing-unique-cell", "index-cell-of-a-null"}, nil,
			[]string{"--model", maryk("hbase", "latest.models.json")}},
	} {
		before, after, changes, said := mended(t, c.text, c.args...)
		for _, code := range c.before {
			if !slices.Contains(before, code) {
				t.Errorf("%s: %s is not found: %v", c.name, code, before)
			}
		}
		if !slices.Equal(after, c.after) {
			t.Errorf("%s: after the repair %v\n%s", c.name, after, changes)
		}
		for _, code := range c.after {
			if !strings.Contains(said, "not repaired: "+code) {
				t.Errorf("%s: nothing says why %s stays: %s", c.name, code, said)
			}
		}
		for _, line := range lines(changes) {
			x := object(t, line)
			if x["format"] != c.name || x["record"] == nil || x["parts"] == nil {
				t.Errorf("%s: the change %s", c.name, line)
			}
		}
	}
}

func TestARepairIsNeverWrittenOverAnInput(t *testing.T) {
	dir := t.TempDir()
	dump := filepath.Join(dir, "dump.txt")
	text := readFile(t, implexus("corrupt.dump.hex.txt"))
	if err := os.WriteFile(dump, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	link, hard := filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := os.Symlink(dump, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(dump, hard); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{dump, filepath.Join(dir, ".", "sub", "..", "dump.txt"), link, hard} {
		rowlens(t, "", "verify", "--force", "--repair", name, dump).want(t, 2)
		in, err := os.Open(dump)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, "verify", "--format", "implexus", "--force", "--repair", name)
		cmd.Stdin = in
		finish(t, cmd).want(t, 2)
		in.Close()
	}
	model, known := writeFile(t, readFile(t, golden(modelFile))), writeFile(t, "")
	rowlens(t, "", "verify", "--force", "--repair", model, "--model", model, golden(scanFile)).want(t, 2)
	rowlens(t, "", "verify", "--force", "--repair", known, "--known", known, dump).want(t, 2)
	if readFile(t, dump) != text || readFile(t, model) != readFile(t, golden(modelFile)) {
		t.Error("an input was overwritten")
	}
}

func TestARepairReplacesAFileOnlyWhenTold(t *testing.T) {
	file := writeFile(t, "mine")
	r := rowlens(t, "", "verify", "--repair", file, implexus("corrupt.dump.hex.txt")).want(t, 2)
	if readFile(t, file) != "mine" || !strings.Contains(r.err, "--force") {
		t.Errorf("the file was replaced: %s", r.err)
	}
	rowlens(t, "", "verify", "--repair", file, "--force", implexus("corrupt.dump.hex.txt")).want(t, 4)
	if len(lines(readFile(t, file))) < 3 {
		t.Error("the file was not replaced")
	}
	list, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(list) != 1 {
		t.Errorf("%d files beside it, %v", len(list), err)
	}
	rowlens(t, "", "verify", "--repair", filepath.Join(t.TempDir(), "no", "such"), implexus("corrupt.dump.hex.txt")).want(t, 3)
	rowlens(t, "", "verify", "--force", implexus("corrupt.dump.hex.txt")).want(t, 2)
}
