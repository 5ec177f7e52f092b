package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/storetest"
)

// marykFiles returns the HFiles of a Maryk database, copied from several folders under names that give table and
// family.
func marykFiles(t *testing.T, database string) string {
	t.Helper()
	dir := t.TempDir()
	for name, b := range storetest.Files(t, "hfile/maryk") {
		if base := filepath.Base(name); strings.HasPrefix(base, "rl"+database+".") {
			writeTo(t, filepath.Join(dir, base), b)
		}
	}
	return dir
}

// marykFolder returns the same in HBase's layout: folders of tables with descriptions, regions and families.
func marykFolder(t *testing.T, database string) string {
	t.Helper()
	dir := t.TempDir()
	for name, b := range storetest.Files(t, "hfile/maryk") {
		parts := strings.Split(filepath.Base(name), ".")
		if parts[0] == "rl"+database {
			writeTo(t, filepath.Join(dir, "data", parts[0], parts[1], strings.Repeat("0", 32), parts[2], parts[3]), b)
		}
	}
	for _, line := range lines(readFile(t, maryk("hbase", database+".tables.jsonl"))) {
		var d struct {
			Table string
			Meta  map[string]string
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		namespace, table, _ := strings.Cut(d.Table, ":")
		schema := message(1, append(message(1, []byte(namespace)), message(2, []byte(table))...))
		for key, val := range d.Meta {
			schema = append(schema, message(2, append(message(1, []byte(unhex(t, key))), message(2, []byte(unhex(t, val)))...))...)
		}
		writeTo(t, filepath.Join(dir, "data", namespace, table, ".tabledesc", ".tableinfo.0000000001.99"), append([]byte("PBUF"), schema...))
	}
	return dir
}

// message returns a field of a protobuf message.
func message(number byte, b []byte) []byte {
	out := []byte{number<<3 | 2}
	n := len(b)
	for ; n > 127; n >>= 7 {
		out = append(out, byte(n)|128)
	}
	return append(append(out, byte(n)), b...)
}

func writeTo(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// HBase's files, both individually and in HBase's folders, say the same as the raw cells and the scans of the same tables.
func TestTablesOfHBaseAreReadAsTheirDumps(t *testing.T) {
	for database, cells := range map[string]string{"latest": "latest.cells.jsonl", "keepall": "keepall.cells.jsonl.gz"} {
		models := []string{"--json", "--model", maryk("hbase", database+".models.json")}
		for _, dir := range []string{marykFiles(t, database), marykFolder(t, database)} {
			for _, cmd := range []string{"decode", "assemble", "verify"} {
				with := append([]string{cmd}, models...)
				sameLines(t, append(with, "--stored", dir), append(with, maryk("hbase", cells)))
				if database == "latest" {
					sameLines(t, append(with, dir), append(with, maryk("hbase", "latest.scan.txt")))
				}
			}
		}
	}
}

// sameLines fails if two commands print different things, ignoring places.
func sameLines(t *testing.T, one, other []string) {
	t.Helper()
	a, b := rowlens(t, "", one...), rowlens(t, "", other...)
	if x, y := sourceless(t, a.out), sourceless(t, b.out); !slices.Equal(x, y) || a.code != b.code || len(x) == 0 {
		t.Errorf("%v: %d lines, exit code %d; %v: %d lines, exit code %d; %s", one, len(x), a.code, other, len(y), b.code, firstDifference(x, y))
	}
}

// The description of a table contains the models.
func TestTheModelsOfAFolderOfHBase(t *testing.T) {
	dir := marykFolder(t, "keepall")
	models := writeFile(t, rowlens(t, "", "model", "--json", dir).want(t, 0).out)
	for _, cmd := range []string{"decode", "assemble", "verify"} {
		sameLines(t, []string{cmd, "--json", "--stored", dir},
			[]string{cmd, "--json", "--model", models, maryk("hbase", "keepall.cells.jsonl.gz")})
	}
	properties := rowlens(t, "", "tables", "--json", dir).want(t, 0).out
	if !strings.Contains(properties, `"table.00":"Ware"`) || !strings.Contains(properties, `"table.01":"0001`) {
		t.Errorf("properties: %s", short(properties))
	}
}
