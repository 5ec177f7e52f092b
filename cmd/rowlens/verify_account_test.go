package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// verified is the output of `verify --json`.
type verified struct {
	findings []map[string]any
	totals   map[string]any
}

func parseVerified(t *testing.T, out string) (v verified) {
	t.Helper()
	for _, line := range lines(out) {
		x := object(t, line)
		if totals, ok := x["totals"].(map[string]any); ok {
			v.totals = totals
			continue
		}
		if v.totals != nil {
			t.Errorf("a finding after the totals: %s", line)
		}
		v.findings = append(v.findings, x)
	}
	if v.totals == nil {
		t.Fatalf("there are no totals:\n%s", out)
	}
	return v
}

func accumulo(name string) string { return filepath.Join("..", "..", "golden", "accumulograph", name) }

func damagedScan() string { return golden("actionbase-hbase-shell-damaged.txt") }

func TestADumpThatWasNotLookedAtIsNoAllClear(t *testing.T) {
	model, maryks := golden(modelFile), maryk("rocksdb", "latest.models.json")
	for _, c := range []struct {
		name, says string
		args       []string
	}{
		{"the model of another database", "the rows look like implexus", []string{"--model", model, implexus("corrupt.dump.hex.txt")}},
		{"a Maryk model of an Implexus database", "", []string{"--model", maryks, implexus("corrupt.dump.hex.txt")}},
		{"a model that is not needed", "the rows look like accumulograph", []string{"--model", model, accumulo("accumulograph-shell.txt")}},
		{"no column family", "give --cf FAMILY", []string{"--model", maryks, writeFile(t, readFile(t, maryk("rocksdb", "latest.0301.scan.txt")))}},
		{"an empty file", "there are no rows", []string{writeFile(t, "")}},
		{"an empty file and a model", "there are no rows", []string{"--model", model, writeFile(t, "")}},
		{"no model", "--model FILE", []string{golden(scanFile)}},
		{"other tables", "lacks", []string{"--model", writeFile(t, `{"tables":[{"table":"t.other"}]}`), golden(scanFile)}},
	} {
		r := rowlens(t, "", append([]string{"verify"}, c.args...)...).want(t, 1)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%s: %s", c.name, r.err)
		}
		r = rowlens(t, "", append([]string{"verify", "--json"}, c.args...)...).want(t, 1)
		if v := parseVerified(t, r.out); fmt.Sprint(v.totals["checked"]) != "0" {
			t.Errorf("%s: %v", c.name, v.totals)
		}
	}
}

func TestFewerThanHalfOfTheRowsIsNoAllClear(t *testing.T) {
	implexusRows := readFile(t, implexus("good.rows.jsonl"))
	var foreign strings.Builder
	for i := range len(lines(implexusRows)) + 1 {
		fmt.Fprintf(&foreign, `{"parts":{"key":"%x","value":"00"}}`+"\n", fmt.Sprintf("session:%d", i))
	}
	r := rowlens(t, "", "verify", "--format", "implexus", implexus("good.dump.hex.txt"), writeFile(t, foreign.String())).want(t, 1)
	if !strings.Contains(r.err, "rows were checked") {
		t.Errorf("%s", r.err)
	}
}

func TestVerifyAccountsForEveryRow(t *testing.T) {
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{4, "118 rows, 115 checked, 2 undecodable, 1 of another format or family; 9 errors, 3 warnings, 4 infos",
			[]string{implexus("corrupt.dump.hex.txt")}},
		{4, "104 rows, 104 checked; 5 errors, 1 warning, 0 infos", []string{"--model", golden(modelFile), damagedScan()}},
		{0, "63 rows, 63 checked; 0 errors, 2 warnings, 0 infos", []string{accumulo("accumulograph-shell.txt")}},
		{0, "208 rows, 208 checked; 0 errors, 0 warnings, 1 info", []string{maryk("rocksdb", "latest.rows.jsonl")}},
	} {
		r := rowlens(t, "", append([]string{"verify"}, c.args...)...).want(t, c.code)
		if list := lines(r.out); list[len(list)-1] != c.want {
			t.Errorf("%v: %s", c.args, list[len(list)-1])
		}
		v := parseVerified(t, rowlens(t, "", append([]string{"verify", "--json"}, c.args...)...).want(t, c.code).out)
		n := func(name string) (n int) {
			_, _ = fmt.Sscan(fmt.Sprint(v.totals[name]), &n)
			return n
		}
		if n("rows") != n("checked")+n("undecodable")+n("other") || n("errors")+n("warnings")+n("infos") != len(v.findings) {
			t.Errorf("%v: %v of %d findings", c.args, v.totals, len(v.findings))
		}
	}
}

func TestAFindingSaysFromWhichItFollows(t *testing.T) {
	args := []string{"--model", golden(modelFile), damagedScan()}
	findings := parseVerified(t, rowlens(t, "", append([]string{"verify", "--json"}, args...)...).out).findings
	said := 0
	for _, f := range findings {
		follows, ok := f["follows"].(map[string]any)
		if !ok {
			continue
		}
		said++
		line, err := strconv.Atoi(fmt.Sprint(follows["finding"]))
		if err != nil || line < 1 || line > len(findings) {
			t.Fatalf("%v follows from %v", f["code"], follows)
		}
		cause := findings[line-1]
		if f["code"] != "missing-index-row" || cause["code"] != "wrong-salt" || follows["code"] != cause["code"] {
			t.Errorf("%v follows from %v", f["code"], follows)
		}
	}
	if said != 1 {
		t.Errorf("%d findings follow from another", said)
	}
	text := rowlens(t, "", append([]string{"verify"}, args...)...).out
	if want := "  follows from wrong-salt: " + damagedScan() + ":29 row 64d95d7e"; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
}

var beginsWithPlace = regexp.MustCompile(`^[^ ]+:[0-9]+ (error|warning|info) `)

func TestAFindingSaysWhereItsRowStands(t *testing.T) {
	for name, args := range map[string][]string{
		"Actionbase": {"--model", golden(modelFile), damagedScan()}, "Implexus": {implexus("corrupt.dump.hex.txt")},
		"AccumuloGraph": {accumulo("accumulograph-shell.txt")},
		"Maryk":         {"--model", maryk("hbase", "latest.models.json"), maryk("hbase", "latest.scan.txt")},
	} {
		r := rowlens(t, "", append([]string{"verify"}, args...)...)
		text := lines(r.out)
		for _, line := range text[:len(text)-1] {
			if !strings.HasPrefix(line, "  because ") && !strings.HasPrefix(line, "  and ") &&
				!strings.HasPrefix(line, "  follows from ") && !beginsWithPlace.MatchString(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
		for _, f := range parseVerified(t, rowlens(t, "", append([]string{"verify", "--json"}, args...)...).out).findings {
			source, _ := f["source"].(map[string]any)
			if source["file"] != args[len(args)-1] || source["line"] == nil {
				t.Errorf("%s: %v has the source %v", name, f["code"], f["source"])
			}
			because, _ := f["because"].([]any)
			if len(because) == 0 {
				t.Errorf("%s: nothing says what decides %v", name, f)
			}
			for _, b := range because {
				x := b.(map[string]any)
				if x["why"] == "" || x["parts"] == nil || x["source"] == nil {
					t.Errorf("%s: %v because %v", name, f["code"], x)
				}
			}
		}
	}
}

func TestAFindingHasTheStoredAndTheExpectedBytes(t *testing.T) {
	v := parseVerified(t, rowlens(t, "", "verify", "--json", "--model", golden(modelFile), damagedScan()).want(t, 4).out)
	for _, f := range v.findings {
		stored, _ := f["stored"].(map[string]any)
		expected, _ := f["expected"].(map[string]any)
		parts := f["parts"].(map[string]any)
		switch code := f["code"]; code {
		case "wrong-count":
			if stored["value"] != "0000000000000003" || expected["value"] != "0000000000000001" || expected["row"] != parts["row"] {
				t.Errorf("%v: stored %v, expected %v", code, stored, expected)
			}
		case "wrong-salt":
			if stored["row"] != parts["row"] || expected["row"] == parts["row"] || expected["row"].(string)[8:] != parts["row"].(string)[8:] {
				t.Errorf("%v: stored %v, expected %v", code, stored, expected)
			}
		case "missing-index-row":
			if stored != nil || expected["row"] != parts["row"] || expected["value"] == "" {
				t.Errorf("%v: stored %v, expected %v", code, stored, expected)
			}
		case "index-value-mismatch":
			if stored["value"] == expected["value"] || stored["row"] != expected["row"] {
				t.Errorf("%v: stored %v, expected %v", code, stored, expected)
			}
		}
	}
}

func TestKnownFindingsAreAccepted(t *testing.T) {
	args := []string{"verify", "--json", "--model", maryk("hbase", "latest.models.json"), maryk("hbase", "latest.scan.txt")}
	all := rowlens(t, "", args...).want(t, 4).out
	accepted := func(known string) []string { return append(args, "--known", writeFile(t, known)) }
	r := rowlens(t, "", accepted(all)...).want(t, 0)
	if v := parseVerified(t, r.out); len(v.findings) > 0 || fmt.Sprint(v.totals["accepted"]) != "4" || r.err != "" {
		t.Errorf("all are known: %s%s", r.out, r.err)
	}
	// An unknown finding counts, whatever line it is on.
	list := lines(all)
	r = rowlens(t, "", accepted(strings.Join(list[1:], "\n"))...).want(t, 4)
	if v := parseVerified(t, r.out); len(v.findings) != 1 || fmt.Sprint(v.totals["accepted"]) != "3" {
		t.Errorf("one is not known: %s", r.out)
	}
	moved := strings.ReplaceAll(all, `"line":`, `"line":9`)
	rowlens(t, "", accepted(moved)...).want(t, 0)
	// A defect of upstream is known wherever it occurs.
	r = rowlens(t, "", accepted(`{"defect":"null-leaves-index-cell"}`)...).want(t, 0)
	if fmt.Sprint(parseVerified(t, r.out).totals["accepted"]) != "4" {
		t.Errorf("a known defect: %s", r.out)
	}
	// A known finding that no longer occurs is reported.
	gone := `{"code":"missing-index-cell","parts":{"row":"00"}}` + "\n" + `{"defect":"no-such"}`
	r = rowlens(t, "", accepted(all+gone)...).want(t, 0)
	notes := strings.Count(r.err, "the known finding no longer occurs")
	if notes != 2 || !strings.Contains(r.err, ":6:") || fmt.Sprint(parseVerified(t, r.out).totals["gone"]) != "2" {
		t.Errorf("two are gone: %s%s", r.err, r.out)
	}
	rowlens(t, "", accepted("{}")...).want(t, 3)
	rowlens(t, "", accepted("x")...).want(t, 3)
}

func TestAFamilyThatWasNotGivenIsSaidOnce(t *testing.T) {
	r := rowlens(t, "", "verify", "--cf", "0301", "--model", maryk("rocksdb", "latest.models.json"),
		maryk("rocksdb", "latest.0301.scan.txt")).want(t, 4)
	if list := codes(r.out, "error"); len(list) != 1 || !strings.Contains(r.out, "no row of the Keys family") {
		t.Errorf("%s", r.out)
	}
}
