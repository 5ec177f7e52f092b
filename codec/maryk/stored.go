package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// ReadStored reads the model and dependents parts of a stored definition. dependents may be empty:
// then there are none. Both slices are retained: NewSchema reads defaults from them, which may
// alias them.
//
//	model       message { repeated 1: property, 2: meta }
//	dependents  message { repeated 1: primitive }
//
// Errors: Truncated, BadValue, BadType, Missing, Limit (nesting, and excessive repetition of
// enums by name), NonCanonical for bytes that no writer produces.
func ReadStored(model, dependents []byte) (*Stored, error) {
	s, _, err := readStored(model, dependents)
	return s, err
}

// readStored is ReadStored, but also returns the part in which an error is.
func readStored(model, dependents []byte) (s *Stored, part string, err error) {
	var d StoredReader
	if len(dependents) > 0 {
		r := wire.NewReader(dependents, nil)
		r.SetLenient(true)
		d.ReadDependents(&r)
		if err := r.Finish(); err != nil {
			return nil, legend.PartDependents, err
		}
	}
	r := wire.NewReader(model, nil)
	r.SetLenient(true)
	d.ReadModel(&r)
	if err := r.Finish(); err != nil {
		return nil, legend.PartModel, err
	}
	return d.Stored(model, dependents), "", nil
}

// StoredReader reads one stored definition from readers over its parts, which may record a tree.
// Read the dependents first, if there are any. Most callers want ReadStored.
type StoredReader struct {
	root   *Model
	list   []Dependent
	models map[string]*Model
	enums  map[string]*Cases // seen in the dependents so far
	types  map[string]*Cases
	spent  int // bytes of the cases of enums given only by name
	limit  int // limit of spent: such a name repeats a list whose bytes were read once
}

// Limits for enums given only by name: in bytes, and in multiples of the part.
const (
	repeatBytes = 1 << 20
	repeatTimes = 16
)

// Stored returns the definition read from the parts; it retains both.
func (d *StoredReader) Stored(model, dependents []byte) *Stored {
	return &Stored{Model: d.root, Dependents: d.list, models: d.models, bytes: model, deps: dependents}
}

// ReadDependents reads the dependents part: a message of primitives.
func (d *StoredReader) ReadDependents(r *wire.Reader) {
	d.models, d.enums, d.types = map[string]*Model{}, map[string]*Cases{}, map[string]*Cases{}
	d.limit = repeatBytes + repeatTimes*r.Left()
	r.Begin(&legend.Dependents)
	m := message{cursor: newCursor(r, -1), field: &legend.Dependents}
	for {
		num, _, ok := m.next()
		if !ok {
			break
		}
		if num != 1 {
			m.skip()
			continue
		}
		d.primitiveField(&m)
	}
	if m.OK() && len(d.list) == 0 {
		m.Fail(wire.Missing, &legend.Primitive, "at least one model or enum")
	}
}

// primitiveField reads the field of one dependent. Messages inside a loop are opened in separate
// functions: the address of a loop variable would escape, and the reader with it.
func (d *StoredReader) primitiveField(m *message) {
	if !m.expect(&legend.Primitive, wireBytes) {
		return
	}
	inner := m.open(&legend.Primitive)
	d.primitive(&inner)
	m.close(inner)
}

// primitive reads one dependent: a field whose number is its kind.
func (d *StoredReader) primitive(m *message) {
	num, _, ok := m.next()
	if !ok {
		if m.OK() {
			m.Fail(wire.Missing, &legend.Primitive, "a model or enum")
		}
		return
	}
	kind := ModelKind(min(num, 255))
	if kind < RootModel || kind > TypeDefinition {
		m.FailFound(wire.BadValue, &legend.Primitive, "a kind from 1 to 5", itoa(num))
		return
	}
	if !m.expect(&legend.Primitive, wireBytes) {
		return
	}
	inner := m.open(&legend.Dependent)
	dep := Dependent{Kind: kind}
	switch kind {
	case EnumDefinition:
		dep.Cases = d.cases(&inner, d.enums, false)
		d.keep(d.enums, dep.Cases)
	case TypeDefinition:
		dep.Cases = d.cases(&inner, d.types, true)
		d.keep(d.types, dep.Cases)
	default:
		dep.Model = d.modelMessage(&inner, kind)
	}
	m.close(inner)
	if !m.OK() {
		return
	}
	if last := m.Last(); last.Recorded() {
		last.Label(kind.String() + " " + dep.name())
		last.As(dependentFields[kind])
	}
	if dep.Model != nil {
		if d.models[dep.Model.Name] != nil {
			m.FailFound(wire.BadValue, &legend.Dependent, "models of different names", "two called "+dep.Model.Name)
			return
		}
		d.models[dep.Model.Name] = dep.Model
	}
	d.list = append(d.list, dep)
}

// dependentFields are the fields of dependents, by their kind.
var dependentFields = [...]*span.Field{
	RootModel: &legend.Dependent, EmbeddedModel: &legend.Dependent, ValueModel: &legend.Dependent,
	EnumDefinition: &legend.DependentEnum, TypeDefinition: &legend.DependentTypes,
}

func (d *StoredReader) keep(known map[string]*Cases, c *Cases) {
	if c != nil && known[c.Name] == nil {
		known[c.Name] = c
	}
}

// name returns the name of a dependent.
func (d *Dependent) name() string {
	if d.Model != nil {
		return d.Model.Name
	}
	return d.Cases.Name
}

// ReadModel reads the model part: the message of the root model itself.
func (d *StoredReader) ReadModel(r *wire.Reader) {
	r.Begin(&legend.Model)
	m := message{cursor: newCursor(r, -1), field: &legend.Model}
	d.root = d.modelMessage(&m, RootModel)
}

// modelMessage reads { repeated 1: property, 2: meta }.
func (d *StoredReader) modelMessage(m *message, kind ModelKind) *Model {
	if !m.Enter(m.field) {
		return nil
	}
	defer m.Leave()
	model := &Model{Kind: kind, Version: Version{Major: 1}, KeySize: -1, valueSize: -1}
	hasMeta := false
	for {
		num, _, ok := m.next()
		if !ok {
			break
		}
		switch num {
		case 1:
			d.property(m, model)
		case 2:
			hasMeta = true
			d.meta(m, model)
		default:
			m.skip()
		}
	}
	switch {
	case !m.OK():
	case len(model.Properties) == 0:
		m.Fail(wire.Missing, &legend.ModelProperty, "at least one property")
	case !hasMeta:
		m.Fail(wire.Missing, &legend.Meta, "the name of the model")
	default:
		d.unique(m, model)
	}
	if kind == RootModel && model.Key == nil {
		model.Key = &Index{Part: PartUUIDv4}
	}
	return model
}

// unique refuses properties that share an index or a name.
func (d *StoredReader) unique(m *message, model *Model) {
	indices, names := make(map[uint32]bool, len(model.Properties)), make(map[string]bool, len(model.Properties))
	for i := range model.Properties {
		p := &model.Properties[i]
		if indices[p.Index] || names[p.Name] {
			m.FailFound(wire.BadValue, &legend.ModelProperty, "properties of different index and name",
				"two with "+itoa(p.Index)+" or "+p.Name+" in "+model.Name)
			return
		}
		indices[p.Index], names[p.Name] = true, true
	}
}

// property reads { 1: index, 2: name, repeated 3: alternative names, 4: definition }.
func (d *StoredReader) property(m *message, model *Model) {
	if !m.expect(&legend.ModelProperty, wireBytes) {
		return
	}
	at := m.Offset()
	inner := m.open(&legend.ModelProperty)
	var p Property
	named := false
	for {
		num, _, ok := inner.next()
		if !ok {
			break
		}
		switch num {
		case 1:
			p.Index = inner.propertyIndex()
		case 2:
			p.Name, named = inner.propertyName(), true
		case 3:
			p.Alternatives = append(p.Alternatives, inner.string(&legend.Alternative))
		case 4:
			p.Def = d.definition(&inner, &legend.Definition)
		default:
			inner.skip()
		}
	}
	m.close(inner)
	if m.OK() && (p.Index == 0 || !named || p.Def == nil) {
		m.FailAt(wire.Missing, &legend.ModelProperty, at, "a property with index, name and definition", "one without")
		return
	}
	m.Last().Label(p.Name)
	model.Properties = append(model.Properties, p)
}

func (m *message) propertyIndex() uint32 {
	at := m.Offset()
	index := m.uint32(&legend.PropertyIndex)
	if m.OK() && (index == 0 || index > propertyMax || index >= propertyReservedFrom && index <= propertyReservedTo) {
		m.FailAt(wire.BadValue, &legend.PropertyIndex, at, "an index from 1 to 32767, but 19000 to 19999", itoa(index))
	}
	return index
}

func (m *message) propertyName() string {
	at := m.Offset()
	name := m.string(&legend.PropertyName)
	if m.OK() && !validName(name) {
		m.FailAt(wire.BadText, &legend.PropertyName, at, "a name of letters and digits that begins with a lower-case one", format.Cut(name))
	}
	return name
}

func validName(s string) bool {
	for i, c := range []byte(s) {
		lower, upper, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		if !lower && (i == 0 || !upper && !digit) {
			return false
		}
	}
	return s != ""
}

// meta reads what a model stores about itself:
//
//	RootModel   1 name · 2 version · 3 key · 4 indexes · 5 reserved indices · 6 reserved names · 7 minimumKeyScanByteRange
//	Model       1 name · 2 reserved indices · 3 reserved names
//	ValueModel  1 name
func (d *StoredReader) meta(m *message, model *Model) {
	if !m.expect(&legend.Meta, wireBytes) {
		return
	}
	at := m.Offset()
	inner := m.open(&legend.Meta)
	named := false
	for {
		num, _, ok := inner.next()
		if !ok {
			break
		}
		switch {
		case num == 1:
			model.Name, named = inner.string(&legend.ModelName), true
		case model.Kind == EmbeddedModel && num <= 3:
			num += 3 // as in a root model
			fallthrough
		case model.Kind == RootModel:
			d.rootMeta(&inner, model, num)
		default:
			inner.skip()
		}
	}
	m.close(inner)
	if m.OK() && !named {
		m.FailAt(wire.Missing, &legend.ModelName, at, "the name of the model", "none")
	}
}

func (d *StoredReader) rootMeta(m *message, model *Model, num uint32) {
	switch num {
	case 2:
		model.Version = m.version()
	case 3:
		model.Key = m.index(&legend.KeyPart)
	case 4:
		model.Indexes = append(model.Indexes, m.index(&legend.Index))
	case 5:
		model.ReservedIndices = m.packed(&legend.ReservedIndices, model.ReservedIndices)
	case 6:
		model.ReservedNames = append(model.ReservedNames, m.string(&legend.ReservedName))
	case 7:
		n := m.uint32(&legend.MinKeyScan)
		model.MinKeyScan = &n
	default:
		m.skip()
	}
}

// version reads the version as a value object of three numbers.
func (m *message) version() (v Version) {
	if !m.expect(&legend.ModelVersion, wireBytes) {
		return v
	}
	inner := m.open(&legend.ModelVersion)
	v = inner.versionBytes()
	m.finish(inner, &legend.ModelVersion, span.TextValue(v.AppendText(nil)))
	return v
}

// versionSize is the length of a stored version: three numbers, two separators.
const versionSize = 8

func (c *cursor) versionBytes() (v Version) {
	if !c.sized(&legend.ModelVersion, versionSize) {
		return v
	}
	v.Major = c.Uint16(&legend.Major)
	c.separator(false)
	v.Minor = c.Uint16(&legend.Minor)
	c.separator(false)
	v.Patch = c.Uint16(&legend.Patch)
	return v
}

// ReadVersion reads the 8 bytes of a version as a group.
func ReadVersion(r *wire.Reader) Version {
	c := newCursor(r, -1)
	c.Begin(&legend.ModelVersion)
	v := c.versionBytes()
	c.EndWith(span.Value{Kind: span.JSON, Bytes: v.AppendText(nil)}, 0)
	return v
}

// AppendVersion appends the version as in a stored definition.
func AppendVersion(dst []byte, v Version) []byte {
	return append(dst, byte(v.Major>>8), byte(v.Major), separator, byte(v.Minor>>8), byte(v.Minor), separator, byte(v.Patch>>8),
		byte(v.Patch))
}
