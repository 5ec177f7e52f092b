package maryk

import "strconv"

// ModelKind says what a model is for.
type ModelKind uint8

// The kinds; the values are the numbers that dependents have in a stored definition.
const (
	RootModel      ModelKind = 1 // has a key and records of its own
	EmbeddedModel  ModelKind = 2 // its values live inside others
	ValueModel     ModelKind = 3 // each value is one fixed byte string
	EnumDefinition ModelKind = 4 // not a model: an enum that models share
	TypeDefinition ModelKind = 5 // not a model: a type enum that models share
)

var kindNames = [...]string{"", "RootModel", "Model", "ValueModel", "EnumDefinition", "TypeDefinition"}

// String returns upstream's name for the kind.
func (k ModelKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// Version is the version of a model.
type Version struct{ Major, Minor, Patch uint16 }

// AppendText appends "major.minor", and ".patch" unless that is 0.
func (v Version) AppendText(dst []byte) []byte {
	dst = strconv.AppendUint(dst, uint64(v.Major), 10)
	dst = strconv.AppendUint(append(dst, '.'), uint64(v.Minor), 10)
	if v.Patch != 0 {
		dst = strconv.AppendUint(append(dst, '.'), uint64(v.Patch), 10)
	}
	return dst
}

// Model is one data model. Once linked it is immutable and safe for concurrent use.
type Model struct {
	Kind            ModelKind
	Name            string
	Properties      []Property // in the order of their declaration
	ReservedIndices []uint32
	ReservedNames   []string

	// For a root model:
	Version    Version
	Key        *Index   // how keys are composed; UUIDv4 if the model does not say
	Indexes    []*Index // one per index table of the model
	MinKeyScan *uint32  // minimumKeyScanByteRange

	// KeySize is the length of the model's keys, or -1 if it depends on an unknown model or the
	// model has no key.
	KeySize  int
	KeyParts []KeyPart // the parts of the key, in order; nil if the size is unknown

	valueSize int // for a value model: length of its values, -1 if variable or unknown
	linked    bool
	dense     []uint16
	sparse    map[uint32]uint16
	byName    map[string]int
}

// Property is one property of a model.
type Property struct {
	Index        uint32
	Name         string
	Alternatives []string
	Def          *Definition
}

// Property indices that a model may have. 19000 to 19999 are reserved for upstream itself, 0 for
// markers.
const (
	propertyMax          = 32767
	propertyReservedFrom = 19000
	propertyReservedTo   = 19999
)

// denseMax returns the highest index for which a model gets a table by index, in which a lookup
// never searches. Models with few properties and high indices get a map instead, so that a hostile
// model cannot allocate memory out of proportion to its bytes.
func denseMax(count int) uint32 { return uint32(8*count + 64) }

// index builds the lookup tables of the model's properties.
func (m *Model) index() {
	highest := uint32(0)
	for i := range m.Properties {
		highest = max(highest, m.Properties[i].Index)
	}
	m.dense, m.sparse = nil, nil
	m.byName = make(map[string]int, len(m.Properties))
	if highest <= denseMax(len(m.Properties)) {
		m.dense = make([]uint16, highest+1)
	} else {
		m.sparse = make(map[uint32]uint16, len(m.Properties))
	}
	for i := range m.Properties {
		p := &m.Properties[i]
		if m.dense != nil {
			m.dense[p.Index] = uint16(i + 1)
		} else {
			m.sparse[p.Index] = uint16(i + 1)
		}
		m.byName[p.Name] = i
	}
}

// Property returns the property with the index, or nil, in constant time.
func (m *Model) Property(index uint32) *Property {
	at := uint16(0)
	if m.dense != nil {
		if index < uint32(len(m.dense)) {
			at = m.dense[index]
		}
	} else {
		at = m.sparse[index]
	}
	if at == 0 {
		return nil
	}
	return &m.Properties[at-1]
}

// PropertyNamed returns the property with the name, or nil. It tries the alternative names of
// properties only after all their names.
func (m *Model) PropertyNamed(name string) *Property {
	if i, ok := m.byName[name]; ok {
		return &m.Properties[i]
	}
	for i := range m.Properties {
		for _, a := range m.Properties[i].Alternatives {
			if a == name {
				return &m.Properties[i]
			}
		}
	}
	return nil
}

// propertyName returns a property's name, or its index as text.
func (m *Model) propertyName(index uint32) string {
	if m != nil {
		if p := m.Property(index); p != nil {
			return p.Name
		}
	}
	return utoa(uint64(index))
}

// KeyPart is one part of a key, with its offset and type.
type KeyPart struct {
	Index        *Index
	Offset, Size int
}

// Dependent is something that a model depends on and that is stored with it: an embedded or value
// model, an enum, or a type enum.
type Dependent struct {
	Kind  ModelKind
	Model *Model // for a model
	Cases *Cases // for an enum or type enum
}

// Stored is one stored model definition, which a Maryk database keeps as four byte strings.
type Stored struct {
	Model      *Model
	Dependents []Dependent

	models map[string]*Model // of the dependents, by name
	bytes  []byte            // the model part, for values that Link reads
	deps   []byte            // the dependents part, for the same purpose
}

// Clone reads the same definition again, for use in another Schema; it is not linked.
func (d *Stored) Clone() (*Stored, error) { return ReadStored(d.bytes, d.deps) }

// Schema is a set of stored definitions that know each other.
type Schema struct {
	Stored []*Stored
	models map[string]*Model
}

// Model returns the model with the name, which may be a root model or one that a root model depends
// on. It returns nil if there is none.
func (s *Schema) Model(name string) *Model {
	if s == nil {
		return nil
	}
	return s.models[name]
}

// NewSchema links definitions: names become models, and references in keys and indexes become
// paths. It fails if a hostile or incomplete definition makes that impossible; a missing model is
// not an error. A Stored belongs to one Schema, which is then immutable and safe for concurrent
// use.
func NewSchema(stored ...*Stored) (*Schema, error) {
	s := &Schema{Stored: stored, models: map[string]*Model{}}
	for _, d := range stored {
		for i := range d.Dependents {
			if m := d.Dependents[i].Model; m != nil && s.models[m.Name] == nil {
				s.models[m.Name] = m
			}
		}
	}
	for _, d := range stored {
		s.models[d.Model.Name] = d.Model // the root model itself takes precedence over a copy of it
	}
	for _, d := range stored {
		if err := d.link(s.models); err != nil {
			return nil, err
		}
	}
	for _, d := range stored {
		if err := d.finish(); err != nil {
			return nil, err
		}
	}
	for _, d := range stored {
		for m := range d.all {
			m.linked = true
		}
	}
	return s, nil
}
