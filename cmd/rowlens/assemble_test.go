package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// logical returns the records of a database as the store itself returned them, by model and key.
func logical(t *testing.T, store, db string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for _, line := range lines(readFile(t, maryk(store, db+".logical.jsonl"))) {
		o := object(t, line)
		all[string(o["model"].(json.Number))+" "+o["key"].(string)] = o
	}
	return all
}

func TestRecordsAreAsTheStoreReturnedThem(t *testing.T) {
	for _, c := range []struct {
		store, db, dump string
		gone            int // records with no rows left
	}{
		{"rocksdb", "latest", "latest.rows.jsonl", 0},
		{"rocksdb", "keepall", "keepall.rows.jsonl", 0},
		{"hbase", "latest", "latest.scan.txt", 2},
		{"hbase", "latest", "latest.cells.jsonl", 0},
		{"hbase", "keepall", "keepall.cells.jsonl", 0},
	} {
		t.Run(c.store+" "+c.dump, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.dump)
			if err := os.WriteFile(file, []byte(readZipped(t, maryk(c.store, c.dump))), 0o644); err != nil {
				t.Fatal(err)
			}
			args := []string{"assemble", "--json", file}
			if c.store == "hbase" {
				args = append(args, "--model", maryk("hbase", c.db+".models.json"))
			}
			want := logical(t, c.store, c.db)
			got := lines(rowlens(t, "", args...).want(t, 0).out)
			if len(got) != len(want)-c.gone {
				t.Errorf("%d records, want %d", len(got), len(want)-c.gone)
			}
			for _, line := range got {
				o := object(t, line)
				f, _ := o["fields"].(map[string]any)
				w := want[string(f["model"].(json.Number))+" "+f["key"].(string)]
				if o["format"] != "maryk-"+c.store || o["object"] != "record" || o["entries"] == json.Number("0") {
					t.Errorf("%s", short(line))
				}
				for _, name := range []string{"exists", "firstVersion", "lastVersion", "isDeleted", "values"} {
					if v, has := w[name]; has && !reflect.DeepEqual(sealed(v), sealed(f[name])) {
						t.Errorf("%s of %v is\n%v, want\n%v", name, f["key"], f[name], v)
					}
				}
			}
		})
	}
}

// sealed makes encrypted values comparable: the fixtures have them decrypted, which
// is impossible without the key.
func sealed(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	m = maps.Clone(m)
	for _, name := range []string{"secret", "token"} {
		if m[name] != nil {
			m[name] = "encrypted"
		}
	}
	return m
}

func TestRecordsHaveAPast(t *testing.T) {
	dump := readZipped(t, maryk("rocksdb", "keepall.rows.jsonl"))
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(dump), 0o644); err != nil {
		t.Fatal(err)
	}
	first := object(t, lines(rowlens(t, "", "assemble", "--json", "--history", file).want(t, 0).out)[0])
	fields, _ := first["fields"].(map[string]any)
	history, _ := fields["history"].([]any)
	if len(history) < 5 {
		t.Fatalf("%d versions", len(history))
	}
	for _, i := range []int{0, 1, len(history) - 1} {
		h, _ := history[i].(map[string]any)
		record, _ := h["record"].(map[string]any)
		at := object(t, lines(rowlens(t, "", "assemble", "--json", "--at", h["version"].(string), file).want(t, 0).out)[0])
		got, _ := at["fields"].(map[string]any)
		for name, v := range record {
			if !reflect.DeepEqual(got[name], v) {
				t.Errorf("at %v %s is %v, in the history %v", h["version"], name, got[name], v)
			}
		}
	}
	before := object(t, lines(rowlens(t, "", "assemble", "--json", "--at", "1", file).want(t, 0).out)[0])
	if f, _ := before["fields"].(map[string]any); f["exists"] != false || f["values"] != nil {
		t.Errorf("before all versions it is %v", before)
	}
}

// Families that were decoded individually form a database again.
func TestFamiliesAreJoinedAcrossDumps(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	var all strings.Builder
	for cf, file := range map[string]string{"keys/Ware": "latest.0201.dump.txt", "table/Ware": "latest.0301.scan.txt"} {
		all.WriteString(rowlens(t, "", "decode", "--cf", cf, "--model", models, maryk("rocksdb", file)).want(t, 0).out)
	}
	got := rowlens(t, all.String(), "assemble", "--model", models).want(t, 0).out
	for _, want := range []string{"record of 38 rows\n", "  key           0000000000017fffffff\n",
		"    name          original again\n", "  lists\n      a             [\"a0\",\"a1\"]\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, short(got))
		}
	}
}

// A row and a deletion of the same key, in sst_dump's order: newest first.
func TestTheFirstOfTwoRowsCounts(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	key := "'0000000000017FFFFFFF"
	keys := key + "' seq:5, type:1 => 1A1FC677CC400000\n'0000000100027FFFF5E2' seq:9, type:0 => \n'0000000100027FFFF5E2' seq:7, type:1 => 1A1FC677CCE00000\n"
	table := key + "21' seq:9, type:1 => 1A1FC677D6600000016E6577\n" + key + "21' seq:8, type:1 => 1A1FC677CC400000016F6C64\n"
	var all strings.Builder
	for cf, text := range map[string]string{"0201": keys, "0301": table} {
		all.WriteString(rowlens(t, text, "decode", "--cf", cf, "--model", models).out)
	}
	got := lines(rowlens(t, all.String(), "assemble", "--json", "--model", models).want(t, 0).out)
	if len(got) != 1 || !strings.Contains(got[0], `"values":{"name":"new"}`) || !strings.Contains(got[0], `"entries":2`) {
		t.Errorf("%q", got)
	}
}

func TestRowsThatNoObjectTakes(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	for _, c := range []struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"", []string{"--at", "1", "--history"}, 2, "exclude"},
		{"0x00 : 0x00\n", nil, 2, "--model"},
		{"", []string{"--model", models, "--at", "soon"}, 2, "--at soon: expected a version as a whole number, or a time such as"},
		{"0x00 : 0x00\n", []string{"--model", models}, 1, "column family"},
		{"0x00 : 0x00\n", []string{"--model", models, "--cf", "0302"}, 1, "model 2"},
		{"0x00 : 0x00\n", []string{"--model", models, "--cf", "0301"}, 1, "10 bytes"},
		{"0x00 : 0x00\n", []string{"--model", models, "--cf", "0401"}, 1, "no row is part"},
		{`{"row":"00","family":"64","qualifier":"00","value":"","timestamp":1}`, []string{"--model", models}, 1, "table"},
	} {
		r := rowlens(t, c.stdin, append([]string{"assemble"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%q of %q: %s", c.args, c.stdin, r.err)
		}
	}
}

func TestAssembleSaysWhatCannotBeAssembled(t *testing.T) {
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{0, "26 rows are not part of an object", []string{"--model", golden(modelFile), golden(scanFile)}},
		{0, "26 rows are not part of an object", []string{golden(scanFile)}},
		{2, "rows of lexicoders are not parts of larger objects", []string{"--format", "lexicoders", golden(scanFile)}},
		{3, "there is no such file", []string{"nonexist"}},
		{2, "give --model FILE", []string{maryk("hbase", "latest.scan.txt")}},
	} {
		r := rowlens(t, "", append([]string{"assemble"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%v: %s", c.args, r.err)
		}
	}
}

func TestRecordsAreShownAsOfATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(file, []byte(readZipped(t, maryk("rocksdb", "keepall.rows.jsonl"))), 0o600); err != nil {
		t.Fatal(err)
	}
	as := func(at string) string { return rowlens(t, "", "assemble", "--json", "--at", at, file).want(t, 0).out }
	first := object(t, lines(rowlens(t, "", "assemble", "--json", "--history", file).want(t, 0).out)[0])
	fields, _ := first["fields"].(map[string]any)
	history, _ := fields["history"].([]any)
	h, _ := history[0].(map[string]any)
	version, err := strconv.ParseUint(h["version"].(string), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	ms := int64(version >> 20)
	text := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
	if as(text) != as(strconv.FormatInt(ms<<20+1<<20-1, 10)) || as(text) == as("1") {
		t.Errorf("as of %s it is another", text)
	}
	if as("1999-01-01") != as("1") {
		t.Error("before all versions there was something")
	}
}
