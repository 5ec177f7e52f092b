package cell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
)

// Record kinds that have to be rebuilt when an index, or a unique property, changes.
var (
	indexRows  = []string{"index", "historic-index"}
	uniqueRows = []string{"unique", "historic-unique"}
)

// Compare says what a reader of one schema can do with data of another: judged by the bytes that both describe, and by what
// Maryk itself checks when it opens a database whose stored model differs from the program's. Models are compared by name.
func Compare(from, to format.Schema) ([]format.Difference, error) {
	a, err := SchemaOf(from, "database")
	if err != nil {
		return nil, err
	}
	b, err := SchemaOf(to, "database")
	if err != nil {
		return nil, err
	}
	x := comparing{seen: map[[2]*maryk.Model]bool{}}
	for _, m := range a.Models {
		if m.Def == nil {
			continue
		}
		other := b.Named(m.Name)
		if other == nil || other.Def == nil {
			x.add(format.Migrate, m.Name, "a model", "", "the program does not know the model: its rows stay, and nothing reads them")
			continue
		}
		x.root(m, other)
	}
	for _, m := range b.Models {
		if m.Def != nil && a.Named(m.Name) == nil {
			x.add(format.Compatible, m.Name, "", "a model", "a new model has no data yet")
		}
	}
	return x.list, nil
}

type comparing struct {
	list []format.Difference
	seen map[[2]*maryk.Model]bool
}

func (x *comparing) add(e format.Effect, path, from, to, why string, rebuild ...string) {
	x.list = append(x.list, format.Difference{Path: path, From: from, To: to, Effect: e, Why: why, Rebuild: rebuild})
}

// root compares two root models.
func (x *comparing) root(m, o *Model) {
	a, b := m.Def, o.Def
	if m.Number != o.Number {
		x.add(format.Breaks, a.Name+" number", strconv.FormatUint(uint64(m.Number), 10), strconv.FormatUint(uint64(o.Number), 10),
			"column families are named by the number: a reader looks into others")
	}
	at := len(x.list)
	if from, to := a.Key.String(), b.Key.String(); from != to || m.KeySize != o.KeySize {
		x.add(format.Breaks, a.Name+" key", from, to, "all keys are other bytes")
	}
	x.models(a.Name, a, b)
	x.indexes(a, b)
	from, to := string(a.Version.AppendText(nil)), string(b.Version.AppendText(nil))
	switch {
	case from == to && len(x.list) > at:
		x.add(format.Migrate, a.Name+" version", from, to, "Maryk notices a change by the version, which is the same")
	case from != to && less(b.Version, a.Version):
		x.add(format.Migrate, a.Name+" version", from, to, "the version is an older one than the database has")
	case from != to:
		x.add(format.Compatible, a.Name+" version", from, to, "a newer version is stored when the database is opened")
	}
}

func less(a, b maryk.Version) bool {
	return slices.Compare([]uint16{a.Major, a.Minor, a.Patch}, []uint16{b.Major, b.Minor, b.Patch}) < 0
}

// indexes compares indexes by their references, under which their rows are stored.
func (x *comparing) indexes(a, b *maryk.Model) {
	for _, i := range a.Indexes {
		if i.Reference != nil && b.IndexByReference(i.Reference) == nil {
			x.add(format.Compatible, a.Name+" index "+i.String(), "an index", "", "its rows stay, and nothing reads or changes them")
		}
	}
	for _, i := range b.Indexes {
		if i.Reference == nil || a.IndexByReference(i.Reference) != nil {
			continue
		}
		if overNew(i, a) {
			x.add(format.Compatible, b.Name+" index "+i.String(), "", "an index", "it uses properties that no record has yet")
		} else {
			x.add(format.Migrate, b.Name+" index "+i.String(), "", "an index", "existing records have no rows in it", indexRows...)
		}
	}
}

// overNew reports whether a part of the index uses a property that the model does not have.
func overNew(i *maryk.Index, m *maryk.Model) bool {
	if len(i.Path.Steps) > 0 && m.Property(i.Path.Steps[0].Index) == nil {
		return true
	}
	return i.Of != nil && overNew(i.Of, m) || slices.ContainsFunc(i.Parts, func(p *maryk.Index) bool { return overNew(p, m) })
}

// models compares the properties of two models by their numbers.
func (x *comparing) models(path string, a, b *maryk.Model) {
	if a == nil || b == nil || x.seen[[2]*maryk.Model{a, b}] {
		return
	}
	x.seen[[2]*maryk.Model{a, b}] = true
	for i := range a.Properties {
		p := &a.Properties[i]
		q := b.Property(p.Index)
		if q == nil {
			x.gone(path, p, b)
			continue
		}
		at := path + "." + p.Name
		if p.Name != q.Name {
			e, why := format.Migrate, "the old name should be an alternative name: what is written with it is refused"
			if slices.Contains(q.Alternatives, p.Name) {
				e, why = format.Compatible, "the old name is an alternative one"
			}
			x.add(e, at, p.Name, q.Name, why)
		}
		x.definitions(at, p.Def, q.Def)
	}
	for i := range b.Properties {
		q := &b.Properties[i]
		if a.Property(q.Index) != nil {
			continue
		}
		if q.Def != nil && q.Def.Required && q.Def.Default == nil {
			x.add(format.Migrate, path+"."+q.Name, "", words(q.Def), "it is required, and existing records do not have it")
		} else {
			x.add(format.Compatible, path+"."+q.Name, "", words(q.Def), "existing records do not have it")
		}
	}
}

// gone reports a property that the new model does not have.
func (x *comparing) gone(path string, p *maryk.Property, b *maryk.Model) {
	at := path + "." + p.Name
	switch q := b.PropertyNamed(p.Name); {
	case q != nil:
		x.add(format.Breaks, at, "index "+strconv.FormatUint(uint64(p.Index), 10), "index "+strconv.FormatUint(uint64(q.Index), 10),
			"values are stored under the index: existing ones are not found")
	case slices.Contains(b.ReservedIndices, p.Index) && slices.Contains(b.ReservedNames, p.Name):
		x.add(format.Compatible, at, words(p.Def), "", "index and name are reserved; values stay")
	default:
		x.add(format.Migrate, at, words(p.Def), "", "index and name should be reserved: another property with them would read the values that stay")
	}
}

// words returns a definition in a few words.
func words(d *maryk.Definition) string {
	if d == nil {
		return "unknown"
	}
	text := d.Type.String()
	if d.Type == maryk.Number || d.Type == maryk.IncMap {
		text = d.Number.String()
	}
	if d.DataModel != "" {
		text += " " + d.DataModel
	}
	if d.Required {
		text += ", required"
	}
	return text
}

// definitions compares the types of two values.
func (x *comparing) definitions(path string, a, b *maryk.Definition) {
	if a == nil || b == nil {
		return
	}
	if from, to := stored(a), stored(b); from != to {
		x.add(format.Breaks, path, from, to, "values are stored in other bytes")
		return
	}
	x.flag(path, "required", a.Required, b.Required, format.Migrate, "values that are missing are refused; old records may lack it")
	x.flag(path, "final", a.Final, b.Final, format.Compatible, "existing values stay as they are")
	x.flag(path, "unique", a.Unique, b.Unique, format.Migrate, "existing values have no unique rows, and may occur twice", uniqueRows...)
	x.limits(path, a, b)
	x.cases(path, a, b)
	x.definitions(path+".#", a.Key, b.Key)
	x.definitions(path+".@", a.Item, b.Item)
	x.models(path, a.Model, b.Model)
}

// stored returns the text of everything in a definition that decides the bytes of values.
func stored(d *maryk.Definition) string {
	list := []string{d.Type.String()}
	if d.Type == maryk.Map || d.Type == maryk.IncMap {
		list[0] = "Map" // stored alike; an IncMap is read back as a map with such a definition
	}
	switch d.Type {
	case maryk.Number, maryk.IncMap:
		list = append(list, d.Number.String())
	case maryk.Time, maryk.DateTime:
		list = append(list, d.Precision.String())
	case maryk.Decimal:
		list = append(list, "scale "+strconv.FormatUint(uint64(d.Scale), 10), strconv.FormatUint(uint64(d.ByteSize), 10)+" bytes")
	case maryk.FixedBytes:
		list = append(list, strconv.FormatUint(uint64(d.ByteSize), 10)+" bytes")
	case maryk.Embed, maryk.Reference, maryk.ValueObject:
		list = append(list, d.DataModel)
	}
	if d.Reversed {
		list = append(list, "reversed")
	}
	return strings.Join(list, " ")
}

func (x *comparing) flag(path, name string, a, b bool, on format.Effect, why string, rebuild ...string) {
	switch {
	case a == b:
	case b:
		x.add(on, path, "not "+name, name, why, rebuild...)
	default:
		x.add(format.Compatible, path, name, "not "+name, "what was allowed still is")
	}
}

// limits compares what values may be: existing values may lie outside narrower limits.
func (x *comparing) limits(path string, a, b *maryk.Definition) {
	limit := func(name string, from, to string, wider bool) {
		switch {
		case from == to:
		case to == "" || wider:
			x.add(format.Compatible, path+" "+name, from, to, "existing values are within it")
		default:
			x.add(format.Migrate, path+" "+name, from, to, "existing values may be outside")
		}
	}
	size := func(n *uint32) string {
		if n == nil {
			return ""
		}
		return strconv.FormatUint(uint64(*n), 10)
	}
	text := func(v *maryk.Value) string {
		if v == nil {
			return ""
		}
		return v.String()
	}
	limit("minimum", text(a.Min), text(b.Min), a.Min != nil && b.Min != nil && b.Min.Compare(a.Min) < 0)
	limit("maximum", text(a.Max), text(b.Max), a.Max != nil && b.Max != nil && b.Max.Compare(a.Max) > 0)
	limit("minimum size", size(a.MinSize), size(b.MinSize), a.MinSize != nil && b.MinSize != nil && *b.MinSize < *a.MinSize)
	limit("maximum size", size(a.MaxSize), size(b.MaxSize), a.MaxSize != nil && b.MaxSize != nil && *b.MaxSize > *a.MaxSize)
	pattern := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	limit("pattern", pattern(a.RegEx), pattern(b.RegEx), false)
	if from, to := text(a.Default), text(b.Default); from != to {
		x.add(format.Compatible, path+" default", from, to, "defaults are for new records only")
	}
}

// cases compares enums and types by their numbers.
func (x *comparing) cases(path string, a, b *maryk.Definition) {
	if a.Cases == nil || b.Cases == nil {
		return
	}
	for i := range a.Cases.List {
		c := &a.Cases.List[i]
		o := b.Cases.Case(c.Index)
		at := path + " case " + c.Name + "(" + strconv.FormatUint(uint64(c.Index), 10) + ")"
		switch {
		case o == nil && slices.Contains(b.Cases.ReservedIndices, c.Index):
			x.add(format.Compatible, at, "a case", "", "its index is reserved; existing values are read as unknown")
		case o == nil:
			x.add(format.Migrate, at, "a case", "", "existing values are read as unknown, and the index should be reserved")
		case o.Name != c.Name && !slices.Contains(o.Alternatives, c.Name):
			x.add(format.Migrate, at, c.Name, o.Name, "the same number means another case")
		default:
			if o.Name != c.Name {
				x.add(format.Compatible, at, c.Name, o.Name, "the old name is an alternative one")
			}
			x.definitions(path+".*"+c.Name, c.Def, o.Def)
		}
	}
	for i := range b.Cases.List {
		if c := &b.Cases.List[i]; a.Cases.Case(c.Index) == nil {
			x.add(format.Compatible, path+" case "+c.Name+"("+strconv.FormatUint(uint64(c.Index), 10)+")", "", "a case", "no value has it yet")
		}
	}
}
