package maryk

// Definition is the type of the values of a property, an item, a key or a type. It is immutable
// once its model is linked.
type Definition struct {
	Type        Type
	Number      NumberType // for a Number, or the keys of an IncMap
	Precision   Precision  // for a Time or DateTime
	Required    bool
	Final       bool
	Unique      bool
	TypeIsFinal bool // for a MultiType
	Reversed    bool // for a Number or Decimal: every byte is stored complemented
	hasReversed bool // reversedStorage is encoded, even if false

	Scale    uint32 // for a Decimal: digits after the point
	ByteSize uint32 // for a Decimal or FixedBytes

	Min, Max, Default *Value
	MinSize, MaxSize  *uint32
	RegEx             *string

	DataModel string      // for an Embed, Reference or Value: name of the model
	Model     *Model      // that model; nil while unknown
	Cases     *Cases      // for an Enum or MultiType
	Key       *Definition // key of a Map or IncMap; an IncMap's are stored complemented
	Item      *Definition // item of a List or Set, value of a Map or IncMap

	late []lateValue // minimum, maximum and default, if they can be read only with the whole schema
}

// Cases are the cases of an enum, or the types of a type enum.
type Cases struct {
	Name            string
	List            []Case
	ReservedIndices []uint32
	ReservedNames   []string

	byIndex map[uint32]int
	cost    int // bytes of the full list, for the limit on repeated enums
}

// Case is one case of an enum, or one type.
type Case struct {
	Index        uint32
	Name         string
	Alternatives []string
	Def          *Definition // for a type; nil for a case of an enum
}

// Case returns the case with the index, or nil.
func (c *Cases) Case(index uint32) *Case {
	if c == nil {
		return nil
	}
	if i, ok := c.byIndex[index]; ok {
		return &c.List[i]
	}
	return nil
}

// CaseNamed returns the case that has, or once had, the name, or nil.
func (c *Cases) CaseNamed(name string) *Case {
	if c == nil {
		return nil
	}
	for i := range c.List {
		if c.List[i].Name == name {
			return &c.List[i]
		}
	}
	for i := range c.List {
		for _, a := range c.List[i].Alternatives {
			if a == name {
				return &c.List[i]
			}
		}
	}
	return nil
}

// unknownCase names a case that the enum does not have; a newer version of the model may have it.
const unknownCase = "%Unknown"

// CaseName returns the name of the case with the index, or "%Unknown".
func (c *Cases) CaseName(index uint32) string {
	if k := c.Case(index); k != nil {
		return k.Name
	}
	return unknownCase
}

// Simple reports whether a value is a single cell of storage bytes. All values are, except
// collections, embedded values and multi types.
func (d *Definition) Simple() bool {
	switch d.Type {
	case Embed, List, Set, Map, IncMap, MultiType, Unknown:
		return false
	}
	return true
}

// Size returns the number of storage bytes, and whether it is fixed and known.
func (d *Definition) Size() (n int, fixed bool) {
	switch d.Type {
	case Boolean:
		return 1, true
	case Date:
		return 4, true
	case Enum:
		return 2, true
	case GeoPoint:
		return 8, true
	case Number:
		return d.Number.Size(), d.Number.Size() > 0
	case Decimal, FixedBytes:
		return int(d.ByteSize), true
	case Time:
		return timeSize(d.Precision), true
	case DateTime:
		return dateTimeSize(d.Precision), true
	case Reference:
		if d.Model != nil && d.Model.KeySize >= 0 {
			return d.Model.KeySize, true
		}
	case ValueObject:
		if d.Model != nil && d.Model.valueSize >= 0 {
			return d.Model.valueSize, true
		}
	}
	return 0, false
}

func timeSize(p Precision) int {
	switch p {
	case Millis:
		return 4
	case Nanos:
		return 6
	}
	return 3
}

func dateTimeSize(p Precision) int {
	switch p {
	case Millis:
		return 9
	case Nanos:
		return 11
	}
	return 7
}
