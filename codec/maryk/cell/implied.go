package cell

import (
	"bytes"
	"iter"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/wire"
)

// Implied is something that a record's values require of a store in addition to the record's own
// cells: an index entry or a unique value.
type Implied struct {
	Index     *maryk.Index // nil: a unique value
	Reference []byte       // of the index, or of the unique property
	Bytes     []byte       // entry without the record's key, or data of the unique value
	Version   hlc.Version  // version of the newest cell that it is derived from; 0 if there is none
	Oldest    hlc.Version  // version of the newest of these cells that is never written without it
	Encrypted bool         // a unique value for which a store has a token instead of the data
}

// IndexName returns the index in words, or "" for a unique value.
func (m *Implied) IndexName() string {
	if m.Index == nil {
		return ""
	}
	return m.Index.String()
}

// Implier computes what is implied by the records of one model.
type Implier struct {
	model *maryk.Model
	store Store
	tops  map[string]bool // references of the properties from which indexes or unique values are derived
}

// NewImplier returns the implier of a model in a store.
func NewImplier(m *maryk.Model, s Store) *Implier {
	x := &Implier{model: m, store: s, tops: map[string]bool{}}
	for _, index := range m.Indexes {
		x.under(index)
	}
	for i := range m.Properties {
		if d := m.Properties[i].Def; d != nil && (d.Unique || leadsToEmbeds(d)) {
			x.top(maryk.Step{Kind: maryk.StepProperty, Index: m.Properties[i].Index, Def: d})
		}
	}
	return x
}

// SetsAnew reports whether the model has embeds. When one is set to the value that it already has, upstream
// on RocksDB writes a new last update and nothing else.
func (x *Implier) SetsAnew() bool {
	return slices.ContainsFunc(x.model.Properties, func(p maryk.Property) bool {
		return p.Def != nil && valueOf(p.Def).Type == maryk.Embed
	})
}

func (x *Implier) under(part *maryk.Index) {
	if part == nil {
		return
	}
	if len(part.Path.Steps) > 0 {
		x.top(part.Path.Steps[0])
	}
	x.under(part.Of)
	for _, p := range part.Parts {
		x.under(p)
	}
}

func (x *Implier) top(s maryk.Step) {
	if b, err := maryk.AppendQualifier(nil, &maryk.Path{Steps: []maryk.Step{s}}); err == nil {
		x.tops[string(b)] = true
	}
}

// Concerns reports whether the cell with a qualifier can make a difference, because the qualifier
// begins with the reference of a property that matters. Such a reference ends at a byte without the
// high bit.
func (x *Implier) Concerns(qualifier []byte) bool {
	n := 0
	for n < len(qualifier) && qualifier[n] >= 0x80 {
		n++
	}
	return n < len(qualifier) && x.tops[string(qualifier[:n+1])]
}

// Of returns what the cells imply. The cells are the current ones, one per qualifier and sorted by
// it. Equal entries of an index are returned once. An error is about the record's cells. If it is
// about the entries of one index, list still has what the other indexes imply.
func (x *Implier) Of(held []Stored) (list []Implied, err error) {
	var of []Stored
	for _, c := range held {
		if x.Concerns(c.Qualifier) {
			of = append(of, c)
		}
	}
	rec, err := Assemble(x.model, x.store, of)
	if err != nil {
		return nil, err
	}
	list = x.unique(of)
	v := rec.Value()
	for _, index := range x.model.Indexes {
		if index.Reference == nil {
			continue // index over an unknown model
		}
		_, entries, wrong := index.Entries(&v, nil)
		if wrong != nil {
			err = wrong
			continue
		}
		seen := map[string]bool{}
		for _, e := range entries {
			if seen[string(e)] {
				continue
			}
			seen[string(e)] = true
			m := Implied{Index: index, Reference: index.Reference, Bytes: e}
			m.derive(of)
			list = append(list, m)
		}
	}
	return list, err
}

// valueOf returns the definition of a map's values, and any other one as it is.
func valueOf(d *maryk.Definition) *maryk.Definition {
	if (d.Type == maryk.Map || d.Type == maryk.IncMap) && d.Item != nil {
		return d.Item
	}
	return d
}

// leadsToEmbeds reports whether a value is an embed, or has embeds as types of a multi type or as values of
// a map.
func leadsToEmbeds(d *maryk.Definition) bool {
	d = valueOf(d)
	return d.Type == maryk.Embed || d.Type == maryk.MultiType && d.Cases != nil &&
		slices.ContainsFunc(d.Cases.List, func(c maryk.Case) bool {
			return c.Def != nil && (c.Def.Type == maryk.Embed || c.Def.Type == maryk.MultiType)
		})
}

// unique returns the unique values of properties of the model and of its embeds, also those in maps and multi types.
func (x *Implier) unique(held []Stored) (list []Implied) {
	var p maryk.Path
	out := map[string]bool{}     // embeds, maps and entries that were removed
	types := map[string]uint32{} // of multi types; 0 without values below
	for _, c := range held {
		if maryk.DecodePath(c.Qualifier, x.model, maryk.PathOptions{}, &p) != nil || len(c.Data) == 0 {
			continue
		}
		d := p.Def()
		if d == nil || !d.Unique && !leadsToEmbeds(d) || !properties(&p) || gone(out, types, c.Qualifier, &p) {
			continue
		}
		var data Data
		r := wire.NewReader(c.Data, nil)
		data.Read(&r, x.store, &p)
		switch {
		case d.Type == maryk.MultiType:
			types[string(c.Qualifier)] = 0
			if data.Kind == ComplexType {
				types[string(c.Qualifier)] = data.Type
			}
		case !d.Unique:
			out[string(c.Qualifier)] = data.Kind == Deleted && hides(x.store, &p)
		case data.Kind == Value, data.Kind == Encrypted:
			m := Implied{Reference: c.Qualifier, Bytes: c.Data, Version: c.Version, Encrypted: data.Kind == Encrypted}
			if !chosen(&p) {
				m.Oldest = c.Version
			}
			list = append(list, m)
		}
	}
	return list
}

// gone reports whether a qualifier is at or below something that was removed, or below a type that its multi type does
// not have.
func gone(out map[string]bool, types map[string]uint32, qualifier []byte, p *maryk.Path) bool {
	from := 0
	for _, s := range p.Steps {
		if t, known := types[string(qualifier[:from])]; out[string(qualifier[:s.End])] || s.Kind == maryk.StepType && known && t != s.Index {
			return true
		}
		from = s.End
	}
	return false
}

// Encrypts reports whether a cell may hold an encrypted unique value.
func (x *Implier) Encrypts(qualifier, data []byte) bool {
	var p maryk.Path
	if x.store != RocksDB || !isEnvelope(data) || maryk.DecodePath(qualifier, x.model, maryk.PathOptions{}, &p) != nil {
		return false
	}
	d := p.Def()
	return d != nil && d.Unique && properties(&p)
}

// properties reports whether a path goes only through embeds, maps of them and multi types.
func properties(p *maryk.Path) bool {
	return !slices.ContainsFunc(p.Steps, func(s maryk.Step) bool {
		return s.Kind != maryk.StepProperty && s.Kind != maryk.StepMapValue && s.Kind != maryk.StepType
	})
}

// chosen reports whether a path goes through a type of a multi type. Such a value is written anew with each value
// that the multi type gets, but what is derived from it only if it differs.
func chosen(p *maryk.Path) bool {
	return slices.ContainsFunc(p.Steps, func(s maryk.Step) bool { return s.Kind == maryk.StepType || s.Kind == maryk.StepTypeOf })
}

// derive sets the versions of an entry from the cells.
func (m *Implied) derive(held []Stored) {
	for part, val := range partsOf(m.Index, m.Bytes) {
		v, exact := partVersion(held, part, val)
		m.Version = max(m.Version, v)
		if exact {
			m.Oldest = max(m.Oldest, v)
		}
	}
}

// partVersion returns the version of the cell of one value in an entry: the oldest if several cells are
// candidates, 0 if none is. It reports whether the cell is never written without the entry. Upstream writes an entry
// only if it is new, so one that can stay the same while its cell is written may be older: of a text that is
// normalised or split, of the type of a multi type, of an item of a set that is added again, of a key of a map with
// another value. The greatest value of a RefToMax has no cell: its entry is the same without a value.
func partVersion(held []Stored, part *maryk.Index, val []byte) (v hlc.Version, exact bool) {
	switch part.Part {
	case maryk.PartNormalize, maryk.PartNormalizeV2, maryk.PartSplit:
		v, _ = partVersion(held, part.Of, nil)
		return v, false
	case maryk.PartAnyOf:
		oldest := Newest
		for _, p := range part.Parts {
			if v, _ := partVersion(held, p, nil); v != 0 {
				oldest = min(oldest, v)
			}
		}
		return oldest % Newest, false // none: 0
	case maryk.PartRefToMax:
		if greatest, _, _ := part.Entries(&maryk.Value{Type: maryk.Embed}, nil); len(greatest) > 0 && bytes.Equal(greatest[0], val) {
			return 0, false
		}
	}
	if q := itemOf(part, val); q != nil {
		return versionAt(held, q), false
	}
	q, err := maryk.AppendQualifier(nil, &part.Path) // any item or key has none
	if err != nil {
		return 0, false
	}
	return versionAt(held, q), !chosen(&part.Path)
}

// itemOf returns the qualifier of the set item or map key that is one value in an entry, or nil if it is neither.
func itemOf(part *maryk.Index, val []byte) []byte {
	last := part.Path.Last()
	if val == nil || part.Part != maryk.PartRef || last == nil || last.Kind != maryk.StepAnySetItem && last.Kind != maryk.StepAnyMapKey {
		return nil
	}
	q, err := maryk.AppendQualifier(nil, &maryk.Path{Steps: part.Path.Steps[:len(part.Path.Steps)-1]})
	if err != nil {
		return nil
	}
	return append(maryk.AppendVarint(q, uint64(len(val))), val...)
}

// ItemsOf returns the qualifiers of the set items and map keys that are the values in an entry of an index.
func ItemsOf(index *maryk.Index, entry []byte) (list [][]byte) {
	for part, val := range partsOf(index, entry) {
		if q := itemOf(part, val); q != nil {
			list = append(list, q)
		}
	}
	return list
}

// partsOf returns the parts of an index with their values in an entry.
func partsOf(index *maryk.Index, entry []byte) iter.Seq2[*maryk.Index, []byte] {
	return func(yield func(*maryk.Index, []byte) bool) {
		parts := index.Values()
		at, ok := maryk.SplitEntry(nil, entry, len(parts))
		for i := 0; ok && i < len(parts); i++ {
			ok = yield(parts[i], entry[at[i].Offset:at[i].Offset+at[i].Len])
		}
	}
}

func versionAt(held []Stored, qualifier []byte) hlc.Version {
	i, ok := slices.BinarySearchFunc(held, qualifier, func(c Stored, q []byte) int { return bytes.Compare(c.Qualifier, q) })
	if !ok {
		return 0
	}
	return held[i].Version
}

// FansOut reports whether a record can have several entries in the index, because of the items of a
// set or the keys of a map.
func (m *Implied) FansOut() bool { return m.Index != nil && fansOut(m.Index) }

func fansOut(part *maryk.Index) bool {
	last := part.Path.Last()
	return last != nil && (last.Kind == maryk.StepAnySetItem || last.Kind == maryk.StepAnyMapKey) ||
		part.Of != nil && fansOut(part.Of) || slices.ContainsFunc(part.Parts, fansOut)
}
