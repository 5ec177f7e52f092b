package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// sequence returns a CBOR sequence of a database's rows, leaving out those that contain a word,
// and the offset of each row by key.
func sequence(t *testing.T, without string) (file string, offsets map[string]string) {
	t.Helper()
	rows := readFile(t, maryk("rocksdb", "latest.rows.jsonl"))
	kept := ""
	offsets = map[string]string{}
	size := 0
	for _, line := range lines(rows) {
		if strings.Contains(line, without) {
			continue
		}
		kept += line + "\n"
	}
	whole := rowlens(t, kept, "decode", "--cbor", "--model", maryk("rocksdb", "latest.models.json")).want(t, 0).out
	file = writeFile(t, whole)
	for _, line := range lines(rowlens(t, "", "decode", "--model", maryk("rocksdb", "latest.models.json"), file).want(t, 0).out) {
		var r struct {
			Parts  struct{ Key string }
			Source map[string]any
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		at, ok := r.Source["offset"].(float64)
		// A record begins where the previous one ended: with the head of a map.
		if !ok || r.Source["line"] != nil || int(at) < size || whole[int(at)]>>5 != 5 || !strings.HasPrefix(whole[int(at)+1:], "fformat") {
			t.Fatalf("%s", line)
		}
		size = int(at)
		offsets[fmt.Sprint(r.Source["cf"])+r.Parts.Key] = fmt.Sprint(int(at))
	}
	return file, offsets
}

func TestFindingsInASequenceHaveTheOffsetOfTheirRow(t *testing.T) {
	const index = "020a21736d616c6c203107000003ea00027fffb276"
	file, at := sequence(t, index)
	value, record := at["0301000003ea00027fffb27621"], at["0201000003ea00027fffb276"]
	if value == "" || record == "" {
		t.Fatalf("the fixture has other rows: %v", at)
	}
	r := rowlens(t, "", "verify", file).want(t, 4)
	for _, want := range []string{
		file + "@" + value + " error   missing-index-row",
		"because the record has this value: " + file + "@" + value + " row",
		"because the record exists: " + file + "@" + record + " row",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s\nwant %s", r.out, want)
		}
	}
	finding := object(t, lines(rowlens(t, "", "verify", "--json", file).want(t, 4).out)[0])
	source, _ := finding["source"].(map[string]any)
	if source["file"] != file || fmt.Sprint(source["offset"]) != value || source["line"] != nil {
		t.Errorf("%v", source)
	}
}

func TestAnErrorInASequenceHasItsOffset(t *testing.T) {
	file, _ := sequence(t, "nothing that is there")
	text := readFile(t, file)
	cut := writeFile(t, text[:len(text)-5])
	bad := lines(rowlens(t, "", "decode", "--json", cut).want(t, 1).out)
	last := object(t, bad[len(bad)-1])
	source, _ := last["source"].(map[string]any)
	failure, _ := last["error"].(map[string]any)
	at := fmt.Sprint(source["offset"])
	if failure["code"] != "bad-text" || source["line"] != nil || !strings.HasPrefix(failure["message"].(string), "offset "+at+": expected a CBOR record") {
		t.Errorf("%v", last)
	}
	for command, code := range map[string]int{"assemble": 1, "verify": 4} { // the lost row is noticed
		if r := rowlens(t, "", command, cut).want(t, code); !strings.Contains(r.err, "rowlens "+command+": "+cut+"@"+at+": ") {
			t.Errorf("%s: %s, want %s", command, r.err, at)
		}
	}
}

// All front ends list the rows of a text that is not Unicode.
func TestInspectListsTheRowsOfASequence(t *testing.T) {
	file, at := sequence(t, "nothing that is there")
	answer := object(t, rowlens(t, "", "inspect", "--json", "--row", "2", "-f", file).want(t, 0).out)
	rows, _ := answer["rows"].([]any)
	if len(rows) != 208 || fmt.Sprint(answer["rowCount"]) != "208" || fmt.Sprint(answer["row"]) != "1" || answer["spelling"] != "rowlens-cbor" {
		t.Fatalf("%d rows, %v, row %v of %v", len(rows), answer["rowCount"], answer["row"], answer["spelling"])
	}
	if row, _ := rows[1].(map[string]any); fmt.Sprint(row["offset"]) != at["010101"] || row["line"] != nil || row["record"] != "model-version" {
		t.Errorf("%v, want %s", row, at["010101"])
	}
	if r := rowlens(t, "", "inspect", "-f", file).want(t, 0); !strings.Contains(r.out, "@"+at["010101"]+"  Maryk on RocksDB model version") {
		t.Errorf("%s", short(r.out))
	}
	binary := writeFile(t, "\xEF\xBB\xBF\n\xFF")
	if r := rowlens(t, "", "decode", binary); !strings.Contains(r.out, `"parts":{"bytes":"efbbbf0aff"},"source":{"file":"`+binary+`","offset":0}`) {
		t.Errorf("%s", r.out)
	}
}
