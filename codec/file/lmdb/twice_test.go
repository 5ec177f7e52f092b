package lmdb_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

func TestAPageThatTwoNodesNameIsFound(t *testing.T) {
	for _, name := range fixtures(t) {
		data := storetest.Folder(t, name)["data.mdb"]
		if data == nil {
			continue
		}
		s := storetest.Open(t, lmdb.Kind, file.Files{"data.mdb": data}).(*lmdb.Store)
		for table := file.All; table < len(s.Tables()); table++ {
			// In this one the second page is one of the main database.
			if got, want := s.NamedTwice(table, file.Query{}), name == "lmdb/damaged-page-twice" && table <= 0; got != want {
				t.Errorf("%s, table %d: %v", name, table, got)
			}
		}
		if s.NamedTwice(len(s.Tables()), file.Query{}) || s.NamedTwice(file.All, file.Query{HasAt: true, At: 1 << 60}) {
			t.Errorf("%s: found in a table or state that is not there", name)
		}
	}
}
