package core

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// ParseSchema reads stored models, which supply names and types. They are given as hex ({"model": …, "dependents": …},
// also below "bytes"), as their description, as a list of either under "models", or by number, in the form that the
// formats of databases take.
func ParseSchema(v value.Value) (format.Schema, error) {
	if b, ok := v.Get("bytes"); ok {
		v = b
	}
	list := []value.Value{v}
	models, ok := v.Get("models")
	if !ok && byNumber(v) {
		models, ok = v, true
	}
	if ok {
		list = models.Items()
	}
	var all []*maryk.Stored
	for i, item := range list {
		d, err := parseStoredEither(item)
		if err != nil {
			return nil, format.Within("models."+strconv.Itoa(i), err)
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		return nil, format.Refuse("models", "expected at least one model")
	}
	return maryk.NewSchema(all...)
}

// byNumber reports whether v has the models of a database under their numbers.
func byNumber(v value.Value) bool {
	if v.Kind != value.Object || v.Len() == 0 {
		return false
	}
	for i := range v.Len() {
		if _, err := strconv.ParseUint(v.Name(i), 10, 32); err != nil || v.At(i).Kind != value.Object {
			return false
		}
	}
	return true
}

// parseStoredEither reads bytes or a description. It encodes a description first, so that there is
// only one reader.
func parseStoredEither(j value.Value) (*maryk.Stored, error) {
	model, ok := j.Member("model").Hex()
	if ok {
		deps, given := j.Get("dependents")
		b, ok := deps.Hex()
		if given && !ok {
			return nil, format.Expect(false, "dependents", "hex digits", deps)
		}
		return maryk.ReadStored(model, b)
	}
	if _, given := j.Get("model"); !given {
		j = value.OfMembers(value.Member{Name: "model", Value: j}, value.Member{Name: "dependents", Value: j.Member("dependents")})
	}
	d, err := maryk.ParseStored(j.Member("model"), j.Member("dependents"))
	if err != nil {
		return nil, err
	}
	if model, err = maryk.AppendModel(nil, d.Model); err != nil {
		return nil, err
	}
	deps, err := maryk.AppendDependents(nil, d.Dependents)
	if err != nil {
		return nil, err
	}
	return maryk.ReadStored(model, deps)
}

// schemaOf returns the caller's schema, or all defined schemas linked with each other.
func schemaOf(in *format.Input) (*maryk.Schema, error) {
	if s, ok := in.Schema.(*maryk.Schema); ok || len(in.Schemas) == 0 {
		return s, nil
	}
	m := format.MemoryOf[memory](in)
	if m.schema != nil && m.count == len(in.Schemas) {
		return m.schema, nil
	}
	var all []*maryk.Stored
	for _, name := range slices.Sorted(maps.Keys(in.Schemas)) {
		s, ok := in.Schemas[name].(*maryk.Schema)
		if !ok {
			continue
		}
		for _, d := range s.Stored {
			again, err := d.Clone()
			if err != nil {
				return nil, err
			}
			all = append(all, again)
		}
	}
	s, err := maryk.NewSchema(all...)
	if err == nil {
		m.schema, m.count = s, len(in.Schemas)
	}
	return s, err
}

// modelOf returns the model that given.model names, or the only one of the schema, or nil.
func modelOf(in *format.Input) (*maryk.Model, error) {
	s, err := schemaOf(in)
	if err != nil || s == nil {
		return nil, err
	}
	name, given := in.Given.Member("model").Text()
	if !given {
		if len(s.Stored) == 1 {
			return s.Stored[0].Model, nil
		}
		return nil, nil
	}
	if m := s.Model(name); m != nil {
		return m, nil
	}
	return nil, format.Refuse("model", "there is no model "+strconv.Quote(format.Cut(name)))
}

// mustModel is modelOf for callers that need a model.
func mustModel(in *format.Input) (*maryk.Model, error) {
	m, err := modelOf(in)
	if err == nil && m == nil {
		err = format.Refuse("model", "expected the name of a model that was defined")
	}
	return m, err
}

// settled sees to it that given has the members that say which model, index and record the fields are for. On the
// command line they are among the fields instead. It returns the function that restores given.
func settled(in *format.Input, fields value.Value) (restore func()) {
	given := in.Given
	var list []value.Member
	for i := range given.Len() {
		list = append(list, value.Member{Name: given.Name(i), Value: given.At(i)})
	}
	for _, name := range [...]string{"model", "index", "key"} {
		if _, there := given.Get(name); there {
			continue
		}
		if v, ok := fields.Get(name); ok {
			list = append(list, value.Member{Name: name, Value: v})
		}
	}
	in.Given = value.OfMembers(list...)
	return func() { in.Given = given }
}

// definitionOf returns the definition that given.definition describes.
func definitionOf(in *format.Input, j value.Value) (*maryk.Definition, error) {
	s, err := schemaOf(in)
	if err != nil {
		return nil, err
	}
	if j.IsNull() {
		return nil, format.Refuse("definition", "expected a description of the type")
	}
	d, err := maryk.ParseDefinition(j, s.Model)
	return d, format.Within("definition", err)
}

// others returns the other models in given that references may name.
func others(in *format.Input) (list []*maryk.Stored, known map[string]*maryk.Model, err error) {
	known = map[string]*maryk.Model{}
	s, err := schemaOf(in)
	if err != nil || s == nil {
		return nil, known, err
	}
	names, err := format.List(in.Given, "otherModelsKnownToReader")
	if err != nil {
		return nil, known, err
	}
	for _, item := range names {
		name, _ := item.Text()
		for _, d := range s.Stored {
			if d.Model.Name == name {
				list = append(list, d)
				known[name] = d.Model
			}
		}
	}
	return list, known, nil
}

// givenUint32 returns the number in a member of given.
func givenUint32(in *format.Input, name string) (uint32, error) {
	j := in.Given.Member(name)
	n, ok := j.Uint()
	return uint32(n), format.Expect(ok && n <= math.MaxUint32, name, "a number from 0 to 4294967295", j)
}
