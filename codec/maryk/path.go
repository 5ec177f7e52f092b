package maryk

// Tags of the parts of a property reference in storage, in the three low bits.
const (
	TagDelete = 0 // soft-delete marker of a record
	TagValue  = 1 // simple value, or multi type
	TagList   = 2
	TagSet    = 3
	TagMap    = 4 // map or incrementing map
	TagType   = 5 // complex value of a multi type
	TagEmbed  = 6
)

var tagNames = [8]string{"delete", "value", "list", "set", "map", "type", "embed", ""}

// tagOf returns the tag of a property by its type.
func tagOf(t Type) uint8 {
	switch t {
	case List:
		return TagList
	case Set:
		return TagSet
	case Map, IncMap:
		return TagMap
	case Embed:
		return TagEmbed
	}
	return TagValue
}

// StepKind is the kind of one step of a path.
type StepKind uint8

// The kinds of steps, with their form in text.
const (
	StepProperty    StepKind = iota // name
	StepListItem                    // @3
	StepAnyListItem                 // *
	StepSetItem                     // #value
	StepAnySetItem                  // *
	StepMapValue                    // @key
	StepMapKey                      // #key
	StepAnyMapValue                 // *
	StepAnyMapKey                   // ~
	StepIncMapItem                  // ^n: position in an incrementing map; has no text form in upstream
	StepType                        // *Type
	StepTypeOf                      // * after a multi type: its type
	StepSimpleType                  // >Type
	StepUnknown                     // everything after an unknown model
)

// Step is one step of a path.
type Step struct {
	Kind  StepKind
	Index uint32      // index of a property or type, position in a list
	Prop  *Property   // for a property; nil if unknown
	Def   *Definition // definition of the value after the step, nil if unknown
	Value Value       // set item or map key; its Type is Unknown if it is untyped
	End   int         // in a path read from its stored form: the offset after the step
	name  string      // for a type, if known
	tag   uint8       // as stored, if the model does not determine it
}

// Path is a property reference: from a model down to a value, a collection, an item.
// Decoding reuses its memory.
type Path struct {
	Steps []Step

	// Marker says that the bytes end with the marker of a collection inside a map value or type, so
	// that the cell is the collection's size.
	Marker bool
}

// Last returns the last step, or nil.
func (p *Path) Last() *Step {
	if len(p.Steps) == 0 {
		return nil
	}
	return &p.Steps[len(p.Steps)-1]
}

// Def returns the definition of what the path leads to, or nil if unknown.
func (p *Path) Def() *Definition {
	if s := p.Last(); s != nil {
		return s.Def
	}
	return nil
}

// valueDef is Def for the path of an index part.
func (p *Path) valueDef() *Definition { return p.Def() }

// CellKind says what a cell holds, given the path in its qualifier.
type CellKind uint8

// The kinds of cells.
const (
	CellUnknown CellKind = iota
	CellValue            // storage bytes of a simple value, a list item, a set item
	CellList             // size of a list
	CellSet              // size of a set
	CellMap              // size of a map
	CellEmbed            // existence of embedded values
	CellType             // type of a multi type, with the value of a simple one
)

var cellNames = [...]string{"Unknown", "Value", "ListSize", "SetSize", "MapSize", "Embed", "TypeValue"}

// String returns upstream's name for the kind of cell.
func (k CellKind) String() string {
	if int(k) < len(cellNames) {
		return cellNames[k]
	}
	return cellNames[0]
}

// Cell returns what the cell holds that has the path as its qualifier.
func (p *Path) Cell() CellKind {
	s := p.Last()
	switch {
	case s == nil:
		return CellUnknown
	case s.Kind == StepListItem, s.Kind == StepSetItem:
		return CellValue
	case s.Def != nil:
		return cellOf(s.Def)
	}
	switch s.tag {
	case TagList:
		return CellList
	case TagSet:
		return CellSet
	case TagMap:
		return CellMap
	case TagEmbed:
		return CellEmbed
	}
	return CellUnknown
}

// cellOf returns the kind of the first cell of a value.
func cellOf(d *Definition) CellKind {
	switch d.Type {
	case List:
		return CellList
	case Set:
		return CellSet
	case Map, IncMap:
		return CellMap
	case Embed:
		return CellEmbed
	case MultiType:
		return CellType
	}
	return CellValue
}

// push adds a step, reusing memory.
func (p *Path) push(s Step) *Step {
	p.Steps = append(p.Steps, s)
	return p.Last()
}

// AppendReference appends the storage bytes of the reference as upstream writes them. For an item
// in a collection inside a map value or type, they lack the marker byte that stored cells have and
// AppendQualifier writes; this is an inconsistency of upstream. Wildcards and map keys have no
// storage bytes.
func AppendReference(dst []byte, p *Path) ([]byte, error) { return p.append(dst, false) }

// AppendQualifier appends the qualifier of the cell that the path leads to.
func AppendQualifier(dst []byte, p *Path) ([]byte, error) { return p.append(dst, true) }

func (p *Path) append(dst []byte, markers bool) ([]byte, error) {
	out := dst
	for i := range p.Steps {
		s := &p.Steps[i]
		if markers && i > 0 && s.inCollection() && p.Steps[i-1].Kind != StepProperty {
			out = append(out, s.collectionTag())
		}
		var err error
		if out, err = s.append(out); err != nil {
			return dst, err
		}
	}
	if markers && p.Marker {
		if last := p.Last(); last != nil && last.Kind != StepProperty {
			out = append(out, last.markerTag())
		}
	}
	return out, nil
}

// inCollection reports whether the step is an item of a list, set or map.
func (s *Step) inCollection() bool {
	return s.Kind == StepListItem || s.Kind == StepSetItem || s.Kind == StepMapValue
}

func (s *Step) collectionTag() byte {
	switch s.Kind {
	case StepListItem:
		return TagList
	case StepSetItem:
		return TagSet
	}
	return TagMap
}

// markerTag returns the marker of the collection after the step.
func (s *Step) markerTag() byte {
	if s.Def != nil {
		return tagOf(s.Def.Type)
	}
	return s.tag
}

func (s *Step) append(dst []byte) ([]byte, error) {
	switch s.Kind {
	case StepProperty:
		tag := s.tag
		if s.Def != nil {
			tag = tagOf(s.Def.Type)
		}
		return AppendExtra(dst, s.Index, tag), nil
	case StepListItem:
		return append(dst, byte(s.Index>>24), byte(s.Index>>16), byte(s.Index>>8), byte(s.Index)), nil
	case StepSetItem, StepMapValue:
		return appendItemBytes(dst, &s.Value)
	case StepType:
		return AppendExtra(dst, s.Index, TagType), nil
	case StepTypeOf, StepSimpleType:
		return dst, nil // the bytes of the multi type itself
	}
	return dst, refuse("path", "a wildcard or map key has no storage form")
}

// appendItemBytes appends a var-int length and the storage bytes of an item or key.
func appendItemBytes(dst []byte, v *Value) ([]byte, error) {
	if v.Type == Unknown {
		return append(AppendVarint(dst, uint64(len(v.Bytes))), v.Bytes...), nil
	}
	b, err := AppendValue(nil, v.Def, v)
	if err != nil {
		return dst, err
	}
	return append(AppendVarint(dst, uint64(len(b))), b...), nil
}
