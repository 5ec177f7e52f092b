package dump

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// terminalDumps are scans and gets as a terminal shows them, some with cells of several lines.
var terminalDumps = []string{
	"actionbase/actionbase-hbase-shell-wrapped.txt", "dumps/hbase1-scan-tty.txt", "dumps/hbase2-scan-tty.txt", "dumps/hbase1-get-tty.txt",
}

// A terminal's lines without their leading spaces never give another row: it is the same, or damage.
func TestTrimmedTerminal(t *testing.T) {
	trims := map[string]func([]byte) []byte{
		"all spaces in front":  func(line []byte) []byte { return bytes.TrimLeft(line, " ") },
		"the common space":     func(line []byte) []byte { return bytes.TrimPrefix(line, []byte(" ")) },
		"spaces at both sides": func(line []byte) []byte { return bytes.Trim(line, " ") },
	}
	for _, name := range terminalDumps {
		text := golden(t, name)
		plain, _ := ParseText(text, Options{Dump: true})
		for kind, trim := range trims {
			for _, header := range []bool{true, false} {
				got, _ := ParseText(trimLines(text, trim, header), Options{Dump: true})
				checkTrimmed(t, name+" without "+kind, plain, got, header && kind != "spaces at both sides")
			}
		}
	}
}

func trimLines(text []byte, trim func([]byte) []byte, header bool) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if header || !isScanHeader(line) && !isGetHeader(line) {
			out = append(append(out, trim(line)...), '\n')
		}
	}
	return out
}

func checkTrimmed(t *testing.T, name string, plain, got *Result, whole bool) {
	t.Helper()
	if !slices.Contains(got.Notes, noteRestored) || len(got.Rows) != len(plain.Rows) {
		t.Fatalf("%s: %d rows, want %d; %q", name, len(got.Rows), len(plain.Rows), got.Notes)
	}
	want := strings.Split(withoutLines(plain), "\n")
	for i, line := range strings.Split(withoutLines(got), "\n") {
		if line != want[i] && (whole || got.Rows[i].Err == nil) {
			t.Errorf("%s: %s, want %s", name, line, want[i])
		}
	}
}

func TestTrimmedPieces(t *testing.T) {
	header := "ROW       COLUMN+CELL                     \n"
	cell := "r        column=f:q, timestamp=1, val"
	for _, c := range []struct{ name, text, want string }{
		{"a cell", header + "r        column=f:q, timestamp=1, value=v\n", "0 row=72 family=66 qualifier=71 value=76 @1"},
		{"another column", header + "r         column=f:q, timestamp=1, value=v\n", "expected"},
		{"words of a person", header + cell + "\nThanks.\n", "expected"},
		{"collapsed spaces", header + "r column=f:q, timestamp=1, value=v\n", "expected"},
		{"get without a header", "f:a   timestamp=1, value=v\nf:bcd timestamp=2, value=w\n",
			"0 family=66 qualifier=61 value=76 @1\n0 family=66 qualifier=626364 value=77 @2"},
	} {
		res, _ := ParseText([]byte(c.text), Options{})
		if got := strings.TrimSpace(withoutLines(res)); got != c.want && !(c.want == "expected" && len(res.Rows) > 0 && res.Rows[0].Err != nil) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
