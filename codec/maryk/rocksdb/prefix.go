package rocksdb

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// A scan prefix is a row's key up to its last known field, in the order of the key.

// keyPart is one field of a key: the members that may hold it, and its bytes.
type keyPart struct {
	names  []string
	doc    string
	append func(p *parser, dst []byte) []byte
}

var (
	partRecord = keyPart{[]string{"record"}, "key of the record in hex, or how it begins",
		func(p *parser, dst []byte) []byte { return append(dst, p.Hex("record")...) }}
	partVersion = keyPart{[]string{"version"}, "version, as a decimal number",
		func(p *parser, dst []byte) []byte { return hlc.AppendInverted(dst, p.Version("version")) }}
	partRef = keyPart{[]string{"reference", "property"}, "reference of the property in hex, or its path in the model",
		func(p *parser, dst []byte) []byte {
			return append(dst, p.Reference(p.c.def, new(maryk.Path))...)
		}}
	partStored = keyPart{[]string{"storedValue"}, "the unique value as it is stored, in hex, or how it begins",
		func(p *parser, dst []byte) []byte { return append(dst, p.Hex("storedValue")...) }}
	partIndex = keyPart{[]string{"index", "indexName"}, "name of the index in the model, or its reference in hex", (*parser).appendIndex}
	partEntry = keyPart{[]string{"valueAndLengths"}, "values and lengths of the index entry in hex, or how they begin",
		func(p *parser, dst []byte) []byte { return append(dst, p.Hex("valueAndLengths")...) }}
)

// partTag returns a constant byte.
func partTag(tag byte) keyPart {
	return keyPart{nil, "", func(_ *parser, dst []byte) []byte { return append(dst, tag) }}
}

// keyParts returns the fields of a kind's keys.
func keyParts(k kindOf) []keyPart {
	var list []keyPart
	if k.family == Model {
		return []keyPart{partTag(k.kind.item())}
	}
	switch k.kind {
	case RecordKey, Created, DeletedForGood:
		return []keyPart{partRecord}
	case LastUpdate:
		list = []keyPart{partRecord, partTag(tagLastUpdate)}
	case SoftDelete:
		list = []keyPart{partRecord, partTag(tagSoftDelete)}
	case Property:
		list = []keyPart{partRecord, partRef}
	case IndexRow:
		list = []keyPart{partIndex, partEntry, partRecord}
	case UniqueMarker:
		return []keyPart{partTag(0), partRef}
	case UniqueRow:
		list = []keyPart{partRef, partStored}
	case Update:
		return []keyPart{partVersion, partRecord}
	}
	if k.family.Historic() {
		list = append(list, partVersion)
	}
	return list
}

// prefix returns the function that makes prefixes of a record kind's keys. Only the last given
// field may be incomplete.
func prefix(k kindOf) func(*format.Input, value.Value) (string, []byte, error) {
	list := keyParts(k)
	return func(in *format.Input, fields value.Value) (string, []byte, error) {
		c, err := scanContext(in, k, fields)
		if err != nil {
			return "", nil, err
		}
		p := &parser{cell.Parser{Fields: fields}, c}
		var key []byte
		missing := ""
		for i, part := range list {
			given := part.given(fields)
			switch {
			case len(part.names) == 0:
				if missing == "" {
					key = part.append(p, key)
				}
			case !given && missing == "":
				missing = part.names[0]
			case given && missing != "":
				p.Fail(part.names[0], "must be given after "+missing)
			case given:
				key = part.append(p, key)
				p.whole(part, list[i+1:])
			}
		}
		return store.Key, key, p.Err
	}
}

// scanContext returns what the caller knows about the rows. Their model may be one of the fields.
func scanContext(in *format.Input, k kindOf, fields value.Value) (*context, error) {
	c, err := contextOf(in, k)
	if err != nil {
		return nil, err
	}
	s := cell.SchemaIn(in)
	m, err := cell.ModelIn(fields, s)
	if m != nil {
		c.set(s, m)
	}
	return c, err
}

// scanFields lists the members of a prefix.
func scanFields(k kindOf) []format.ScanField {
	list := []format.ScanField{cell.ModelField}
	for _, part := range keyParts(k) {
		if len(part.names) == 0 {
			continue
		}
		f := format.ScanField{Name: part.names[0], Doc: part.doc}
		if len(part.names) > 1 {
			f.Or = part.names[1]
		}
		list = append(list, f)
		if f.Name == partIndex.names[0] {
			list = append(list, format.ScanField{Name: "indexFormat", Choices: []string{"1", "2"},
				Doc: "1 for databases of releases up to 0.10, whose index keys do not begin with a length"})
		}
	}
	return list
}

func (k *keyPart) given(fields value.Value) bool {
	return slices.ContainsFunc(k.names, func(name string) bool {
		_, given := fields.Get(name)
		return given
	})
}

// whole refuses a truncated record key if a later field is given.
func (p *parser) whole(part keyPart, behind []keyPart) {
	if part.names[0] != "record" {
		return
	}
	n := len(p.Hex("record"))
	more := slices.ContainsFunc(behind, func(k keyPart) bool { return k.names == nil || k.given(p.Fields) })
	if size := p.c.keySize; size >= 0 && (n > size || more && n < size) {
		p.Fail("record", "expected a key of "+itoa(size)+" bytes, found "+itoa(n))
	}
}

// indexFormat returns the format of the wanted index keys.
func (p *parser) indexFormat() int {
	g, given := p.Fields.Get("indexFormat")
	if !given {
		return p.c.indexFormat
	}
	text, ok := g.Text()
	if !ok {
		text = g.Raw()
	}
	switch text {
	case "1":
		return cell.IndexFormat1
	case "2":
		return cell.IndexFormat2
	}
	p.Fail("indexFormat", "expected 1 or 2")
	return cell.IndexFormat2
}

// appendIndex appends the reference of an index, given by its bytes or its name.
func (p *parser) appendIndex(dst []byte) []byte {
	var reference []byte
	for _, member := range [...]string{"index", "indexName"} {
		if _, given := p.Fields.Get(member); !given || p.Err != nil || reference != nil && p.c.def == nil {
			continue
		}
		b, err := p.index(member)
		switch {
		case err != nil:
			p.Err = err
		case reference != nil && !bytes.Equal(b, reference):
			p.Err = format.Contradict(member, "is not the name of the index that index gives")
		}
		reference = b
	}
	if p.indexFormat() != cell.IndexFormat1 {
		dst = maryk.AppendVarint(dst, uint64(len(reference)))
	}
	return append(dst, reference...)
}

// index returns the reference of an index, given by its name in the model or, in the member index,
// by its bytes.
func (p *parser) index(member string) ([]byte, error) {
	if p.c.def == nil {
		if member == "index" {
			return p.Hex(member), p.Err
		}
		return nil, cell.RefuseName(member, p.c.schema)
	}
	text, _ := p.Fields.Member(member).Text()
	return maryk.FindIndex(p.c.def.Indexes, member, text, member == "index")
}
