package main

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// older turns rows of a fixture into those of an older database: index keys without a leading length and,
// with old, also families that begin with 0.
func older(t *testing.T, db string, old bool) (dump string, rows map[string]string) {
	t.Helper()
	rows = map[string]string{}
	var b strings.Builder
	for _, line := range lines(readZipped(t, maryk("rocksdb", db+".rows.jsonl"))) {
		o := object(t, line)
		cf, _ := o["cf"].(string)
		key, has := o["key"].(string)
		val, _ := o["value"].(string)
		if !has || old && (cf >= "09" || cf[:2] == "01" && key > "05") { // rows that only later releases have
			continue
		}
		rows[cf+" "+key] = val
		if family := cf[:2]; family == "04" || family == "07" {
			n, err := hex.DecodeString(key[:2])
			if err != nil || n[0] >= 0x80 {
				t.Fatal(key)
			}
			key = key[2:]
			if old { // migrating the numbering leaves index keys unchanged
				delete(rows, cf+" "+o["key"].(string))
				rows[cf+" "+key] = val
			}
			if family == "07" && val == "01" && !old {
				val = "00" // as releases up to 0.10 wrote a soft delete
			}
		}
		if old {
			cf = "0" + string(cf[1]-1) + cf[2:]
		}
		b.WriteString(`{"parts":{"key":"` + key + `","value":"` + val + `"},"source":{"cf":"` + cf + `"}}` + "\n")
	}
	return b.String(), rows
}

// apply applies changes to the rows of a dump.
func apply(t *testing.T, dump, changes string) map[string]string {
	t.Helper()
	rows := map[string]string{}
	for _, line := range append(lines(dump), lines(changes)...) {
		o := object(t, line)
		parts, _ := o["parts"].(map[string]any)
		source, _ := o["source"].(map[string]any)
		key, _ := parts["key"].(string)
		val, _ := parts["value"].(string)
		cf, _ := source["cf"].(string)
		if o["deleted"] != nil {
			delete(rows, cf+" "+key)
		} else {
			rows[cf+" "+key] = val
		}
	}
	return rows
}

func text(rows map[string]string) string {
	var b strings.Builder
	for at, val := range rows {
		cf, key, _ := strings.Cut(at, " ")
		b.WriteString(`{"parts":{"key":"` + key + `","value":"` + val + `"},"source":{"cf":"` + cf + `"}}` + "\n")
	}
	return b.String()
}

// A migrated database has the same rows as one that was written in the new form, and is clean.
func TestMigrationsOfMaryk(t *testing.T) {
	for _, c := range []struct {
		to, db string
		old    bool
	}{{"index-format-2", "keepall", false}, {"index-format-2", "latest", false}, {"family-numbering-new", "keepall", true}} {
		dump, want := older(t, c.db, c.old)
		changes := rowlens(t, dump, "migrate", c.to).want(t, 0).out
		got := apply(t, dump, changes)
		if len(got) != len(want) {
			t.Errorf("%s: %d rows, want %d", c.to, len(got), len(want))
		}
		for at, val := range want {
			if got[at] != val {
				t.Errorf("%s: %s is %q, want %q", c.to, at, got[at], val)
			}
		}
		rowlens(t, text(got), "verify", "--json", "--format", "maryk-rocksdb").want(t, 0)
		if again := rowlens(t, text(got), "migrate", c.to); c.to == "index-format-2" && again.want(t, 0).out != "" {
			t.Errorf("migrated again: %s", again.out)
		}
	}
	rowlens(t, "", "migrate", "index-format-3").want(t, 2)
}

// Models are compared field by field, and the exit code says how serious the differences are.
func TestModelsAreCompared(t *testing.T) {
	models := maryk("rocksdb", "keepall.models.json")
	rowlens(t, "", "model", models, models).want(t, 0)
	rowlens(t, "", "model", models, "Memo").want(t, 0)
	// One more index, and a text instead of a number.
	folder := t.TempDir()
	one, two := filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json")
	write := func(name, hexes string) {
		if err := os.WriteFile(name, []byte(hexes), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// Plain { x: String }; then with an index over x; then with x as a number.
	const plain = "0a100801120178220982010608011000180012150a05506c61696e120800010100000100001a020a00"
	write(one, plain)
	write(two, strings.Replace(plain, "12150a05506c61696e120800010100000100001a020a00", "121a0a05506c61696e120800010100000100001a020a002203120101", 1))
	r := rowlens(t, "", "model", "--json", one, two).want(t, 4)
	if !strings.Contains(r.out, `"path":"Plain index x","from":"","to":"an index","effect":"migrate"`) || !strings.Contains(r.out, `"rebuild":["index","historic-index"]`) {
		t.Error(r.out)
	}
	write(two, strings.Replace(plain, "0a1008011201782209820106080110001800", "0a1108011201782 20a6a0808011000180020 07", 1))
	text := strings.ReplaceAll(readFile(t, two), " ", "")
	write(two, text)
	r = rowlens(t, "", "model", one, two).want(t, 1)
	if !strings.Contains(r.out, "breaks") || !strings.Contains(r.out, "String → Number UInt32") {
		t.Error(r.out)
	}
}

// A migration that could not judge the rows says so: that nothing is to be done would be a false all-clear, and a guess at
// the numbering would move rows of a sound database.
func TestMigrationsSayWhatTheyCannotJudge(t *testing.T) {
	models, family := maryk("rocksdb", "latest.models.json"), readFile(t, maryk("rocksdb", "latest.0301.scan.txt"))
	for _, to := range []string{"index-format-2", "family-numbering-new"} {
		r := rowlens(t, family, "migrate", to, "--model", models).want(t, 1)
		if !strings.Contains(r.err, "expected a row that says its column family") || r.out != "" {
			t.Errorf("%s of rows without a family: %s%s", to, r.err, r.out)
		}
	}
	r := rowlens(t, family, "migrate", "family-numbering-new", "--cf", "0301").want(t, 2)
	if !strings.Contains(r.err, "--family-numbering") || r.out != "" {
		t.Errorf("a numbering that nobody knows: %s%s", r.err, r.out)
	}
	rowlens(t, family, "migrate", "family-numbering-new", "--cf", "0201", "--family-numbering", "old").want(t, 0)
	rowlens(t, "\xff\x01\x02", "migrate", "sequence").want(t, 1)
}
