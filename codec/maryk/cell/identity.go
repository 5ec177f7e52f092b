package cell

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// Identified returns the model of an object, given by number or name, and the key of its record. If the key
// is not given, it is made from the values.
func Identified(s *Schema, object value.Value) (m *Model, key []byte, err error) {
	if s == nil {
		return nil, nil, format.Refuse("", "expected the models of the database")
	}
	if m, err = ModelIn(object, s); err != nil {
		return nil, nil, err
	}
	if name, ok := object.Member("name").Text(); ok && m == nil {
		m = s.Named(name)
	} else if m == nil {
		m = s.Only()
	}
	if m == nil {
		return nil, nil, format.Refuse("model", "expected the number or name of the object's model: "+strings.Join(s.list(), ", "))
	}
	if err := m.Defined(); err != nil {
		return nil, nil, err
	}
	g, given := object.Get("key")
	if !given {
		v, err := ParseValues(object.Member("values"), m.Def)
		if err != nil {
			return nil, nil, format.Within("values", err)
		}
		key, err = maryk.AppendKey(nil, m.Def, &v, nil)
		return m, key, format.Within("key", err)
	}
	key, ok := g.Hex()
	if !ok || m.KeySize >= 0 && len(key) != m.KeySize {
		return nil, nil, format.Expect(false, "key", "the record's key in hex", g)
	}
	return m, key, nil
}
