package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

const (
	intoItem  = "table=social.user_likes directedSource:string=item-1 direction=IN"
	groupCell = `{"parts":{"row":"da27f905346974656d2d31002ba95c6311297b29832bb3708392","family":"66","qualifier":"cbcdcfcdcbd2cfcad2cfceff","value":""}}`
	cacheCell = `{"parts":{"row":"f8f5c11e2c800000000000004d2ba95c6311297a29822b173995a7","family":"66","qualifier":"d37ffffe70ba60fcff34615c62226300","value":""}}`
)

// rowRange asks for a range of Actionbase rows as a scan in the HBase shell.
func rowRange(t *testing.T, record string, args ...string) result {
	t.Helper()
	return rowlens(t, "", append([]string{"range", "--format", "actionbase", "--as", "hbase", "--record", record}, args...)...)
}

func TestBoundsAreTurnedRoundByTheModel(t *testing.T) {
	known := append([]string{"--model", golden(modelFile), "index=created_at_desc"}, strings.Fields(intoItem)...)
	const row = `Q\x07\xC1\x084item-1\x00+\xA9\x5Cc\x11)|)\x83+i\xB73\xC7`
	for bound, want := range map[string]string{
		"createdAt>=1714694400000": `STARTROW => "` + row + `\xD3", STOPROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD8"`,
		"createdAt>1714694400000":  `STARTROW => "` + row + `\xD3", STOPROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD7\xFF"`,
		"createdAt<1714694400000":  `STARTROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD8", STOPROW => "` + row + `\xD4"`,
		"createdAt<=1714694400000": `STARTROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD7\xFF", STOPROW => "` + row + `\xD4"`,
		"createdAt=1714694400000":  `STARTROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD7\xFF", STOPROW => "` + row + `\xD3\x7F\xFF\xFEp\xC4?\xD8"`,
	} {
		r := rowRange(t, "edge-index", append(known, bound, "--limit", "3")...).want(t, 0)
		if r.out != "scan 'TABLE', {"+want+`, COLUMNS => "f", LIMIT => 3}`+"\n" || r.err != "" {
			t.Errorf("%s\ngot  %s%s\nwant %s", bound, r.out, r.err, want)
		}
	}
	for _, c := range []struct {
		args []string
		why  string
	}{
		{[]string{"createdAt>5", "createdAt<3"}, "no value is within these bounds"},
		{[]string{"createdAt=5", "createdAt<3"}, "is given and bounded"},
		{[]string{"createdAt:int>5", "createdAt:long<3"}, "different types"},
		{[]string{"createdAt^=5"}, "only a string begins"},
		{[]string{"createdAt>null"}, "null cannot be compared"},
		{[]string{"direction>IN"}, "is given and bounded"},
		{[]string{"directedTarget>5"}, "cannot be bounded before createdAt is given"},
		{[]string{"directedTarget=5"}, "createdAt: must be given before directedTarget"},
		{[]string{"createdAt>5", "--at", "7"}, "one version"},
		{[]string{"--offset", "AAAA"}, "offset: "},
	} {
		if r := rowRange(t, "edge-index", append(known, c.args...)...); r.code == 0 || r.out != "" || !strings.Contains(r.err, c.why) {
			t.Errorf("%q: %s%s\nwant %s", c.args, r.out, r.err, c.why)
		}
	}
}

// A field after a gap is wrong usage, whichever one is missing.
func TestAFieldAfterAGapIsWrongUsage(t *testing.T) {
	known := []string{"table=social.user_likes", "directedSource:string=item-1"}
	for _, args := range [][]string{
		{"index=created_at_desc"}, {"directedTarget:long=5"}, {"direction=IN", `indexValues=[{"type":"long","value":"5"}]`},
	} {
		if r := rowRange(t, "edge-index", append(known, args...)...).want(t, exitUsage); !strings.Contains(r.err, "must be given before") {
			t.Errorf("%q: %s", args, r.err)
		}
	}
}

// These commands once silently ignored members.
func TestValuesOfIndexesGroupsAndCachesBoundTheScan(t *testing.T) {
	likes := strings.Fields(intoItem)
	rowRange(t, "edge-index", append(likes, "index=created_at_desc", "bogus=1")...).want(t, 2)
	rowRange(t, "edge-index", append(likes, "index=created_at_desc", `indexvalues=[{"order":"DESC","value":{"type":"long","value":"5"}}]`)...).want(t, 2)
	for _, c := range []struct{ record, arg, given, want string }{
		{"edge-cache", "cache=c", `cacheValues=[{"order":"DESC","value":{"type":"long","value":"5"}}]`, `"ColumnPrefixFilter('\xD3\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFA')"`},
		{"edge-cache", "cache=c", `cacheValues>{"order":"DESC","value":{"type":"long","value":"5"}}`, `"ColumnRangeFilter('\xD3', true, '\xD3\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFA', false)"`},
		{"edge-group", "group=g", `groupValues=[{"type":"string","value":"2024-05-02"}]`, `"ColumnPrefixFilter('\xCB\xCD\xCF\xCD\xCB\xD2\xCF\xCA\xD2\xCF\xCD\xFF')"`},
		{"edge-group", "group=g", `groupValues^={"type":"string","value":"2024"}`, `"ColumnPrefixFilter('\xCB\xCD\xCF\xCD\xCB')"`},
	} {
		r := rowRange(t, c.record, append(likes, c.arg, c.given)...).want(t, 0)
		if !strings.Contains(r.out, "FILTER => "+c.want) || !strings.Contains(r.out, `\x00", COLUMNS`) {
			t.Errorf("%s: %s\nwant %s", c.given, r.out, c.want)
		}
	}
	r := rowRange(t, "edge-group", append(likes, "--model", golden(modelFile), "group=likes_by_day", "createdAt=2024-05-02")...).want(t, 0)
	if !strings.Contains(r.out, `'\xCB\xCD\xCF\xCD\xCB\xD2\xCF\xCA\xD2\xCF\xCD\xFF', true, '\xCB\xCD\xCF\xCD\xCB\xD2\xCF\xCA\xD2\xCF\xCD\xFF\x00', false`) {
		t.Errorf("one bucket: %s", r.out)
	}
}

func TestEmptyCellsOfGroupsAndCachesAreTombstones(t *testing.T) {
	for _, cell := range []string{groupCell, cacheCell} {
		read := rowlens(t, cell, "decode", "--json").want(t, 0).out
		if fields := object(t, read)["fields"].(map[string]any); fields["deleted"] != true || fields["sum"] != nil || fields["version"] != nil {
			t.Errorf("%s", read)
		}
		if r := rowlens(t, cell, "inspect", "-").want(t, 0); !strings.Contains(r.out, "tombstone") {
			t.Errorf("%s", r.out)
		}
		if again := rowlens(t, read, "encode", "--as", "record").want(t, 0).out; object(t, again)["parts"].(map[string]any)["value"] != "" {
			t.Errorf("%s", again)
		}
		bare := strings.Replace(read, `"parts"`, `"was"`, 1)
		if row := rowlens(t, bare, "encode").want(t, 0).out; !strings.HasSuffix(row, "\t\n") {
			t.Errorf("from its fields alone: %q", row)
		}
		if r := rowlens(t, cell, "verify", "--model", golden(modelFile), "--json", "-").want(t, 0); !strings.Contains(r.out, `"undecodable":0,`) {
			t.Errorf("%s", r.out)
		}
	}
	const both = `{"format":"actionbase","record":"edge-group","fields":{"table":"t","direction":"IN","group":"g","directedSource":{"type":"int","value":1},"groupValues":[],"sum":"1","deleted":true}}`
	if r := rowlens(t, both, "encode").want(t, 1); !strings.Contains(r.err, "sum: a cell that is deleted has none") {
		t.Errorf("%s", r.err)
	}
}

func TestTheSizeLimitNamesTheSwitchThatLiftsIt(t *testing.T) {
	long := `{"format":"actionbase","record":"edge-lock","fields":{"table":"t","source":{"type":"string","value":"` + strings.Repeat("x", 5200) +
		`"},"target":{"type":"int","value":1},"lockedAt":"1"}}`
	if r := rowlens(t, long, "encode").want(t, 1); !strings.Contains(r.err, "encode --unlimited") {
		t.Errorf("%s", r.err)
	}
	if r := rowlens(t, long, "encode", "--unlimited", "--part", "row").want(t, 0); len(r.out) < 2*5200 {
		t.Errorf("%d digits", len(r.out))
	}
}

func TestAnEdgeIDIsNotTakenForBase64(t *testing.T) {
	for _, args := range [][]string{{"--record", "edge-id"}, {"--record", "edge-id", "--format", "actionbase"}} {
		r := rowlens(t, "", append([]string{"inspect", "dsXhh8vo3vxTAmiVsK10"}, args...)...).want(t, 0)
		if !strings.Contains(r.out, `"item"`) || !strings.Contains(r.out, "●●●") {
			t.Errorf("%s", r.out)
		}
	}
}

func TestEdgesAreTakenApartAndChanged(t *testing.T) {
	model, dump := golden(modelFile), golden(scanFile)
	edges := rowlens(t, "", "assemble", "--json", "--model", model, dump).want(t, 0).out
	rows := rowlens(t, edges, "disassemble", "--model", model).want(t, 0).out
	shell := rowlens(t, rows, "encode", "--as", "hbase-shell").want(t, 0).out
	if n := strings.Count(shell, "incr "); n == 0 || n != strings.Count(rows, `"increment":true`) || strings.Count(shell, "put ") != 80 {
		t.Errorf("%d increments in\n%s", n, shell)
	}
	// An increment must not become a put when it is read.
	for form, text := range map[string]string{"--json": rows, "--cbor": rows, "-q": shell} {
		read := rowlens(t, text, "decode", form).want(t, 0).out
		if again := rowlens(t, read, "decode", "--json").want(t, 0).out; strings.Count(again, `"increment":true`) != strings.Count(shell, "incr ") {
			t.Errorf("%s loses increments", form)
		}
	}
	bare := rowlens(t, "", "assemble", "--json", dump).want(t, 0).out
	if r := rowlens(t, bare, "disassemble").want(t, 0); strings.Count(r.out, "\n") != 80 {
		t.Errorf("without a model: %d rows", strings.Count(r.out, "\n"))
	}
	edge := object(t, strings.SplitN(edges, "\n", 2)[0])
	fields, err := json.Marshal(edge["fields"])
	if err != nil {
		t.Fatal(err)
	}
	change := `{"format":"actionbase","object":"edge","from":` + string(fields) + `}`
	r := rowlens(t, change, "disassemble", "--changes", "--model", model, "--given", `{"version":"1800000000000"}`).want(t, 0)
	for _, want := range []string{`"record":"edge-state"`, `"deleted":"DeleteFamily"`, `"value":"ffffffffffffffff"`} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %s in\n%s", want, r.out)
		}
	}
	if r := rowlens(t, change, "disassemble", "--changes", "--model", model).want(t, 1); !strings.Contains(r.err, "version: expected") {
		t.Errorf("%s", r.err)
	}
	r = rowlens(t, "", "range", "--format", "actionbase", "--model", model, "--all-rows", "--object", "edge", "--json", "table=social.user_likes",
		"source=1001", "target=item-1").want(t, 0)
	if n := strings.Count(r.out, "\n"); n != 11 || !strings.Contains(r.out, `directedTarget = \"item-1\"`) {
		t.Errorf("%d scans\n%s", n, r.out)
	}
}

// HBase deletes a row by markers of its families, whose qualifier is empty: they are no odd rows of any record kind.
func TestMarkersOfFamiliesAreRowsOfTheirKind(t *testing.T) {
	scan, err := os.ReadFile(golden(scanFile))
	if err != nil {
		t.Fatal(err)
	}
	cells := regexp.MustCompile(`column=f:.*, (timestamp=\S+), value=.*`)
	kind := func(text string) string {
		return rowlens(t, text, "decode", "-q", "--count", "--select", "record").want(t, 0).out
	}
	markers := cells.ReplaceAllString(string(scan), "column=f:, $1, type=DeleteFamily")
	if got, want := kind(markers), kind(string(scan)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if read := rowlens(t, markers, "decode", "-q").want(t, 0).out; strings.Contains(read, `"canonical":false`) {
		t.Errorf("%s", read)
	}
}
