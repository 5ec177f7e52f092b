package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// members returns the members that fields of a kind may have, in a historic family or another.
func members(k Kind, historic bool) []string {
	list := []string{"model", "cfType", "familyNumbering"}
	switch k {
	case RecordKey:
		return append(list, "record", "created")
	case Created, LastUpdate:
		return append(list, "record", "what", "version")
	case SoftDelete:
		return append(list, "record", "what", "version", "deleted")
	case Property:
		return append(append(list, "record", "recordAndMore", "what", "version", "reference", "property"), cell.DataMembers...)
	case IndexRow:
		list = append(list, "index", "indexName", "valueAndLengths", "record", "indexValueAndKey", "indexAndMore", "version", "indexFormat", "assumedIndexFormat")
		if historic {
			list = append(list, "state")
		}
		return list
	case UniqueRow:
		return append(list, "what", "reference", "property", "storedValue", "version", "record")
	case UniqueMarker:
		return append(list, "what", "reference", "property")
	case Update:
		return append(list, "version", "record", "hardDelete")
	case DeletedForGood:
		return append(list, "record", "version")
	}
	list = append(list, "item")
	switch k {
	case ModelName:
		list = append(list, "name")
	case ModelVersion:
		list = append(list, "version")
	case ModelMigrationLog:
		list = append(list, "log")
	case ModelMigrationState:
		list = append(list, "state")
	case ModelDefinition, ModelDependents:
		list = append(list, "stored")
	}
	return list
}

// parse reads the members that write writes. The members with bytes decide: reference, index,
// valueAndLengths, storedValue. Members that repeat them in words must agree.
func (x *Row) parse(fields value.Value, c *context) error {
	p := parser{cell.Parser{Fields: fields, Err: format.Known(fields, members(x.Kind, c.historic)...)}, c}
	if what := whats[x.Kind]; what != "" && p.Err == nil {
		p.Err = format.Follows(fields, "what", what, "record kind")
	}
	switch x.Kind {
	case RecordKey:
		x.Record = p.Record(p.c.keySize)
		x.Version = p.Version("created")
	case Created, LastUpdate, DeletedForGood:
		x.Record = p.Record(p.c.keySize)
		x.Version = p.Version("version")
	case SoftDelete:
		x.Record = p.Record(p.c.keySize)
		x.Version = p.Version("version")
		x.Deleted = p.Bool("deleted")
	case Property:
		x.Version = p.Version("version")
		if x.Opaque = p.opaque("recordAndMore"); x.Opaque == nil {
			x.Record = p.Record(p.c.keySize)
			x.Reference = p.Reference(p.c.def, &x.Path)
		}
		if p.Err == nil {
			p.Err = x.Data.Parse(fields, cell.RocksDB, &x.Path)
		}
	case IndexRow:
		x.parseIndex(&p)
	case UniqueRow, UniqueMarker:
		x.parseUnique(&p)
	case Update:
		x.Record = p.Record(p.c.keySize)
		x.Version = p.Version("version")
		x.Deleted = p.Bool("hardDelete")
	default:
		x.parseItem(&p)
	}
	return p.Err
}

func (x *Row) parseIndex(p *parser) {
	if g, given := p.Fields.Get("indexFormat"); given {
		n, ok := g.Int()
		if !ok || n != cell.IndexFormat1 && n != cell.IndexFormat2 {
			p.Expect(false, "indexFormat", "1 or 2")
		}
		x.Format = int(n)
	}
	if x.Opaque = p.opaque("indexAndMore"); x.Opaque == nil {
		x.Index = p.Index(p.c.model)
		if x.Values = p.opaque("indexValueAndKey"); x.Values == nil {
			x.Values = p.Hex("valueAndLengths")
			x.Record = p.Record(p.c.keySize)
		}
		if x.IndexDef = p.c.model.IndexOf(x.Index); p.Err == nil {
			p.Err = cell.IndexName(p.Fields, p.c.model, x.IndexDef)
		}
	}
	x.Version = p.Version("version")
	if !p.c.historic || p.Err != nil {
		return
	}
	name, _ := p.Fields.Member("state").Text()
	for s, n := range stateNames {
		if n == name {
			x.State = State(s)
			return
		}
	}
	p.Expect(false, "state", "set, unset or unset-by-soft-delete")
}

func (x *Row) parseUnique(p *parser) {
	x.Reference = p.Reference(p.c.def, &x.Path)
	if x.Kind == UniqueMarker {
		return
	}
	x.Stored = p.Hex("storedValue")
	x.Version = p.Version("version")
	if owner, given := p.Fields.Get("record"); given && owner.IsNull() && p.c.historic {
		x.Released = true
		return
	}
	x.Record = p.Record(p.c.keySize)
}

func (x *Row) parseItem(p *parser) {
	if p.Err == nil {
		p.Err = format.Follows(p.Fields, "item", itemNames[x.Kind.item()], "record kind")
	}
	switch x.Kind {
	case ModelName, ModelMigrationLog:
		name := [...]string{"name", "log"}[min(x.Kind-ModelName, 1)]
		text, ok := p.Fields.Member(name).Text()
		p.Expect(ok, name, "a text")
		x.Name = []byte(text)
	case ModelMigrationState:
		x.Name = p.Hex("state")
	case ModelDefinition, ModelDependents:
		if x.Name = p.Hex("stored"); p.Err != nil {
			return
		}
		r := wire.NewReader(x.Name, nil)
		if x.itemValue(&r); r.Finish() != nil {
			p.Fail("stored", r.Finish().Error())
		}
	case ModelVersion:
		x.Model = p.modelVersion()
	}
}

// parser reads members of a record whose context is known.
type parser struct {
	cell.Parser
	c *context
}

// opaque reads bytes that a reader without a model could not split. It returns nil if they are
// absent.
func (p *parser) opaque(name string) []byte {
	if _, given := p.Fields.Get(name); !given {
		return nil
	}
	return append([]byte{}, p.Hex(name)...)
}

func (p *parser) modelVersion() (v maryk.Version) {
	text, _ := p.Fields.Member("version").Text()
	v, ok := cell.ParseModelVersion(text)
	p.Expect(ok, "version", "major.minor.patch")
	return v
}
