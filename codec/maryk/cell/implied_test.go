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

// The embeds in a map have unique rows as well.
func TestUniqueValuesInMapsOfEmbeds(t *testing.T) {
	key, embed := marykfixture.Field(5, marykfixture.Field(marykfixture.TypeString)), marykfixture.Text(3, "A")
	stored, err := maryk.ReadStored(
		append(marykfixture.Property(1, "m", marykfixture.TypeMap, key, marykfixture.Field(6, marykfixture.Field(marykfixture.TypeEmbed, embed))),
			marykfixture.Meta("R")...),
		marykfixture.Dependent(2, marykfixture.Property(1, "code", marykfixture.TypeString, marykfixture.Number(3, 1)), marykfixture.Meta("A")))
	if err != nil {
		t.Fatal(err)
	}
	s, err := maryk.NewSchema(stored)
	if err != nil {
		t.Fatal(err)
	}
	const reference = "\x0c\x01a\x09"
	cells := []cell.Stored{{Qualifier: []byte("\x0c"), Data: []byte("\x01")}, {Qualifier: []byte("\x0c\x01a"), Data: []byte("\x04\x01")},
		{Qualifier: []byte(reference), Data: []byte("\x01z"), Version: 5}}
	x := cell.NewImplier(s.Model("R"), cell.RocksDB)
	list, err := x.Of(cells)
	if err != nil || len(list) != 1 || string(list[0].Reference) != reference || string(list[0].Bytes) != "\x01z" || list[0].Version != 5 {
		t.Errorf("%+v, %v", list, err)
	}
	cells[1].Data = []byte("\x00")
	if list, err = x.Of(cells); err != nil || len(list) != 0 {
		t.Errorf("in an entry that was removed: %+v, %v", list, err)
	}
	for row, want := range map[string]int{reference + "\x01z": 4, "\x0c\x01": 0, "\x0c\x05a\x09": 0, "\x0c": 0} {
		if n := cell.UniqueLen([]byte(row), nil); n != want {
			t.Errorf("%x: the reference has %d bytes, want %d", row, n, want)
		}
	}
	token := []byte(reference + "\x15\x09") // begins like the type of a multi type
	for _, m := range []*maryk.Model{nil, s.Model("R")} {
		if n := cell.UniqueLen(token, m); n != len(reference) {
			t.Errorf("the reference in front of a token has %d bytes", n)
		}
	}
}
