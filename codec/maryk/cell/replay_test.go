package cell

import (
	"encoding/binary"
	"testing"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// small returns a model with two texts and a list of texts.
func small(t *testing.T) *maryk.Model {
	t.Helper()
	text := func() *maryk.Definition { return &maryk.Definition{Type: maryk.String} }
	m := &maryk.Model{Name: "Small", KeySize: -1, Properties: []maryk.Property{
		{Index: 1, Name: "a", Def: text()},
		{Index: 2, Name: "b", Def: text()},
		{Index: 3, Name: "list", Def: &maryk.Definition{Type: maryk.List, Item: text()}},
	}}
	b, err := maryk.AppendModel(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	s, err := maryk.ReadStored(b, nil)
	if err == nil {
		_, err = maryk.NewSchema(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.Model
}

// growing returns the cells of a record that, at each of n versions, changes a text and moves its
// only list item to another position.
func growing(n int) []Stored {
	var cells []Stored
	for v := 1; v <= n; v++ {
		item := binary.BigEndian.AppendUint32([]byte{0x1a}, uint32(v))
		last := binary.BigEndian.AppendUint32([]byte{0x1a}, uint32(v-1))
		cells = append(cells,
			Stored{[]byte{0x09}, []byte("\x01text"), hlc.Version(v)},
			Stored{[]byte{0x1a}, []byte{1}, hlc.Version(v)},
			Stored{item, []byte("\x01item"), hlc.Version(v)},
			Stored{last, []byte{0}, hlc.Version(v)})
	}
	return cells
}

func nodes(n *node) int {
	sum := 1
	for _, k := range n.kids {
		sum += nodes(k)
	}
	return sum
}

// Each cell is read once, and each version is written with what the record has then. With twice the
// versions, both double rather than quadruple.
func TestAHistoryCostsItsCells(t *testing.T) {
	m := small(t)
	for _, n := range []int{10, 1000, 20000} {
		p := NewReplay(m, RocksDB, Place{}, growing(n))
		for v := 1; v <= n; v++ {
			if err := p.To(hlc.Version(v)); err != nil {
				t.Fatal(err)
			}
			if size := nodes(&p.Record.root); size != 4 {
				t.Fatalf("at version %d of %d the record has %d nodes, want 4", v, n, size)
			}
		}
		if p.Record.cells != 4*n {
			t.Errorf("%d cells were read for %d versions, want %d", p.Record.cells, n, 4*n)
		}
	}
}

// The record at a version is the same whether all previous versions are gone through or only the
// current cells are taken.
func TestAReplayIsWhatHoldsAtEachVersion(t *testing.T) {
	m := small(t)
	cells := append(growing(20),
		Stored{[]byte{0x11}, []byte("\x01late"), 7},
		Stored{[]byte{0x1a}, []byte{0}, 9}, // the list at that version, twice: the first one counts
		Stored{[]byte{0x11}, []byte{0}, 12},
		Stored{[]byte{0x1a}, []byte{0}, 21},
		Stored{[]byte{0x09}, []byte{0}, 22})
	p := NewReplay(m, RocksDB, Place{}, cells)
	for _, v := range Versions(cells) {
		if err := p.To(v); err != nil {
			t.Fatal(err)
		}
		rec, err := Assemble(m, RocksDB, At(cells, v))
		if err != nil {
			t.Fatal(err)
		}
		var got, want value.Writer
		p.Record.Write(&got)
		rec.Write(&want)
		if string(got.Buf) != string(want.Buf) {
			t.Errorf("at %d: %s, want %s", v, got.Buf, want.Buf)
		}
	}
	p = NewReplay(m, RocksDB, Place{}, cells)
	p.Hide(20)
	if err := p.To(21); err != nil || p.Record.cells != 1 {
		t.Errorf("%d cells were read behind a marker, %v", p.Record.cells, err)
	}
}
