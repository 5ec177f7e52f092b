package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// members are those that fields of a kind may have, in a historic family or another.
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

// parse reads the members that write writes. Bytes decide: reference, index, valueAndLengths,
// storedValue. Members that say in words what follows from them must agree.
func (x *Row) parse(fields value.Value, c *context) error {
	p := parser{fields: fields, c: c, err: format.Known(fields, members(x.Kind, c.historic)...)}
	if what := whats[x.Kind]; what != "" && p.err == nil {
		p.err = format.Follows(fields, "what", what, "record kind")
	}
	switch x.Kind {
	case RecordKey:
		x.Record = p.record("record")
		x.Version = p.version("created")
	case Created, LastUpdate, DeletedForGood:
		x.Record = p.record("record")
		x.Version = p.version("version")
	case SoftDelete:
		x.Record = p.record("record")
		x.Version = p.version("version")
		x.Deleted = p.bool("deleted")
	case Property:
		x.Version = p.version("version")
		if x.Opaque = p.opaque("recordAndMore"); x.Opaque == nil {
			x.Record = p.record("record")
			x.Reference = p.reference(&x.Path)
		}
		if p.err == nil {
			p.err = x.Data.Parse(fields, cell.RocksDB, &x.Path)
		}
	case IndexRow:
		x.parseIndex(&p)
	case UniqueRow, UniqueMarker:
		x.parseUnique(&p)
	case Update:
		x.Record = p.record("record")
		x.Version = p.version("version")
		x.Deleted = p.bool("hardDelete")
	default:
		x.parseItem(&p)
	}
	return p.err
}

func (x *Row) parseIndex(p *parser) {
	if g, given := p.fields.Get("indexFormat"); given {
		n, ok := g.Int()
		if !ok || n != cell.IndexFormat1 && n != cell.IndexFormat2 {
			p.fail("indexFormat", "expected 1 or 2")
		}
		x.Format = int(n)
	}
	if x.Opaque = p.opaque("indexAndMore"); x.Opaque == nil {
		x.Index = p.hex("index")
		if x.Values = p.opaque("indexValueAndKey"); x.Values == nil {
			x.Values = p.hex("valueAndLengths")
			x.Record = p.record("record")
		}
		if x.IndexDef = p.c.model.IndexOf(x.Index); p.err == nil {
			p.err = cell.IndexName(p.fields, x.IndexDef)
		}
	}
	x.Version = p.version("version")
	if !p.c.historic || p.err != nil {
		return
	}
	name, _ := p.fields.Member("state").Text()
	for s, n := range stateNames {
		if n == name {
			x.State = State(s)
			return
		}
	}
	p.fail("state", "expected set, unset or unset-by-soft-delete")
}

func (x *Row) parseUnique(p *parser) {
	x.Reference = p.reference(&x.Path)
	if x.Kind == UniqueMarker {
		return
	}
	x.Stored = p.hex("storedValue")
	x.Version = p.version("version")
	if owner, given := p.fields.Get("record"); given && owner.IsNull() && p.c.historic {
		x.Released = true
		return
	}
	x.Record = p.record("record")
}

func (x *Row) parseItem(p *parser) {
	if p.err == nil {
		p.err = format.Follows(p.fields, "item", itemNames[x.Kind.item()], "record kind")
	}
	switch x.Kind {
	case ModelName, ModelMigrationLog:
		text, ok := p.fields.Member([...]string{"name", "log"}[min(x.Kind-ModelName, 1)]).Text()
		if !ok {
			p.fail("", "expected a text")
		}
		x.Name = []byte(text)
	case ModelMigrationState:
		x.Name = p.hex("state")
	case ModelDefinition, ModelDependents:
		if x.Name = p.hex("stored"); p.err != nil {
			return
		}
		r := wire.NewReader(x.Name, nil)
		if x.itemValue(&r); r.Finish() != nil {
			p.fail("stored", r.Finish().Error())
		}
	case ModelVersion:
		x.Model = p.modelVersion()
	}
}

// parser reads members and keeps the first error.
type parser struct {
	fields value.Value
	c      *context
	err    error
}

func (p *parser) fail(field, why string) {
	if p.err == nil {
		p.err = format.Refuse(field, why)
	}
}

func (p *parser) hex(name string) []byte {
	b, ok := p.fields.Member(name).Hex()
	if !ok {
		p.fail(name, "expected an even number of hex digits")
	}
	return b
}

// opaque reads bytes that a reader without a model could not split, or returns nil if they are
// absent.
func (p *parser) opaque(name string) []byte {
	if _, given := p.fields.Get(name); !given {
		return nil
	}
	return append([]byte{}, p.hex(name)...)
}

// record reads the key of a record, which has the length of the model's keys.
func (p *parser) record(name string) []byte {
	b := p.hex(name)
	if n := p.c.keySize; p.err == nil && n >= 0 && len(b) != n {
		p.fail(name, "expected a key of "+itoa(n)+" bytes, found "+itoa(len(b)))
	}
	return b
}

func (p *parser) version(name string) hlc.Version {
	n, ok := p.fields.Member(name).Uint()
	if !ok {
		p.fail(name, "expected a version as a whole number")
	}
	return hlc.Version(n)
}

func (p *parser) bool(name string) bool {
	b, ok := p.fields.Member(name).Bool()
	if !ok {
		p.fail(name, "expected true or false")
	}
	return b
}

// reference reads a reference: its bytes, or the text of its path if the model is known.
func (p *parser) reference(path *maryk.Path) []byte {
	if _, given := p.fields.Get("reference"); !given && p.c.def != nil {
		text, _ := p.fields.Member("property").Text()
		found, err := maryk.ParsePath(text, p.c.def)
		if err == nil {
			var b []byte
			if b, err = maryk.AppendQualifier(nil, &found); err == nil {
				*path = found
				return b
			}
		}
		p.fail("property", err.Error())
		return nil
	}
	b := p.hex("reference")
	if p.err != nil {
		return nil
	}
	if err := maryk.DecodePath(b, p.c.def, maryk.PathOptions{}, path); err != nil {
		p.fail("reference", err.Error())
	} else {
		p.err = cell.Property(p.fields, b, path, p.c.def)
	}
	return b
}

func (p *parser) modelVersion() (v maryk.Version) {
	text, _ := p.fields.Member("version").Text()
	v, ok := cell.ParseModelVersion(text)
	if !ok {
		p.fail("version", "expected major.minor.patch")
	}
	return v
}
