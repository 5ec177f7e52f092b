package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/storetest"
)

// unzipped writes a golden file that exists only in compressed form to a new file.
func unzipped(t *testing.T, name string) string { return writeFile(t, readZipped(t, name)) }

func TestADumpIsTheSameAsItsStore(t *testing.T) {
	latest, keepall := storeOf(t, "maryk-rocksdb/latest"), storeOf(t, "maryk-rocksdb/keepall")
	sst, lmdb := storeOf(t, "maryk-rocksdb/keepall-sst-v5"), storeOf(t, "lmdb/implexus-good")
	social, folders, table := storeOf(t, "rfile/social"), storeOf(t, "hfile/folders"), ""
	for name, b := range storetest.Files(t, "hfile/folders") {
		if name == "table/clone.scan.jsonl" || name == "table/clone.rawscan.jsonl" || name == "table/split.scan.jsonl" {
			table = t.TempDir()
			if err := os.WriteFile(filepath.Join(folders, filepath.Base(name)), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if table == "" {
		t.Fatal("the fixture has no scans")
	}
	in := func(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	sstText := maryk("rocksdb", "keepall-sst-v5.000011.txt")
	for name, c := range map[string]struct {
		args []string
		same int
	}{
		"mdb_dump":             {[]string{lmdb, implexus("good.dump.hex.txt")}, 116},
		"mdb_dump -p":          {[]string{implexus("good.dump.print.txt"), lmdb}, 116},
		"promised order":       {[]string{"--sorted", implexus("good.dump.hex.txt"), lmdb}, 116},
		"ldb scan of a family": {[]string{"--table", "0301", latest, maryk("rocksdb", "latest.0301.scan.txt")}, 138},
		"records":              {[]string{latest, maryk("rocksdb", "latest.rows.jsonl")}, 208},
		"own comparators":      {[]string{unzipped(t, maryk("rocksdb", "keepall.rows.jsonl.gz")), keepall}, 701},
		"moved to tables":      {[]string{keepall, sst}, 701},
		"sst_dump":             {[]string{in(sst, "000011.sst"), sstText}, 12},
		"all of sst_dump":      {[]string{"--stored", in(sst, "000011.sst"), sstText}, 62},
		"Accumulo, times":      {[]string{"--table", "social_vertex", accumulo("accumulograph-shell-st.txt"), in(social, "social_vertex.rf")}, 34},
		"Accumulo, no times":   {[]string{"--table", "social_edge", in(social, "social_edge.rf"), accumulo("accumulograph-shell.txt")}, 10},
		"HBase":                {[]string{in(folders, "root-flushed"), in(folders, "clone.scan.jsonl")}, 241},
		"HBase, raw scan":      {[]string{in(folders, "clone.rawscan.jsonl"), in(folders, "root-flushed")}, 241},
		"all of HBase":         {[]string{"--stored", in(folders, "clone.rawscan.jsonl"), in(folders, "root-flushed")}, 300},
		"HBase with its log": {[]string{"--table", "ns1:shop/d", "--table", "ns1:shop/idx", in(folders, "root"),
			in(folders, "split.scan.jsonl")}, 242},
	} {
		t.Run(name, func(t *testing.T) {
			for _, how := range [][]string{{"--memory=256MiB"}, {"--memory=1MiB"}, {"--memory=1MiB", "--match=entity"}, {"--match=key-without-salt"}} {
				args := append(append([]string{"diff", "--json", "--tmp", t.TempDir()}, how...), c.args...)
				list := jsonLines(t, rowlens(t, "", args...).want(t, exitOK).out)
				if len(list) != 1 || totalOf(t, list[0], "same") != c.same || totalOf(t, list[0], "unread") != 0 {
					t.Errorf("%v, want %d the same", list, c.same)
				}
			}
		})
	}
}

func TestAStoreIsTheSameAsItsRecords(t *testing.T) {
	compared := 0
	for _, name := range append(storetest.Names(t, "lmdb"), storetest.Names(t, "rocksdb")...) {
		if strings.Contains(name, "damaged") || strings.HasSuffix(name, "other-tables") {
			continue // these cannot be read completely
		}
		dir := storeOf(t, name)
		records := writeFile(t, rowlens(t, "", "decode", "--json", dir).out)
		r := rowlens(t, "", "diff", "--json", "--input-form", "rowlens-jsonl", dir, records).want(t, exitOK)
		if list := jsonLines(t, r.out); len(list) != 1 || totalOf(t, list[0], "same") != entriesAt(t, dir) {
			t.Errorf("%s: %s", name, r.out)
		}
		compared++
	}
	if compared < 25 {
		t.Errorf("only %d stores", compared)
	}
}

// totalOf returns a member of the totals.
func totalOf(t *testing.T, line jsonObject, name string) int {
	t.Helper()
	totals, _ := line["totals"].(map[string]any)
	text, ok := totals[name].(interface{ String() string })
	if !ok {
		t.Fatalf("%v has no total %s", line, name)
	}
	n, err := strconv.Atoi(text.String())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Figures of the damaged Implexus database, whose defects were planted.
const implexusText = `~ row           cat:/categories/active-users:members` +
	`  items ["/users/john","/users/jane"] → ["/users/john","/users/jane","/users/admin"]
+ row           catl:/catalogues/old:keys
`

const implexusTotals = `record        added  removed  changed  same
implexus/row      2        1        6   107
undecodable       1        0        2     0
3 added, 1 removed, 8 changed, 107 the same
`

func TestDifferencesForPeople(t *testing.T) {
	r := rowlens(t, "", "diff", "--limit", "2", storeOf(t, "lmdb/implexus-good"), implexus("corrupt.dump.hex.txt")).want(t, exitDifferences)
	if want := implexusText + "and 10 more\n\n" + implexusTotals; r.out != want {
		t.Errorf("%s\nwant\n%s", r.out, want)
	}
	r = rowlens(t, "", "diff", "--summary", storeOf(t, "lmdb/implexus-good"), implexus("corrupt.dump.hex.txt")).want(t, exitDifferences)
	if r.out != implexusTotals {
		t.Errorf("%s\nwant\n%s", r.out, implexusTotals)
	}
}

func TestDifferencesForPrograms(t *testing.T) {
	model := golden(modelFile)
	r := rowlens(t, "", "diff", "--json", "--model", model, golden(scanFile), damagedScan()).want(t, exitDifferences)
	var lines []string
	for line := range strings.Lines(r.out) {
		lines = append(lines, strings.TrimSpace(line))
	}
	changed := `"fields":{"version":["1714809600000","1714809600001"]}}`
	found := 0
	for _, line := range lines {
		head := `{"change":"changed","format":"actionbase","record":"edge-index","parts":{"row":"`
		if strings.HasPrefix(line, head) && strings.HasSuffix(line, changed) {
			found++
		}
	}
	totals := `{"totals":{"added":1,"removed":3,"changed":2,"same":101,"records":[{"format":"actionbase","record":"edge-cache","added":0,`
	last := lines[len(lines)-1]
	if found != 1 || len(lines) != 7 || !strings.HasPrefix(last, totals) || !strings.HasSuffix(last, `],"unread":0}}`) {
		t.Errorf("%d changes of a version, %d lines\n%s", found, len(lines), r.out)
	}
	only := rowlens(t, "", "diff", "--json", "--record", "edge-count", "--model", model, golden(scanFile), damagedScan()).want(t, exitDifferences)
	if list := jsonLines(t, only.out); len(list) != 2 || list[0]["record"] != "edge-count" || totalOf(t, list[1], "same") != 11 {
		t.Errorf("%s", only.out)
	}
}

func TestStatesOfOneStore(t *testing.T) {
	dir := storeOf(t, "maryk-rocksdb/keepall")
	earlier := jsonLines(t, rowlens(t, "", "diff", "--json", "--at", "600", dir).want(t, exitDifferences).out)
	// The numbers of rows removed and added follow from the numbers of entries that dump shows.
	before, now := entriesAt(t, dir, "--at", "600"), entriesAt(t, dir)
	last := earlier[len(earlier)-1]
	if added, removed := totalOf(t, last, "added"), totalOf(t, last, "removed"); added-removed != now-before || added == 0 {
		t.Errorf("%d added and %d removed make %d entries of %d", added, removed, now, before)
	}
	rowlens(t, "", "diff", "--at", "600", "--at", "600", dir).want(t, exitOK)
	two := jsonLines(t, rowlens(t, "", "diff", "--json", "--at", "600", dir, dir).want(t, exitDifferences).out)
	if len(two) != len(earlier) {
		t.Errorf("%d lines for the state and a store, %d for the state and now", len(two), len(earlier))
	}
	rowlens(t, "", "diff", "--at", "5", implexus("good.dump.hex.txt"), dir).want(t, exitUsage)
}

// entriesAt returns how many entries dump shows.
func entriesAt(t *testing.T, dir string, args ...string) (n int) {
	t.Helper()
	for _, o := range jsonLines(t, rowlens(t, "", append([]string{"dump", dir}, args...)...).want(t, exitOK).out) {
		if o["empty"] == nil && o["damage"] == nil {
			n++
		}
	}
	return n
}

func TestADamagedStoreIsNeverTheSame(t *testing.T) {
	checked := 0
	for _, name := range append(storetest.Names(t, "lmdb"), storetest.Names(t, "rocksdb")...) {
		if !strings.Contains(name, "damaged-") {
			continue
		}
		loss := false
		for _, issue := range jsonLines(t, strings.Join(storetest.Lines(t, name, "issues.jsonl"), "\n")) {
			// A log's end is normal after a crash, and an order may be a program's own.
			loss = loss || issue["code"] != "log-tail" && issue["code"] != "key-order"
		}
		dir := storeOf(t, name)
		r := rowlens(t, "", "diff", "--summary", dir, dir)
		if loss && (r.code != exitFailed || !strings.Contains(r.err, "damaged: ")) {
			t.Errorf("%s: exit code %d, %s", name, r.code, r.err)
		}
		if r.code == exitUnreadable {
			rowlens(t, "", "diff", "--summary", "--unsorted", dir, dir).want(t, exitOK)
		}
		checked++
	}
	if checked < 15 {
		t.Errorf("only %d damaged stores", checked)
	}
}

func TestNoByteOfAStoreMakesDiffPanic(t *testing.T) {
	dir := storeOf(t, "lmdb/v1-mini")
	file := filepath.Join(dir, "data.mdb")
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	good := storeOf(t, "lmdb/v1-mini")
	for at := 7; at < len(sound); at += len(sound)/40 + 1 {
		b := bytes.Clone(sound)
		b[at] ^= 0xff
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
		r := rowlens(t, "", "diff", "--summary", good, dir)
		if r.code == exitUsage || r.code > exitDifferences || strings.Contains(r.err, "goroutine") {
			t.Errorf("byte %d: exit code %d, %s", at, r.code, r.err)
		}
	}
}

// For long values that begin alike, the place where they differ is shown.
func TestLongValuesAreShownWhereTheyDiffer(t *testing.T) {
	text := func(s string) value.Value { return value.Of(s) }
	head := strings.Repeat("0123456789", 20)
	for _, c := range []struct{ old, new, was, is string }{
		{"a", "b", "a", "b"},
		{head + "a", head + "b", "…" + head[len(head)-20:] + "a", "…" + head[len(head)-20:] + "b"},
		{head, head + "b", "…" + head[len(head)-20:], "…" + head[len(head)-20:] + "b"},
		{"a" + head, "b" + head, "a" + head[:58] + "…", "b" + head[:58] + "…"},
	} {
		if was, is := bothTexts(text(c.old), text(c.new)); was != c.was || is != c.is {
			t.Errorf("%s and %s: %s and %s, want %s and %s", c.old, c.new, was, is, c.was, c.is)
		}
	}
}
