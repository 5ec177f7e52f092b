package lmdb_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The last page of this file is free. LMDB does not write pages that a transaction took and gave up again, so that
// files of its own end before such pages.
func TestAFileThatEndsBeforeFreePagesIsWhole(t *testing.T) {
	files := storetest.Folder(t, "lmdb/v1-mini")
	x := structureOf(t, files)
	size := x.Pieces()[0].Size
	whole := files["data.mdb"]
	for _, c := range []struct {
		cut    int64
		remark bool
	}{{size, true}, {1, true}, {2 * size, false}, {size + 1, false}} {
		files["data.mdb"] = whole[:int64(len(whole))-c.cut]
		s := storetest.Open(t, lmdb.Kind, files)
		damage := s.Damage()
		if len(damage) != 1 || damage[0].Code != "file-short" || damage[0].Remark != c.remark || (damage[0].Lost == 0) != c.remark {
			t.Errorf("%d bytes less: %+v", c.cut, damage)
		}
		if lines, _ := storetest.Read(t, s, file.Query{}); c.remark {
			storetest.Compare(t, lines, storetest.Lines(t, "lmdb/v1-mini", "expected.jsonl"))
		}
	}
}
