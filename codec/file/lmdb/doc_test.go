package lmdb_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

func TestTheDocumentHasEveryCode(t *testing.T) {
	storetest.HasEveryCode(t, lmdb.Kind, "../../../docs/formats/lmdb-files.md")
}
