package marykfixture

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// Ware is a random record of the fixtures' model Ware, with a value of each shape that
// a cell can have: simple, list, set, map and embedded.
type Ware struct {
	Model  *maryk.Model
	Record maryk.Value
	Key    []byte

	Code  uint32 // first part of the key
	Stock int32  // has its own index
}

// letters are characters of every length in UTF-8.
var letters = []rune("\x00az\u007f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff")

func word(r *rand.Rand) []byte {
	s := make([]rune, r.IntN(6))
	for i := range s {
		s[i] = letters[r.IntN(len(letters))]
	}
	return []byte(string(s))
}

// RandomWare makes a record of the model.
func RandomWare(t testing.TB, r *rand.Rand, m *maryk.Model) *Ware {
	t.Helper()
	x := &Ware{Model: m, Code: math.MaxUint32 >> r.IntN(33), Stock: int32(r.Uint32()) >> r.IntN(32)}
	x.Record = maryk.Value{Type: maryk.Embed, Def: &maryk.Definition{Type: maryk.Embed, DataModel: m.Name, Model: m}}
	x.set("code", func(v *maryk.Value, _ *maryk.Definition) { v.Num = uint64(x.Code) })
	x.set("kind", func(v *maryk.Value, d *maryk.Definition) {
		v.Num = uint64(d.Cases.List[r.IntN(len(d.Cases.List))].Index)
	})
	x.set("made", func(v *maryk.Value, _ *maryk.Definition) { v.Num = uint64(int64(int32(r.Uint32()) >> 12)) })
	x.set("name", func(v *maryk.Value, _ *maryk.Definition) { v.Bytes = word(r) })
	x.set("stock", func(v *maryk.Value, _ *maryk.Definition) { v.Num = uint64(int64(x.Stock)) })
	x.set("big", func(v *maryk.Value, _ *maryk.Definition) { v.Num = r.Uint64() >> r.IntN(64) })
	x.set("tags", func(v *maryk.Value, d *maryk.Definition) { v.Items = words(r, d.Item) })
	x.set("labels", func(v *maryk.Value, d *maryk.Definition) { v.Items = words(r, d.Item) })
	x.set("names", func(v *maryk.Value, d *maryk.Definition) {
		for _, key := range words(r, d.Key) {
			v.Items = append(v.Items, key, maryk.Value{Type: maryk.String, Def: d.Item, Bytes: word(r)})
		}
	})
	var err error
	if x.Key, err = maryk.AppendKey(nil, m, &x.Record, nil); err != nil {
		t.Fatal(err)
	}
	return x
}

// set adds a property with a value set by fill.
func (x *Ware) set(name string, fill func(*maryk.Value, *maryk.Definition)) {
	p := x.Model.PropertyNamed(name)
	v := maryk.Value{Type: p.Def.Type, Number: p.Def.Number, Index: p.Index, Def: p.Def}
	fill(&v, p.Def)
	x.Record.Items = append(x.Record.Items, v)
}

// words returns up to three different words.
func words(r *rand.Rand, d *maryk.Definition) []maryk.Value {
	list, seen := []maryk.Value{}, map[string]bool{}
	for range 1 + r.IntN(3) {
		if b := word(r); !seen[string(b)] {
			seen[string(b)] = true
			list = append(list, maryk.Value{Type: maryk.String, Def: d, Bytes: b})
		}
	}
	return list
}

// Cells yields the cells of the record, with what a store holds in them.
func (x *Ware) Cells(t testing.TB, s cell.Store, yield func(qualifier, data []byte)) {
	t.Helper()
	err := x.Model.Cells(&x.Record, func(c maryk.CellOut) error {
		d := cell.Data{Kind: cell.Value, Def: c.Def}
		switch c.Kind {
		case maryk.CellList, maryk.CellSet, maryk.CellMap:
			d = cell.Data{Kind: cell.Count, Count: uint32(c.Size)}
		default:
			d.Value = *c.Value
		}
		b, err := d.Append(nil, s)
		if err == nil {
			yield(c.Qualifier, b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Entry returns the record's entry, without its key, in the index over stock.
func (x *Ware) Entry(t testing.TB) (reference, entry []byte) {
	t.Helper()
	for _, index := range x.Model.Indexes {
		if index.String() != "stock" {
			continue
		}
		if _, list, err := index.Entries(&x.Record, nil); err == nil && len(list) == 1 {
			return index.Reference, list[0]
		}
	}
	t.Fatal("the record has no entry in the index over stock")
	return nil, nil
}
