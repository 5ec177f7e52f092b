package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zeroed overwrites a file with zeros, as left by disks and interrupted copies.
func zeroed(t *testing.T, name string, bytes int) string {
	t.Helper()
	if err := os.WriteFile(name, make([]byte, bytes), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A file in a folder that is a store's by its name alone is damage in every command, because its content is missing.
func TestAFileWithNothingInItIsMissedInAFolder(t *testing.T) {
	rfiles, hfiles := storeOf(t, "rfile/social"), storeOf(t, "hfile/maryk")
	list, err := filepath.Glob(filepath.Join(hfiles, "hfiles", "*.hfile"))
	if err != nil || len(list) < 2 {
		t.Fatalf("%d HFiles, %v", len(list), err)
	}
	for _, c := range []struct {
		folder, file, code string
		bytes              int
	}{
		{rfiles, zeroed(t, filepath.Join(rfiles, "social_edge.rf"), 3000), "magic", 3000},
		{rfiles, filepath.Join(rfiles, "social_edge.rf"), "magic", 0},
		{filepath.Dir(list[0]), list[0], "trailer", 3000},
	} {
		zeroed(t, c.file, c.bytes)
		base := filepath.Base(c.file)
		for _, args := range [][]string{{"dump"}, {"decode"}, {"dump", "--start", "00"}} {
			r := rowlens(t, "", append(args, c.folder)...).want(t, exitFailed)
			n := strings.Count(r.out, `{"damage":{"file":"`+base+`","code":"`+c.code+`"`)
			n += strings.Count(r.out, `{"source":{"file":"`+base+`","offset":0},"error":{"code":"`+c.code+`"`)
			if n != 1 {
				t.Errorf("%v says %d times that %s is damaged", args, n, base)
			}
		}
		for _, args := range [][]string{{"tables"}, {"tables", "--json"}, {"stats"}} {
			if r := rowlens(t, "", append(args, c.folder)...).want(t, exitFailed); !strings.Contains(r.err, base) {
				t.Errorf("%v: %s", args, r.err)
			}
		}
	}
}

// A damaged file without a table may have contained the requested one.
func TestATableIsNotWholeBesideADamagedFile(t *testing.T) {
	dir := storeOf(t, "rfile/social")
	zeroed(t, filepath.Join(dir, "social_edge.rf"), 3000)
	r := rowlens(t, "", "dump", "--table", "social_vertex", dir).want(t, exitFailed)
	if !strings.Contains(r.out, `{"damage":{"file":"social_edge.rf","code":"magic"`) {
		t.Error(short(r.out))
	}
}

// A file that the user names is read or refused, not skipped like other files in a folder.
func TestAFileThatIsNamedIsNotLeftOut(t *testing.T) {
	good := filepath.Join(storeOf(t, "rfile/social"), "social_vertex.rf")
	for _, c := range []struct{ file, says string }{
		{placed(t, "zero.rf", make([]byte, 3000)), "is an RFile of Accumulo by its name, but does not begin or end like one"},
		{placed(t, "zero.hfile", make([]byte, 3000)), "is an HFile of HBase by its name, but does not begin or end like one"},
		{placed(t, "empty.rf", nil), "is empty"},
		{placed(t, "notes.txt", []byte("a text\n")), "there is no store in it"},
		{placed(t, "x.db", []byte("SQLite format 3\x00\x10\x00")), "is an SQLite database"},
		{placed(t, "cut.rf.gz", []byte("\x1f\x8b\x08\x00\x00")), "compressed with gzip, but damaged: unexpected EOF"},
	} {
		for _, command := range []string{"dump", "tables"} {
			for _, args := range [][]string{{command, good, c.file}, {command, c.file, good}, {command, c.file}} {
				r := rowlens(t, "", args...).want(t, exitUnreadable)
				if !strings.Contains(r.err, c.file+": "+c.says) || r.out != "" {
					t.Errorf("%s: %s%s", args, short(r.out), r.err)
				}
			}
		}
	}
	empty := placed(t, "empty.rf", nil)
	r := rowlens(t, "", "decode", good, empty).want(t, exitUnreadable)
	if !strings.Contains(r.err, empty+": is an RFile of Accumulo by its name, but empty") {
		t.Error(r.err)
	}
}

// A shell's * names all files in a database's folder, including some that no reader needs.
func TestWhatStandsBesideAStoreIsLeftOut(t *testing.T) {
	dir := storeOf(t, "maryk-rocksdb/keepall-sst-v5")
	for _, name := range []string{"LOCK", "000999.log"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(all) < 20 {
		t.Fatal(len(all), err)
	}
	whole, each := rowlens(t, "", "dump", dir), rowlens(t, "", append([]string{"dump"}, all...)...)
	if n := strings.Count(whole.out, "\n"); each.code == exitUnreadable || n < 500 || strings.Count(each.out, "\n") != n {
		t.Errorf("%d rows of the folder, %d of its files: %s", n, strings.Count(each.out, "\n"), each.err)
	}
}
