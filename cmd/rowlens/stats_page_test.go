package main

import (
	"encoding/json"
	testflags "flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// updating reports whether outputs in testdata are to be renewed, by -update, which internal/storetest declares.
func updating() bool {
	f := testflags.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// Text, JSON and page equal those in testdata; `go test ./cmd/rowlens -run Golden -update` renews them.
func TestStatsGolden(t *testing.T) {
	scan := readFile(t, golden("actionbase-hbase-shell-damaged.txt"))
	page := filepath.Join(t.TempDir(), "page.html")
	run := func(args ...string) string {
		return rowlens(t, scan, append([]string{"stats", "-q", "--model", golden(modelFile)}, args...)...).want(t, 0).out
	}
	outputs := map[string]string{"stats.txt": run(), "stats.json": run("--json")}
	if out := run("--html", page); out != "" {
		t.Errorf("--html prints %q", out)
	}
	made := regexp.MustCompile(`counted by rowlens [^<]*`)
	outputs["stats.html"] = made.ReplaceAllString(readFile(t, page), "counted by rowlens")
	for name, got := range outputs {
		file := filepath.Join("testdata", name)
		if updating() {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := readFile(t, file); got != want {
			t.Errorf("%s differs:\n%s\nwant\n%s", name, short(got), short(want))
		}
	}
}

// The page needs nothing from elsewhere, runs no script, and has a table for each chart.
func TestStatsPageStandsAlone(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	rowlens(t, "", "stats", "-q", "--html", page, golden("actionbase-hbase-shell-damaged.txt")).want(t, 0)
	text := readFile(t, page)
	for _, never := range []string{"<script", "http://", "https://", "src=", "@import", "url(", "<link"} {
		if strings.Contains(text, never) {
			t.Errorf("the page has %s", never)
		}
	}
	charts := strings.Count(text, `<svg class="columns"`)
	if tables := strings.Count(text, "<summary>as a table</summary>"); charts < 5 || tables != charts {
		t.Errorf("%d charts, %d tables of charts", charts, tables)
	}
	for _, must := range []string{"prefers-color-scheme: dark", "default-src 'none'", `role="img"`, "edge index"} {
		if !strings.Contains(text, must) {
			t.Errorf("the page lacks %s", must)
		}
	}
}

func TestStatsFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	scan := golden(scanFile)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--regions", "0", scan}, 2, "from 1 to 65536"},
		{[]string{"--regions", "65537", scan}, 2, "from 1 to 65536"},
		{[]string{"--top", "10001", scan}, 2, "at most 10000"},
		{[]string{"--regions", "3", "--split", "00", scan}, 2, "exclude each other"},
		{[]string{"--split", "00 01\n02 03", scan}, 2, "expected one key"},
		{[]string{"--force", scan}, 2, "--force is for --html"},
		{[]string{"--html", file, scan}, 2, "the file exists"},
		{[]string{"--html", scan, scan}, 2, "would overwrite the dump"},
		{[]string{"--where", "record=", scan}, 2, "--where"},
		{[]string{"--where", "nothng=1", scan}, 2, "no row has a member"},
		{[]string{filepath.Join(t.TempDir(), "missing")}, 3, "no such file"},
	} {
		r := rowlens(t, "", append([]string{"stats"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%v says %q, want %q", c.args, r.err, c.says)
		}
	}
	if readFile(t, file) != "mine" {
		t.Error("the file was replaced")
	}
	rowlens(t, "", "stats", "--html", file, "--force", scan).want(t, 0)
	if !strings.HasPrefix(readFile(t, file), "<!doctype html>") {
		t.Errorf("the file is %q", short(readFile(t, file)))
	}
}

// --where and --record select rows, --split and --regions the regions.
func TestStatsOfSomeRows(t *testing.T) {
	scan := golden("actionbase-hbase-shell-damaged.txt")
	if got := statsOf(t, scan, "--where", "record = edge-index"); got.Rows != 45 || len(got.Records) != 1 {
		t.Errorf("--where: %d rows of %v", got.Rows, got.Records)
	}
	if got := statsOf(t, scan, "--record", "edge-count"); got.Rows != 12 || len(got.Records) != 1 {
		t.Errorf("--record: %d rows of %v", got.Rows, got.Records)
	}
	got := statsOf(t, scan, "--split", "0x80", "--split", "0xf000")
	if b := got.Salts.Buckets; len(b) != 3 || b[1].Start != "80" || b[2].Start != "f000" || b[2].Rows != 13 ||
		b[0].Rows+b[1].Rows+b[2].Rows != 104 {
		t.Errorf("--split: %+v", b)
	}
	if got := statsOf(t, scan, "--regions", "1000"); len(got.Salts.Buckets) != 1000 || len(got.Salts.Hottest) != 5 {
		t.Errorf("--regions: %d, %d hottest", len(got.Salts.Buckets), len(got.Salts.Hottest))
	}
}

// Missing rows are counted, and the exit code reflects them.
func TestStatsOfWhatCannotBeRead(t *testing.T) {
	r := rowlens(t, "ROW                COLUMN+CELL\n x  column=f:e, timestamp=1, value=\\x01\n y  column=f:e, timesta\nERROR: region is gone\n", "stats", "--json")
	var got statsJSON
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != 1 || got.Undecodable["bad-text"] == 0 {
		t.Errorf("exit code %d, %v: %s %s", r.code, err, r.out, r.err)
	}
	if r := rowlens(t, "", "stats").want(t, 0); !strings.HasPrefix(r.out, "0 rows") {
		t.Errorf("of nothing it prints %q", r.out)
	}
}

// Names in a dump are text, whatever they contain: on the page, on a terminal and in JSON.
func TestStatsShowHostileNamesAsText(t *testing.T) {
	record := rowlens(t, hostileEdge(), "encode", "--as", "record").want(t, 0).out
	tag := strings.NewReplacer(`"table":"`, `"table":"<script>alert(1)</script><b>`).Replace(record)
	for _, record := range []string{record, tag} {
		page := filepath.Join(t.TempDir(), "page.html")
		harmless(t, "stats", rowlens(t, record, "stats").want(t, 0).out, "")
		harmless(t, "stats --json", rowlens(t, record, "stats", "--json").want(t, 0).out, "")
		rowlens(t, record, "stats", "-q", "--html", page).want(t, 0)
		text := readFile(t, page)
		harmless(t, "stats --html", text, "")
		if strings.Contains(text, "<script") || strings.Contains(text, "<b>alert") {
			t.Error("a name of the dump is markup in the page")
		}
		if record == tag && !strings.Contains(text, "&lt;script&gt;") {
			t.Error("the page lacks the name")
		}
	}
}

// Record kinds of different formats may have the same title. The format is added only where that is needed.
func TestStatsSayOfWhichFormatARecordKindIs(t *testing.T) {
	got := rowlens(t, "", "stats", "-q", filepath.Join(goldenDir, "store-files", "samples"))
	got.want(t, 0)
	for _, want := range []string{
		`(?m)^record +format +rows`, `(?m)^value +Maryk on HBase +166 `, `(?m)^value +Maryk on RocksDB +138 `, `(?m)^rllatest:Ware +Maryk on HBase +180 `,
	} {
		if !regexp.MustCompile(want).MatchString(got.out) {
			t.Errorf("it does not have %s:\n%s", want, got.out)
		}
	}
}
