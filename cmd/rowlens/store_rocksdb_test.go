package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rocksPair is a row of a column family, in hex as printed by ldb.
type rocksPair struct{ CF, Key, Value string }

// rocksPairs returns the rows of two models, in the families that a store without
// Maryk's own comparator can have. The name of one model has bytes that are not text.
func rocksPairs(t *testing.T) (list []rocksPair) {
	t.Helper()
	families := []string{"0101", "0201", "0301", "0401", "0501", "0a01", "01c801", "02c801", "03c801", "04c801"}
	for _, line := range lines(readFile(t, maryk("rocksdb", "latest.rows.jsonl"))) {
		var r rocksPair
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(families, r.CF) && r.Key != "" {
			list = append(list, rocksPair{r.CF, strings.ToUpper(r.Key), strings.ToUpper(r.Value)})
		}
	}
	if len(list) == 0 {
		t.Fatal("the fixture has no rows")
	}
	return list
}

// rocksStore is a RocksDB database, which ldb reads and writes.
type rocksStore struct {
	t        *testing.T
	dir      string
	families []string
}

// ldb runs ldb on the database.
func (s *rocksStore) ldb(stdin string, args ...string) string {
	s.t.Helper()
	cmd := exec.Command("ldb", append([]string{"--db=" + s.dir}, args...)...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "Failed:") {
		s.t.Fatalf("ldb %q: %v; .ci/install installs it\n%s", args, err, out)
	}
	return string(out)
}

func (s *rocksStore) in(cf string, args ...string) []string {
	return append([]string{"--column_family=" + unhex(s.t, cf), "--hex"}, args...)
}

// loaded returns a new database with the rows.
func loaded(t *testing.T, rows []rocksPair) *rocksStore {
	t.Helper()
	s := &rocksStore{t: t, dir: filepath.Join(t.TempDir(), "store")}
	s.ldb("", "--create_if_missing", "--hex", "load")
	text := map[string]string{}
	for _, r := range rows {
		if text[r.CF] == "" {
			s.families = append(s.families, r.CF)
			s.ldb("", "create_column_family", unhex(t, r.CF))
		}
		text[r.CF] += "0x" + r.Key + " ==> 0x" + r.Value + "\n"
	}
	for cf, load := range text {
		s.ldb(load, s.in(cf, "load")...)
	}
	return s
}

// dump prints the families to files that are named after them, alternating between ldb's ways to do that.
func (s *rocksStore) dump() (files []string) {
	s.t.Helper()
	dir := s.t.TempDir()
	for i, cf := range s.families {
		verb := []string{"scan", "dump", "idump"}[i%3]
		file := filepath.Join(dir, "store."+cf+"."+verb+".txt")
		if err := os.WriteFile(file, []byte(s.ldb("", s.in(cf, verb)...)), 0o644); err != nil {
			s.t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// rows returns all rows of the database.
func (s *rocksStore) rows() (list []rocksPair) {
	s.t.Helper()
	for _, cf := range s.families {
		list = append(list, scanned(cf, s.ldb("", s.in(cf, "scan")...))...)
	}
	return list
}

// scanned returns the rows printed by ldb scan.
func scanned(cf, out string) (list []rocksPair) {
	for _, line := range lines(out) {
		key, val, _ := strings.Cut(strings.TrimPrefix(line, "0x"), " : 0x")
		list = append(list, rocksPair{cf, key, val})
	}
	return list
}

// run makes bash run commands that rowlens printed for the database.
func (s *rocksStore) run(commands string) string {
	s.t.Helper()
	if !strings.Contains(commands, "--db=DIR") {
		s.t.Fatalf("these are no commands: %q", commands)
	}
	script := strings.ReplaceAll(commands, "--db=DIR", "--db='"+s.dir+"'")
	out, err := exec.Command("bash", "-e", "-c", script).CombinedOutput()
	if err != nil || strings.Contains(string(out), "Failed:") {
		s.t.Fatalf("%v\n%s\n%s", err, script, out)
	}
	return string(out)
}

// nth returns the nth row of a family.
func nth(rows []rocksPair, cf string, n int) rocksPair {
	for _, r := range rows {
		if r.CF == cf {
			if n == 0 {
				return r
			}
			n--
		}
	}
	return rocksPair{}
}

// damage removes index rows, adds one, and assigns a unique value to a record that
// does not exist, because for two existing ones nothing would say which is right.
func (s *rocksStore) damage(rows []rocksPair) {
	s.t.Helper()
	for _, r := range []rocksPair{nth(rows, "0401", 2), nth(rows, "04c801", 1)} {
		s.ldb("", s.in(r.CF, "delete", "0x"+r.Key)...)
	}
	extra := nth(rows, "0401", 4)
	key := strings.Replace(extra.Key, "0A3180000003", "0A3180000063", 1) // a different stock
	s.ldb("", s.in(extra.CF, "put", "0x"+key, "0x"+extra.Value)...)
	taken := nth(rows, "0501", 0)
	owner := taken.Value[:len(taken.Value)-2] + "00"
	if key == extra.Key || owner == taken.Value {
		s.t.Fatal("the fixture has other rows: no damage was done")
	}
	s.ldb("", s.in(taken.CF, "put", "0x"+taken.Key, "0x"+owner)...)
}

// A repair is applied to a real RocksDB: afterwards it has, byte for byte, the rows
// that it had before it was damaged.
func TestARepairMendsARealRocksDB(t *testing.T) {
	want := rocksPairs(t)
	s := loaded(t, want)
	if r := rowlens(t, "", append([]string{"verify"}, s.dump()...)...).want(t, 0); !strings.HasSuffix(r.out, " checked; 0 errors, 0 warnings, 0 infos\n") {
		t.Errorf("the sound store: %s", r.out)
	}
	s.damage(want)
	changes := filepath.Join(t.TempDir(), "changes.jsonl")
	found := rowlens(t, "", append([]string{"verify", "--repair", changes}, s.dump()...)...).want(t, 4)
	got := codes(found.out, "error")
	slices.Sort(got)
	if !slices.Equal(got, []string{"extra-index-row", "missing-index-row", "missing-index-row", "missing-unique-row"}) {
		t.Errorf("the damaged store: %s", found.out)
	}
	s.run(rowlens(t, "", "encode", "--as", "ldb", changes).want(t, 0).out)
	if r := rowlens(t, "", append([]string{"verify"}, s.dump()...)...).want(t, 0); !strings.HasSuffix(r.out,
		" checked; 0 errors, 0 warnings, 0 infos\n") {
		t.Errorf("the mended store: %s", r.out)
	}
	if got := s.rows(); !slices.Equal(got, want) {
		t.Errorf("the mended store has\n%v\nwant\n%v", got, want)
	}
}

// ldb runs the commands that range prints for it, and finds the same rows as a filter over all rows.
func TestARealRocksDBScansTheRangeThatIsPrinted(t *testing.T) {
	rows := rocksPairs(t)
	s := loaded(t, rows)
	model := []string{"--format", "maryk-rocksdb", "--model", maryk("rocksdb", "latest.models.json")}
	files := s.dump()
	for _, c := range []struct {
		record string
		fields []string
		cf     string
		where  string
	}{
		{"table-value", []string{"model=1", "record=000003e900027fffb276"}, "0301", "key ^= 000003e900027fffb276"},
		{"index", []string{"model=1", "index=stock"}, "0401", "indexName = stock"},
		{"unique", []string{"model=1"}, "0501", "record = unique"},
		{"table-value", []string{"model=200", "record=6bd7ae9e0e934c2935bcdeda8eebde40"}, "03c801",
			"key ^= 6bd7ae9e0e934c2935bcdeda8eebde40"},
		{"index", []string{"model=1", "index=stock", "stock>5", "stock<=11"}, "0401", "key ~ ^020a31800000(07|0b)04"},
		{"keys", []string{"model=1", "code>=1000", "code<1002"}, "0201", "key ~ ^000003e[89]"},
	} {
		printed := rowlens(t, "", slices.Concat([]string{"range"}, model, []string{"--record", c.record, "--as", "ldb"}, c.fields)...).want(t, 0)
		got := scanned(c.cf, s.run(printed.out))
		i := slices.Index(s.families, c.cf)
		var want []rocksPair
		decode := slices.Concat([]string{"decode"}, model, []string{"--where", c.where, files[i]})
		for _, line := range lines(rowlens(t, "", decode...).want(t, 0).out) {
			var r struct{ Parts struct{ Key, Value string } }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			want = append(want, rocksPair{c.cf, strings.ToUpper(r.Parts.Key), strings.ToUpper(r.Parts.Value)})
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s\n%s%v\nwant %v", c.record, printed.out, got, want)
		}
	}
}

// Models that are missing because a block is damaged are no success either.
func TestMissingModelsAreNoSuccess(t *testing.T) {
	store := storeOf(t, "maryk-rocksdb/latest-sst-v5")
	rowlens(t, "", "model", store).want(t, 0)
	tables, err := filepath.Glob(filepath.Join(store, "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	for _, table := range tables {
		b := []byte(readFile(t, table))
		damaged := slices.Clone(b)
		damaged[20] ^= 0xFF
		if err := os.WriteFile(table, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if r := rowlens(t, "", "model", "-q", store).want(t, exitFailed); !strings.Contains(r.err, filepath.Base(table)+": damaged: ") {
			t.Errorf("%s: %q", table, r.err)
		}
		if err := os.WriteFile(table, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Keys that are missing because a block is damaged are missing in the result of every command: none is exit code 0.
func TestMissingKeysAreNoSuccess(t *testing.T) {
	store := storeOf(t, "rocksdb/small")
	table := filepath.Join(store, "000011.sst")
	b := []byte(readFile(t, table))
	b[700] ^= 0xFF
	if err := os.WriteFile(table, b, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"order", "-f", store}, {"order", "-q", "--json", "-f", store}, {"inspect", "--learn", "-q", "-f", store}} {
		r := rowlens(t, "", args...).want(t, exitFailed)
		if !strings.Contains(r.err, "damaged: offset 693") {
			t.Errorf("%v: %q", args, r.err)
		}
	}
}
