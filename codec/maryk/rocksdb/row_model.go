package rocksdb

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// itemNames are the rows of the Model family by their key, as they stand in fields.
var itemNames = [...]string{
	"name", "version", "definition", "dependents", "migration-state", "migration-log", "update-history-backfill-complete", "replication-tombstone-backfill-complete",
}

// item is the key of a row of the Model family.
func (k Kind) item() byte { return byte(k - ModelName) }

// readItem reads key and value of a row of the Model family.
func (x *Row) readItem(p *cell.Parts) (hasKey, hasValue bool) {
	r, hasKey := p.Open(store.Key, &fKey)
	if hasKey {
		x.itemKey(&r)
		p.Close(store.Key, &r)
	}
	if r, hasValue = p.Open(store.Value, &fValue); hasValue {
		x.itemValue(&r)
		p.Close(store.Value, &r)
	}
	return hasKey, hasValue
}

func (x *Row) itemKey(r *wire.Reader) {
	want := x.Kind.item()
	_, ok := cell.Byte(r, &fItem, string([]byte{want}), "0"+itoa(int(want))+" ("+itemNames[want]+")")
	if t := r.Rec(); t != nil && ok {
		t.Leaf(&fItem, 0, 1, span.EnumValue(int64(want), itemNames[want]))
	}
}

func (x *Row) itemValue(r *wire.Reader) {
	switch x.Kind {
	case ModelName:
		x.Name = text(r, &fName)
	case ModelVersion:
		x.Model = maryk.ReadVersion(r)
	case ModelDefinition:
		cell.ReadDefinition(r)
	case ModelDependents:
		cell.ReadDependents(r)
	case ModelMigrationState:
		x.Name = r.Rest(&fMigrated)
	case ModelMigrationLog:
		x.Name = text(r, &fLog)
	default:
		tagByte(r, &fDone, 1)
	}
}

// text consumes all that is left as UTF-8.
func text(r *wire.Reader, f *span.Field) []byte {
	b := r.Ahead()
	if r.OK() && !utf8.Valid(b) && !r.Lenient() {
		r.Fail(wire.BadText, f, "text in UTF-8")
		return nil
	}
	at := r.Offset()
	r.Skip(len(b))
	if t := r.Rec(); t != nil {
		t.Leaf(f, at, at+len(b), span.TextValue(b))
	}
	return b
}
