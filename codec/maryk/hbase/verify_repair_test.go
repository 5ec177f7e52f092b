package hbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// Where all versions are kept, the repair of a lost release puts it back, and that of upstream's defect puts what upstream
// did not: what the cell said before was right then, and stays.
func TestRepairKeepsTheHistory(t *testing.T) {
	x, released := load(t, "keepall"), 0
	for i := range x.list {
		what, _ := x.list[i].Fields["what"].(string)
		if what != "index" && what != "unique" || x.list[i].Value != "00" || !x.list[i].Scan {
			continue
		}
		released++
		found := x.without(i)
		if len(found) == 0 {
			t.Errorf("nobody misses %s:%s", x.list[i].Row, x.list[i].Qualifier)
		}
		more := x.entries[:0:0]
		for k := range found {
			for _, e := range found[k].Mend {
				if e.Deleted != "" {
					t.Errorf("%s: %s: a cell is removed", found[k].Code, found[k].Why)
				}
				more = append(more, e)
			}
		}
		for _, f := range x.findings(func(k int, _ *store.Entry) bool { return k != i }, more...) {
			t.Errorf("%s:%s: after the repair: %s: %s", x.list[i].Row, x.list[i].Qualifier, f.Code, f.Why)
		}
	}
	if released == 0 {
		t.Error("no cell was released")
	}
}
