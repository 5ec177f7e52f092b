package lmdb_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

var le = binary.LittleEndian

// at returns an issue with a place.
func at(code string, offset int64) []storetest.Issue {
	return []storetest.Issue{{Code: code, Offset: &offset}}
}

// v1-mini has its root in page 2, leaf pages from page 3 on, and overflow pages from page 7 on. Its
// free database is page 5.
const (
	pageThree = 3 * 1024
	pageFive  = 5 * 1024
	pageSeven = 7 * 1024
)

func TestDamageIsReportedWhereItIs(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(b []byte)
		want  []storetest.Issue
		lost  int // number of rows lost; -1 for all
	}{
		{"no magic", func(b []byte) { b[16], b[1040] = 0, 0 }, at("magic", 0), -1},
		{"another version", func(b []byte) { b[20], b[1044] = 9, 9 }, at("version", 20), -1},
		{"two meta pages of another kind", func(b []byte) { b[10], b[1034] = 0, 0 }, at("meta", 0), -1},
		{"the older meta page", func(b []byte) { b[1034] = 0 }, at("meta", 1024), 0},
		{"a page size that is none", func(b []byte) { le.PutUint32(b[40:], 1000) }, at("meta", 0), 1},
		{"one row too many", func(b []byte) { b[0x78]++ }, []storetest.Issue{{Code: "entries"}}, 0},
		{"a branch that names itself", func(b []byte) { b[2048+0x3f8] = 2 }, at("page-twice", 2048), 9},
		{"lower above upper", func(b []byte) { le.PutUint16(b[pageThree+14:], 16) }, at("page-bounds", pageThree+14), 12},
		{"a leaf of keys alone", func(b []byte) { b[pageThree+10] |= 0x20 }, at("page-flags", pageThree+10), 12},
		{"a long key", func(b []byte) { le.PutUint16(b[node(b, pageThree)+6:], 0xffff) }, at("node-size", pageThree+0x3a6+6), 1},
		{"a long value", func(b []byte) { le.PutUint32(b[node(b, pageThree):], 5000) }, at("node-size", pageThree+0x3a6), 1},
		{"flags of no node", func(b []byte) { b[node(b, pageThree)+4] = 3 }, at("node-size", pageThree+0x3a6), 1},
		{"a node at an odd place", func(b []byte) { b[pageThree+16] |= 1 }, at("node-offset", pageThree+16), 1},
		{"a short overflow run", func(b []byte) { b[pageSeven+12] = 2 }, at("overflow-size", pageSeven+12), 1},
		{"a long overflow run", func(b []byte) { b[pageSeven+12] = 200 }, at("overflow-size", pageSeven+12), 1},
		{"an overflow run of another page", func(b []byte) { b[pageSeven]++ }, at("page-number", pageSeven), 1},
		{"a used page in the free list", func(b []byte) { b[node(b, pageFive)+24] = 3 }, []storetest.Issue{{Code: "free-list"}}, 0},
		{"a damaged free database", func(b []byte) { b[pageFive+10] = 0 }, at("page-flags", pageFive+10), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"])
			c.spoil(data)
			got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
			storetest.CompareDamage(t, damage, c.want)
			want := len(storetest.Lines(t, "lmdb/v1-mini", "expected.jsonl"))
			if c.lost < 0 {
				c.lost = want
			}
			if len(got) != want-c.lost {
				t.Errorf("%d rows, want %d", len(got), want-c.lost)
			}
		})
	}
}

// node returns the offset in the file of a page's first node.
func node(b []byte, page int) int { return page + int(le.Uint16(b[page+16:])) }

func TestEncryptedFilesAreRefused(t *testing.T) {
	data := slices.Clone(storetest.Folder(t, "lmdb/v3-mini")["data.mdb"])
	data[53] |= 0x20
	data[1024+53] |= 0x20
	s := storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data})
	got, damage := storetest.Read(t, s, file.Query{})
	storetest.CompareDamage(t, damage, at("encrypted", 0))
	if len(got) > 0 || len(s.Tables()) > 0 {
		t.Errorf("%d rows, %d tables", len(got), len(s.Tables()))
	}
}

// Forty branch pages, each below the previous one, are more levels than a tree can have.
func TestATreeIsNotDeeperThan32Levels(t *testing.T) {
	whole := storetest.Folder(t, "lmdb/v1-mini")["data.mdb"]
	data := append(slices.Clone(whole[:2048]), make([]byte, 40*1024)...)
	for n := 2; n < 42; n++ {
		page := data[n*1024:]
		page[0], page[10] = byte(n), 1
		le.PutUint16(page[12:], 18)
		le.PutUint16(page[14:], 1016)
		le.PutUint16(page[16:], 1016)
		page[1016] = byte(n + 1)
	}
	data[0x88], data[0x88+1024] = 41, 41
	got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
	if len(damage) == 0 {
		t.Fatal("nothing is said")
	}
	storetest.CompareDamage(t, damage[:1], at("depth", 34*1024))
	if len(got) > 0 {
		t.Errorf("%d rows", len(got))
	}
}

// Damage has the keys of the rows around the missing ones.
func TestDamageSaysBetweenWhichKeysRowsAreMissing(t *testing.T) {
	whole := storetest.Lines(t, "lmdb/v1-mini", "expected.jsonl")
	data := slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"])
	data[pageThree+10] = 0
	got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
	d := damage[0]
	if string(d.After) >= string(d.Before) || d.Lost != 1024 {
		t.Errorf("rows are missing after %q and before %q, in %d bytes", d.After, d.Before, d.Lost)
	}
	keys, _ := rowsOf(t, storetest.Open(t, lmdb.Kind, storetest.Folder(t, "lmdb/v1-mini")), 0, file.Query{Start: d.After, Stop: d.Before})
	if len(keys)-1 != len(whole)-len(got) {
		t.Errorf("%d rows are between the keys, %d are missing", len(keys)-1, len(whole)-len(got))
	}
}

// From version 2 on, pages say which transaction wrote them. A page of another state of the file is not taken for the one
// that belongs in its place.
func TestPagesOfAnotherTransactionAreDamage(t *testing.T) {
	const size, txn, flags, pages = 1024, 8, 18, 20
	whole := storetest.Folder(t, "lmdb/v3-mini")["data.mdb"]
	rows := len(storetest.Lines(t, "lmdb/v3-mini", "expected.jsonl"))
	tried := map[byte]int{}
	for from := 2 * size; from < len(whole); from += size {
		if le.Uint64(whole[from:]) != uint64(from/size) {
			continue // inside an overflow run
		}
		data := slices.Clone(whole)
		if whole[from+flags] == 4 {
			data[from+txn]-- // an older run
		} else {
			data[from+txn] = 99 // a page of a later state
		}
		got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
		if len(damage) == 0 && len(got) == rows {
			continue // a free page
		}
		storetest.CompareDamage(t, damage, at("page-number", int64(from)))
		tried[whole[from+flags]]++
		if whole[from+flags] == 4 {
			data[from+txn]++
			data[from+pages]++
			_, damage = storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
			storetest.CompareDamage(t, damage, at("overflow-size", int64(from+pages)))
		}
	}
	if tried[1] == 0 || tried[2] < 5 || tried[4] == 0 {
		t.Errorf("pages tried, by flags: %v", tried)
	}
}
