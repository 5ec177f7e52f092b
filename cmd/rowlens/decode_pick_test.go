package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

func TestDecodeWritesAPartOfTheRecords(t *testing.T) {
	all := strings.SplitAfter(rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out, "\n")
	all = all[:len(all)-1]
	lines := func(args ...string) []string {
		out := rowlens(t, "", append([]string{"decode", golden(scanFile)}, args...)...).want(t, 0).out
		list := strings.SplitAfter(out, "\n")
		return list[:len(list)-1]
	}
	if got := lines("--limit", "7"); !slices.Equal(got, all[:7]) {
		t.Errorf("the first seven are %d lines", len(got))
	}
	if got := lines("--limit", "100000"); !slices.Equal(got, all) {
		t.Error("a limit beyond the end changes the records")
	}
	if got := lines("--count"); len(got) != 1 || got[0] != "106\n" || len(all) != 106 {
		t.Errorf("count says %q", got)
	}
	kinds := lines("--count", "--select", "record,index")
	want := map[string]int{}
	for _, line := range lines("--select", "record,index") {
		want[line]++
	}
	sum := 0
	for i, line := range kinds {
		text, group, _ := strings.Cut(strings.TrimPrefix(line, `{"records":`), ",")
		n, err := strconv.Atoi(text)
		if err != nil || n != want["{"+group] || i > 0 && n > sum/i {
			t.Errorf("%q: there are %d", line, want["{"+group])
		}
		sum += n
	}
	if len(kinds) != len(want) || sum != len(all) {
		t.Errorf("%d groups of %d records, expected %d of %d", len(kinds), sum, len(want), len(all))
	}
	if got := lines("--count", "--select", "record", "--limit", "1"); !slices.Equal(got, []string{`{"records":1,"record":"edge-count"}` + "\n"}) {
		t.Errorf("of one record: %q", got)
	}
	sample := lines("--sample", "20")
	if len(sample) != 20 || !slices.Equal(sample, lines("--sample", "20")) {
		t.Errorf("a sample of 20 has %d, or is another each time", len(sample))
	}
	at := -1
	for _, line := range sample {
		next := slices.Index(all, line)
		if next <= at {
			t.Fatalf("the sample is not in the order of the input, or has what is not there: %s", line)
		}
		at = next
	}
	if at < 50 {
		t.Error("the sample is of the start only")
	}
	reversed := filepath.Join(t.TempDir(), "reversed.jsonl")
	turned := slices.Clone(all)
	slices.Reverse(turned)
	if err := os.WriteFile(reversed, []byte(strings.Join(turned, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	for n := range 30 { // also the cells of the last row, of which there may be room for some only
		rows := func(file string) []string {
			list := strings.Fields(rowlens(t, "", "decode", "--sample", strconv.Itoa(n+1), "--select", "row,qualifier", file).want(t, 0).out)
			slices.Sort(list)
			return list
		}
		if !slices.Equal(rows(golden(scanFile)), rows(reversed)) {
			t.Errorf("the sample of %d depends on the order of the rows", n+1)
		}
	}
}

func TestDecodeWritesSelectedMembers(t *testing.T) {
	want := `{"record":"edge-count","row":"00bd92fd346974656d2d31002ba95c6311297e2983","source.line":2,"directedSource.value":"item-1","count":"3"}` + "\n"
	members := "record, row,source.line,directedSource.value,count"
	if got := rowlens(t, "", "decode", "--limit", "1", "--select", members, golden(scanFile)).want(t, 0).out; got != want {
		t.Errorf("got %s", got)
	}
	want = "record,row,source.line,directedSource.value,count\r\nedge-count,00bd92fd346974656d2d31002ba95c6311297e2983,2,item-1,3\r\n"
	if got := rowlens(t, "", "decode", "--csv", "--limit", "1", "--select", members, golden(scanFile)).want(t, 0).out; got != want {
		t.Errorf("got %s", got)
	}
	for members, want := range map[string]string{"foo": `no record has a member "foo"`, "recod": "did you mean record?",
		"a,,b": "expected names", "row,row": "expected names"} {
		if r := rowlens(t, "", "decode", "--select", members, golden(scanFile)).want(t, exitUsage); !strings.Contains(r.err, want) {
			t.Errorf("%s: %s", members, r.err)
		}
	}
	rowlens(t, "", "decode", "--cbor", "--select", "row", golden(scanFile)).want(t, exitUsage)
}

// The exit code is about the records that were written.
func TestAFailureBeyondTheLimitIsNone(t *testing.T) {
	text := "00bd92fd346974656d2d31002ba95c6311297e2983\n00bd92fd346974656d2d31002ba95c6311297e\n"
	rowlens(t, text, "decode", "--format", "actionbase", "--limit", "1").want(t, 0)
	rowlens(t, text, "decode", "--format", "actionbase").want(t, exitFailed)
	rowlens(t, text, "decode", "--format", "actionbase", "--count").want(t, exitFailed)
}

func TestQuietLeavesNotesOut(t *testing.T) {
	file := golden(scanFile)
	if r := rowlens(t, "", "decode", file, file).want(t, 0); strings.Count(r.err, "time zone") != 1 {
		t.Errorf("the note is there %d times", strings.Count(r.err, "time zone"))
	}
	for _, flag := range []string{"--quiet", "-q"} {
		if r := rowlens(t, "", "decode", flag, file).want(t, 0); r.err != "" {
			t.Errorf("%s: %s", flag, r.err)
		}
	}
	rowlens(t, "", "decode", "-q", "nowhere").want(t, exitUnreadable)
}

func TestTheTableOfATerminalFitsIt(t *testing.T) {
	records := rowlens(t, "", "decode", golden("actionbase/actionbase-hbase-shell-damaged.txt")).out
	for _, width := range []int{20, 40, 80} {
		for _, members := range [][]string{nil, {"record", "parts", "source"}} {
			var out strings.Builder
			table := tableWriter{out: &out, screen: &screen.Screen{Width: width}, members: members}
			cut := strings.LastIndexByte(records[:len(records)/2], '\n') + 1
			for _, lines := range []string{records[:cut], records[cut:]} {
				if _, err := table.Write([]byte(lines)); err != nil {
					t.Fatal(err)
				}
			}
			lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
			if len(lines) != strings.Count(records, "\n")+1 {
				t.Errorf("%d columns: %d lines of %d records", width, len(lines), strings.Count(records, "\n"))
			}
			for _, line := range lines {
				if screen.Columns(line) > width {
					t.Errorf("%d columns: %s", width, line)
				}
			}
		}
	}
}
