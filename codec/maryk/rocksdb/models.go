package rocksdb

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var models = format.Models{
	NewFinder:  func() format.Finder { return new(finder) },
	Read:       cell.ReadModel,
	AppendText: cell.AppendModels,
	AppendYAML: cell.AppendYAML,
	Write:      cell.WriteModels,
	Stored:     cell.StoredModels,
	Family:     parseFamily,
	IsFamily:   isFamily,
	Families:   familiesOf,
	MetaFile:   "MARYK_META.yml",
	Numberings: []string{"old", "new"},
}

// finder collects the rows of the Model families. Only a family of type 0 distinguishes the old
// numbering from the new one, so it keeps both until the end.
type finder struct {
	cell.Finder
	old    bool
	strays int // rows that only the old numbering explains in their family
}

// Add implements format.Finder.
func (f *finder) Add(e *store.Entry) format.Found {
	name, ok := familyName(e)
	if !ok {
		return format.Elsewhere
	}
	family, err := DecodeFamily(name, false)
	if err != nil {
		return format.Other
	}
	f.old = f.old || family.Old
	key, _ := e.Part(store.Key)
	b, given := e.Part(store.Value)
	if stray(family.Type, key, b, given) && e.Deleted == "" {
		f.strays++
	}
	if family.Type != Model || len(key) != 1 || key[0] >= cell.Items || !given || e.Deleted != "" {
		return format.Other
	}
	f.Finder.Add(string(name), int(key[0]), b)
	return format.ModelPart
}

// stray reports whether a row shows the old numbering. Where the new one has the Model family, with keys of
// one byte, and Keys, with values that are a version, the old one has Keys and Table.
func stray(t FamilyType, key, val []byte, hasValue bool) bool {
	switch t {
	case Model:
		return len(key) > 1 && len(val) == versionLen && recent(val)
	case Keys:
		return hasValue && len(val) > versionLen && recent(val)
	}
	return false
}

// recent reports whether bytes begin with a version from the years in which Maryk exists.
func recent(b []byte) bool {
	const from, to = 1_400_000_000_000, 4_100_000_000_000 // 2014 and 2099 in milliseconds
	ms := hlc.Maryk.Physical(version(b))
	return ms > from && ms < to
}

// familyName returns the column family of an entry: its part, or the family that the dump names.
func familyName(e *store.Entry) ([]byte, bool) {
	if name, ok := e.Part(partFamily); ok {
		return name, true
	}
	name, ok := value.DecodeHex(e.Source.CF)
	return name, ok && len(name) > 0
}

// Models implements format.Finder.
func (f *finder) Models() (models value.Value, problems []error, ok bool) {
	all, problems := f.Finder.Models(func(_ int, of string) (uint32, bool) {
		family, err := DecodeFamily([]byte(of), false)
		return family.Model, err == nil && family.Old == f.old
	})
	if f.strays > 0 && !f.old {
		problems = append(problems, format.Refuse("", strconv.Itoa(f.strays)+
			" rows look as if the families were numbered as in releases up to 0.5, one lower: --family-numbering old reads them so"))
	}
	list := []value.Member{{Name: "models", Value: value.OfMembers(all...)}}
	if f.old {
		list = append(list, value.Member{Name: "familyNumbering", Value: value.Of("old")})
	}
	return value.OfMembers(list...), problems, len(all) > 0
}

// familiesOf returns the column families of the models of a schema, grouped by model.
func familiesOf(sc format.Schema) (list []format.Family) {
	s, _ := sc.(*cell.Schema)
	if s == nil {
		return nil
	}
	for _, m := range s.Models {
		for t := Model; t < families; t++ {
			if name, err := AppendFamily(nil, Family{Type: t, Model: m.Number, Old: s.Old}); err == nil {
				list = append(list, format.Family{Name: name, Title: m.Name + " " + strings.ReplaceAll(t.String(), "-", " ")})
			}
		}
	}
	return list
}

// parseFamily reads a column family as people write it: its type, then a slash and the number or
// name of the model. The latter may be left out if the schema has one model.
func parseFamily(sc format.Schema, name string) ([]byte, error) {
	s, _ := sc.(*cell.Schema)
	kind, of, _ := strings.Cut(name, "/")
	t, ok := ParseFamilyType(kind)
	if !ok {
		return nil, format.Refuse("", "expected a column family as hex or as TYPE/MODEL, with a type such as "+Table.String()+" or "+HistoricTable.String())
	}
	f := Family{Type: t, Old: s != nil && s.Old}
	if n, err := strconv.ParseUint(of, 10, 32); err == nil {
		f.Model = uint32(n)
		return AppendFamily(nil, f)
	}
	m := s.Named(of)
	if of == "" {
		m = s.Only()
	}
	if m == nil {
		return nil, format.Refuse("", "expected the number or name of a known model after the slash: "+kind+"/1")
	}
	f.Model = m.Number
	return AppendFamily(nil, f)
}

// isFamily reports whether bytes are the name of a family; if there is a schema, it must have the model.
func isFamily(sc format.Schema, name []byte) bool {
	s, _ := sc.(*cell.Schema)
	f, err := DecodeFamily(name, s != nil && s.Old)
	return err == nil && (s == nil || s.Model(f.Model) != nil)
}
