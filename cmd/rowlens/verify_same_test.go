package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/verify"
	"github.com/rowlens/rowlens/internal/zones"
)

// verifiedDumps are the dumps to verify in memory and with files, each with its models.
var verifiedDumps = []struct{ dump, models string }{
	{"actionbase/actionbase-hbase-shell-damaged.txt", "actionbase/actionbase-hbase-shell.schema.json"},
	{"actionbase/actionbase-hbase-shell.txt", "actionbase/actionbase-hbase-shell.schema.json"},
	{"implexus/corrupt.dump.hex.txt", ""},
	{"implexus/good.dump.print.txt", ""},
	{"accumulograph/accumulograph-shell.txt", ""},
	{"maryk-rocksdb/latest.rows.jsonl", "maryk-rocksdb/latest.models.json"},
	{"maryk-rocksdb/keepall.rows.jsonl.gz", "maryk-rocksdb/keepall.models.json"},
	{"maryk-hbase/latest.cells.jsonl", "maryk-hbase/latest.models.json"},
	{"maryk-hbase/keepall.cells.jsonl.gz", "maryk-hbase/keepall.models.json"},
}

func TestFindingsAreTheSameInMemoryAndWithFiles(t *testing.T) {
	for _, c := range verifiedDumps {
		t.Run(filepath.Base(c.dump), func(t *testing.T) {
			rows, schemas := entriesIn(t, readGolden(t, c.dump)), format.SchemaSet(nil)
			if c.models != "" {
				schemas = schemasOf(t, readGolden(t, c.models))
			}
			r := rand.New(rand.NewPCG(13, uint64(len(rows))))
			for range 12 {
				sameFindings(t, schemas, rows)
				rows = disordered(r, rows)
			}
		})
	}
	t.Run("generated", func(t *testing.T) {
		var text bytes.Buffer
		if err := (&generate.Table{Sources: 40, Faults: 1}).Write(&text); err != nil {
			t.Fatal(err)
		}
		rows, schemas := entriesIn(t, text.Bytes()), schemasOf(t, []byte(generate.Model))
		r := rand.New(rand.NewPCG(13, 14))
		for range 12 {
			sameFindings(t, schemas, rows)
			rows = disordered(r, rows)
		}
	})
}

func readGolden(t *testing.T, name string) []byte {
	t.Helper()
	text := []byte(readFile(t, filepath.Join("..", "..", "golden", name)))
	if !strings.HasSuffix(name, ".gz") {
		return text
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err == nil {
		text, err = io.ReadAll(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func entriesIn(t *testing.T, text []byte) (list []store.Entry) {
	t.Helper()
	parsed, err := dump.ParseText(text, dump.Options{File: "dump", SplitKey: schema.KeySplitter("", nil)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		list = append(list, parsed.Rows[i].Entry)
	}
	return list
}

func schemasOf(t *testing.T, text []byte) format.SchemaSet {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	list, err := schema.Parse(v, "")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// disordered returns rows in another order, some of them missing, duplicated, deleted, older or changed.
func disordered(r *rand.Rand, rows []store.Entry) (list []store.Entry) {
	for _, i := range r.Perm(len(rows)) {
		e := rows[i].Clone()
		switch r.IntN(60) {
		case 0:
			continue
		case 1:
			list = append(list, e.Clone())
		case 2:
			e.Deleted = [...]string{"Delete", "DeleteColumn", "DeleteFamily"}[r.IntN(3)]
		case 3:
			e.Timestamp = strconv.Itoa(r.IntN(1 << 40))
		case 4:
			if b := e.Parts[r.IntN(len(e.Parts))].Bytes; len(b) > 0 {
				b[r.IntN(len(b))]++
			}
		case 5:
			p := &e.Parts[len(e.Parts)-1]
			p.Bytes = p.Bytes[:r.IntN(len(p.Bytes)+1)]
		}
		list = append(list, e)
	}
	return list
}

// sameFindings compares what is found in memory with what is found using as many files as possible.
func sameFindings(t *testing.T, schemas format.SchemaSet, rows []store.Entry) {
	t.Helper()
	folder := t.TempDir()
	want, _ := findingsOf(t, schemas, rows, nil)
	files := 0
	got, size := findingsOf(t, schemas, rows, func() shuffle.Sorter {
		files++
		return sorter{spill.New(spill.Options{Folder: folder}), context.Background()}
	})
	if got != want {
		t.Errorf("with files\n%s\nin memory\n%s", short(got), short(want))
	}
	if size > spill.MemoryLeast && files == 0 {
		t.Errorf("%d bytes of rows were sorted in memory", size)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// findingsOf returns everything that verifying says about rows, with the repairs.
func findingsOf(t *testing.T, schemas format.SchemaSet, rows []store.Entry, open func() shuffle.Sorter) (text string, size int) {
	t.Helper()
	v, err := verify.New(schemas, "", &zones.System{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if open != nil {
		v.Within(open)
	}
	for i := range rows {
		v.Add(&rows[i])
		size += rows[i].Len()
	}
	var w value.Writer
	if err := v.Each(func(f *format.Finding) bool {
		f.Write(&w)
		w.Buf = append(w.Buf, '\n')
		return true
	}); err != nil {
		t.Fatal(err)
	}
	totals := v.Totals()
	totals.Write(&w)
	changes, n, left := v.Repair()
	for i := range left {
		left[i].Write(&w)
	}
	if err := v.Err(); err != nil {
		t.Fatal(err)
	}
	return string(w.Buf) + "\n" + strconv.Itoa(n) + " changes\n" + string(changes), size
}
