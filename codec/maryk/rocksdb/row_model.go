package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// itemNames are the rows of the Model family by their key, as fields show them.
var itemNames = [...]string{
	"name", "version", "definition", "dependents", "migration-state", "migration-log", "update-history-backfill-complete",
	"replication-tombstone-backfill-complete",
}

// item returns the key of a row of the Model family.
func (k Kind) item() byte { return byte(k - ModelName) }

// readItem reads key and value of a row of the Model family.
func (x *Row) readItem(p *format.Parts) (hasKey, hasValue bool) {
	r, hasKey := p.OpenGroup(store.Key, &fKey)
	if hasKey {
		cell.Item(r, &fItem, x.Kind.item(), itemNames[:])
		p.Close()
	}
	if r, hasValue = p.OpenGroup(store.Value, &fValue); hasValue {
		x.itemValue(r)
		p.Close()
	}
	return hasKey, hasValue
}

func (x *Row) itemValue(r *wire.Reader) {
	switch x.Kind {
	case ModelName:
		x.Name = cell.ValidText(r, &fName)
	case ModelVersion:
		x.Model = maryk.ReadVersion(r)
	case ModelDefinition:
		x.Name = r.Ahead()
		cell.ReadDefinition(r)
	case ModelDependents:
		x.Name = r.Ahead()
		cell.ReadDependents(r)
	case ModelMigrationState:
		x.Name = r.Rest(&fMigrated)
	case ModelMigrationLog:
		x.Name = cell.ValidText(r, &fLog)
	default:
		tagByte(r, &fDone, 1)
	}
}
