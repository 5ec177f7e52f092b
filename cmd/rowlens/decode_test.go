package main

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// object parses a line of JSON, keeping numbers as written.
func object(t *testing.T, line string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, short(line))
	}
	return v
}

func TestDecodeGivesWhatTheDumpHolds(t *testing.T) {
	for _, c := range []struct{ name, expected string }{
		{"actionbase-hbase-shell", "actionbase-hbase-shell"},
		{"actionbase-hbase-shell-wrapped", "actionbase-hbase-shell"},
		{"actionbase-hbase-shell-damaged", "actionbase-hbase-shell-damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := lines(rowlens(t, "", "decode", "--lenient", "--model", golden(modelFile), golden(c.name+".txt")).want(t, 0).out)
			want := lines(readFile(t, golden(c.expected+".expected.jsonl")))
			if len(got) != len(want) {
				t.Fatalf("%d records, want %d", len(got), len(want))
			}
			for i := range got {
				g, w := object(t, got[i]), object(t, want[i])
				parts := map[string]any{}
				for _, p := range []string{"row", "family", "qualifier", "value"} {
					parts[p] = w[p]
				}
				if !reflect.DeepEqual(g["parts"], parts) || g["record"] != w["record"] || g["timestamp"] != w["timestamp"] ||
					!sameNumbers(g["fields"], w["fields"]) || g["format"] != "actionbase" {
					t.Errorf("record %d\n got %s\nwant %s", i+1, got[i], want[i])
				}
			}
		})
	}
}

// sameNumbers compares JSON values, and numbers by value.
func sameNumbers(a, b any) bool {
	x, errX := json.Marshal(floats(a))
	y, errY := json.Marshal(floats(b))
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func floats(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	}
	return v
}

func TestABadRowKeepsItsPlaceAndItsParts(t *testing.T) {
	text := readFile(t, golden(scanFile))
	all := strings.SplitAfter(text, "\n")
	bad := append([]string{}, all[:3]...)
	bad = append(bad, ` \x00\xBD\x92 column=f:e, timestamp=1714784409500, value=\x01`+"\n", " this is no cell\n")
	bad = append(bad, all[3:]...)
	// The new row is between the cells of another one.
	text = strings.Replace(strings.Join(bad, ""), "\n86 row(s)", "\n88 row(s)", 1)
	r := rowlens(t, text, "decode").want(t, 1)
	got := lines(r.out)
	if len(got) != 108 {
		t.Fatalf("%d records, want 108", len(got))
	}
	undecodable := object(t, got[2])
	e, _ := undecodable["error"].(map[string]any)
	parts, _ := undecodable["parts"].(map[string]any)
	if e["code"] != "truncated" || e["part"] != "row" || e["offset"] != json.Number("0") || parts["row"] != "00bd92" ||
		parts["value"] != "01" {
		t.Errorf("the undecodable row is %s", got[2])
	}
	for _, k := range []string{"code", "message", "part", "offset", "field", "expected", "found"} {
		if _, ok := e[k]; !ok {
			t.Errorf("the error lacks %s", k)
		}
	}
	unreadable := object(t, got[3])
	if e, _ := unreadable["error"].(map[string]any); e["code"] != "bad-text" {
		t.Errorf("the unreadable row is %s", got[3])
	}
	for i, line := range got {
		source, _ := object(t, line)["source"].(map[string]any)
		if n, _ := source["line"].(json.Number).Int64(); int(n) != i+2 {
			t.Fatalf("record %d comes from line %d", i+1, n)
		}
	}
}

// CBOR has the same records: byte strings where JSON has hex, integers where it has
// 64-bit numbers as text.
func TestCBORHasTheSameRecords(t *testing.T) {
	args := []string{"decode", "--model", golden(modelFile), golden(scanFile)}
	want := lines(rowlens(t, "", args...).want(t, 0).out)
	d := cbor.NewDecoder(strings.NewReader(rowlens(t, "", append(args, "--cbor")...).want(t, 0).out))
	for i, line := range want {
		var got map[string]any
		if err := d.Decode(&got); err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
		w := object(t, line)
		parts, _ := got["parts"].(map[any]any)
		for name, hex := range w["parts"].(map[string]any) {
			if b, ok := parts[name].([]byte); !ok || bytesHex(b) != hex {
				t.Fatalf("record %d: %s is %v, want %v", i+1, name, parts[name], hex)
			}
		}
		keys := maps.Clone(w)
		for k := range got {
			delete(keys, k)
		}
		if len(keys) > 0 || got["record"] != w["record"] {
			t.Errorf("record %d is %v, want %s", i+1, got, line)
		}
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last record: %v", err)
	}
}

func bytesHex(b []byte) string { return hex.EncodeToString(b) }

func TestCSVIsATable(t *testing.T) {
	r := rowlens(t, "", "decode", "--csv", "--model", golden(modelFile), golden(scanFile)).want(t, 0)
	table, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 107 || table[0][0] != "format" || table[1][1] != "edge-count" {
		t.Fatalf("%d lines, %q, %q", len(table), table[0], table[1])
	}
	records := lines(rowlens(t, "", "decode", "--model", golden(modelFile), golden(scanFile)).out)
	for i, line := range records {
		fields := object(t, table[i+1][15])
		if !sameNumbers(fields, object(t, line)["fields"]) {
			t.Fatalf("line %d: the fields are %q", i+2, table[i+1][15])
		}
	}
}

// decode reads its own output to the same records; likewise if the input is repeated as a second file.
func TestRecordsAreAnInput(t *testing.T) {
	once := rowlens(t, readFile(t, golden(scanFile)), "decode", "--model", golden(modelFile)).want(t, 0).out
	again := rowlens(t, once, "decode", "--model", golden(modelFile)).want(t, 0).out
	a, b := lines(once), lines(again)
	if len(a) != len(b) {
		t.Fatalf("%d records, then %d", len(a), len(b))
	}
	for i := range a {
		x, y := object(t, a[i]), object(t, b[i])
		delete(x, "source")
		delete(y, "source")
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("record %d\n was %s\n  is %s", i+1, a[i], b[i])
		}
	}
}

func TestInputsComeOneAfterTheOtherAndABrokenOneIsTold(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	r := rowlens(t, "2c8000018f3c9be200\n", "decode", golden(scanFile), missing, "-").want(t, 3)
	got := lines(r.out)
	if len(got) != 107 || !strings.Contains(r.err, missing) {
		t.Fatalf("%d records; %s", len(got), r.err)
	}
	first, _ := object(t, got[0])["source"].(map[string]any)
	last, _ := object(t, got[106])["source"].(map[string]any)
	if first["file"] != golden(scanFile) || last["file"] != nil || last["line"] != json.Number("1") {
		t.Errorf("sources are %v and %v", first, last)
	}
}

func TestZoneMovesTheTimesOfATextWithoutOne(t *testing.T) {
	for zone, want := range map[string]string{"Asia/Seoul": "1714752009500", "+09:00": "1714752009500",
		"UTC": "1714784409500"} {
		r := rowlens(t, "", "decode", "--zone", zone, golden(scanFile)).want(t, 0)
		if got := object(t, lines(r.out)[0])["timestamp"]; got != want {
			t.Errorf("--zone %q: %v, want %s", zone, got, want)
		}
	}
}

func TestAnEmptyInputIsNoError(t *testing.T) {
	if r := rowlens(t, "", "decode").want(t, 0); r.out != "" {
		t.Errorf("it prints %q", r.out)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := rowlens(t, "", "decode", "--csv", empty).want(t, 0); len(lines(r.out)) != 1 {
		t.Errorf("it prints %q, want the header only", r.out)
	}
}

func TestDecodeSaysThatNoRowsWereRead(t *testing.T) {
	const note = "rowlens decode: note: no rows were read\n"
	for _, text := range []string{"", "\n\n", "ROW  COLUMN+CELL\n0 row(s)\n"} {
		if r := rowlens(t, text, "decode").want(t, 0); r.out != "" || r.err != note {
			t.Errorf("%q: %q, and on standard error %q", text, r.out, r.err)
		}
	}
	if r := rowlens(t, "", "decode", golden(scanFile), "--limit", "1").want(t, 0); strings.Contains(r.err, "no rows were read") {
		t.Errorf("one row was read: %s", r.err)
	}
	if r := rowlens(t, "", "decode", golden(scanFile), "--where", "count>1000000", "--count").want(t, 0); strings.Contains(r.err, "no rows were read") {
		t.Errorf("rows that a filter leaves out were read: %s", r.err)
	}
}

func TestDecodeEndsWithOneWhereARecordIsNotSure(t *testing.T) {
	for _, c := range []struct {
		args []string
		text string
		code int
		note string
	}{
		{nil, "2c8000018f3c9be200ffee", 1, "1 row is not certain"},
		{[]string{"--lenient"}, "2c8000018f3c9be200ffee", 0, ""},
		{[]string{"--csv"}, "d1a380f02c80000000000000642bdafe659d297d346974656d00", 1, "1 row is not certain"},
		{nil, "2c8000018f3c9be200", 0, ""}, // only a tie
		{[]string{"--record", "edge-count"}, "d1a380f12c80000000000000642bdafe659d297d346974656d00", 0,
			"1 row is left out: not of the kind edge-count"},
	} {
		r := rowlens(t, c.text+"\n", append([]string{"decode"}, c.args...)...).want(t, c.code)
		if said := strings.Contains(r.err, "is not certain") || strings.Contains(r.err, "left out"); said != (c.note != "") ||
			!strings.Contains(r.err, c.note) {
			t.Errorf("%v of %s says %q", c.args, c.text, r.err)
		}
	}
}

func TestAnEmptyFamilyIsNoRow(t *testing.T) {
	text := `{"cf":"0101","key":"00","value":"57617265"}` + "\n" + `{"cf":"0403","cfType":"index","model":3,"empty":true}` + "\n"
	if got := lines(rowlens(t, text, "decode").want(t, 0).out); len(got) != 1 || object(t, got[0])["record"] != "model-name" {
		t.Errorf("%q", got)
	}
}

func TestRowsThatADumpLostAreTold(t *testing.T) {
	all := strings.SplitAfter(readFile(t, golden(scanFile)), "\n")
	lost := strings.Join(slices.Delete(all, 39, 41), "")
	const want = "expected 86 rows above this line, which counts them, found 85"
	r := rowlens(t, lost, "decode").want(t, 1)
	if got := lines(r.out); !strings.Contains(got[len(got)-1], want) || !strings.Contains(r.err, want+"; the dump may be incomplete") {
		t.Errorf("%s\n%s", got[len(got)-1], r.err)
	}
	r = rowlens(t, lost, "decode", "--where", "record = edge-count").want(t, 1)
	if strings.Contains(r.out, want) || !strings.Contains(r.err, want) {
		t.Errorf("a filter hides that rows are missing: %s", r.err)
	}
	for _, command := range []string{"verify", "stats", "assemble"} {
		if r := rowlens(t, lost, command, "--model", golden(modelFile)); r.code == 0 || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit code %d, %s", command, r.code, r.err)
		}
	}
}

// A text without its tool's end is reported, once, by every command that reads rows: missing rows would otherwise go
// unnoticed.
func TestADumpThatLacksItsEndIsToldByAll(t *testing.T) {
	cut := written(t, strings.Replace(readFile(t, implexus("good.dump.hex.txt")), "DATA=END\n", "", 1))
	for _, args := range [][]string{{"decode"}, {"stats"}, {"verify"}, {"assemble"}, {"diff", cut}} {
		r := rowlens(t, "", append(args, cut)...)
		if n := strings.Count(r.err, "note: the dump ends without DATA=END, so it may be cut"); n != 1 {
			t.Errorf("%v: said %d times: %s", args, n, r.err)
		}
	}
}
