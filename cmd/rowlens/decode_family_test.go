package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lonely copies golden files, under other names, to a folder without MARYK_META.yml.
func lonely(t *testing.T, names map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for to, from := range names {
		if err := os.WriteFile(filepath.Join(folder, to), []byte(readFile(t, maryk("rocksdb", from))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

const saysFamily = "the family 0301 is taken from the file's name; --cf says another"

func TestTheFamilyIsTakenFromTheFilesName(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	for _, name := range []string{"latest.0301.scan.txt", "latest-sst-v5.000010.txt"} { // from ldb, and from sst_dump
		folder := lonely(t, map[string]string{"a.0301.txt": name})
		r := rowlens(t, "", "decode", "--model", models, filepath.Join(folder, "a.0301.txt")).want(t, 0)
		if n := checkRows(t, r.out, rocksRows(t, "latest")); n != 138 || strings.Count(r.err, saysFamily) != 1 {
			t.Errorf("%s: %d rows, %s", name, n, r.err)
		}
	}
	// Among several files, each has its own family.
	both := []string{maryk("rocksdb", "latest.0201.dump.txt"), maryk("rocksdb", "latest.0301.scan.txt"), maryk("rocksdb", "latest.03c801.scan.txt")}
	r := rowlens(t, "", append([]string{"decode", "--model", models}, both...)...).want(t, 0)
	if n := checkRows(t, r.out, rocksRows(t, "latest")); n != 6+138+16 || strings.Count(r.err, "is taken from the file's name") != 3 {
		t.Errorf("%d rows of three families, %s", n, r.err)
	}
	r = rowlens(t, "", append([]string{"assemble", "--json", "--model", models}, both...)...).want(t, 0)
	if !strings.Contains(r.out, `"entries":38`) {
		t.Errorf("assemble: %s %s", short(r.out), r.err)
	}
	if r := rowlens(t, "", append([]string{"verify", "--model", models}, both...)...); !strings.Contains(r.err, saysFamily) ||
		strings.Contains(r.out, "of no known column family") {
		t.Errorf("verify: %s %s", r.out, r.err)
	}
	if r := rowlens(t, "", "inspect", "--json", "--model", models, "--row", "2", "-f", both[1]).want(t, 0); !strings.Contains(r.out, `"last-update"`) ||
		!strings.Contains(r.err, saysFamily) {
		t.Errorf("inspect: %s %s", short(r.out), r.err)
	}
	if r := rowlens(t, "", "model", maryk("rocksdb", "latest.0101.scan.txt")).want(t, 0); !strings.Contains(r.err, "the family 0101") {
		t.Errorf("model: %s", r.err)
	}
}

func TestAFamilyInTheFilesNameIsTakenOnlyWhereItIsClear(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	const scan = "latest.0301.scan.txt"
	for name, why := range map[string]string{
		"latest.txt":           "there is none",
		"0301.txt":             "it is not between dots",
		"a.0301.0302.txt":      "there are two, of one model each",
		"a.0b01.txt":           "no family has the type 0b",
		"a.03.txt":             "it has no model",
		"a.030101.txt":         "there is more after the model's number",
		"a.table.txt":          "it is no hex",
		"a.0301.0401.dump.txt": "there are two of one model",
	} {
		folder := lonely(t, map[string]string{name: scan})
		r := rowlens(t, "", "decode", filepath.Join(folder, name))
		if strings.Contains(r.out, `"cf"`) || strings.Contains(r.err, "is taken") || !strings.Contains(r.err, "name it with --cf") {
			t.Errorf("%s (%s): %s", name, why, r.err)
		}
		if r := rowlens(t, "", "inspect", "-f", filepath.Join(folder, name)); !strings.Contains(r.out, "name it with --cf") {
			t.Errorf("inspect %s (%s): %s", name, why, short(r.out))
		}
	}
	folder := lonely(t, map[string]string{"a.0302.txt": scan, "a.0401.txt": scan, "hex.0301.txt": "latest.rows.jsonl"})
	// The models do not include number 2.
	if r := rowlens(t, "", "decode", "--model", models, filepath.Join(folder, "a.0302.txt")); strings.Contains(r.err, "is taken") {
		t.Error(r.err)
	}
	// The flag gives another family than the name.
	r := rowlens(t, "", "decode", "--model", models, "--cf", "0301", filepath.Join(folder, "a.0401.txt")).want(t, 0)
	if strings.Contains(r.err, "is taken") || checkRows(t, r.out, rocksRows(t, "latest")) != 138 {
		t.Error(r.err)
	}
	// A text that is not a dump of RocksDB's tools, or that itself gives the families.
	if r := rowlens(t, "", "decode", filepath.Join(folder, "hex.0301.txt")); strings.Contains(r.err, "is taken") {
		t.Error(r.err)
	}
}

// A last update is KEY 08, a soft delete KEY 00: without a model it is unknown whether these bytes belong to a key.
func TestWithoutAModelNoRowIsTakenForOneOfALongerKey(t *testing.T) {
	folder := lonely(t, map[string]string{"latest.0301.scan.txt": "latest.0301.scan.txt"})
	file := filepath.Join(folder, "latest.0301.scan.txt")
	for _, args := range [][]string{{}, {"--cf", "0301"}, {"--csv"}, {"--format", "maryk-rocksdb"}, {"--record", "table-last-update"}} {
		r := rowlens(t, "", append([]string{"decode", file}, args...)...).want(t, 1)
		n := strings.Count(r.out, "expected the length of the model's keys")
		if strings.Contains(strings.Join(args, ""), "csv") {
			n = strings.Count(r.out, "which says where the record's key ends")
		}
		if n != 8 || !strings.Contains(r.err, "--model FILE") || strings.Count(r.err, "--meta FILE") != 1 {
			t.Errorf("%v: %d rows are refused, %s", args, n, r.err)
		}
		if len(args) > 0 && args[0] == "--csv" {
			continue
		}
		for _, line := range lines(r.out) {
			o := object(t, line)
			fields, _ := o["fields"].(map[string]any)
			key := o["parts"].(map[string]any)["key"].(string)
			if _, refused := o["error"]; refused && (o["format"] != "maryk-rocksdb" || o["record"] != nil) {
				t.Errorf("%v: a row that may be of two kinds is called one: %s", args, line)
			}
			if record, ok := fields["record"]; ok && (o["record"] != "table-created" || record != key || strings.HasSuffix(key, "08")) {
				t.Errorf("%v: %s", args, line)
			}
		}
	}
	// What is known of the model is enough.
	r := rowlens(t, "", "decode", "--meta", maryk("rocksdb", "MARYK_META.yml"), file).want(t, 0)
	if n := strings.Count(r.out, `"what":"last-update"`); n != 6 || strings.Contains(r.err, "--model") {
		t.Errorf("%d last updates, %s", n, r.err)
	}
}

// Rows of a historic family, shuffled, are put back into the order of the store. Only the file's
// name reveals that this is not the order of their bytes.
func TestOrderTakesTheFamilyFromTheFilesName(t *testing.T) {
	var want, mixed []string
	for _, line := range lines(readZipped(t, maryk("rocksdb", "keepall.rows.jsonl"))) {
		if row := object(t, line); row["cf"] == "0601" && row["key"] != nil {
			want = append(want, row["key"].(string))
			mixed = append(mixed, fmt.Sprintf("0x%X : 0x%X\n", unhex(t, row["key"].(string)), unhex(t, row["value"].(string))))
		}
	}
	if len(want) != 265 || slices.IsSorted(want) {
		t.Fatalf("the fixture has %d rows of the family, or their bytes are sorted", len(want))
	}
	slices.Sort(mixed)
	sorted := func(name string, args ...string) (keys []string, said string) {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(strings.Join(mixed, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		r := rowlens(t, "", append([]string{"order", "--json", "--model", maryk("rocksdb", "keepall.models.json"), "-f", file}, args...)...).want(t, 0)
		for _, line := range lines(r.out) {
			keys = append(keys, object(t, line)["parts"].(map[string]any)["key"].(string))
		}
		return keys, r.err
	}
	got, said := sorted("keepall.0601.scan.txt")
	if !slices.Equal(got, want) || !strings.Contains(said, "the family 0601 is taken from the file's name; --cf says another") {
		t.Errorf("%s%v\nwant\n%v", said, got, want)
	}
	if got, _ = sorted("keepall.0601.scan.txt", "--cf", "0301"); !slices.IsSorted(got) {
		t.Error("the file's name outdoes --cf")
	}
	if got, said = sorted("keepall.scan.txt"); !slices.IsSorted(got) || strings.Contains(said, "is taken") {
		t.Errorf("without a family: %s%v", said, got)
	}
}
