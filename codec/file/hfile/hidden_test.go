package hfile_test

import (
	"slices"
	"strings"
	"testing"
)

// HBase 2.4 and older prepare the regions of a split or merge in a folder of the first parent. Until they are moved from there,
// and if they never are, the parents have the rows.
func TestRegionsThatASplitPreparesAreNotRead(t *testing.T) {
	all := corpus(t)
	want, _, _ := readFolders(t, all, "root-flushed")
	for _, dir := range []string{".splits/", ".merges/", ".tmp/"} {
		files := changed(all, nil)
		for name, b := range all {
			if rest, ok := strings.CutPrefix(name, regionSecond); ok {
				files[regionFirst+dir+"4cdc86dddbe8574ade4bb03160ff8657/"+rest] = b
			}
		}
		got, damage, remarks := readFolders(t, files, "root-flushed")
		if !slices.Equal(got, want) || len(damage)+len(remarks) > 0 {
			t.Errorf("%s: %d cells, want %d, %+v, %+v", dir, len(got), len(want), damage, remarks)
		}
	}
}
