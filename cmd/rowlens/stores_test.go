package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/rowlens/rowlens/internal/storetest"
)

// unpackStore writes the store of a fixture to a folder.
func unpackStore(t *testing.T, name, dir string) string {
	t.Helper()
	for name, b := range storetest.Folder(t, name) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// storeOf writes the store of a fixture to a new folder.
func storeOf(t *testing.T, name string) string { return unpackStore(t, name, t.TempDir()) }

// jsonObject is a line of JSON.
type jsonObject map[string]any

func jsonLines(t *testing.T, text string) (list []jsonObject) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	for {
		var o jsonObject
		err := d.Decode(&o)
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
	}
}

// entriesAndDamage splits the output of dump. Each entry is in a file, and says where.
func entriesAndDamage(t *testing.T, text string) (entries, damage []jsonObject) {
	t.Helper()
	for _, o := range jsonLines(t, text) {
		if d, ok := o["damage"].(map[string]any); ok {
			damage = append(damage, d)
			continue
		}
		source, _ := o["source"].(map[string]any)
		if o["empty"] == nil && (source["file"] == nil || source["offset"] == nil || source["at"] == nil) {
			t.Errorf("no place: %v", o)
		}
		delete(o, "source")
		entries = append(entries, o)
	}
	return entries, damage
}

func TestDumpShowsWhatTheStoresOwnLibrariesRead(t *testing.T) {
	for _, name := range append(storetest.Names(t, "lmdb"), storetest.Names(t, "rocksdb")...) {
		if _, ok := storetest.Files(t, name)["expected.jsonl"]; !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			dir := storeOf(t, name)
			for file := range storetest.Files(t, name) {
				if at, ok := strings.CutPrefix(file, "expected.at-"); ok {
					r := rowlens(t, "", "dump", "--at", strings.TrimSuffix(at, ".jsonl"), dir).want(t, 0)
					compareEntries(t, r.out, storetest.Lines(t, name, file))
				}
			}
			r := rowlens(t, "", "dump", dir)
			damage := compareEntries(t, r.out, storetest.Lines(t, name, "expected.jsonl"))
			loss := slices.ContainsFunc(damage, func(d jsonObject) bool { return d["remark"] == nil })
			if loss != (r.code == exitFailed) || r.code != exitFailed && r.code != exitOK {
				t.Errorf("exit code %d; damage %v", r.code, damage)
			}
			for _, issue := range jsonLines(t, strings.Join(storetest.Lines(t, name, "issues.jsonl"), "\n")) {
				if !slices.ContainsFunc(damage, func(d jsonObject) bool { return isIssue(d, issue) }) {
					t.Errorf("%v is not reported: %v", issue, damage)
				}
			}
		})
	}
}

func compareEntries(t *testing.T, out string, want []string) (damage []jsonObject) {
	t.Helper()
	entries, damage := entriesAndDamage(t, out)
	expected := jsonLines(t, strings.Join(want, "\n"))
	if len(entries) != len(expected) {
		t.Fatalf("%d entries, want %d", len(entries), len(expected))
	}
	for i := range entries {
		if !reflect.DeepEqual(entries[i], expected[i]) {
			t.Fatalf("entry %d is %v, want %v", i, entries[i], expected[i])
		}
	}
	return damage
}

// isIssue reports whether damage is an issue of the fixture.
func isIssue(d, issue jsonObject) bool {
	code, _ := issue["code"].(string)
	return slices.Contains(strings.Split(code, " or "), d["code"].(string)) &&
		(issue["file"] == nil || issue["file"] == d["file"]) && (issue["offset"] == nil || issue["offset"] == d["offset"])
}

// records returns what decode says about rows, sorted and without their places.
func records(t *testing.T, args ...string) (list []string) {
	t.Helper()
	r := rowlens(t, "", append([]string{"decode", "--json"}, args...)...)
	for _, o := range jsonLines(t, r.out) {
		delete(o, "source")
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(b))
	}
	slices.Sort(list)
	if len(list) == 0 {
		t.Fatalf("%v: no records: %s", args, r.err)
	}
	return list
}

// storesWithDumps returns stores of applications, each with the text dump of its rows.
func storesWithDumps() map[string]string {
	return map[string]string{
		"lmdb/implexus-good": implexus("good.dump.hex.txt"), "lmdb/implexus-corrupt": implexus("corrupt.dump.hex.txt"),
		"maryk-rocksdb/latest": maryk("rocksdb", "latest.rows.jsonl"), "maryk-rocksdb/keepall": maryk("rocksdb", "keepall.rows.jsonl.gz"),
		"maryk-rocksdb/latest-sst-v5": maryk("rocksdb", "latest.rows.jsonl"), "maryk-rocksdb/keepall-sst-v5": maryk("rocksdb", "keepall.rows.jsonl.gz"),
		"maryk-rocksdb/latest-sst-v6": maryk("rocksdb", "latest.rows.jsonl"),
	}
}

func TestAStoreIsReadAsItsDump(t *testing.T) {
	for name, text := range storesWithDumps() {
		t.Run(name, func(t *testing.T) {
			dir := storeOf(t, name)
			want, got := records(t, text), records(t, dir)
			if !slices.Equal(got, want) {
				t.Errorf("%d records, %d of the dump; the first that differ: %s", len(got), len(want), firstDifference(got, want))
			}
			for _, args := range [][]string{{"assemble", "--json"}, {"verify", "--json"}} {
				a, b := rowlens(t, "", append(args, dir)...), rowlens(t, "", append(args, text)...)
				if x, y := sourceless(t, a.out), sourceless(t, b.out); !slices.Equal(x, y) || a.code != b.code {
					t.Errorf("%s: exit codes %d and %d; %s", args[0], a.code, b.code, firstDifference(x, y))
				}
			}
			if strings.HasPrefix(name, "maryk") {
				a, b := rowlens(t, "", "model", dir).want(t, 0), rowlens(t, "", "model", text).want(t, 0)
				if a.out != b.out {
					t.Errorf("other models: %s", short(a.out))
				}
			}
		})
	}
}

// sourceless returns lines of JSON without the places of rows, sorted.
func sourceless(t *testing.T, out string) (list []string) {
	t.Helper()
	for _, o := range jsonLines(t, out) {
		b, err := json.Marshal(withoutSource(map[string]any(o)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(b))
	}
	slices.Sort(list)
	return list
}

func withoutSource(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "source")
		for name := range v {
			v[name] = withoutSource(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutSource(v[i])
		}
	}
	return v
}

func firstDifference(a, b []string) string {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return short(a[i])
		}
	}
	return "the end"
}

func TestInspectAndOrderReadStores(t *testing.T) {
	dir := storeOf(t, "maryk-rocksdb/latest")
	r := rowlens(t, "", "inspect", "-f", dir, "--table", "table/Ware", "--row", "2").want(t, 0)
	for _, want := range []string{"read as entries of RocksDB", "Maryk on RocksDB"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("inspect lacks %q: %s", want, short(r.out))
		}
	}
	answer := rowlens(t, "", "inspect", "--json", "-f", dir, "--table", "0301").want(t, 0).out
	if !strings.Contains(answer, `"maryk-rocksdb"`) {
		t.Errorf("inspect --json: %s", short(answer))
	}
	keys := storeOf(t, "maryk-rocksdb/keepall")
	order := jsonLines(t, rowlens(t, "", "order", "--json", "-f", keys, "--table", "historic-table/Ware").want(t, 0).out)
	for i, o := range order {
		if n, _ := o["input"].(json.Number).Int64(); n != int64(i+1) {
			t.Fatalf("key %d was number %d in the store", i+1, n)
		}
	}
	if len(order) < 20 {
		t.Errorf("%d keys", len(order))
	}
}

func TestARangeOfAStore(t *testing.T) {
	dir := storeOf(t, "lmdb/implexus-good")
	all, _ := entriesAndDamage(t, rowlens(t, "", "dump", dir).want(t, 0).out)
	from, to := all[10]["key"].(string), all[20]["key"].(string)
	some, _ := entriesAndDamage(t, rowlens(t, "", "dump", "--start", from, "--stop", to, dir).want(t, 0).out)
	if !reflect.DeepEqual(some, all[10:20]) {
		t.Errorf("%d entries of 10", len(some))
	}
	if list := records(t, "--start", from, "--stop", "0x"+strings.ToUpper(to), dir); len(list) != 10 {
		t.Errorf("%d records of 10", len(list))
	}
	if r := rowlens(t, "", "dump", "--start", "00\n01", dir); r.code != exitUsage {
		t.Errorf("exit code %d", r.code)
	}
}

func TestFlagsForStoresAreRefusedOfTexts(t *testing.T) {
	for _, flag := range [][]string{{"--table", "x"}, {"--stored"}, {"--salvage"}, {"--start", "00"}, {"--stop", "00"}} {
		r := rowlens(t, "", append([]string{"decode", golden(scanFile)}, flag...)...).want(t, exitUsage)
		if !strings.Contains(r.err, "for the files of stores") {
			t.Errorf("%v: %s", flag, r.err)
		}
	}
	dir := storeOf(t, "lmdb/v1-dup")
	r := rowlens(t, "", "dump", "--table", "dupsrt", dir).want(t, exitUsage)
	if !strings.Contains(r.err, "did you mean dupsort?") {
		t.Errorf("%s", r.err)
	}
}

func TestFlagsThatMeanNothingToAStoreAreRefused(t *testing.T) {
	pairs, named := storeOf(t, "lmdb/v1-dup"), storeOf(t, "maryk-rocksdb/latest")
	for want, args := range map[string][]string{
		"--versions does not apply":         {"--versions", "2", pairs},
		"--versions counts from 1":          {"--versions", "0", pairs},
		"--auths does not apply":            {"--auths", "a", named},
		"--at x: expected a whole number":   {"--at", "x", named},
		"--at -1: expected a whole number":  {"--at=-1", named},
		`there is no table "table/Nothing"`: {"--table", "table/Nothing", named},
	} {
		if r := rowlens(t, "", append([]string{"dump"}, args...)...).want(t, exitUsage); !strings.Contains(r.err, want) {
			t.Errorf("%v: %s", args, r.err)
		}
	}
	r := rowlens(t, "", "dump", "--start", "cafe", "--stop", "bb", pairs).want(t, 0)
	if r.out != "" || !strings.Contains(r.err, "--stop is not after --start") || !strings.Contains(r.err, "cafe is read as hex; the text cafe is 63616665") {
		t.Errorf("%s%s", r.out, r.err)
	}
	for _, name := range []string{"0301", "0x0301", "table/1", "table/Ware"} {
		if r := rowlens(t, "", "dump", "--table", name, named).want(t, 0); len(lines(r.out)) != 138 {
			t.Errorf("--table %s: %d lines", name, len(lines(r.out)))
		}
	}
}

// snapshot returns the content of a folder: names, contents and modification times.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b, err := os.ReadFile(name)
		found[name] = info.ModTime().String() + string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// mdb_stat counts the name of each database as an entry of the main one.
func TestDatabasesOfLMDBAreNoEntries(t *testing.T) {
	dir := storeOf(t, "lmdb/v1-named")
	if out := rowlens(t, "", "tables", dir).out; !strings.Contains(out, " 3 + 25 databases ") {
		t.Errorf("%s", out)
	}
	if out := rowlens(t, "", "tables", "--json", dir).out; !strings.Contains(out, `"entries":28,"databases":25,`) {
		t.Errorf("%s", out)
	}
}

func TestReadingAStoreChangesNothing(t *testing.T) {
	for _, name := range []string{"lmdb/v1-named", "rocksdb/wal", "rocksdb/blobs", "maryk-rocksdb/keepall", "hfile/maryk", "lmdb/damaged-meta"} {
		dir := storeOf(t, name)
		before := snapshot(t, dir)
		for _, args := range [][]string{
			{"dump"}, {"dump", "--stored"}, {"dump", "--salvage"}, {"tables"}, {"decode"}, {"verify"}, {"assemble"}, {"model"}, {"inspect", "-f"},
		} {
			rowlens(t, "", append(args, dir)...)
		}
		if after := snapshot(t, dir); !reflect.DeepEqual(before, after) || len(before) == 0 {
			t.Errorf("%s: the folder changed", name)
		}
	}
}

func TestPackedAndPipedStores(t *testing.T) {
	dir := storeOf(t, "lmdb/implexus-good")
	plain, err := os.ReadFile(filepath.Join(dir, "data.mdb"))
	if err != nil {
		t.Fatal(err)
	}
	want := records(t, dir)
	for name, packed := range map[string][]byte{
		"plain": plain, "data.mdb.gz": storetest.Gzipped(t, plain), "data.mdb.zst": zstandard(t, plain),
	} {
		file := placed(t, name, packed)
		if got := records(t, file); !slices.Equal(got, want) {
			t.Errorf("%s: %d records, want %d", name, len(got), len(want))
		}
		if got := records(t, filepath.Dir(file)); !slices.Equal(got, want) {
			t.Errorf("%s in a folder: %d records, want %d", name, len(got), len(want))
		}
		for _, args := range [][]string{{"decode", "--count"}, {"decode", "--count", "-"}} {
			if r := rowlens(t, string(packed), args...).want(t, 0); strings.TrimSpace(r.out) != "116" {
				t.Errorf("%s in a pipe: %s", name, r.out)
			}
		}
		cmd := unstarted("", "decode", "--count", "-")
		stdin, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = stdin
		if r := finish(t, cmd).want(t, 0); strings.TrimSpace(r.out) != "116" {
			t.Errorf("%s as standard input: %s", name, r.out)
		}
		stdin.Close()
		if r := rowlens(t, string(packed), "dump", "-").want(t, 0); len(lines(r.out)) != 116 {
			t.Errorf("dump of %s in a pipe: %d lines", name, len(lines(r.out)))
		}
	}
	cut := placed(t, "data.mdb.gz", storetest.Gzipped(t, plain)[:300])
	if r := rowlens(t, "", "dump", cut).want(t, exitUnreadable); !strings.Contains(r.err, "damaged or cut") {
		t.Errorf("%s", r.err)
	}
	if !bytes.Equal(plain, must(os.ReadFile(filepath.Join(dir, "data.mdb")))) {
		t.Error("the file changed")
	}
}

func zstandard(t *testing.T, b []byte) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll(b, nil)
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
