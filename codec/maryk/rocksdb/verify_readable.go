package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// readable decodes all rows, and reports those that do not decode.
func (t *table) readable() {
	in := format.Input{Schema: t.v.Schema}
	in.Entry.Parts = make([]store.Part, len(rowParts))
	for f := Model; f < families; f++ {
		name, err := AppendFamily(nil, Family{Type: f, Model: t.model.Number, Old: t.v.Schema.Old})
		if err != nil {
			continue
		}
		for i := range t.rows[f] {
			r := &t.rows[f][i]
			for p, b := range [...][]byte{name, r.key, r.val} {
				in.Entry.Parts[p] = store.Part{Name: rowParts[p], Bytes: b}
			}
			if err := decode(kindOf{"", t.kindOf(f, r), f})(&in, nil, nil); err != nil {
				r.bad, r.used = true, true
				t.find(format.Error, cell.UndecodableRow, about{family: f, key: r.key, stored: r.val}, err.Error())
			}
		}
	}
}

// kindOf is the kind of a row by its family and key.
func (t *table) kindOf(f FamilyType, r *kept) Kind {
	switch f {
	case Model:
		if len(r.key) == 1 && r.key[0] <= ModelTombstonesFilled.item() {
			return ModelName + Kind(r.key[0])
		}
		return ModelName
	case Keys:
		return RecordKey
	case Table, HistoricTable:
		return tableKind(f, r.row()[min(t.model.KeySize, r.head):])
	case Index, HistoricIndex:
		return IndexRow
	case Unique:
		if len(r.key) > 0 && r.key[0] == 0 {
			return UniqueMarker
		}
		return UniqueRow
	case HistoricUnique:
		return UniqueRow
	case UpdateHistory:
		return Update
	}
	return DeletedForGood
}

// tableKind is the kind of a row of a record by the bytes after the record's key.
func tableKind(f FamilyType, rest []byte) Kind {
	switch {
	case len(rest) == 0:
		return Created
	case len(rest) == 1 && rest[0] == tagSoftDelete:
		return SoftDelete
	case len(rest) == 1 && rest[0] == tagLastUpdate && f == Table:
		return LastUpdate
	}
	return Property
}

// modelRows checks that the model's definition is complete or absent, and that the model has its
// name.
func (t *table) modelRows() {
	there := 0
	for k := ModelName; k <= ModelDefinition; k++ {
		if t.rows[Model].find([]byte{k.item()}, nil) != nil {
			there++
		}
	}
	const whole = 3
	if there != 0 && there != whole {
		t.find(format.Error, PartialModel, about{family: Model},
			"a model has a name, a version and a definition, or none of them: upstream refuses to open it")
	}
	if r := t.rows[Model].find([]byte{ModelName.item()}, nil); r != nil && !r.bad && string(r.val) != t.model.Name {
		t.find(format.Error, ModelNameDiffers, about{family: Model, key: r.key, expected: []byte(t.model.Name), stored: r.val},
			"the model has another name in its definition or in the meta file")
	}
}
