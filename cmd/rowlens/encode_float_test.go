package main

import (
	"strings"
	"testing"
)

// A number that a property cannot hold is refused, and the message gives the number
// that it would become.
func TestAFloatIsNotRoundedInSilence(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	for record, wide := range map[string]string{
		`{"format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"float","value":N}}}`:                                                           "16777217",
		`{"format":"hbase-orderedbytes","record":"sequence","fields":{"values":[{"order":"asc","type":"float32","value":N}]}}`:                                           "16777217",
		`{"format":"accumulograph","record":"value","fields":{"value":{"type":"float","value":N}}}`:                                                                      "16777217",
		`{"format":"hbase-orderedbytes","record":"sequence","fields":{"values":[{"order":"asc","type":"double","value":N}]}}`:                                            "9007199254740993",
		`{"format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"double","value":N}}}`:                                                          "9007199254740993",
		`{"format":"maryk-rocksdb","record":"table-value","fields":{"model":1,"record":"0000000100027ffff5e2","version":"5","reference":"39","kind":"value","value":N}}`: "9007199254740993",
	} {
		for number, want := range map[string]string{
			"0.1": "", "0.10000000149011612": "", "1e2": "", wide: "bits, found " + wide + "; the nearest is " + strings.TrimRight(wide, "37"),
			"1e400": "bits, found 1e400; the greatest is ",
		} {
			code := 0
			if want != "" {
				code = 1
			}
			r := rowlens(t, strings.Replace(record, "N", number, 1)+"\n", "encode", "--model", models).want(t, code)
			if !strings.Contains(r.err, want) {
				t.Errorf("%s: %s: %q", record, number, r.err)
			}
		}
	}
}
