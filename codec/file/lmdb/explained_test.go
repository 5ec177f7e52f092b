package lmdb_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The explanation of one page of each kind equals the one in golden/store-files/lmdb/explained.
func TestExplainedPagesAreTheGoldenOnes(t *testing.T) {
	for _, c := range []struct{ name, what, detail string }{
		{"v1-mini", "meta page", "in force"},
		{"v1-mini", "branch page", "of main"},
		{"v3-mini", "leaf page", "of main"},
		{"v1-mini", "overflow pages", "of main"},
		{"v1-mini", "leaf page", "of the free database"},
		{"v1-32-bit-mini", "branch page", "of main"},
		{"v1-named", "leaf page", "of main"},
		{"v3-dup", "leaf page", "of dupsort"},
		{"v1-dup", "leaf page", "of dupfixed"},
		{"damaged-node-offset", "leaf page", "of main"},
		{"damaged-page-bounds", "page", "of main"},
	} {
		x := structureOf(t, storetest.Folder(t, "lmdb/"+c.name))
		found := false
		for _, p := range x.Pieces() {
			damaged := strings.HasPrefix(c.name, "damaged-")
			if !strings.Contains(p.What, c.what) || !strings.Contains(p.Detail, c.detail) || damaged != (p.Damage != nil) {
				continue
			}
			found = true
			var tree span.Tree
			err := x.Explain(&p, &tree, nil)
			text := p.What + ", " + p.Detail + "\n"
			if err != nil {
				text += err.Error() + "\n"
			}
			text = string(tree.AppendDump([]byte(text)))
			storetest.Golden(t, "lmdb/explained/"+c.name+"."+strconv.FormatInt(p.Offset, 10)+".txt", []byte(text))
			break
		}
		if !found {
			t.Errorf("%s has no %s %s", c.name, c.what, c.detail)
		}
	}
}
