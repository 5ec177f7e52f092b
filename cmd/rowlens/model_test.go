package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// For every model of the databases, converting the bytes to YAML and back gives the same bytes.
func TestModelsInYAML(t *testing.T) {
	file := maryk("rocksdb", "latest.models.json")
	got := rowlens(t, "", "model", "--yaml", file, "Memo").want(t, 0).out
	const want = `# model 200
name: Memo
version: 1.0
key: !UUIDv4
indexes:
- !Multiple
  - !Ref last
  - !Ref first
? 1: first
: !String
  required: true
  final: false
  unique: false
? 2: last
: !String
  required: false
  final: false
  unique: false
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if all := rowlens(t, "", "model", "--yaml", file).want(t, 0).out; strings.Count(all, "\n# model ") != 2 {
		t.Errorf("%s", short(all))
	}
	rowlens(t, "", "model", "--yaml", "--json", file).want(t, 2)
}

func TestStoredModelsAreWrittenAsTheyWere(t *testing.T) {
	for _, file := range []string{maryk("rocksdb", "latest.models.json"), maryk("rocksdb", "keepall.models.json"),
		maryk("hbase", "latest.models.json"), maryk("hbase", "keepall.models.json")} {
		for number, m := range object(t, readFile(t, file)) {
			m, _ := m.(map[string]any)
			want := m["model"].(string) + "\n"
			if deps, ok := m["dependents"].(string); ok {
				want += deps + "\n"
			}
			got := rowlens(t, "", "model", "--hex", file, number).want(t, 0).out
			if got != want {
				t.Errorf("%s %s is\n%s, want\n%s", file, number, got, want)
			}
			name := m["name"].(string)
			if text := rowlens(t, got, "model", "--number", number, "-").want(t, 0).out; !strings.HasPrefix(text, "model "+number+": "+name+" ") {
				t.Errorf("by itself %s is\n%s", name, text)
			}
		}
	}
}

func TestModelsOfADumpAreAModelFile(t *testing.T) {
	rows := maryk("rocksdb", "latest.rows.jsonl")
	found := rowlens(t, "", "model", "--json", rows).want(t, 0).out
	want := object(t, readFile(t, maryk("rocksdb", "latest.models.json")))
	got := object(t, found)
	for number, m := range want {
		w, _ := m.(map[string]any)
		g, _ := got[number].(map[string]any)
		for _, name := range []string{"name", "keySize", "version", "model", "dependents"} {
			if g[name] != w[name] {
				t.Errorf("%s of %s is %v, want %v", name, number, g[name], w[name])
			}
		}
	}
	file := filepath.Join(t.TempDir(), "models.json")
	if err := os.WriteFile(file, []byte(found), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := rowlens(t, "", "model", "--json", file).want(t, 0).out; again != found {
		t.Errorf("read again it is\n%s, want\n%s", short(again), short(found))
	}
	r := rowlens(t, "", "decode", "--cf", "table/Ware", "--model", file, maryk("rocksdb", "latest.0301.scan.txt")).want(t, 0)
	if n := checkRows(t, r.out, rocksRows(t, "latest")); n != 138 {
		t.Errorf("%d rows decode with it", n)
	}
	text := rowlens(t, "", "model", rows).want(t, 0).out
	for _, args := range [][]string{{"-"}, {file}, {"--input-form", "json-hex", rows}} {
		if got := rowlens(t, readFile(t, rows), append([]string{"model"}, args...)...); got.out != text && got.code == 0 {
			t.Errorf("%v gives\n%s", args, got.out)
		}
	}
	one := rowlens(t, "", "model", "--cf", "0101", maryk("rocksdb", "latest.0101.scan.txt")).want(t, 0).out
	if !strings.HasPrefix(text, one) {
		t.Errorf("the family by itself gives\n%s", one)
	}
}

// Models may be missing where rows could not be read, so the ones that were found are no all-clear.
func TestModelsOfADamagedDumpMayNotBeAll(t *testing.T) {
	rows := readFile(t, maryk("rocksdb", "latest.rows.jsonl"))
	want := rowlens(t, rows, "model", "-").want(t, 0).out
	bad := written(t, "x\n{\"cf\":\"0101\",\"key\":\"00\"\n"+rows)
	r := rowlens(t, "", "model", bad).want(t, 1)
	if r.out != want || !strings.Contains(r.err, `: 2 rows could not be read, so models may be missing; line 1: expected a value, found "x"`) {
		t.Errorf("%s%s", short(r.out), r.err)
	}
	if r := rowlens(t, "", "model", "--json", bad).want(t, 1); !strings.HasPrefix(r.out, "{") {
		t.Errorf("%s%s", short(r.out), r.err)
	}
}

func TestFilesWithoutModels(t *testing.T) {
	models, broken := maryk("rocksdb", "latest.models.json"), filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"1":{"model":"0a1408"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, 2, "takes a file"},
		{[]string{models, "1", "2"}, 2, "takes a file"},
		{[]string{models, "--json", "--hex"}, 2, "exclude"},
		{[]string{models, "--hex"}, 2, "name one of 1 Ware, 3 Vault, 200 Memo"},
		{[]string{models, "Wares"}, 2, "did you mean Ware? There are: 1 Ware"},
		{[]string{models, "--number", "4294967296"}, 2, "32 bits"},
		{[]string{models + "x"}, 3, "no such file"},
		{[]string{filepath.Join(lonely(t, map[string]string{"model.txt": "latest.0101.scan.txt"}), "model.txt")}, 3, "--cf"},
		{[]string{golden(scanFile)}, 3, "no model"},
		{[]string{"--format", "actionbase", models}, 2, "carry no models"},
		{[]string{broken}, 3, "broken.json"},
		{[]string{maryk("rocksdb", "MARYK_META.yml")}, 3, "no model"},
	} {
		r := rowlens(t, "", append([]string{"model"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %s", c.args, r.err)
		}
	}
}
