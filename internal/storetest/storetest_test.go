package storetest

import (
	"slices"
	"strings"
	"testing"
)

func TestFixturesAreWholeAndHaveWhatIsExpected(t *testing.T) {
	for _, kind := range []string{"lmdb"} {
		for _, name := range Names(t, kind) {
			if !strings.HasPrefix(name, kind+"/") || len(Folder(t, name)) == 0 {
				t.Errorf("%s has no store", name)
			}
		}
	}
	if n := len(Lines(t, "lmdb/v1-mini", "expected.jsonl")); n != 94 {
		t.Errorf("lmdb/v1-mini has %d rows, want 94", n)
	}
	if Lines(t, "lmdb/v1-mini", "no such file") != nil {
		t.Error("a file that is not there has lines")
	}
	offset := int64(0)
	if is := Issues(t, "lmdb/damaged-meta"); len(is) != 1 || is[0].Code != "meta" || is[0].Offset == nil || *is[0].Offset != offset {
		t.Errorf("the issues of lmdb/damaged-meta are %+v", is)
	}
	if !slices.Contains(Names(t, "lmdb"), "lmdb/v3-dup") {
		t.Error("lmdb/v3-dup is not among the names")
	}
}
