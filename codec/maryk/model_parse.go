package maryk

import (
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// A description of models in JSON is what Write writes. Models refer to each other, so it is read
// in three steps: the structure; the links; then minima, maxima, defaults, keys and indexes, which
// need the linked models.

// ParseStored reads the description of a model and of its dependents, and links them with the
// models in others.
func ParseStored(model, dependents value.Value, others ...*Stored) (*Stored, error) {
	p := modelParser{models: map[string]*Model{}}
	s := &Stored{models: p.models}
	if err := listed("dependents", dependents); err != nil {
		return nil, err
	}
	for i, j := range dependents.Items() {
		err := p.within("dependents."+itoa(i), func() error {
			d, err := p.dependent(j)
			s.Dependents = append(s.Dependents, d)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var m *Model
	err := p.within("model", func() (err error) {
		m, err = p.model(model)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.Model = m
	if m.Kind != RootModel {
		return nil, refuse("model.kind", "expected RootModel, found "+m.Kind.String())
	}
	known := map[string]*Model{}
	for _, o := range others {
		known[o.Model.Name] = o.Model
	}
	if err := s.link(known); err != nil {
		return nil, err
	}
	for _, late := range p.late {
		if err := late(); err != nil {
			return nil, err
		}
	}
	return s, s.finish()
}

// ParseDefinition reads the description of one definition and links it with the models that find
// returns.
func ParseDefinition(j value.Value, find func(name string) *Model) (*Definition, error) {
	var p modelParser
	d, err := p.definition(j, 0)
	if err != nil {
		return nil, err
	}
	d.link(find)
	for _, late := range p.late {
		if err := late(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

type modelParser struct {
	models map[string]*Model
	late   []func() error
}

// within parses a member; errors in it, even when it is read late, name the member.
func (p *modelParser) within(name string, parse func() error) error {
	from := len(p.late)
	err := parse()
	for i, late := range p.late[from:] {
		p.late[from+i] = func() error { return format.Within(name, late()) }
	}
	return format.Within(name, err)
}

func (p *modelParser) dependent(j value.Value) (d Dependent, err error) {
	name, _ := j.Member("kind").Text()
	switch name {
	case EnumDefinition.String():
		d.Kind = EnumDefinition
		d.Cases, err = p.cases(j.Member("enum"), false, 0)
		return d, format.Within("enum", err)
	case TypeDefinition.String():
		d.Kind = TypeDefinition
		d.Cases, err = p.cases(j.Member("typeEnum"), true, 0)
		return d, format.Within("typeEnum", err)
	}
	if d.Model, err = p.model(j); err != nil {
		return d, err
	}
	d.Kind = d.Model.Kind
	if p.models[d.Model.Name] != nil {
		return d, refuse("name", "there are two models called "+strconv.Quote(format.Cut(d.Model.Name)))
	}
	p.models[d.Model.Name] = d.Model
	return d, nil
}

func (p *modelParser) model(j value.Value) (*Model, error) {
	m := &Model{KeySize: -1, valueSize: -1}
	kind, _ := j.Member("kind").Text()
	for k := RootModel; k <= ValueModel; k++ {
		if k.String() == kind {
			m.Kind = k
		}
	}
	if m.Kind == 0 {
		return nil, format.Expect(false, "kind", "RootModel, Model or ValueModel", j.Member("kind"))
	}
	var ok bool
	if m.Name, ok = j.Member("name").Text(); !ok {
		return nil, format.Expect(false, "name", "a text", j.Member("name"))
	}
	if err := p.properties(j.Member("properties"), m); err != nil {
		return nil, err
	}
	var err error
	if m.ReservedIndices, m.ReservedNames, err = parseReserved(j); err != nil {
		return nil, err
	}
	if m.Kind != RootModel {
		return m, nil
	}
	if n, given := j.Get("minimumKeyScanByteRange"); given {
		if m.MinKeyScan, err = parseUint32(n, "minimumKeyScanByteRange"); err != nil {
			return nil, err
		}
	}
	if m.Version, err = parseVersion(j.Member("version")); err != nil {
		return nil, err
	}
	p.late = append(p.late, func() error { return parseIndexes(j, m) })
	return m, nil
}

// parseIndexes reads key and indexes.
func parseIndexes(j value.Value, m *Model) (err error) {
	m.Key = &Index{Part: PartUUIDv4}
	if key, given := j.Get("key"); given {
		if m.Key, err = ParseIndex(key, m); err != nil {
			return format.Within("key", err)
		}
	}
	for i, item := range j.Member("indexes").Items() {
		x, err := ParseIndex(item, m)
		if err != nil {
			return format.Within("indexes."+itoa(i), err)
		}
		m.Indexes = append(m.Indexes, x)
	}
	return listed("indexes", j.Member("indexes"))
}

func (p *modelParser) properties(list value.Value, m *Model) error {
	if list.Kind != value.Array || list.Len() == 0 {
		return format.Expect(false, "properties", "a list of at least one property", list)
	}
	indices, names := map[uint32]bool{}, map[string]bool{}
	for i, j := range list.Items() {
		at := "properties." + itoa(i)
		n, err := parseUint32(j.Member("index"), "index")
		if err != nil {
			return format.Within(at, err)
		}
		name, _ := j.Member("name").Text()
		switch {
		case *n == 0 || *n > propertyMax || *n >= propertyReservedFrom && *n <= propertyReservedTo:
			return refuse(at+".index", "expected 1 to 32767, but 19000 to 19999, found "+itoa(*n))
		case !validName(name):
			return refuse(at+".name", "expected letters and digits, a lower-case letter first, found "+strconv.Quote(format.Cut(name)))
		case indices[*n] || names[name]:
			return refuse(at, "another property has this index or name")
		}
		indices[*n], names[name] = true, true
		prop := Property{Index: *n, Name: name}
		if prop.Alternatives, err = parseStrings(j, "alternativeNames"); err != nil {
			return format.Within(at, err)
		}
		if prop.Def, err = p.definition(j.Member("definition"), 0); err != nil {
			return format.Within(at+".definition", err)
		}
		m.Properties = append(m.Properties, prop)
	}
	return nil
}

func parseVersion(j value.Value) (v Version, err error) {
	if j.IsNull() {
		return Version{Major: 1}, nil
	}
	text, _ := j.Text()
	fields := strings.Split(text, ".")
	to := []*uint16{&v.Major, &v.Minor, &v.Patch}
	for i, f := range fields {
		n, err := strconv.ParseUint(f, 10, 16)
		if err != nil || i >= len(to) || len(fields) < 2 {
			return v, format.Expect(false, "version", "major.minor or major.minor.patch", j)
		}
		*to[i] = uint16(n)
	}
	return v, nil
}

func parseReserved(j value.Value) (indices []uint32, names []string, err error) {
	for _, item := range j.Member("reservedIndices").Items() {
		n, err := parseUint32(item, "reservedIndices")
		if err != nil {
			return nil, nil, err
		}
		indices = append(indices, *n)
	}
	if names, err = parseStrings(j, "reservedNames"); err == nil {
		err = listed("reservedIndices", j.Member("reservedIndices"))
	}
	return indices, names, err
}

func parseStrings(j value.Value, name string) (texts []string, err error) {
	for _, item := range j.Member(name).Items() {
		s, ok := item.Text()
		if !ok {
			return nil, format.Expect(false, name, "texts", item)
		}
		texts = append(texts, s)
	}
	return texts, listed(name, j.Member(name))
}

// listed refuses a member that is there and is no list.
func listed(name string, j value.Value) error {
	return format.Expect(j.IsNull() || j.Kind == value.Array, name, "a list", j)
}

func parseUint32(j value.Value, field string) (*uint32, error) {
	n, ok := j.Uint()
	if !ok || n > math.MaxUint32 {
		return nil, format.Expect(false, field, "a number from 0 to 4294967295", j)
	}
	u := uint32(n)
	return &u, nil
}

// definitionDepthMax limits how deep definitions nest.
const definitionDepthMax = 16

// definition reads a definition. Minimum, maximum and default are read later, by late.
func (p *modelParser) definition(j value.Value, depth int) (*Definition, error) {
	name, _ := j.Member("type").Text()
	t, ok := ParseType(name)
	if !ok {
		return nil, format.Expect(false, "type", "the name of a type", j.Member("type"))
	}
	if depth > definitionDepthMax {
		return nil, refuse("type", "definitions nested too deep")
	}
	d := &Definition{Type: t, Required: true, TypeIsFinal: true, Precision: Seconds}
	if t == Decimal {
		d.ByteSize = 8
	}
	if err := flag(j, "required", &d.Required); err != nil {
		return nil, err
	}
	if err := flag(j, "final", &d.Final); err != nil {
		return nil, err
	}
	for _, s := range slots[t] {
		if err := p.slot(j, d, s, depth); err != nil {
			return nil, err
		}
	}
	if what := d.lacks(); what != "" {
		return nil, refuse("", "a "+t.String()+" needs "+what)
	}
	return d, nil
}

func flag(j value.Value, name string, to *bool) error {
	member, given := j.Get(name)
	if !given {
		return nil
	}
	var ok bool
	*to, ok = member.Bool()
	return format.Expect(ok, name, "true or false", member)
}

func optionalText(j value.Value, name string) (*string, error) {
	member, given := j.Get(name)
	if !given {
		return nil, nil
	}
	text, ok := member.Text()
	return &text, format.Expect(ok, name, "a text", member)
}

func (p *modelParser) slot(j value.Value, d *Definition, s slot, depth int) (err error) {
	switch s {
	case slotUnique:
		return flag(j, "unique", &d.Unique)
	case slotMin:
		p.limit(j, "minValue", d, &d.Min)
	case slotMax:
		p.limit(j, "maxValue", d, &d.Max)
	case slotDefault:
		p.limit(j, "default", d, &d.Default)
	case slotPrecision, slotNumber, slotKeyNumber:
		return parseWords(j, d, s)
	case slotScale:
		return parseBounded(j, "scale", 0, scaleMax, &d.Scale)
	case slotByteSize:
		return parseBounded(j, "byteSize", 0, byteSizeMax, &d.ByteSize)
	case slotDecimalSize:
		return parseBounded(j, "byteSize", 1, decimalSizeMax, &d.ByteSize)
	case slotReversed:
		_, d.hasReversed = j.Get("reversedStorage")
		return flag(j, "reversedStorage", &d.Reversed)
	case slotMinSize:
		d.MinSize, err = optionalUint32(j, "minSize")
	case slotMaxSize:
		d.MaxSize, err = optionalUint32(j, "maxSize")
	case slotRegEx:
		d.RegEx, err = optionalText(j, "regEx")
	case slotEnum:
		d.Cases, err = p.cases(j.Member("enum"), false, depth)
		err = format.Within("enum", err)
	case slotTypes:
		d.Cases, err = p.cases(j.Member("typeEnum"), true, depth)
		err = format.Within("typeEnum", err)
	case slotTypeIsFinal:
		return flag(j, "typeIsFinal", &d.TypeIsFinal)
	case slotModel:
		d.DataModel, _ = j.Member("dataModel").Text()
	case slotItem:
		d.Item, err = p.definition(j.Member("valueDefinition"), depth+1)
		err = format.Within("valueDefinition", err)
	case slotKey:
		if d.Key, err = p.definition(j.Member("keyDefinition"), depth+1); err == nil && !d.Key.Simple() {
			err = refuse("type", "the keys of a map are simple values")
		}
		err = format.Within("keyDefinition", err)
	}
	return err
}

// limit reads a value once all models are linked.
func (p *modelParser) limit(j value.Value, name string, d *Definition, to **Value) {
	member, given := j.Get(name)
	if !given {
		return
	}
	p.late = append(p.late, func() error {
		v := new(Value)
		if err := v.Parse(member, d); err != nil {
			return format.Within(name, err)
		}
		*to = v
		return nil
	})
}

func parseWords(j value.Value, d *Definition, s slot) error {
	name := map[slot]string{slotPrecision: "precision", slotNumber: "numberType", slotKeyNumber: "keyNumberType"}[s]
	member, given := j.Get(name)
	if !given && s == slotPrecision {
		return nil
	}
	word, _ := member.Text()
	ok := false
	if s == slotPrecision {
		d.Precision, ok = ParsePrecision(word)
	} else {
		d.Number, ok = ParseNumberType(word)
	}
	if s == slotKeyNumber {
		d.Key = incMapKey(d.Number)
	}
	return format.Expect(ok, name, "one of upstream's words", member)
}

func parseBounded(j value.Value, name string, lo, hi uint32, to *uint32) error {
	n, err := optionalUint32(j, name)
	if err != nil || n == nil {
		return err
	}
	*to = *n
	return format.Expect(*n >= lo && *n <= hi, name, itoa(lo)+" to "+itoa(hi), j.Member(name))
}

func optionalUint32(j value.Value, name string) (*uint32, error) {
	member, given := j.Get(name)
	if !given {
		return nil, nil
	}
	return parseUint32(member, name)
}

func (p *modelParser) cases(j value.Value, types bool, depth int) (*Cases, error) {
	c := &Cases{byIndex: map[uint32]int{}}
	var ok bool
	if c.Name, ok = j.Member("name").Text(); !ok {
		return nil, format.Expect(false, "name", "a text", j.Member("name"))
	}
	for i, item := range j.Member("cases").Items() {
		n, err := parseUint32(item.Member("index"), "index")
		if err != nil {
			return nil, format.Within("cases."+itoa(i), err)
		}
		k := Case{Index: *n}
		if k.Name, ok = item.Member("name").Text(); !ok {
			return nil, format.Expect(false, "cases."+itoa(i)+".name", "a text", item.Member("name"))
		}
		if k.Alternatives, err = parseStrings(item, "alternativeNames"); err != nil {
			return nil, format.Within("cases."+itoa(i), err)
		}
		if types {
			if k.Def, err = p.definition(item.Member("definition"), depth+1); err != nil {
				return nil, format.Within("cases."+itoa(i)+".definition", err)
			}
		}
		if _, twice := c.byIndex[*n]; twice {
			return nil, refuse("cases."+itoa(i)+".index", "another case has this index")
		}
		c.byIndex[*n] = len(c.List)
		c.List = append(c.List, k)
	}
	if len(c.List) == 0 {
		return nil, refuse("cases", "expected at least one case")
	}
	var err error
	c.ReservedIndices, c.ReservedNames, err = parseReserved(j)
	return c, err
}
