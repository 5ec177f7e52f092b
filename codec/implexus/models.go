package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// models are the configurations of a database; no row needs them to be decoded.
var models = format.Models{
	Apart:      true,
	NewFinder:  func() format.Finder { return &configFinder{indexes: map[string]bool{}} },
	AppendText: appendConfigurations,
	Write:      func(w *value.Writer, v value.Value) error { w.Value(v); return nil },
	Stored:     func(value.Value, func(uint32, string, []store.Part)) error { return nil },
}

// configFinder collects the configurations among rows, and finds out which entities are indexes.
type configFinder struct {
	Schema
	indexes  map[string]bool
	problems []error
}

// Add implements format.Finder.
func (f *configFinder) Add(e *store.Entry) format.Found {
	key, ok := e.Part(store.Key)
	if !ok || e.Source.CF != "" || !ours(key) {
		return format.Elsewhere
	}
	val, _ := e.Part(store.Value)
	for kind, list := range map[Kind]*map[string]Configuration{EntityKey: nil, ConfigKey: &f.Configs, CatalogueConfig: &f.Catalogues} {
		path, ok := bytes.CutPrefix(key, []byte(shapes[kind].prefix))
		if !ok || e.Deleted != "" {
			continue
		}
		r := wire.NewReader(val, nil)
		var row rowValue
		row.decode(kind, newDecoder(&r, new(Value), Options{}), nil)
		err := r.Finish()
		switch {
		case list == nil:
			f.indexes[string(path)] = err == nil && row.entity.TypeCode == EntityIndex
			return format.Other
		case err != nil:
			f.problems = append(f.problems, format.Refuse(string(key), err.Error()))
			return format.Other
		case *list == nil:
			*list = map[string]Configuration{}
		}
		(*list)[string(path)] = Configuration{Label: row.config.Label.clone(), Expression: row.config.Expression.clone()}
		return format.ModelPart
	}
	return format.Other
}

func (t Text) clone() Text { return Text{bytes.Clone(t.Bytes), t.Null} }

// Models implements format.Finder.
func (f *configFinder) Models() (v value.Value, problems []error, ok bool) {
	all := value.OfMembers(
		value.Member{Name: "config", Value: f.configurations(f.Configs, f.indexes)},
		value.Member{Name: "catcfg", Value: f.configurations(f.Catalogues, nil)})
	return all, f.problems, len(f.Configs)+len(f.Catalogues) > 0
}

func (f *configFinder) configurations(list map[string]Configuration, indexes map[string]bool) value.Value {
	var members []value.Member
	for _, path := range sortedKeys(list) {
		c := []value.Member{{Name: "type_label", Value: list[path].Label.plain()}, {Name: "expression", Value: list[path].Expression.plain()}}
		if indexes[path] {
			index, _ := value.Parse([]byte("true"))
			c = append(c, value.Member{Name: "index", Value: index})
		}
		members = append(members, value.Member{Name: path, Value: value.OfMembers(c...)})
	}
	return value.OfMembers(members...)
}

// plain returns a text or null.
func (t Text) plain() value.Value {
	if t.Null {
		return value.Value{}
	}
	return value.Of(string(t.Bytes))
}

// appendConfigurations appends a line for each configuration.
func appendConfigurations(dst []byte, v value.Value) ([]byte, error) {
	sc, err := parseSchema(v)
	if err != nil {
		return dst, err
	}
	s := schemaOf(sc)
	for _, k := range configurationKinds {
		list := s.Configs
		if k.prefix == shapes[CatalogueConfig].prefix {
			list = s.Catalogues
		}
		for _, path := range sortedKeys(list) {
			dst = append(dst, k.prefix+path+"  "+k.words(list[path])+"\n"...)
		}
	}
	return dst, nil
}
