package lmdb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A page that lists fewer nodes than it contains, or a node with another size, has lost rows, whatever the file's
// counts say.
func TestAPageHasTheNodesThatFillIt(t *testing.T) {
	const leaf, branch, leaf2 = pageThree + 12, 2048 + 12, 9*4096 + 12
	for _, c := range []struct {
		name, file string
		spoil      func(b []byte)
		want       []storetest.Issue
		lost       int
	}{
		{"a leaf's list ends early", "v1-mini", func(b []byte) { b[leaf] -= 2 }, at("page-bounds", leaf), 1},
		{"a leaf with nothing", "v1-mini", func(b []byte) { b[leaf] = 16 }, at("page-bounds", leaf), 12},
		{"a branch of one child", "v1-mini", func(b []byte) { b[branch] = 18 }, at("page-bounds", branch), 85},
		{"a branch's list ends early", "v3-mini", func(b []byte) { b[branch+8] -= 2 }, at("page-bounds", branch+8), 9},
		{"a shorter value", "v1-mini", func(b []byte) { b[node(b, pageThree)] -= 2 }, at("page-bounds", leaf), 0},
		{"upper too high", "v1-mini", func(b []byte) { b[leaf+2] += 2 }, at("page-bounds", leaf), 0},
		{"a node listed twice", "v1-dup", func(b []byte) { b[8208] ^= 32 }, at("page-bounds", 8192+12), 349},
		{"keys of another size", "v1-dup", func(b []byte) { b[leaf2-4] ^= 2 }, at("page-bounds", leaf2-4), 309},
		{"fewer keys alone", "v1-dup", func(b []byte) { b[leaf2] -= 2 }, at("page-bounds", leaf2), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := slices.Clone(storetest.Folder(t, "lmdb/"+c.file)["data.mdb"])
			c.spoil(data)
			got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
			storetest.CompareDamage(t, damage, c.want)
			if damage[0].Remark {
				t.Error("it is a remark")
			}
			if want := len(storetest.Lines(t, "lmdb/"+c.file, "expected.jsonl")) - c.lost; len(got) != want {
				t.Errorf("%d rows, want %d", len(got), want)
			}
		})
	}
}

// Numbers of rows that LMDB itself gets wrong are a remark; all other wrong numbers are damage.
func TestAnotherNumberOfRowsIsDamage(t *testing.T) {
	const quirk, unconcerned = "one too many", "not concerned"
	for _, c := range []struct {
		name, file string
		spoil      func(b []byte)
		code       string
		remark     bool
		says       string // and none of the other messages
	}{
		{"without DUPSORT", "v1-mini", func(b []byte) { b[0x78]++ }, "entries", false, ""},
		{"one too many with DUPSORT", "v1-dup-empty", func([]byte) {}, "entries", true, quirk},
		{"two too many", "v1-dup-empty", func(b []byte) { entriesOf(t, b, "d", 5) }, "entries", false, ""},
		{"one too few", "v1-dup-empty", func(b []byte) { entriesOf(t, b, "d", 2) }, "entries", false, ""},
		{"of the free database", "v1-mini", func(b []byte) { b[0x48]++ }, "entries", true, unconcerned},
		{"a database that is taken for a value", "v1-named", func(b []byte) { b[129650] ^= 2 }, "free-list", false, ""},
		{"a page in a tree and in the list", "v1-mini", func(b []byte) { b[node(b, pageFive)+24] = 3 }, "free-list", false, ""},
		{"no room for databases", "v1-named", func(b []byte) { b[4188] ^= 4 }, "node-size", false, ""},
		{"another transaction", "v1-mini", func(b []byte) { b[1168] ^= 4 }, "meta", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := slices.Clone(storetest.Folder(t, "lmdb/"+c.file)["data.mdb"])
			c.spoil(data)
			_, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
			if len(damage) == 0 {
				t.Fatal("nothing is said")
			}
			d := damage[0]
			if d.Code != c.code || d.Remark != c.remark {
				t.Errorf("%s, a remark %v: %+v", d.Code, d.Remark, damage)
			}
			for _, words := range []string{quirk, unconcerned} {
				if strings.Contains(d.Text, words) != (words == c.says) {
					t.Errorf("it says %q", d.Text)
				}
			}
		})
	}
}

// entriesOf changes the number of rows in every copy, current or old, of a version 1 record of a named database.
func entriesOf(t *testing.T, b []byte, name string, n byte) {
	t.Helper()
	head, found := "\x30\x00\x00\x00\x02\x00\x01\x00"+name, false
	for at := 0; ; found = true {
		i := strings.Index(string(b[at:]), head)
		if i < 0 {
			break
		}
		at += i + len(head)
		b[at+32] = n
	}
	if !found {
		t.Fatal("there is no such database")
	}
}

// No single flipped bit in the structure of a tree may lose rows with only a remark.
func TestNoBitLosesRowsWithARemarkAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		step int
	}{{"v1-mini", 29}, {"v3-mini", 83}, {"v1-32-bit-mini", 149}, {"v1-dup", 661}, {"v3-dup", 673}, {"v1-named", 277}, {"v3-page-512", 307}} {
		whole := storetest.Folder(t, "lmdb/"+c.name)["data.mdb"]
		want, _ := lost(t, whole)
		data := slices.Clone(whole)
		for bit := 0; bit < 8*len(data); bit += c.step {
			data[bit/8] ^= 1 << (bit % 8)
			if rows, said := lost(t, data); rows != want && !said {
				t.Errorf("%s: bit %d of byte %d: %d rows, not %d", c.name, bit%8, bit/8, rows, want)
			}
			data[bit/8] = whole[bit/8]
		}
	}
}

// lost counts the rows of a file, and reports whether there is damage other than remarks.
func lost(t *testing.T, data []byte) (rows int, said bool) {
	t.Helper()
	set, err := file.Look(file.Files{"data.mdb": data}, []*file.Kind{lmdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil || len(stores) != 1 {
		t.Fatalf("%d stores, %v", len(stores), err)
	}
	s := stores[0]
	defer s.Close()
	c, err := s.Scan(file.All, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage == nil {
			rows++
		}
		said = said || e.Damage != nil
	}
	for _, d := range append(s.Check(), s.Damage()...) {
		said = said || !d.Remark
	}
	return rows, said
}
