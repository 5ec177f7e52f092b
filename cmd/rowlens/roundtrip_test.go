package main

import (
	"slices"
	"strings"
	"testing"
)

// shapes are rows of every shape: the parts that they have, and anything else.
var shapes = map[string]string{
	"lone bytes": `{"parts":{"bytes":"2c8000018f3c9be200"}}`,
	"pair":       `{"parts":{"key":"6b00ff225c","value":"00ab76"}}`,
	"empty":      `{"parts":{"key":"6b00ff","value":""}}`,
	"family":     `{"parts":{"key":"6b00ff","value":"0102"},"source":{"cf":"0301"}}`,
	"cell":       `{"parts":{"row":"7200ff225c23","family":"66","qualifier":"7101fe","value":"76003b"},"source":{"table":"t"}}`,
	"labelled":   `{"parts":{"row":"7200ff225c23","family":"66","qualifier":"7101fe","visibility":"6126","value":"76003b"},"source":{"table":"t"}}`,
	"timed":      `{"parts":{"row":"7200ff225c23","family":"66","qualifier":"7101fe","value":"76003b"},"timestamp":"1714708800000","source":{"table":"t"}}`,
	"deleted":    `{"parts":{"row":"7200ff225c23","family":"66","qualifier":"7101fe"},"timestamp":"1714708800000","deleted":"DeleteColumn","source":{"table":"t"}}`,
	"removed":    `{"parts":{"key":"6b00ff"},"deleted":"Deletion","source":{"cf":"0301"}}`,
	"swept":      `{"parts":{"row":"7200ff","family":"66","qualifier":"71","visibility":"61"},"timestamp":"17","deleted":"delete","source":{"table":"t"}}`,
}

// carried lists the shapes that a spelling can express. It refuses other shapes.
var carried = map[string][]string{
	"hbase-shell": {"cell", "timed", "deleted"},
	"ldb":         {"pair", "empty", "family", "removed"},
	"mdb":         {"pair", "empty"},
	"accumulo":    {"lone bytes", "cell", "labelled", "timed", "swept"},
	"record":      {"lone bytes", "pair", "empty", "family", "cell", "labelled", "timed", "deleted", "removed", "swept"},
}

func TestWhatIsPrintedIsReadBack(t *testing.T) {
	spelled := []string{"lone bytes", "pair", "empty", "family", "cell", "labelled", "timed"} // parts only: see partsOnly
	for _, as := range encodeSpellings() {
		if as == "raw" {
			continue // bytes without boundaries
		}
		want, whole := carried[as]
		if !whole {
			want = spelled
		}
		for name, shape := range shapes {
			if !slices.Contains(want, name) {
				if r := rowlens(t, shape, "encode", "--as", as).want(t, 1); strings.Contains(r.out, "76") || !strings.Contains(r.err, "line 1: ") {
					t.Errorf("%s --as %s is not refused: %s%s", name, as, r.out, r.err)
				}
				continue
			}
			for _, times := range []int{1, 3} {
				text := rowlens(t, strings.Repeat(shape+"\n", times), "encode", "--as", as).want(t, 0).out
				readBack(t, name+" --as "+as, text, shape, times, !whole)
			}
		}
	}
}

func TestRecordsAreReadBackInEveryForm(t *testing.T) {
	for name, shape := range shapes {
		for _, form := range []string{"--json", "--csv", "--cbor"} {
			for _, times := range []int{1, 3} {
				text := rowlens(t, strings.Repeat(shape+"\n", times), "decode", form).out
				readBack(t, name+" "+form, text, shape, times, false)
			}
		}
	}
}

// readBack decodes and inspects a text that has a row several times.
func readBack(t *testing.T, what, text, shape string, times int, partsOnly bool) {
	t.Helper()
	want := object(t, shape)
	got := lines(rowlens(t, text, "decode").out)
	if len(got) != times {
		t.Errorf("%s: %d rows, want %d, of\n%s", what, len(got), times, short(text))
		return
	}
	p := parts(t, text)
	if p["visibility"] == "" {
		delete(p, "visibility")
	}
	if !same(p, want["parts"]) {
		t.Errorf("%s: inspect reads %v of\n%s", what, p, short(text))
	}
	for _, line := range got {
		is := object(t, line)
		if p := is["parts"].(map[string]any); p["visibility"] == "" {
			delete(p, "visibility") // every entry of Accumulo has one
		}
		for _, member := range []string{"parts", "timestamp", "deleted"} {
			if member != "parts" && partsOnly {
				continue
			}
			if !same(is[member], want[member]) {
				t.Errorf("%s: %s is %v, want %v, of\n%s", what, member, is[member], want[member], short(text))
			}
		}
		was, _ := want["source"].(map[string]any)
		source, _ := is["source"].(map[string]any)
		if !partsOnly && (source["cf"] != was["cf"] || source["table"] != was["table"]) {
			t.Errorf("%s: the source is %v, want %v, of\n%s", what, source, was, short(text))
		}
	}
}

func TestTheBoundsOfARangeAreReadBack(t *testing.T) {
	for shell, args := range map[string][]string{ // for literals, see TestInspectReadsTheKeysOfARange
		"hbase": {"range", "--format", "actionbase", "--record", "edge-index", "table=social.user_likes",
			"directedSource:string=it#\"em\x01", "direction=IN"},
		"ldb":      {"range", "--format", "maryk-rocksdb", "--record", "table-value", "model=1", "record=00ff"},
		"mdb":      {"range", "--format", "maryk-rocksdb", "--record", "table-value", "model=1", "record=00ff"},
		"accumulo": {"range", "--format", "actionbase", "--record", "edge-index", "table=t", "directedSource:string=-\\a", "direction=IN"},
	} {
		k := object(t, rowlens(t, "", append(args, "--json")...).want(t, 0).out)
		text := rowlens(t, "", append(args, "--as", shell)...).want(t, 0).out
		got := lines(rowlens(t, text, "decode").out)
		if len(got) != 2 {
			t.Errorf("--as %s: %d rows of\n%s", shell, len(got), text)
			continue
		}
		for i, member := range []string{"start", "stop"} {
			for _, b := range object(t, got[i])["parts"].(map[string]any) {
				if b != k[member] {
					t.Errorf("--as %s: %s is %v, want %v, of\n%s", shell, member, b, k[member], text)
				}
			}
		}
	}
}
