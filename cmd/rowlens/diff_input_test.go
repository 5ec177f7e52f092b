package main

import (
	"slices"
	"strings"
	"testing"
)

func TestOfSeveralVersionsOfACellTheNewestCounts(t *testing.T) {
	const versions = `{"row":"61","family":"66","qualifier":"71","timestamp":"1","value":"01"}
{"row":"61","family":"66","qualifier":"71","timestamp":"3","value":"03"}
{"row":"61","family":"66","qualifier":"71","timestamp":"2","value":"02"}
{"row":"62","family":"66","qualifier":"71","timestamp":"2","type":"DeleteColumn","value":""}
{"row":"62","family":"66","qualifier":"71","timestamp":"1","value":"01"}
`
	const newest = `{"row":"61","family":"66","qualifier":"71","timestamp":"3","value":"03"}
`
	const later = `{"row":"61","family":"66","qualifier":"71","timestamp":"9","value":"03"}
`
	for _, c := range []struct {
		name, old, new string
		args           []string
		code           int
		totals         string
	}{
		{"newest", versions, newest, nil, exitOK, `"added":0,"removed":0,"changed":0,"same":1`},
		{"stored", versions, newest, []string{"--stored"}, exitDifferences, `"added":0,"removed":4,"changed":0,"same":1`},
		{"timestamp", newest, later, nil, exitDifferences, `"added":0,"removed":0,"changed":1,"same":0`},
		{"only what readers see", newest, later, []string{"--visible"}, exitOK, `"added":0,"removed":0,"changed":0,"same":1`},
		{"stored timestamp", newest, later, []string{"--stored"}, exitDifferences, `"added":1,"removed":1,"changed":0,"same":0`},
	} {
		args := append([]string{"diff", "--json", writeFile(t, c.old), writeFile(t, c.new)}, c.args...)
		if r := rowlens(t, "", args...).want(t, c.code); !strings.Contains(r.out, c.totals) {
			t.Errorf("%s: %s", c.name, r.out)
		}
	}
}

func TestValuesOfOneKeyArePairedByWhatTheyAre(t *testing.T) {
	row := func(value string) string { return `{"key":"61","value":"` + value + `"}` + "\n" }
	for _, c := range []struct{ old, new, totals string }{
		{row("01") + row("02"), row("02") + row("01"), `"added":0,"removed":0,"changed":0,"same":2`},
		{row("01") + row("02"), row("02") + row("03"), `"added":0,"removed":0,"changed":1,"same":1`},
		{row("01") + row("01"), row("01"), `"added":0,"removed":1,"changed":0,"same":1`},
		{row("01") + row("05"), row("02") + row("03") + row("05"), `"added":2,"removed":1,"changed":0,"same":1`},
	} {
		r := rowlens(t, "", "diff", "--json", writeFile(t, c.old), writeFile(t, c.new))
		if !strings.Contains(r.out, c.totals) {
			t.Errorf("%s to %s: %s", c.old, c.new, r.out)
		}
	}
}

// A scan and a list of its row keys have no key in common, though they may be about the same rows.
func TestKeysOfOtherPartsAreSaid(t *testing.T) {
	const note = "note: rows of the first have a row key and a column, rows of the second a key, so no keys can be equal; entities can: " +
		"--match entity\n"
	cell := `{"row":"61","family":"66","qualifier":"71","value":"01"}` + "\n"
	pair, other := `{"key":"61","value":"01"}`+"\n", `{"key":"62","value":"01"}`+"\n"
	for _, c := range []struct {
		old, new, match string
		says            string
	}{
		{cell, pair, "key", note},
		{cell, pair, "key-without-salt", note},
		{cell, pair, "entity", ""},
		{cell + pair, pair, "key", ""},
		{cell + other, pair, "key", ""},
		{pair, other, "key", ""},
	} {
		r := rowlens(t, "", "diff", "--summary", "--match", c.match, writeFile(t, c.old), writeFile(t, c.new))
		if said := strings.Contains(r.err, "can be equal"); said != (c.says != "") || !strings.HasSuffix(r.err, c.says) || r.code == exitOK {
			t.Errorf("--match %s %q %q: exit code %d, %q", c.match, c.old, c.new, r.code, r.err)
		}
	}
}

func TestWhatCannotBeCompared(t *testing.T) {
	good, corrupt := implexus("good.dump.hex.txt"), implexus("corrupt.dump.hex.txt")
	unsorted := writeFile(t, `{"key":"62","value":""}`+"\n"+`{"key":"61","value":""}`+"\n")
	broken := writeFile(t, strings.Replace(readFile(t, good), "\n 6361743a", "\n 6361743", 1))
	store := storeOf(t, "lmdb/v1-named")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, exitUsage, "there is nothing to compare"},
		{[]string{good}, exitUsage, "there is nothing to compare"},
		{[]string{good, corrupt, good}, exitUsage, "there are 3 inputs"},
		{[]string{"--visible", "--stored", good, corrupt}, exitUsage, "give one of them"},
		{[]string{"--limit", "-1", good, corrupt}, exitUsage, "--limit counts from 1"},
		{[]string{"--at", "x", store}, exitUsage, "--at x: expected a whole number"},
		{[]string{"--at", "1", "--at", "2", "--at", "3", store}, exitUsage, "--at is given 3 times"},
		{[]string{"-", "-"}, exitUsage, "standard input can be read only once"},
		{[]string{"--table", "nothere", store, store}, exitUsage, `there is no table "nothere"`},
		{[]string{good, store}, exitUsage, "does not say which table its rows are in"},
		{[]string{good, "missing.txt"}, exitUnreadable, "missing.txt: there is no such file"},
		{[]string{"--tmp", "nowhere", good, corrupt}, exitUnreadable, "a temporary file in nowhere cannot be made"},
		{[]string{"--sorted", unsorted, good}, exitUnreadable,
			"line 2: the rows are not in the order of their keys: key 61 comes after a greater one; without --sorted they are sorted first"},
		{[]string{broken, broken}, exitFailed, "2 places could not be read"},
		{[]string{"--sorted", "--unsorted", good, good}, exitUsage, "exclude each other"},
	} {
		r := rowlens(t, "", append([]string{"diff"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %s, want %s", c.args, r.err, c.says)
		}
	}
}

// A damaged row is of the format that the other rows have, whichever side it is on, and wherever: alone it would be read as
// a lexicoder, which its key happens to fit.
func TestDamagedRowsAreOfTheFormatOfTheOthers(t *testing.T) {
	whole := readFile(t, maryk("hbase", "latest.cells.jsonl"))
	model := maryk("hbase", "latest.models.json")
	memo := strings.Join(slices.DeleteFunc(strings.SplitAfter(whole, "\n"), func(line string) bool {
		return !strings.Contains(line, `"rllatest:Memo"`) || !strings.Contains(line, `"row":"156950f596a646600b9c66949cbdee12"`)
	}), "")
	for _, all := range []string{whole, memo} {
		sound := writeFile(t, all)
		damaged := writeFile(t, strings.Replace(all, `"value":"1a1fc6687f300000"`, `"value":"1a1fc6"`, 1))
		for _, sides := range [][]string{{sound, damaged}, {damaged, sound}} {
			for _, match := range []string{"key", "entity"} {
				r := rowlens(t, "", "diff", "--json", "--model", model, "--match", match, sides[0], sides[1]).want(t, exitDifferences)
				if strings.Contains(r.out, "lexicoder") || !strings.Contains(r.out, `"record":"data-created"`) {
					t.Errorf("%s: %s", match, r.out)
				}
			}
		}
	}
}

func TestARangeAndATableAreTakenOfDumpsToo(t *testing.T) {
	args := []string{"diff", "--json", "--start", "children:", "--stop", "entity:", implexus("good.dump.hex.txt")}
	r := rowlens(t, "", append(args, implexus("corrupt.dump.hex.txt"))...).want(t, exitDifferences)
	if !strings.Contains(r.out, `{"totals":{"added":0,"removed":0,"changed":1,"same":10,`) {
		t.Errorf("%s", r.out)
	}
	r = rowlens(t, readFile(t, accumulo("accumulograph-shell.txt")), "diff", "--json", "--table", "social_edge",
		"-", accumulo("accumulograph-shell-st.txt")).want(t, exitOK)
	if !strings.Contains(r.out, `"same":10,`) {
		t.Errorf("%s", r.out)
	}
}
