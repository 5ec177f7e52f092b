package lmdb_test

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// leafOf returns an empty leaf page of v1-mini with a number.
func leafOf(number byte) []byte {
	b := make([]byte, 1024)
	b[0], b[10] = number, 2
	le.PutUint16(b[12:], 18)
	le.PutUint16(b[14:], 1000)
	return b
}

// A copy that was made while a program wrote has pages of later transactions.
func TestPagesOfLaterTransactionsAreReported(t *testing.T) {
	const last = 37
	for _, c := range []struct {
		name  string
		spoil func(b []byte) []byte
		want  []storetest.Issue
		lost  int
	}{
		{"a page after the last one", func(b []byte) []byte { return append(b[:(last+1)*1024], leafOf(last+1)...) },
			at("later-pages", (last+1)*1024), 0},
		{"one after a page that was given up", func(b []byte) []byte {
			return append(append(b[:(last+1)*1024], make([]byte, 1024)...), leafOf(last+2)...)
		}, at("later-pages", (last+2)*1024), 0},
		{"another number", func(b []byte) []byte { return append(b[:(last+1)*1024], leafOf(last)...) }, nil, 0},
		{"zeros", func(b []byte) []byte { return append(b[:(last+1)*1024], make([]byte, 1024)...) }, nil, 0},
		{"with MDB_WRITEMAP, what an aborted transaction wrote", func(b []byte) []byte {
			b = append(b[:(last+1)*1024], leafOf(last+1)...)
			le.PutUint64(b[32:], uint64(len(b)))
			le.PutUint64(b[1024+32:], uint64(len(b)))
			return b
		}, nil, 0},
		{"a leaf inside of a long value", func(b []byte) []byte {
			copy(b[8*1024:], leafOf(8))
			return b
		}, at("page-number", 8*1024), 1},
		{"a long value inside of another one", func(b []byte) []byte {
			copy(b[8*1024:], []byte{8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 0, 0})
			return b
		}, at("page-number", 8*1024), 1},
		{"a value with its page's number, but no flags", func(b []byte) []byte {
			copy(b[8*1024:], []byte{8, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0})
			return b
		}, nil, 0},
		{"free pages of a later transaction", func(b []byte) []byte {
			b[node(b, pageFive)+8] = 5
			return b
		}, []storetest.Issue{{Code: "free-list"}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := c.spoil(slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"]))
			got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}), file.Query{})
			damage = slices.DeleteFunc(damage, func(d file.Damage) bool { return d.Code == "key-order" })
			for i := range damage {
				if remark := c.lost == 0 && damage[i].Code == "later-pages"; damage[i].Remark != remark {
					t.Errorf("a remark: %v, of %+v", damage[i].Remark, damage[i])
				}
			}
			storetest.CompareDamage(t, damage, c.want)
			if want := len(storetest.Lines(t, "lmdb/v1-mini", "expected.jsonl")) - c.lost; len(got) != want {
				t.Errorf("%d rows, want %d", len(got), want)
			}
		})
	}
}

// A writer that went on meanwhile has a right to the pages after the last one.
func TestPagesAfterTheLastOneOfALivingFileAreNotReported(t *testing.T) {
	data := append(slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"])[:38*1024], leafOf(38)...)
	s := storetest.Open(t, lmdb.Kind, disk{file.Files{"data.mdb": data}})
	storetest.Read(t, s, file.Query{})
	data[0x90]++
	if _, damage := storetest.Read(t, s, file.Query{}); len(damage) > 0 {
		t.Errorf("%+v", damage)
	}
}
