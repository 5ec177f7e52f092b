package rocksdb_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// Without a history, only the size of its collection tells that the row of an item is lost, and only the items that
// the row of the size is.
func TestLostItemsAreMissed(t *testing.T) {
	x := load(t, "latest")
	items, sizes := 0, 0
	for i := range x.list {
		r := &x.list[i]
		property, _ := r.Fields["property"].(string)
		path := strings.Split(property, ".")
		last := path[len(path)-1]
		item := r.Fields["kind"] == "value" && (strings.HasPrefix(last, "@") || strings.HasPrefix(last, "#")) &&
			!strings.Contains(property, "shapes")
		count, _ := r.Fields["count"].(float64)
		size := r.Fields["kind"] == "count" && count > 0 && !strings.HasPrefix(property, "homes") // a map of embeds
		switch {
		case r.CFType != "table" || !item && !size:
			continue
		case item:
			items++
		default:
			sizes++
		}
		if outer := path[0]; size && len(path) == 1 && (outer == "lists" || outer == "bags" || outer == "maps") {
			continue // a map of collections: upstream does not always count right
		}
		if got := codes(x.without(i)); !strings.Contains(got, cell.SizeDiffers) {
			t.Errorf("nobody misses %s of %s: %q", property, r.Key, got)
		}
		if !size {
			continue
		}
		found := x.findings(func(j int, e *store.Entry) bool {
			if j == i {
				e.Parts[2].Bytes[len(e.Parts[2].Bytes)-1]++
			}
			return true
		})
		if len(found) == 0 || !strings.Contains(codes(found), cell.SizeDiffers) || found[0].NoMend == "" {
			t.Errorf("nobody notices another size of %s of %s: %q", property, r.Key, codes(found))
		}
	}
	if items < 10 || sizes < 10 {
		t.Errorf("%d items and %d sizes", items, sizes)
	}
}

// With a history, the items of each version are those that the sizes of that version say.
func TestLostItemsOfTheHistoryAreMissed(t *testing.T) {
	x, items := load(t, "keepall"), 0
	for i := range x.list {
		r := &x.list[i]
		property, _ := r.Fields["property"].(string)
		_, item, _ := strings.Cut(property, ".")
		if r.CFType != "historic-table" || r.Fields["kind"] != "value" || !strings.HasPrefix(item, "@") && !strings.HasPrefix(item, "#") ||
			strings.Contains(item, ".") {
			continue
		}
		found := x.without(i)
		for _, f := range found {
			if f.Code == cell.SizeDiffers {
				items++
			}
		}
	}
	if items < 20 {
		t.Errorf("%d lost items are missed for the sizes alone", items)
	}
}
