package cell_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// Upstream leaves the entry of a missing value as it is when the value becomes the greatest one.
func TestTheGreatestValueOfARefToMaxMayBeNewerThanItsEntry(t *testing.T) {
	x := cell.NewImplier(marykfixture.Linked(t).Model("Zoo"), cell.RocksDB)
	for data, want := range map[string]hlc.Version{
		"\x01\xe4": 0, // 100, the maximum
		"\x01\xe3": 5, // 99
	} {
		list, err := x.Of([]cell.Stored{{Qualifier: []byte("\x79"), Data: []byte(data), Version: 5}})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range list {
			if m.Index != nil && m.Index.Part == maryk.PartRefToMax && m.Index.String() == "RefToMax(count)" {
				if found++; m.Version != want || m.Bytes[0] != data[1] {
					t.Errorf("entry %x has the version %d, want %d", m.Bytes, m.Version, want)
				}
			}
		}
		if found != 1 {
			t.Errorf("%x: %d entries", data, found)
		}
	}
}
