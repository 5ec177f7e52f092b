package main

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

func TestObjectsAreTheSameInMemoryAndWithFiles(t *testing.T) {
	for _, c := range verifiedDumps {
		t.Run(filepath.Base(c.dump), func(t *testing.T) {
			rows := entriesIn(t, readGolden(t, c.dump))
			models := []format.SchemaSet{nil}
			if c.models != "" {
				models = append(models, schemasOf(t, readGolden(t, c.models)))
			}
			own := filepath.Dir(c.dump)
			r := rand.New(rand.NewPCG(17, uint64(len(rows))))
			for range 8 {
				for _, schemas := range models {
					if n := sameObjects(t, own, schemas, rows); n == 0 && (schemas != nil || c.models == "") {
						t.Errorf("there are no objects of %s", own)
					}
				}
				rows = disordered(r, rows)
			}
		})
	}
}

// sameObjects compares the objects joined in memory with those joined through as many files as possible. It returns
// how many objects there are of a format.
func sameObjects(t *testing.T, own string, schemas format.SchemaSet, rows []store.Entry) (objects int) {
	t.Helper()
	folder := t.TempDir()
	files := func() shuffle.Sorter {
		return sorter{spill.New(spill.Options{Folder: folder}), context.Background()}
	}
	for _, f := range codec.Formats() {
		if f.Objects == nil || f.Objects.NewJoiner == nil {
			continue
		}
		want, n := objectsOf(t, f, schemas, rows, nil)
		if got, _ := objectsOf(t, f, schemas, rows, files); got != want {
			t.Errorf("%s, with files\n%s\nin memory\n%s", f.ID, short(got), short(want))
		}
		if f.ID == own {
			objects = n
		}
	}
	return objects
}

// objectsOf returns everything that assembling says about rows.
func objectsOf(
	t *testing.T, f *format.Format, schemas format.SchemaSet, rows []store.Entry, open func() shuffle.Sorter,
) (text string, n int) {
	t.Helper()
	one, err := f.Objects.NewJoiner(schemas.For(f))
	if err != nil {
		return err.Error(), 0
	}
	j := shuffle.NewObjects(one, open)
	defer j.Close()
	for i := range rows {
		if part, err := j.Add(&rows[i]); err != nil {
			text += strconv.FormatBool(part) + " " + err.Error() + "\n"
		}
	}
	err = j.Each(format.Moment{}, func(o format.Object) bool {
		n++
		text += o.Kind + " of " + strconv.Itoa(o.Entries) + " " + string(o.Fields) + o.Note + "\n"
		return true
	})
	if err != nil || j.Err() != nil {
		t.Fatal(err, j.Err())
	}
	return text, n
}
