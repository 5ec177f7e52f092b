package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func implexus(name string) string {
	return filepath.Join("..", "..", "golden", "implexus", name)
}

// codes returns the codes of findings with a severity, as shown to people.
func codes(out, severity string) (list []string) {
	for _, line := range lines(out) {
		f := strings.Fields(line)
		if len(f) > 1 && f[0] != severity {
			f = f[1:] // the place
		}
		if len(f) > 1 && f[0] == severity && !strings.HasPrefix(line, "  because") {
			list = append(list, f[1])
		}
	}
	return list
}

func TestADatabaseThatTellsAllIsVerifiedWithoutAModel(t *testing.T) {
	for _, form := range []string{"hex", "print"} {
		r := rowlens(t, "", "verify", implexus("good.dump."+form+".txt")).want(t, 0)
		if len(codes(r.out, "error")) > 0 {
			t.Errorf("the good database, %s: %s", form, r.out)
		}
		r = rowlens(t, "", "verify", implexus("corrupt.dump."+form+".txt")).want(t, 4)
		want := len(lines(readFile(t, implexus("corrupt.findings.jsonl"))))
		if got := len(codes(r.out, "error")) + len(codes(r.out, "warning")) + len(codes(r.out, "info")); got != want {
			t.Errorf("the corrupt database, %s: %d findings, want %d:\n%s", form, got, want, r.out)
		}
	}
	rowlens(t, readFile(t, implexus("corrupt.dump.hex.txt")), "verify", "--format", "implexus").want(t, 4)
	r := rowlens(t, "", "verify", golden(scanFile)).want(t, 1)
	if !strings.Contains(r.err, "--model") {
		t.Errorf("rows that need a model: %s", r.err)
	}
}

func TestARepairLeavesOnlyWhatHoldsTheData(t *testing.T) {
	dump, changes := implexus("corrupt.dump.hex.txt"), filepath.Join(t.TempDir(), "changes.jsonl")
	before := rowlens(t, "", "verify", "--force", "--repair", changes, dump).want(t, 4)
	if got := rowlens(t, "", "verify", dump).want(t, 4); got.out != before.out {
		t.Errorf("with --repair it finds something else:\n%s", before.out)
	}
	// An entity and the properties of a document are damaged, and nothing else contains them.
	after := rowlens(t, "", "verify", dump, changes).want(t, 4)
	if got := codes(after.out, "error"); !slices.Equal(got, []string{"undecodable-value", "undecodable-value"}) {
		t.Errorf("after the repair: %s", after.out)
	}
	// With their original rows, the database is sound.
	whole := goodRows(t, `{"kind":"entity","path":"/users/jane"}`, `{"kind":"props","path":"/products/gadget"}`)
	rowlens(t, "", "verify", "--force", "--repair", changes, dump, whole).want(t, 4)
	rowlens(t, "", "verify", dump, whole, changes).want(t, 0)
	// A row of a label that no document has is deleted.
	stale := writeFile(t, fmt.Sprintf(`{"parts":{"key":"%x","value":"07%016x05%016x%x"}}`, "typeidx:Ghost", 1, 2, "te"))
	good := implexus("good.dump.hex.txt")
	rowlens(t, "", "verify", "--force", "--repair", changes, good, stale).want(t, 4)
	if got := readFile(t, changes); got != fmt.Sprintf(`{"format":"implexus","record":"row","parts":{"key":"%x"},"deleted":"delete"}`+"\n", "typeidx:Ghost") {
		t.Errorf("the changes are\n%s", got)
	}
	rowlens(t, "", "verify", good, stale, changes).want(t, 0)
	if rowlens(t, "", "verify", "--force", "--repair", changes, good).want(t, 0); readFile(t, changes) != "" {
		t.Errorf("a sound database is changed: %s", readFile(t, changes))
	}
}

// goodRows writes a file with rows of the good database, found by the meaning of their keys.
func goodRows(t *testing.T, keys ...string) string {
	t.Helper()
	var rows strings.Builder
	for _, line := range lines(readFile(t, implexus("good.rows.jsonl"))) {
		for _, key := range keys {
			if row, _, ok := strings.Cut(line, `,"parsed_key":`+key); ok {
				rows.WriteString(`{"parts":` + row + "}}\n")
			}
		}
	}
	if len(lines(rows.String())) != len(keys) {
		t.Fatalf("%q", rows.String())
	}
	return writeFile(t, rows.String())
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestARepairIsRefusedWhereNoneIsPossible(t *testing.T) {
	file := filepath.Join(t.TempDir(), "changes.jsonl")
	rowlens(t, "", "verify", "--repair", file, "--format", "lexicoders", golden(scanFile)).want(t, 2)
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was written")
	}
	text := readFile(t, implexus("corrupt.dump.hex.txt"))
	file = writeFile(t, text)
	rowlens(t, "", "verify", "--repair", file, file).want(t, 2)
	if readFile(t, file) != text {
		t.Error("the dump was overwritten")
	}
}
