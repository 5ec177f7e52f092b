package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// hostile is text that manipulates a terminal or hides something: an escape sequence that
// clears the screen and sets the title, a carriage return, a bell, C1 controls, right-to-left
// override, a line separator, a zero-width space.
const hostile = "\x1b[2J\x1b]0;owned\a\r\u009b31m\u202egnp.exe\u2028\u200b</script>"

// harmless fails if output contains anything raw that is not plain text.
func harmless(t *testing.T, what, text string, allowed string) {
	t.Helper()
	for i, r := range text {
		bad := r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r))
		if (bad || r == unicode.ReplacementChar) && !strings.ContainsRune(allowed, r) {
			t.Errorf("%s: raw %U in %q", what, r, text[max(0, i-40):min(len(text), i+40)])
			return
		}
	}
}

// hostileEdge returns a record of an edge whose ends are hostile texts.
func hostileEdge() string {
	quoted := strconv.Quote(hostile)
	quoted = strings.NewReplacer(`\x1b`, `\u001b`, `\a`, `\u0007`).Replace(quoted)
	end := `{"type":"string","value":` + quoted + `}`
	return `{"format":"actionbase","record":"edge-state","source":{"table":` + quoted + `},"fields":{"tableCode":1,"source":` + end + `,"target":` + end +
		`,"active":true,"version":"1","createdAt":null,"deletedAt":null,"properties":[{"code":5,"value":` + end + `,"version":"2"}]}}`
}

func TestHostileBytesNeverReachTheOutputRaw(t *testing.T) {
	record := rowlens(t, hostileEdge(), "encode", "--as", "record").want(t, 0).out
	harmless(t, "encode", record, "")
	for _, as := range []string{"hex", "hbase", "accumulo", "base64", "base64url", "c", "go", "java", "python", "rust", "json",
		"hbase-shell"} {
		harmless(t, "encode --as "+as, rowlens(t, hostileEdge(), "encode", "--as", as).want(t, 0).out, "\t")
	}
	texts := map[string]string{
		"a record":      record,
		"raw text":      hostile,
		"raw lines":     hostile + "\n" + hostile + "\n",
		"JSON names":    `{"` + hostile[len("\x1b[2J\x1b]0;owned\a\r"):] + `":"00ff"}` + "\n",
		"a broken scan": "ROW  COLUMN+CELL\n " + hostile + " column=f:e, timestamp=1, value=" + hostile + "\n " + hostile + "\n",
		"a CSV":         "row,value\n" + hostile + ",00\n00," + hostile + "\n",
		"invalid UTF-8": "\xff\xfe\x1b\x9b31m",
	}
	for what, text := range texts {
		for _, args := range [][]string{
			{"inspect", "-"}, {"inspect", "--all", "-"}, {"inspect", "--json", "-"}, {"inspect", "--input-form", "text", "-"},
			{"inspect", "--input-form", "raw", "-"},
			{"decode"}, {"decode", "--csv"}, {"decode", "--input-form", "rowlens-jsonl"}, {"order"}, {"order", "--json"}, {"encode"},
			{"verify", "--model", golden(modelFile)}, {"batch"}, {"hash", "--find", "5", "--words", "-"},
		} {
			r := rowlens(t, text, args...)
			allowed := "\uFFFD" // shown for bytes that are not UTF-8
			switch args[len(args)-1] {
			case "--csv":
				allowed += "\r"
			case "encode":
				allowed += "\t" // separates parts
			}
			harmless(t, strings.Join(args, " ")+" of "+what, r.out, allowed)
			harmless(t, "diagnostics of "+strings.Join(args, " ")+" of "+what, r.err, allowed)
		}
	}
}

func TestHostileArgumentsNeverReachTheOutputRaw(t *testing.T) {
	file := filepath.Join(t.TempDir(), "\x1b[31m\u202egnp\r.txt")
	if err := os.WriteFile(file, []byte("2c8000018f3c9be200\n"+hostile), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{hostile}, {"help", hostile}, {"decode", file}, {"decode", "--csv", file}, {"decode", hostile},
		{"inspect", "-f", file}, {"inspect", hostile},
		{"inspect", "--format", hostile, "00"}, {"inspect", "--input-form", hostile, "00"}, {"inspect", "--model", file, "00"},
		{"decode", "--" + hostile}, {"decode", "--zone", hostile}, {"order", hostile, "00"}, {"hash", hostile}, {"hash", "--json", hostile},
		{"formats", hostile}, {"range", "--format", "actionbase", "--record", "edge-state", "table=" + hostile, "source:string=" + hostile},
		{"range", hostile}, {"serve", "--addr", hostile}, {"completion", hostile}, {"encode", "--as", hostile},
	} {
		r := rowlens(t, "", args...)
		allowed := ""
		if len(args) > 1 && args[1] == "--csv" {
			allowed = "\r"
		}
		harmless(t, strings.Join(args, " "), r.out, allowed)
		harmless(t, "diagnostics of "+strings.Join(args, " "), r.err, "")
	}
}

// A spreadsheet executes a cell that begins with one of = + - @.
func TestNoCellOfACSVIsAFormula(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"=cmd|calc", "+1+1", "-2+3", "@SUM(A1)", `=HYPERLINK("x","y")`} {
		if err := os.WriteFile(filepath.Join(dir, name),
			[]byte(`{"parts":{"row":"00"},"timestamp":"-5","source":{"table":"=1+1","cf":"@x"}}`+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := unstarted("", "decode", "--csv", "--", name)
		cmd.Dir = dir
		r := finish(t, cmd).want(t, 1)
		table, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, cell := range table[1] {
			if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				t.Errorf("%s: column %s begins a formula: %q", name, table[0][i], cell)
			}
		}
		if got := table[1][11]; got != "'"+name {
			t.Errorf("the file is %q, want %q", got, "'"+name)
		}
	}
}
