package keys_test

import (
	"os"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/schema"
)

// The transcript has seven tables, each of which is sorted separately.
func TestTablesAreSortedApart(t *testing.T) {
	text, err := os.ReadFile("../../golden/accumulograph/accumulograph-shell.txt")
	if err != nil {
		t.Fatal(err)
	}
	res, err := dump.ParseText(text, dump.Options{SplitKey: schema.KeySplitter("accumulograph", nil)})
	if err != nil {
		t.Fatal(err)
	}
	var list []keys.SortedKey
	place := map[string]int{}
	for i := range res.Rows {
		list = append(list, keys.SortedKey{Input: i + 1, Entry: res.Rows[i].Entry})
	}
	o := keys.Sort(identify.Query{Format: "accumulograph"}, list)
	last, tables := "", 0
	for i := range list {
		if table := list[i].Entry.Source.Table; table != last {
			if tables++; table < last {
				t.Errorf("table %s after %s", table, last)
			}
			if i > 0 {
				if why := o.Reason(&list[i-1], &list[i]); why.Part != "table" || why.Before != last || why.After != table || why.Offset != -1 {
					t.Errorf("%+v", why)
				}
			}
			last = table
		}
		// Within a table a scan is sorted: the rows stay in the order of the transcript.
		if n := place[last]; n > list[i].Input {
			t.Errorf("row %d of %s comes after row %d", list[i].Input, last, n)
		}
		place[last] = list[i].Input
	}
	if tables != 7 {
		t.Errorf("%d tables", tables)
	}
}
