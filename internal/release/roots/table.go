package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// These lines of the document enclose the table.
const (
	begins = "<!-- make test-installs writes this table. -->\n"
	ends   = "<!-- The table ends. -->\n"
)

// table returns the results as Markdown.
func table(results []result) string {
	var b strings.Builder
	b.WriteString("| artefact | root | with | |\n|---|---|---|---|\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.what, r.layer.title(), r.with, r.says)
	}
	return b.String()
}

// replaced returns a document with a new table.
func replaced(document, table string) (string, error) {
	before, rest, ok := strings.Cut(document, begins)
	_, after, closed := strings.Cut(rest, ends)
	if !ok || !closed {
		return "", fmt.Errorf("the document has no place for the table, between %q and %q", begins, ends)
	}
	return before + begins + table + ends + after, nil
}

// write writes the results into a document.
func write(file string, results []result) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := replaced(string(old), table(results))
	if err != nil || bytes.Equal(old, []byte(text)) {
		return err
	}
	fmt.Println("docs/installing.md has another table now: look at the difference")
	return os.WriteFile(file, []byte(text), 0o644)
}
