package main

import (
	"strings"
	"testing"
)

func TestDecodeWritesOnlyWhatTheExpressionTakes(t *testing.T) {
	all := rowlens(t, "", "decode", "--model", golden(modelFile), golden(scanFile)).want(t, 0).out
	got := rowlens(t, "", "decode", "--model", golden(modelFile), "--where",
		"record = edge index and table = social.user_likes and target = 77", golden(scanFile)).want(t, 0).out
	want := ""
	for line := range strings.Lines(all) {
		if strings.Contains(line, `"record":"edge-index"`) && strings.Contains(line, `"table":"social.user_likes"`) &&
			strings.Contains(line, `"directedTarget":{"type":"long","value":"77"}`) {
			want += line
		}
	}
	if got != want || want == "" {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, form := range []string{"--csv", "--cbor"} {
		if out := rowlens(t, "", "decode", form, "--where", "record=edge-lock", golden(scanFile)).want(t, 0).out; len(out) > 1000 ||
			!strings.Contains(out, "edge-lock") {
			t.Errorf("%s: %d bytes", form, len(out))
		}
	}
	if r := rowlens(t, "", "decode", "--where", "source>", golden(scanFile)).want(t, 2); !strings.Contains(r.err,
		"--where: expected a value after >, found the end") {
		t.Errorf("a wrong expression: %s", r.err)
	}
}

func TestAFilterThatNoRowCanPassIsAnError(t *testing.T) {
	for where, want := range map[string]string{
		"foo = 3":                `no row has a member "foo"`,
		"tabel = x":              `no row has a member "tabel"; did you mean table or label?`,
		"directedSorce = 1":      "did you mean directedSource?",
		"x.table = 5":            "did you mean table?",
		"record = edge-indx":     `there is no record kind "edge-indx"; did you mean edge-index?`,
		"format = actionbse":     `there is no format "actionbse"; did you mean actionbase?`,
		"row ^ 0bc7":             "^=",
		"":                       "--where has an empty value",
		" ":                      "expected an expression",
		"row ^= item":            `row is compared in hex, which "item" is not; the hex of this text is 6974656d`,
		"source=1 && target=2":   `expected and, found "&&"`,
		"version > 2024-05-01 x": `expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found "2024-05-01 x"`,
	} {
		if r := rowlens(t, "", "decode", "--where", where, golden(scanFile)).want(t, exitUsage); !strings.Contains(r.err, want) {
			t.Errorf("%s: %s", where, r.err)
		}
	}
	// None of these rows has the property, but the model knows it.
	rowlens(t, "", "decode", "--model", golden(modelFile), "--where", "likes_by_day = 3", golden(scanFile)).want(t, 0)
}

func TestTimesPrefixesAndPatternsChooseRows(t *testing.T) {
	all := strings.Count(rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out, "\n")
	some := func(where string) int {
		return strings.Count(rowlens(t, "", "decode", "--where", where, golden(scanFile)).want(t, 0).out, "\n")
	}
	before, after := some("timestamp < 2024-05-04T01:00Z"), some("timestamp >= 2024-05-04T01:00Z")
	if before == 0 || after == 0 || before+after != all {
		t.Errorf("%d before, %d after, of %d", before, after, all)
	}
	for _, pair := range [][2]string{{"row ^= 0", "row ~ ^0"}, {"record ^= edge-", "record ~ ^edge-"}} {
		if a, b := some(pair[0]), some(pair[1]); a == 0 || a == all && pair[0] == "row ^= 0" || a != b {
			t.Errorf("%s: %d, %s: %d, of %d", pair[0], a, pair[1], b, all)
		}
	}
}
