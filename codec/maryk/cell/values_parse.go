package cell

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// ParseValues reads the values of a record in Maryk's JSON, as Record.Write writes them: by property name,
// simple values as text, numbers or booleans, cases as "Name(index)", multi types as ["Type(index)", value].
// Values that are shown encrypted are left out: only their cells have them.
func ParseValues(j value.Value, m *maryk.Model) (maryk.Value, error) {
	v := maryk.Value{Type: maryk.Embed, Def: &maryk.Definition{Type: maryk.Embed, DataModel: m.Name, Model: m}}
	err := parseProperties(&v, j, m, 0)
	return v, err
}

// valuesDepth limits how deep values nest.
const valuesDepth = 64

func parseProperties(v *maryk.Value, j value.Value, m *maryk.Model, depth int) error {
	if j.Kind != value.Object {
		return format.Expect(false, "", "an object of values by property", j)
	}
	if m == nil || depth > valuesDepth {
		return format.Refuse("", "the model of the values is not known, or they are nested too deep")
	}
	for i := range m.Properties { // in the order of cells, whatever order the members have
		p := &m.Properties[i]
		item, given := j.Get(p.Name)
		if !given || item.IsNull() || sealedText(item) {
			continue
		}
		one := maryk.Value{Index: p.Index}
		if err := parseOne(&one, item, p.Def, depth+1); err != nil {
			return format.Within(p.Name, err)
		}
		one.Index = p.Index
		v.Items = append(v.Items, one)
	}
	for i := range j.Len() {
		if m.PropertyNamed(j.Name(i)) == nil {
			return format.Refuse(j.Name(i), m.Name+" has no such property")
		}
	}
	return nil
}

// sealedText reports whether a value is shown in its stored, encrypted form.
func sealedText(j value.Value) bool {
	b, ok := j.Hex()
	return ok && isEnvelope(b)
}

func parseOne(v *maryk.Value, j value.Value, d *maryk.Definition, depth int) error {
	if depth > valuesDepth {
		return format.Refuse("", "nested too deep")
	}
	if d.Simple() && (d.Type != maryk.ValueObject || j.Kind != value.Object) {
		return format.Renamed("", "value", parseSimple(v, j, d))
	}
	*v = maryk.Value{Type: d.Type, Def: d}
	switch d.Type {
	case maryk.ValueObject:
		return parseFields(v, j, d, depth)
	case maryk.Embed:
		return parseProperties(v, j, d.Model, depth)
	case maryk.MultiType:
		return parseMulti(v, j, d, depth)
	case maryk.List, maryk.Set:
		if j.Kind != value.Array {
			return format.Expect(false, "", "a list", j)
		}
		v.Items = make([]maryk.Value, j.Len())
		for i := range v.Items {
			if err := parseOne(&v.Items[i], j.At(i), d.Item, depth+1); err != nil {
				return format.Within("@"+strconv.Itoa(i), err)
			}
		}
		return nil
	case maryk.Map, maryk.IncMap:
		return parseMap(v, j, d, depth)
	}
	return format.Refuse("", "the type of the value is not known")
}

// parseFields reads a value object as an object by property name.
func parseFields(v *maryk.Value, j value.Value, d *maryk.Definition, depth int) error {
	if err := parseProperties(v, j, d.Model, depth); err != nil {
		return err
	}
	b, err := maryk.AppendValue(nil, d, v)
	if err != nil {
		return err
	}
	return maryk.DecodeValue(b, d, v)
}

func parseMap(v *maryk.Value, j value.Value, d *maryk.Definition, depth int) error {
	if j.Kind != value.Object {
		return format.Expect(false, "", "an object by key", j)
	}
	for i := range j.Len() {
		var key, item maryk.Value
		if err := key.ParseText(j.Name(i), d.Key); err != nil {
			return format.Within("@"+j.Name(i), format.Renamed("", "value", err))
		}
		if err := parseOne(&item, j.At(i), d.Item, depth+1); err != nil {
			return format.Within("@"+j.Name(i), err)
		}
		v.Items = append(v.Items, key, item)
	}
	return nil
}

// parseMulti reads ["Type(index)", value].
func parseMulti(v *maryk.Value, j value.Value, d *maryk.Definition, depth int) error {
	if j.Kind != value.Array || j.Len() == 0 || j.Len() > 2 {
		return format.Expect(false, "", "a list of a type and its value", j)
	}
	text, _ := j.At(0).Text()
	index, err := caseIndex(text, d.Cases)
	if err != nil {
		return err
	}
	v.Num = uint64(index)
	c := d.Cases.Case(index)
	if j.Len() == 1 || c == nil || c.Def == nil {
		return nil
	}
	v.Items = make([]maryk.Value, 1)
	return format.Within(c.Name, parseOne(&v.Items[0], j.At(1), c.Def, depth+1))
}

// caseIndex reads "Name(index)", or the name alone.
func caseIndex(text string, cases *maryk.Cases) (uint32, error) {
	if name, rest, ok := strings.Cut(text, "("); ok && strings.HasSuffix(rest, ")") {
		n, err := strconv.ParseUint(strings.TrimSuffix(rest, ")"), 10, 32)
		if c := cases.Case(uint32(n)); err == nil && (c == nil || c.Name == name) {
			return uint32(n), nil
		}
	}
	if c := cases.CaseNamed(text); c != nil {
		return c.Index, nil
	}
	return 0, format.Refuse("", "there is no case or type "+strconv.Quote(format.Cut(text)))
}

func parseSimple(v *maryk.Value, j value.Value, d *maryk.Definition) error {
	if text, ok := j.Text(); ok && d.Type == maryk.Enum {
		n, err := caseIndex(text, d.Cases)
		*v = maryk.Value{Type: d.Type, Def: d, Num: uint64(n)}
		return err
	}
	return v.ParseGiven(j, d)
}

// CellsOf returns the cells of a record's values, in the order in which upstream writes them, without
// versions.
func CellsOf(values value.Value, m *maryk.Model, s Store) (list []Stored, err error) {
	v, err := ParseValues(values, m)
	if err != nil {
		return nil, format.Within("values", err)
	}
	err = m.Cells(&v, func(c maryk.CellOut) error {
		d := dataOf(&c)
		b, err := d.Append(nil, s)
		list = append(list, Stored{Qualifier: bytes.Clone(c.Qualifier), Data: b})
		return err
	})
	return list, format.Within("values", err)
}

// dataOf returns what a store holds in a cell.
func dataOf(c *maryk.CellOut) Data {
	d := Data{Kind: Value, Def: c.Def}
	switch c.Kind {
	case maryk.CellList, maryk.CellSet, maryk.CellMap:
		return Data{Kind: Count, Count: uint32(c.Size)}
	case maryk.CellEmbed:
		return Data{Kind: Embed}
	case maryk.CellType:
		d.Kind, d.Type = ComplexType, c.Type
		if c.Value != nil {
			d.Kind, d.Def = SimpleType, c.Value.Def
		}
	}
	if c.Value != nil {
		d.Value = *c.Value
	}
	return d
}
