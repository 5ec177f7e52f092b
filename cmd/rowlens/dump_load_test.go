package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rowlens/rowlens/internal/storetest"
)

// tool runs a store's program, which .ci/install has installed.
func tool(t *testing.T, stdin, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, says strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &says
	if err := cmd.Run(); err != nil || strings.Contains(out.String(), "Failed:") {
		t.Fatalf("%s %q: %v; .ci/install installs it\n%s%s", name, args, err, short(out.String()), says.String())
	}
	return out.String()
}

func TestMdbLoadTakesWhatDumpPrints(t *testing.T) {
	loaded := 0
	for _, name := range storetest.Names(t, "lmdb") {
		if _, damaged := storetest.Files(t, name)["issues.jsonl"]; damaged {
			continue
		}
		loaded++
		from, to := storeOf(t, name), t.TempDir()
		tool(t, rowlens(t, "", "dump", "--as", "mdb", from).want(t, 0).out, "mdb_load", to)
		want, _ := entriesAndDamage(t, rowlens(t, "", "dump", from).want(t, 0).out)
		got, _ := entriesAndDamage(t, rowlens(t, "", "dump", to).want(t, 0).out)
		if len(got) != len(want) || len(want) == 0 {
			t.Errorf("%s: %d entries, want %d", name, len(got), len(want))
			continue
		}
		for i := range got {
			if g, w := got[i], want[i]; g["db"] != w["db"] || g["key"] != w["key"] || g["value"] != w["value"] {
				t.Errorf("%s: entry %d is %v, want %v", name, i, g, w)
				break
			}
		}
	}
	if loaded < 16 {
		t.Errorf("%d environments were loaded", loaded)
	}
}

func TestDumpPrintsTheBytesOfMdbDump(t *testing.T) {
	for name, args := range map[string][]string{
		"lmdb/v1-plain": nil, "lmdb/v1-empty": nil, "lmdb/v1-dup": {"-a"}, "lmdb/implexus-good": nil,
	} {
		dir := storeOf(t, name)
		want := tool(t, "", "mdb_dump", append(args, dir)...)
		got := rowlens(t, "", "dump", "--as", "mdb", filepath.Join(dir, "data.mdb")).want(t, 0).out
		if got != want {
			t.Errorf("%s: %s", name, firstDifference(lines(got), lines(want)))
		}
	}
}

// Every family of every database that has only keys with values, in the order of their bytes.
func TestLdbLoadsWhatDumpPrints(t *testing.T) {
	var loaded sync.Map // texts, because many fixtures have the same rows
	t.Run("families", func(t *testing.T) {
		for _, name := range append(storetest.Names(t, "rocksdb"), storetest.Names(t, "maryk-rocksdb")...) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if _, damaged := storetest.Files(t, name)["issues.jsonl"]; damaged {
					return
				}
				from := storeOf(t, name)
				for _, table := range jsonLines(t, rowlens(t, "", "tables", "--json", from).want(t, 0).out) {
					if table["comparator"] == "leveldb.BytewiseComparator" {
						loadFamily(t, from, table["table"].(string), &loaded)
					}
				}
			})
		}
	})
	families := 0
	loaded.Range(func(any, any) bool {
		families++
		return true
	})
	if families < 20 {
		t.Errorf("%d families were loaded", families)
	}
	from := storeOf(t, "maryk-rocksdb/latest-sst-v5")
	if r := rowlens(t, "", "dump", "--as", "ldb", from).want(t, exitFailed); !strings.Contains(r.err, "one column family at a time") {
		t.Errorf("several families: %s", r.err)
	}
}

// loadFamily loads a family into a new database, whose only family must then have the same rows. It skips families that are
// empty or have entries that ldb cannot load.
func loadFamily(t *testing.T, from, table string, loaded *sync.Map) {
	t.Helper()
	want, _ := entriesAndDamage(t, rowlens(t, "", "dump", "--table", table, from).want(t, 0).out)
	for _, e := range want {
		if e["empty"] != nil || e["columns"] != nil || e["ts"] != nil || e["key"] == "" {
			return
		}
	}
	text := rowlens(t, "", "dump", "--as", "ldb", "--table", table, from).want(t, 0).out
	if _, again := loaded.LoadOrStore(text, true); again {
		return
	}
	to := filepath.Join(t.TempDir(), "store")
	tool(t, text, "ldb", "--db="+to, "--create_if_missing", "--hex", "load")
	got, _ := entriesAndDamage(t, rowlens(t, "", "dump", to).want(t, 0).out)
	if len(want) == 0 || len(got) != len(want) {
		t.Errorf("%s of %s: %d entries, want %d", table, from, len(got), len(want))
		return
	}
	for i := range got {
		if got[i]["key"] != want[i]["key"] || got[i]["value"] != want[i]["value"] {
			t.Errorf("%s of %s: entry %d is %v, want %v", table, from, i, got[i], want[i])
			break
		}
	}
}

func TestHexOfADumpIsReadBack(t *testing.T) {
	dir := storeOf(t, "lmdb/implexus-good")
	text := rowlens(t, "", "dump", "--as", "hex", dir).want(t, 0).out
	if got := rowlens(t, text, "decode", "--count").want(t, 0).out; strings.TrimSpace(got) != "116" {
		t.Errorf("%s rows", got)
	}
	text = rowlens(t, "", "dump", dir).want(t, 0).out
	if got := rowlens(t, text, "decode", "--count").want(t, 0).out; strings.TrimSpace(got) != "116" {
		t.Errorf("%s rows of JSON Lines", got)
	}
}

func TestDamageIsNamedBesideAText(t *testing.T) {
	dir := storeOf(t, "lmdb/damaged-page-flags")
	for _, as := range []string{"hex", "mdb"} {
		r := rowlens(t, "", "dump", "--as", as, dir).want(t, exitFailed)
		if !strings.Contains(r.err, "(page-flags)") || !strings.Contains(r.err, "offset ") || strings.Contains(r.out, "damage") {
			t.Errorf("%s: %s", as, r.err)
		}
	}
	r := rowlens(t, "", "decode", "--where", "record = edge-index", dir).want(t, exitFailed)
	lost := jsonLines(t, r.out)
	if len(lost) != 1 {
		t.Fatalf("%s", r.out)
	}
	failure, _ := lost[0]["error"].(map[string]any)
	if failure["code"] != "page-flags" || failure["offset"] == nil || failure["expected"] == "" || failure["found"] == "" {
		t.Errorf("%v", lost[0])
	}
	if r := rowlens(t, "", "verify", "--format", "implexus", dir); r.code == 0 {
		t.Errorf("verify of a damaged store: %s", r.out)
	}
}

func TestCommandsOfShellsAreForTheirStores(t *testing.T) {
	dir := storeOf(t, "lmdb/implexus-good")
	for _, as := range []string{"hbase-shell", "accumulo"} {
		if r := rowlens(t, "", "dump", "--as", as, dir).want(t, exitFailed); !strings.Contains(r.err, "--as jsonl prints it") || r.out != "" {
			t.Errorf("%s: %s", as, r.err)
		}
	}
	if r := rowlens(t, "", "dump", "--as", "mbd", dir).want(t, exitUsage); !strings.Contains(r.err, "did you mean mdb?") {
		t.Errorf("%s", r.err)
	}
}
