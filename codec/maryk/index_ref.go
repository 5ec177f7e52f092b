package maryk

import "github.com/rowlens/rowlens/codec/format"

// AppendIndexReference appends the reference bytes of an index: the name or prefix
// of its table.
//
//	UUIDv4, UUIDv7     01 · 06
//	Ref, Reversed, RefToMax     header(length, 2 · 3 · 5), storage bytes of the reference
//	Normalize, NormalizeV2      header(length, 7 · 3), bytes of the inner part
//	Split              header(length, 0), bytes of the inner part, 01 or 02
//	GeoHash            header(length, 2), bytes of Ref(reference), precision
//	Multiple, AnyOf    04 · 09, then length and bytes of each part
//	>Type, any set item, any map key     no header: the reference, and 012a or 012b
//
// The header keeps only three bits of the part's type, so the bytes cannot be decoded on their own:
// compare them with the references of the known indexes.
func AppendIndexReference(dst []byte, x *Index) ([]byte, error) {
	switch x.Part {
	case PartUUIDv4, PartUUIDv7:
		return append(dst, byte(x.Part)), nil
	case PartRef, PartReversed, PartRefToMax:
		ref, bare, err := x.Path.appendIndexed(nil)
		if err != nil || bare {
			return append(dst, ref...), err
		}
		return append(AppendExtra(dst, uint32(len(ref)), uint8(x.Part)), ref...), nil
	case PartGeoHash:
		inner, err := AppendIndexReference(nil, &Index{Part: PartRef, Path: x.Path})
		if err != nil {
			return dst, err
		}
		dst = append(AppendExtra(dst, uint32(len(inner)), uint8(x.Part)), inner...)
		return append(dst, byte(x.Bits)), nil
	case PartNormalize, PartNormalizeV2, PartSplit:
		inner, err := AppendIndexReference(nil, x.Of)
		if err != nil {
			return dst, err
		}
		dst = append(AppendExtra(dst, uint32(len(inner)), uint8(x.Part)), inner...)
		if x.Part == PartSplit {
			dst = append(dst, byte(x.On))
		}
		return dst, nil
	case PartMultiple, PartAnyOf:
		out := append(dst, byte(x.Part))
		for _, p := range x.Parts {
			inner, err := AppendIndexReference(nil, p)
			if err != nil {
				return dst, err
			}
			out = append(AppendVarint(out, uint64(len(inner))), inner...)
		}
		return out, nil
	}
	return dst, refuse("part", "expected a part of an index")
}

// Bytes that represent a wildcard after the reference of its set or map.
const (
	anyItem = '*'
	anyKey  = '+'
)

// appendIndexed appends the storage bytes of the reference as an index reference contains them;
// bare reports that they have no header.
func (p *Path) appendIndexed(dst []byte) (out []byte, bare bool, err error) {
	last := p.Last()
	if last == nil {
		return dst, false, refuse("ref", "a reference to a property that is not known")
	}
	switch last.Kind {
	case StepAnySetItem, StepAnyMapKey:
		parent := Path{Steps: p.Steps[:len(p.Steps)-1]}
		if dst, err = AppendReference(dst, &parent); err != nil {
			return dst, true, err
		}
		mark := byte(anyItem)
		if last.Kind == StepAnyMapKey {
			mark = anyKey
		}
		return append(dst, 1, mark), true, nil
	}
	dst, err = AppendReference(dst, p)
	return dst, last.Kind == StepSimpleType, err
}

// refer sets the index's reference bytes, and the words that describe it where its rows are shown. An
// index over an unknown model has no reference.
func (x *Index) refer() {
	x.Reference, _ = AppendIndexReference(nil, x)
	for _, leaf := range x.leaves() {
		if leaf.hasPath() && !leaf.Path.complete() {
			x.Reference = nil
		}
	}
	x.words = string(x.appendText(nil))
}

// IndexByReference returns the index of a model whose table has the reference bytes, or nil. The
// key counts too: its table is the record table.
func (m *Model) IndexByReference(ref []byte) *Index {
	for _, x := range m.Indexes {
		if x.Reference != nil && string(x.Reference) == string(ref) {
			return x
		}
	}
	return nil
}

// IndexOfEntry returns the index that an entry, without the key, belongs to: x, unless another index has the
// same reference and only that one can have the entry. Types of one multi type, such as m.>A and m.>B, have the
// same reference.
func (m *Model) IndexOfEntry(x *Index, entry []byte) *Index {
	for _, other := range m.Indexes {
		if other == x || string(other.Reference) != string(x.Reference) {
			continue
		}
		var e IndexEntry
		if DecodeIndexEntry(entry, x, 0, &e) == nil {
			break
		}
		x = other
	}
	return x
}

// Unlinked reports whether a part of a key or index leads into a model that is missing; the
// description then lacks what a writer needs.
func (d *Stored) Unlinked() bool {
	if d.Model.unlinked() {
		return true
	}
	for i := range d.Dependents {
		if m := d.Dependents[i].Model; m != nil && m.unlinked() {
			return true
		}
	}
	return false
}

func (m *Model) unlinked() bool {
	for _, x := range append([]*Index{m.Key}, m.Indexes...) {
		if x == nil {
			continue
		}
		for _, leaf := range x.leaves() {
			if leaf.hasPath() && !leaf.Path.complete() {
				return true
			}
		}
	}
	return false
}

// setKey checks the parts of the model's key and computes their sizes. A part whose model is
// unknown leaves the size unknown.
func (m *Model) setKey() error {
	m.KeyParts, m.KeySize = nil, -1
	at := 0
	var parts []KeyPart
	for _, x := range m.Key.Values() {
		size, known, err := x.keySize()
		if err != nil {
			return format.Within(m.Name+".key", err)
		}
		if !known {
			return nil
		}
		parts = append(parts, KeyPart{Index: x, Offset: at, Size: size})
		at += size
	}
	m.KeyParts, m.KeySize = parts, at
	return nil
}

// keySize returns the fixed size of one part of a key. It refuses parts that are not allowed in
// keys.
func (x *Index) keySize() (size int, known bool, err error) {
	switch x.Part {
	case PartUUIDv4, PartUUIDv7:
		return uuidSize, true, nil
	case PartGeoHash:
		if !GeoHashBits(x.Bits) {
			return 0, false, refuse(x.Path.String(), "the precision of a geohash is 8 to 48 bits, a multiple of 8")
		}
		return int(x.Bits / 8), true, nil
	case PartRef, PartReversed:
		return x.refSize()
	}
	return 0, false, refuse("part", "a "+x.Part.String()+" cannot be part of a key")
}

func (x *Index) refSize() (size int, known bool, err error) {
	last := x.Path.Last()
	if last == nil || last.Def == nil {
		return 0, false, nil
	}
	name := x.Path.String()
	switch last.Kind {
	case StepAnySetItem, StepAnyMapKey, StepSimpleType, StepAnyListItem, StepAnyMapValue:
		return 0, false, refuse(name, "a wildcard or simple type cannot be part of a key")
	case StepTypeOf:
		return 2, true, nil
	}
	d := last.Def
	size, known = d.Size()
	switch {
	case !d.Simple() || !known && d.Type != Reference && d.Type != ValueObject:
		return 0, false, refuse(name, "a "+d.typeName()+" has no fixed size, as a part of a key must have")
	case last.Kind == StepProperty && !(d.Required && d.Final):
		return 0, false, refuse(name, "a part of a key must be required and final")
	}
	return size, known, nil
}
