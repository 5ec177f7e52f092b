package main

import (
	"strings"
	"testing"
)

// Learnt layouts, and the examples, call an instant "at", which is also a name of the filter: rows in the files of a store
// have a place of that name. Other items may be called line, file or text.
func TestItemsOfALayoutAreFoundByTheirNames(t *testing.T) {
	const (
		layout = "at:ms line:u8 text:str"
		keys   = `{"row":"0000018f300ed5900761"}` + "\n" + `{"row":"0000018f300ed6900862"}` + "\n"
	)
	for where, want := range map[string]int{
		"at > 2000-01-01": 2, "at = 1714498229648": 1, "fields.at < 2000-01-01": 0, "source.at = 0": 0,
		"fields.line = 7": 1, "line = 2": 1, "line > 6": 0, "fields.line = 2": 0, "fields.text = a": 1, "fields.text = 7": 0, "fields.text ~ ^a$": 1,
	} {
		out := rowlens(t, keys, "decode", "--quiet", "--layout", layout, "--where", where, "-").want(t, 0).out
		if n := strings.Count(out, "\n"); n != want {
			t.Errorf("%s: %d rows, want %d", where, n, want)
		}
	}
	out := rowlens(t, keys, "stats", "--quiet", "--json", "--layout", layout, "-").want(t, 0).out
	if !strings.Contains(out, `"series":[{"format":"layout","field":"at","count":2,`) {
		t.Errorf("the times of the item at are missing: %s", out)
	}
}

// What --learn prints last is the command that reads keys with its first proposal.
func TestALearntLayoutComesWithTheCommandThatReadsKeys(t *testing.T) {
	keys := []string{"6576743a000000000000002a", "6576743a0000000000000107", "6576743a00000000000020aa"}
	run := rowlens(t, "", append([]string{"inspect", "--learn"}, keys...)...).want(t, 0)
	const line = `"evt:" n:u64`
	if !strings.HasPrefix(run.out, line+"\n") || !strings.HasSuffix(run.err, "rowlens inspect --layout '"+line+"' KEY\n") {
		t.Errorf("%s%s", run.out, run.err)
	}
	if out := rowlens(t, "", "inspect", "--layout", line, keys[0]).want(t, 0).out; !strings.Contains(out, "12 of 12 bytes") {
		t.Error(out)
	}
}
