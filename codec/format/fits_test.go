package format

import (
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

func TestARecordFitsEntriesThatHaveNoOtherParts(t *testing.T) {
	r := Record{Parts: []string{"row", "value"}}
	for _, c := range []struct {
		parts []string
		want  bool
	}{
		{nil, true},
		{[]string{"row"}, true},
		{[]string{"value", "row"}, true},
		{[]string{"row", "family"}, false},
		{[]string{"bytes"}, false},
	} {
		var e store.Entry
		for _, name := range c.parts {
			e.Add(name, nil)
		}
		if r.Fits(&e) != c.want {
			t.Errorf("%v: %v", c.parts, !c.want)
		}
	}
}
