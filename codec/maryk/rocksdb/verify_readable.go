package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// readable decodes the rows of a family, and reports those that do not decode.
func (c *checks) readable(f FamilyType) {
	for i := range c.rows[f] {
		c.read(f, &c.rows[f][i])
	}
}

// read decodes a row, and reports it if it does not decode.
func (c *checks) read(f FamilyType, r *kept) {
	c.in.Entry.Parts = c.in.Entry.Parts[:0]
	for p, b := range [...][]byte{c.names[f], r.key, r.val} {
		c.in.Entry.Add(rowParts[p], b)
	}
	kind := c.kindOf(f, r)
	read := decode(kindOf{"", kind, f})
	if err := read(&c.in, nil, nil); err != nil {
		r.bad, r.used = true, true
		a, why := about{family: f, key: r.key, stored: r.val}, err.Error()
		if kind == Property && cell.Unmarked(&c.in, 1, r.head, err, read) {
			a.defect, why = DefectUnmarked, cell.WhyUnmarked+why
		}
		c.find(format.Error, cell.UndecodableRow, a, why)
	}
}

// kindOf returns the kind of a row, judged by its family and key.
func (c *checks) kindOf(f FamilyType, r *kept) Kind {
	switch f {
	case Model:
		if len(r.key) == 1 && r.key[0] <= ModelTombstonesFilled.item() {
			return ModelName + Kind(r.key[0])
		}
		return ModelName
	case Keys:
		return RecordKey
	case Table, HistoricTable:
		return tableKind(f, r.row()[min(c.model.KeySize, r.head):])
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

// tableKind returns the kind of a record's row, judged by the bytes after the record's key.
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

// checkModel checks the rows of the Model family: the definition must be complete or absent, and the
// model must have its name.
func (c *checks) checkModel() {
	there := 0
	var parts [cell.Items][]byte // the stored ones
	for f, r := c.next(); r != nil; f, r = c.next() {
		c.read(f, r)
		if len(r.key) != 1 {
			continue
		}
		if item := int(r.key[0]); item < cell.Items && !r.bad {
			parts[item] = r.val
		}
		switch kind := ModelName + Kind(r.key[0]); {
		case kind == ModelName && !r.bad && string(r.val) != c.model.Name:
			c.find(format.Error, ModelNameDiffers, about{family: Model, key: r.key, expected: []byte(c.model.Name), stored: r.val},
				"the model has another name in its definition or in the meta file")
			there++
		case kind <= ModelDefinition:
			there++
		case !r.bad:
			c.filled[kind] = true
		}
	}
	const whole = 3
	if there != 0 && there != whole {
		c.find(format.Error, PartialModel, about{family: Model},
			"a model has a name, a version and a definition, or none of them: upstream refuses to open it")
	}
	if parts[cell.ItemDefinition] != nil {
		c.checkDefinition(&parts)
	}
}
