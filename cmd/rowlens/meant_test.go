package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Things that users may misspell, and what the answer must say.
func TestWrongWordsAreAnsweredWithTheNearest(t *testing.T) {
	for _, c := range []struct{ line, says string }{
		{"decoed", `there is no command "decoed"; did you mean decode?`},
		{"isnpect 00", "did you mean inspect?"},
		{"help verfy", "did you mean verify?"},
		{"man verfy", "did you mean verify?"},
		{"-v", "did you mean -V?"},
		{"--json decode", "in front of a command: write rowlens COMMAND --json"},
		{"decode --jsn", "there is no flag --jsn; did you mean --json?"},
		{"decode --cvs", "did you mean --csv?"},
		{"decode -json", "there is no flag -json; a flag with a long name has two dashes: --json"},
		{"inspect -format actionbase 00", "has two dashes: --format"},
		{"inspect 00 -format=actionbase", "has two dashes: --format"},
		{"decode -formt x", "did you mean --format?"},
		{"inspect --f x", "there is no flag --f; did you mean -f?"},
		{"hlc -5", "put an argument that begins with a dash after --"},
		{"decode --format", "--format needs a value: --format FORMAT"},
		{"inspect --row x 00", "--row x: expected a whole number"},
		{"model --number -1 x", "--number -1: expected a whole number, not negative"},
		{"decode --json=maybe", "expected true or false"},
		{"decode --format actionbse", "did you mean actionbase? There are: accumulograph"},
		{"decode --format ActionBase", "did you mean actionbase?"},
		{"decode --format maryk", "did you mean maryk-core, maryk-hbase or maryk-rocksdb?"},
		{"formats implexs", "did you mean implexus?"},
		{"range --format actionbse", "did you mean actionbase?"},
		{"decode --record edge-indx", "did you mean edge-index?"},
		{"decode --format implexus --record elment", "of implexus; did you mean element? There are: row, element"},
		{"decode --format implexus --record edge-index", "of implexus; actionbase has one. There are: row, element"},
		{"decode --format implexus --record x", `there is no record kind "x" of implexus. There are: row, element`},
		{"decode --input-form csv-hx", "did you mean csv-hex?"},
		{"decode --input-form ldb-", "did you mean ldb-idump, ldb-scan or ldb-dump?"},
		{"encode --as pyton", "did you mean python?"},
		{"range --as ldbb", "did you mean ldb?"},
		{"hlc --layout marik 5", "did you mean maryk?"},
		{"hlc --form invertd 5", "did you mean inverted?"},
		{"hash --format actionbse x", "did you mean actionbase?"},
		{"completion bsh", "did you mean bash"},
	} {
		r := rowlens(t, "", strings.Fields(c.line)...).want(t, exitUsage)
		if !strings.Contains(r.err, c.says) || r.out != "" {
			t.Errorf("rowlens %s says\n%s%swant %s", c.line, r.out, r.err, c.says)
		}
		if n := len(lines(r.err)); n != 2 || !strings.HasPrefix(lines(r.err)[1], "Try `rowlens") {
			t.Errorf("rowlens %s says %d lines, want a sentence and where to read on:\n%s", c.line, n, r.err)
		}
	}
}

func TestTimeZonesAreSuggestedFromTheSystem(t *testing.T) {
	zones := t.TempDir()
	for _, name := range []string{"Asia/Seoul", "Europe/Berlin", "zone.tab"} {
		file := filepath.Join(zones, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for zone, want := range map[string]string{"Asia/Soeul": "did you mean Asia/Seoul?", "berlin": "did you mean Europe/Berlin?", "Mars/Base": `"Mars/Base". Expected`} {
		for _, command := range []string{"decode", "hlc"} {
			cmd := unstarted("", command, "--zone", zone)
			cmd.Env = append(os.Environ(), "ZONEINFO="+zones)
			if r := finish(t, cmd).want(t, exitUsage); !strings.Contains(r.err, want) {
				t.Errorf("%s --zone %s: %s", command, zone, r.err)
			}
		}
	}
}

// A value may look like a flag, and whatever follows -- is an argument.
func TestValuesThatLookLikeFlags(t *testing.T) {
	for _, args := range [][]string{
		{"inspect", "--record=edge-cache", "--", "-json"},
		{"decode", "--where", "-json", "missing"},
		{"inspect", "-f", "-json"},
	} {
		if r := rowlens(t, "", args...); strings.Contains(r.err, "two dashes") {
			t.Errorf("%q: %s", args, r.err)
		}
	}
}

func TestVersions(t *testing.T) {
	text := rowlens(t, "", "version").want(t, 0).out
	for _, flag := range []string{"-V", "--version"} {
		if got := rowlens(t, "", flag).want(t, 0).out; got != text {
			t.Errorf("rowlens %s says %q, want %q", flag, got, text)
		}
	}
	v := object(t, rowlens(t, "", "version", "--json").want(t, 0).out)
	if want := "rowlens " + v["version"].(string) + " " + v["go"].(string) + " " + v["os"].(string) + "/" + v["arch"].(string) + "\n"; text != want {
		t.Errorf("version says %q, --json %q", text, want)
	}
}
