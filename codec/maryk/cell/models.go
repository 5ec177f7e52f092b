package cell

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The stored parts of a model. The values are the keys under which a database has them: 0 to 3.
const (
	ItemName = iota
	ItemVersion
	ItemDefinition
	ItemDependents
	Items // number of parts
)

// itemMembers are the same parts as members of a model in JSON.
var itemMembers = [Items]string{"name", "version", "model", "dependents"}

// Finder collects stored models by the column family or table that holds them.
type Finder struct {
	found map[string]*[Items][]byte
	size  int
}

// foundMax limits the memory for models: a hostile dump may claim that everything is one.
const foundMax = 64 << 20

// Add keeps a copy of a part. Parts beyond the limit are dropped.
func (f *Finder) Add(of string, item int, b []byte) {
	const overhead = 256
	if f.size += len(b) + overhead; f.size > foundMax {
		return
	}
	if f.found == nil {
		f.found = map[string]*[Items][]byte{}
	}
	m := f.found[of]
	if m == nil {
		m = new([Items][]byte)
		f.found[of] = m
	}
	m[item] = append([]byte{}, b...)
}

// Models returns the usable models, each under the number that numbered assigns to its key. Models that do
// not decode are left out and reported. A model that refers to models which are not stored with it is
// reported too.
func (f *Finder) Models(numbered func(i int, of string) (uint32, bool)) (all []value.Member, problems []error) {
	keys := make([]string, 0, len(f.found))
	for of := range f.found {
		keys = append(keys, of)
	}
	slices.Sort(keys)
	for i, of := range keys {
		n, ok := numbered(i, of)
		if !ok {
			continue
		}
		parts := f.found[of]
		m := value.Member{Name: strconv.FormatUint(uint64(n), 10), Value: storedValue(parts)}
		if parts[ItemDefinition] == nil {
			continue
		}
		sc, err := ParseSchema(value.OfMembers(m))
		if err != nil {
			problems = append(problems, format.Refuse("model "+m.Name, err.Error()))
			continue
		}
		if names := sc.(*Schema).Models[0].Missing(); names != "" {
			problems = append(problems, format.Refuse("model "+m.Name, "it names models that are not stored with it, and what is in "+
				"them is not known: "+names))
		}
		all = append(all, m)
	}
	return all, problems
}

func storedValue(parts *[Items][]byte) value.Value {
	var list []value.Member
	for i, b := range parts {
		switch {
		case b == nil:
		case i == ItemName:
			list = append(list, value.Member{Name: itemMembers[i], Value: value.Of(string(b))})
		default:
			list = append(list, value.Member{Name: itemMembers[i], Value: value.Of(string(value.AppendHex(nil, b)))})
		}
	}
	return value.OfMembers(list...)
}

// ReadModel makes a models value from the definition of one model and its dependents, which may be
// absent. It implements format.Models.
func ReadModel(number uint32, parts ...[]byte) (value.Value, error) {
	if len(parts) == 0 || len(parts) > 2 {
		return value.Value{}, format.Refuse("", "expected the definition of a model, and at most its dependents after it")
	}
	var all [Items][]byte
	copy(all[ItemDefinition:], parts)
	s, err := maryk.ReadStored(all[ItemDefinition], all[ItemDependents])
	if err != nil {
		return value.Value{}, err
	}
	all[ItemName], all[ItemVersion] = []byte(s.Model.Name), maryk.AppendVersion(nil, s.Model.Version)
	v := value.OfMembers(value.Member{Name: strconv.FormatUint(uint64(number), 10), Value: storedValue(&all)})
	_, err = ParseSchema(v)
	return v, err
}

// definition is one stored model in a models value.
type definition struct {
	number uint32
	stored *maryk.Stored
}

// definitions reads the stored models in a models value and links them. It leaves out models of
// which only name and key size are known.
func definitions(models value.Value) ([]definition, error) {
	schema, err := ParseSchema(models)
	if err != nil {
		return nil, err
	}
	if m, ok := models.Get("models"); ok {
		models = m
	}
	var list []definition
	var stored []*maryk.Stored
	for i := range models.Len() {
		b, ok := models.At(i).Member("model").Hex()
		n, err := strconv.ParseUint(models.Name(i), 10, 32)
		if !ok || err != nil {
			continue
		}
		deps, _ := models.At(i).Member("dependents").Hex()
		s, err := maryk.ReadStored(b, deps)
		if err != nil {
			return nil, err
		}
		list, stored = append(list, definition{uint32(n), s}), append(stored, s)
	}
	if len(list) == 0 {
		return nil, format.Refuse("models", "expected the definition of at least one model, found only names of "+strconv.Itoa(len(schema.(*Schema).Models)))
	}
	sorting.Func(list, func(a, b definition) int { return cmp.Compare(a.number, b.number) })
	_, err = maryk.NewSchema(stored...)
	return list, err
}

// AppendModels appends all models as text. It implements format.Models.
func AppendModels(dst []byte, models value.Value) ([]byte, error) {
	list, err := definitions(models)
	if err != nil {
		return dst, err
	}
	for i, d := range list {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = append(strconv.AppendUint(append(dst, "model "...), uint64(d.number), 10), ": "...)
		dst = d.stored.AppendText(dst)
	}
	return dst, nil
}

// AppendYAML appends all models in Maryk's own YAML, each with its number as a comment.
// It implements format.Models.
func AppendYAML(dst []byte, models value.Value) ([]byte, error) {
	list, err := definitions(models)
	if err != nil {
		return dst, err
	}
	for i, d := range list {
		if i > 0 {
			dst = append(dst, "---\n"...)
		}
		dst = append(strconv.AppendUint(append(dst, "# model "...), uint64(d.number), 10), '\n')
		dst = d.stored.AppendYAML(dst)
	}
	return dst, nil
}

// WriteModels writes all models by their number, as ParseSchema accepts them, each with its
// stored parts and its description. It implements format.Models.
func WriteModels(w *value.Writer, models value.Value) error {
	list, err := definitions(models)
	if err != nil {
		return err
	}
	w.Object()
	for _, d := range list {
		parts, err := d.parts()
		if err != nil {
			return err
		}
		w.AnyKey(strconv.FormatUint(uint64(d.number), 10))
		w.Object()
		w.Key("name")
		w.String(d.stored.Model.Name)
		w.Key("keySize")
		w.Int(int64(d.stored.Model.KeySize))
		for _, p := range parts[ItemVersion:] {
			w.AnyKey(p.Name)
			w.Hex(p.Bytes)
		}
		w.Key("definition")
		d.stored.Model.Write(w)
		w.Key("dependentDefinitions")
		w.Array()
		for i := range d.stored.Dependents {
			d.stored.Dependents[i].Write(w)
		}
		w.EndArray()
		w.EndObject()
	}
	w.EndObject()
	return nil
}

// StoredModels yields definition and dependents of each model, encoded again. It implements
// format.Models.
func StoredModels(models value.Value, yield func(number uint32, name string, parts []store.Part)) error {
	list, err := definitions(models)
	if err != nil {
		return err
	}
	for _, d := range list {
		parts, err := d.parts()
		if err != nil {
			return err
		}
		yield(d.number, d.stored.Model.Name, parts[ItemDefinition:])
	}
	return nil
}

// parts returns the stored parts of a model; a model without dependents has three.
func (d *definition) parts() ([]store.Part, error) {
	model, err := maryk.AppendModel(nil, d.stored.Model)
	if err != nil {
		return nil, err
	}
	list := []store.Part{
		{Name: itemMembers[ItemName], Bytes: []byte(d.stored.Model.Name)},
		{Name: itemMembers[ItemVersion], Bytes: maryk.AppendVersion(nil, d.stored.Model.Version)},
		{Name: itemMembers[ItemDefinition], Bytes: model},
	}
	if len(d.stored.Dependents) > 0 {
		deps, err := maryk.AppendDependents(nil, d.stored.Dependents)
		if err != nil {
			return nil, err
		}
		list = append(list, store.Part{Name: itemMembers[ItemDependents], Bytes: deps})
	}
	return list, nil
}
