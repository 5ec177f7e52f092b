package storage_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
)

// written returns the text of a store, and the error that ended it.
func written(as string, m *memory) (string, error) {
	x := storage.NewText(as)
	s := storage.Scan{Stores: []file.Store{m}, Apart: x.Apart()}
	var e file.Entry
	var out []byte
	for s.Next(&e) {
		if e.Damage != nil {
			continue
		}
		var err error
		if out, err = x.Append(out, &s, &e); err != nil {
			return string(out), err
		}
	}
	return string(x.End(out)), s.Err()
}

func TestTextsForTheToolsOfStores(t *testing.T) {
	m := &memory{
		tables: []file.Table{
			{Name: "main", Properties: []file.Property{{Name: "map size", Value: "4096"}, {Name: "page size", Value: "512"}}},
			{Name: "d", Stored: []byte("d"), Properties: []file.Property{{Name: "flags", Value: "DUPSORT DUPFIXED"}}},
		},
		rows: [][]string{{""}, {"k", "\xff"}},
	}
	for as, want := range map[string]string{
		"hex": "6b\t76\nff\t76\n",
		"ldb": "0x6B ==> 0x76\n0xFF ==> 0x76\n",
		"mdb": "VERSION=3\nformat=bytevalue\ndatabase=d\ntype=btree\nmapsize=4096\nmaxreaders=126\nduplicates=1\ndupsort=1\ndupfixed=1\n" +
			"db_pagesize=512\nHEADER=END\n 6b\n 76\n ff\n 76\nDATA=END\n",
	} {
		if got, err := written(as, m); got != want || err != nil {
			t.Errorf("%s: %q, want %q; %v", as, got, want, err)
		}
	}
}

func TestATextRefusesWhatItsToolCannotLoad(t *testing.T) {
	both := &memory{tables: []file.Table{{Name: "a"}, {Name: "b"}}, rows: [][]string{{"1"}, {"2"}}}
	if got, err := written("ldb", both); !errors.Is(err, storage.ErrTables) || got != "0x31 ==> 0x76\n" {
		t.Errorf("%q, %v", got, err)
	}
	lines := &memory{tables: []file.Table{{Name: "a", Stored: []byte("a\nb")}}, rows: [][]string{{"1"}}}
	if _, err := written("mdb", lines); err == nil || !strings.Contains(err.Error(), "line feed") {
		t.Error(err)
	}
	for _, as := range []string{"hbase-shell", "accumulo"} {
		if got, err := written(as, both); err == nil || got != "" {
			t.Errorf("%s: %q, %v", as, got, err)
		}
	}
	if storage.NewText("jsonl") != nil {
		t.Error("JSON Lines are not a Text")
	}
}

func TestEntriesTakeNoMemory(t *testing.T) {
	m := &memory{tables: []file.Table{{Name: "a"}}, rows: [][]string{{"1"}}}
	s := storage.Scan{Stores: []file.Store{m}}
	var e file.Entry
	s.Next(&e)
	out := make([]byte, 0, 1<<10)
	lines := storage.Lines{}
	texts := []*storage.Text{storage.NewText("hex"), storage.NewText("ldb"), storage.NewText("mdb")}
	write := func() {
		out = lines.Append(out[:0], &s, &e)
		for _, x := range texts {
			out, _ = x.Append(out, &s, &e)
		}
	}
	write()
	if n := testing.AllocsPerRun(100, write); n != 0 {
		t.Errorf("%v allocations an entry", n)
	}
}

func TestHexForLdbIsUpperCase(t *testing.T) {
	var key strings.Builder
	for i := range 256 {
		key.WriteByte(byte(i))
	}
	for from := range 16 {
		k := key.String()[from*5:] // no "!" or "?", which stand for something else, comes first
		want := fmt.Sprintf("0x%X ==> 0x76\n", k)
		if got, err := written("ldb", &memory{tables: []file.Table{{Name: "a"}}, rows: [][]string{{k}}}); got != want || err != nil {
			t.Errorf("%q, want %q; %v", got, want, err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	m := &memory{tables: []file.Table{{Name: "a"}}, rows: [][]string{{strings.Repeat("some key ", 13)}}}
	s := storage.Scan{Stores: []file.Store{m}}
	var e file.Entry
	s.Next(&e)
	out := make([]byte, 0, 1<<10)
	lines := storage.Lines{}
	b.Run("jsonl", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out = lines.Append(out[:0], &s, &e)
		}
	})
	for _, as := range []string{"hex", "ldb", "mdb"} {
		x := storage.NewText(as)
		b.Run(as, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				out, _ = x.Append(out[:0], &s, &e)
			}
		})
	}
}
