package main

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maryk returns the path of a file in golden/maryk-STORE.
func maryk(store, name string) string {
	return filepath.Join("..", "..", "golden", "maryk-"+store, name)
}

// readZipped is readFile for a text that may exist only in compressed form.
func readZipped(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name + ".gz")
	if err != nil {
		return readFile(t, name)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// covers reports whether got has everything in want and, where the fixtures are
// complete, nothing else: for encrypted values they only have the fact that they are encrypted.
func covers(want, got any) bool {
	w, _ := want.(map[string]any)
	g, _ := got.(map[string]any)
	if w["item"] == "definition" || w["item"] == "dependents" { // the fixtures leave out what is stored
		return g["item"] == w["item"] && g["stored"] != ""
	}
	if w["kind"] != "encrypted" {
		return sameNumbers(want, got)
	}
	for k, v := range w {
		if !sameNumbers(v, g[k]) {
			return false
		}
	}
	return true
}

// rocksRows returns the expected rows of a database, by column family and key.
func rocksRows(t *testing.T, db string) map[string]map[string]any {
	t.Helper()
	rows := map[string]map[string]any{}
	for _, line := range lines(readZipped(t, maryk("rocksdb", db+".rows.jsonl"))) {
		o := object(t, line)
		if key, ok := o["key"].(string); ok {
			rows[o["cf"].(string)+" "+key] = o
		}
	}
	return rows
}

// checkRows compares records with the expected rows and returns how many are among them.
func checkRows(t *testing.T, out string, want map[string]map[string]any) (n int) {
	t.Helper()
	for _, line := range lines(out) {
		o := object(t, line)
		source, _ := o["source"].(map[string]any)
		parts, _ := o["parts"].(map[string]any)
		key, isPair := parts["key"].(string)
		if cf, _ := source["cf"].(string); isPair && o["deleted"] == nil {
			w := want[cf+" "+key]
			fields, _ := o["fields"].(map[string]any)
			for _, name := range []string{"cfType", "model"} { // beside the fields, there
				if w == nil || !sameNumbers(fields[name], w[name]) {
					t.Fatalf("%s is %v in %s", name, fields[name], short(line))
				}
				delete(fields, name)
			}
			if o["format"] != "maryk-rocksdb" || w["value"] != parts["value"] || !covers(w["fields"], o["fields"]) {
				t.Errorf("got  %s\nwant %v", short(line), w)
				continue
			}
			n++
		}
	}
	return n
}

// The models are found in the dump: nothing else is given.
func TestMarykDumpsDecodeWithTheirOwnModels(t *testing.T) {
	for _, db := range []string{"latest", "keepall"} {
		text := readZipped(t, maryk("rocksdb", db+".rows.jsonl"))
		name := filepath.Join(t.TempDir(), db+".jsonl")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		want := rocksRows(t, db)
		r := rowlens(t, "", "decode", name).want(t, 0)
		if n := checkRows(t, r.out, want); n != len(want) {
			t.Errorf("%s: %d rows, want %d", db, n, len(want))
		}
		// The output of decode is itself a dump, and again contains its models; so
		// does the beginning of a pipe.
		var pairs strings.Builder
		for _, line := range lines(r.out) {
			if strings.Contains(line, `"format":"maryk-rocksdb"`) {
				pairs.WriteString(line + "\n")
			}
		}
		if n := checkRows(t, rowlens(t, pairs.String(), "decode").want(t, 0).out, want); n != len(want) {
			t.Errorf("%s through a pipe: %d rows, want %d", db, n, len(want))
		}
	}
}

func TestOneFamilyOfMarykOnRocksDB(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	for _, c := range []struct {
		db, file, cf string
		rows         int
	}{
		{"latest", "latest.0101.scan.txt", "0101", 4},
		{"latest", "latest.0101.scan.txt", "model/1", 4},
		{"latest", "latest.0201.dump.txt", "0x0201", 6},
		{"latest", "latest.0301.scan.txt", "table/Ware", 138},
		{"latest", "latest.0401.dump.txt", "index/1", 12},
		{"latest", "latest.0501.scan.txt", "unique/Ware", 4},
		{"latest", "latest.0a01.dump.txt", "replication-tombstone/1", 1},
		{"latest", "latest.03c801.scan.txt", "table/Memo", 16},
		{"keepall", "keepall-sst-v5.000008.txt", "0101", 6},
		{"keepall", "keepall-sst-v5.000011.txt", "0401", 12},
		{"latest", "latest-sst-v5.000010.txt", "0301", 138},
	} {
		want := rocksRows(t, c.db)
		r := rowlens(t, "", "decode", "--cf", c.cf, "--model", models, maryk("rocksdb", c.file)).want(t, 0)
		if n := checkRows(t, r.out, want); n != c.rows {
			t.Errorf("%s: %d rows, want %d", c.file, n, c.rows)
		}
	}
}

func TestMetadataAloneSplitsKeys(t *testing.T) {
	for _, args := range [][]string{
		{"--cf", "table/Ware", "--meta", maryk("rocksdb", "MARYK_META.yml")},
		{"--cf", "0301"}, // the metadata is beside the dump
	} {
		r := rowlens(t, "", append([]string{"decode", maryk("rocksdb", "latest.0301.scan.txt")}, args...)...).want(t, 0)
		o := object(t, lines(r.out)[2])
		fields, _ := o["fields"].(map[string]any)
		if o["record"] != "table-value" || fields["record"] != "0000000000017fffffff" || fields["property"] != "1" {
			t.Errorf("%v: %v", args, o)
		}
	}
}

// A single stored model is also a model file, as hex and as bytes.
func TestAStoredModelNamesThings(t *testing.T) {
	all := object(t, readFile(t, maryk("rocksdb", "latest.models.json")))
	m, _ := all["1"].(map[string]any)
	for name, text := range map[string]string{"hex": m["model"].(string) + "\n" + m["dependents"].(string) + "\n",
		"raw": unhex(t, m["model"].(string))} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := rowlens(t, "", "decode", "--cf", "0301", "--model", file, maryk("rocksdb", "latest.0301.scan.txt")).want(t, 0)
		if !strings.Contains(r.out, `"property":"made"`) {
			t.Errorf("%s: %s", name, short(r.out))
		}
	}
}

func unhex(t *testing.T, digits string) string {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestMarykScansOfHBase(t *testing.T) {
	type cell = map[string]any
	want := map[string]cell{}
	id := func(table, row, family, qualifier, at any) string {
		b, _ := json.Marshal([]any{table, row, family, qualifier, at})
		return string(b)
	}
	for _, line := range lines(readFile(t, maryk("hbase", "latest.cells.jsonl"))) {
		if o := object(t, line); o["scan"] == true {
			want[id(o["table"], o["row"], o["family"], o["qualifier"], o["timestamp"])] = o
		}
	}
	for _, scan := range []string{"latest.scan.txt", "latest.scan-isotime.txt"} {
		r := rowlens(t, "", "decode", "--zone", "+00:00", "--model", maryk("hbase", "latest.models.json"), maryk("hbase", scan)).want(t, 0)
		got := lines(r.out)
		if len(got) != len(want) {
			t.Errorf("%s: %d cells, want %d", scan, len(got), len(want))
		}
		for _, line := range got {
			o := object(t, line)
			p, _ := o["parts"].(map[string]any)
			s, _ := o["source"].(map[string]any)
			w := want[id(s["table"], p["row"], p["family"], p["qualifier"], o["timestamp"])]
			if w == nil || !covers(w["fields"], o["fields"]) {
				t.Errorf("%s: got %s\nwant %v", scan, short(line), w)
			}
		}
	}
}

func TestInspectKnowsFamiliesAndFindsModels(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	for _, args := range [][]string{
		{"--cf", "table/Ware", "--model", models, "--row", "6", "-f", maryk("rocksdb", "latest.0301.scan.txt")},
		{"--row", "30", "-f", maryk("rocksdb", "latest.rows.jsonl")},
	} {
		text := rowlens(t, "", append([]string{"inspect"}, args...)...).want(t, 0).out
		if !strings.Contains(text, "Maryk on RocksDB value") || !strings.Contains(text, "property reference") ||
			!strings.Contains(text, "record key       0000000000017fffffff") {
			t.Errorf("%v:\n%s", args, short(text))
		}
		o := object(t, rowlens(t, "", append([]string{"inspect", "--json"}, args...)...).want(t, 0).out)
		best, _ := o["candidates"].([]any)[0].(map[string]any)
		fields, _ := best["fields"].(map[string]any)
		if best["record"] != "table-value" || fields["record"] != "0000000000017fffffff" {
			t.Errorf("%v: %v", args, best)
		}
	}
}

func TestFamiliesAndModelsThatAreNone(t *testing.T) {
	dump, broken := maryk("rocksdb", "latest.0301.scan.txt"), filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("0a1408"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--cf", "tabel/1"}, 2, "historic-table"},
		{[]string{"--cf", "table"}, 2, "table/1"},
		{[]string{"--cf", "table/Wares", "--meta", maryk("rocksdb", "MARYK_META.yml")}, 2, "table/1"},
		{[]string{"--cf", "0301", "--meta", broken + "x"}, 3, "no such file"},
		{[]string{"--cf", "0301", "--meta", dump}, 3, "at least one model"},
		{[]string{"--cf", "0301", "--model", broken}, 3, "broken"},
	} {
		r := rowlens(t, "", append([]string{"decode", dump}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %s", c.args, r.err)
		}
	}
}

// A damaged model in a dump costs its names, not the dump.
func TestADamagedModelInADumpIsToldAndLeftOut(t *testing.T) {
	dump := `{"key":"02","value":"0a1408","source":{"cf":"0101"}}
{"key":"0000000000017fffffff","value":"1a1fc677cc400000","source":{"cf":"0201"}}
`
	r := rowlens(t, dump, "decode")
	if !strings.Contains(r.err, "model 1") || len(lines(r.out)) != 2 {
		t.Errorf("%s\n%s", r.err, r.out)
	}
}

// Rows of a family with its own comparator are sorted by it once the length of the
// model's keys is known. Before that they are not, which is reported.
func TestHistoricRowsAreOrderedAsTheStoreDoes(t *testing.T) {
	var keys []string
	for _, line := range lines(readZipped(t, maryk("rocksdb", "keepall.rows.jsonl"))) {
		if o := object(t, line); o["cf"] == "0601" && len(keys) < 200 {
			keys = append(keys, o["key"].(string))
		}
	}
	mixed := slices.Clone(keys)
	slices.Sort(mixed)
	if slices.Equal(mixed, keys) {
		t.Fatal("these rows are in the order of their bytes")
	}
	order := func(args ...string) (got []string, said string) {
		r := rowlens(t, strings.Join(mixed, "\n"),
			append([]string{"order", "--json", "--cf", "historic-table/1"}, args...)...).want(t, 0)
		for _, line := range lines(r.out) {
			got = append(got, object(t, line)["parts"].(map[string]any)["bytes"].(string))
		}
		return got, r.err
	}
	if got, said := order("--meta", maryk("rocksdb", "MARYK_META.yml")); !slices.Equal(got, keys) || said != "" {
		t.Errorf("with metadata: %s\n%v, want\n%v", said, got, keys)
	}
	if got, said := order(); !slices.Equal(got, mixed) || !strings.Contains(said, "give the model") {
		t.Errorf("without: %s\n%v", said, got)
	}
}
