package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// slot says what a field of a definition's message holds.
type slot uint8

const (
	slotNone slot = iota
	slotUnique
	slotMin
	slotMax
	slotDefault
	slotPrecision
	slotNumber
	slotScale
	slotByteSize
	slotDecimalSize // zigzag, unlike other sizes
	slotReversed
	slotMinSize
	slotMaxSize
	slotRegEx
	slotEnum
	slotTypes
	slotTypeIsFinal
	slotModel
	slotItem
	slotKey
	slotKeyNumber
)

// slots has the fields of each type's message, from field 3 on, in the order in which they are
// written. In all of them field 1 is required and field 2 is final.
var slots = [types][]slot{
	Boolean:     {slotDefault},
	GeoPoint:    {slotDefault},
	Date:        {slotUnique, slotMin, slotMax, slotDefault},
	Time:        {slotUnique, slotPrecision, slotMin, slotMax, slotDefault},
	DateTime:    {slotUnique, slotPrecision, slotMin, slotMax, slotDefault},
	String:      {slotUnique, slotMin, slotMax, slotDefault, slotMinSize, slotMaxSize, slotRegEx},
	FlexBytes:   {slotUnique, slotMin, slotMax, slotDefault, slotMinSize, slotMaxSize},
	FixedBytes:  {slotUnique, slotMin, slotMax, slotDefault, slotByteSize},
	Number:      {slotUnique, slotNumber, slotMin, slotMax, slotDefault, slotReversed},
	Decimal:     {slotUnique, slotScale, slotMin, slotMax, slotDefault, slotReversed, slotDecimalSize},
	Enum:        {slotUnique, slotEnum, slotMin, slotMax, slotDefault},
	Reference:   {slotUnique, slotMin, slotMax, slotDefault, slotModel},
	ValueObject: {slotUnique, slotModel, slotMin, slotMax, slotDefault},
	Embed:       {slotModel, slotDefault},
	List:        {slotMinSize, slotMaxSize, slotItem, slotDefault},
	Set:         {slotMinSize, slotMaxSize, slotItem, slotDefault},
	Map:         {slotMinSize, slotMaxSize, slotKey, slotItem, slotDefault},
	IncMap:      {slotMinSize, slotMaxSize, slotKeyNumber, slotItem},
	MultiType:   {slotTypes, slotTypeIsFinal, slotDefault},
}

// slotFields has the legend of each slot.
var slotFields = [...]*span.Field{
	slotUnique: &legend.Unique, slotMin: &legend.MinValue, slotMax: &legend.MaxValue, slotDefault: &legend.Default,
	slotPrecision: &legend.Precision,
	slotNumber:    &legend.NumberType, slotScale: &legend.Scale, slotByteSize: &legend.ByteSize, slotDecimalSize: &legend.ByteSize,
	slotReversed: &legend.ReversedStorage,
	slotMinSize:  &legend.MinSize, slotMaxSize: &legend.MaxSize, slotRegEx: &legend.RegEx, slotEnum: &legend.EnumDef,
	slotTypes:       &legend.TypeEnumDef,
	slotTypeIsFinal: &legend.TypeIsFinal, slotModel: &legend.DataModel, slotItem: &legend.ItemDefinition,
	slotKey: &legend.KeyDefinition, slotKeyNumber: &legend.KeyNumberType,
}

// Limits of definitions.
const (
	scaleMax       = 18
	decimalSizeMax = 128
	byteSizeMax    = 1 << 20
)

// definition reads the one-field message { number of the type: definition }.
func (d *StoredReader) definition(m *message, f *span.Field) *Definition {
	if !m.expect(f, wireBytes) || !m.Enter(f) {
		return nil
	}
	defer m.Leave()
	at := m.Offset()
	outer := m.open(f)
	var def *Definition
	for {
		num, _, ok := outer.next()
		if !ok {
			break
		}
		def = d.typedField(&outer, f, num)
	}
	m.close(outer)
	if m.OK() && def == nil {
		m.FailAt(wire.Missing, f, at, "a definition", "none")
	}
	return def
}

// typedField reads the field whose number is the type.
func (d *StoredReader) typedField(m *message, f *span.Field, num uint32) *Definition {
	if num >= uint32(types) {
		m.FailFound(wire.BadValue, f, "a property type from 1 to 19", itoa(num))
		return nil
	}
	if !m.expect(f, wireBytes) {
		return nil
	}
	inner := m.open(&legend.TypeDefinition)
	def := d.typed(&inner, Type(num))
	m.close(inner)
	m.Last().Label(Type(num).String())
	return def
}

// typed reads the message of one type's definition.
func (d *StoredReader) typed(m *message, t Type) *Definition {
	def := &Definition{Type: t, Required: true, TypeIsFinal: true, Precision: Seconds}
	if t == Decimal {
		def.ByteSize = 8
	}
	at := m.Offset()
	for {
		num, _, ok := m.next()
		if !ok {
			break
		}
		switch list := slots[t]; {
		case num == 1:
			def.Required = m.bool(&legend.Required)
		case num == 2:
			def.Final = m.bool(&legend.Final)
		case num-3 < uint32(len(list)):
			d.slot(m, def, list[num-3])
		default:
			m.skip()
		}
	}
	if m.OK() {
		if what := def.lacks(); what != "" {
			m.FailAt(wire.Missing, &legend.TypeDefinition, at, what, "none")
		}
	}
	return def
}

// lacks returns the required field that a definition is missing.
func (d *Definition) lacks() string {
	switch d.Type {
	case Number:
		if d.Number == 0 {
			return "a number type"
		}
	case IncMap, Map:
		if d.Key == nil {
			return "a definition of the keys"
		}
		if d.Item == nil {
			return "a definition of the values"
		}
	case List, Set:
		if d.Item == nil {
			return "a definition of the items"
		}
		if !d.Item.Simple() {
			return "items that are simple values"
		}
	case Enum, MultiType:
		if d.Cases == nil {
			return "an enum"
		}
	case Embed, Reference, ValueObject:
		if d.DataModel == "" {
			return "the name of a model"
		}
	}
	return ""
}

// slot reads one field of a definition.
func (d *StoredReader) slot(m *message, def *Definition, s slot) {
	f := slotFields[s]
	at := m.Offset()
	switch s {
	case slotUnique:
		def.Unique = m.bool(f)
	case slotMin:
		d.value(m, f, def, &def.Min)
	case slotMax:
		d.value(m, f, def, &def.Max)
	case slotDefault:
		d.value(m, f, def, &def.Default)
	case slotPrecision:
		def.Precision = Precision(m.enum(f, precisionName))
	case slotNumber:
		def.Number = NumberType(m.enum(f, numberName))
	case slotKeyNumber:
		def.Number = NumberType(m.enum(f, numberName))
		def.Key = incMapKey(def.Number)
	case slotScale:
		def.Scale = m.atMost(f, scaleMax)
	case slotByteSize:
		def.ByteSize = m.atMost(f, byteSizeMax)
	case slotDecimalSize:
		def.ByteSize = m.decimalSize(f)
	case slotReversed:
		def.Reversed, def.hasReversed = m.bool(f), true
	case slotMinSize:
		n := m.uint32(f)
		def.MinSize = &n
	case slotMaxSize:
		n := m.uint32(f)
		def.MaxSize = &n
	case slotRegEx:
		text := m.string(f)
		def.RegEx = &text
	case slotEnum, slotTypes:
		d.casesField(m, f, def, s == slotTypes)
	case slotTypeIsFinal:
		def.TypeIsFinal = m.bool(f)
	case slotModel:
		def.DataModel = m.string(f)
		if m.OK() && def.DataModel == "" {
			m.FailAt(wire.BadText, f, at, "the name of a model", "an empty one")
		}
	case slotItem:
		def.Item = d.definition(m, f)
	case slotKey:
		def.Key = d.definition(m, f)
		if m.OK() && def.Key != nil && !def.Key.Simple() {
			m.FailAt(wire.BadType, f, at, "keys that are simple values", def.Key.typeName())
		}
	}
}

// incMapKey returns the definition of the keys of an incrementing map. They are stored
// complemented, so that the newest comes first.
func incMapKey(n NumberType) *Definition {
	return &Definition{Type: Number, Number: n, Required: true, Reversed: true}
}

func precisionName(n uint32) string {
	if n == uint32(Seconds) || n == uint32(Millis) || n == uint32(Nanos) {
		return Precision(n).String()
	}
	return ""
}

func numberName(n uint32) string {
	if n >= 1 && n < uint32(numbers) {
		return NumberType(n).String()
	}
	return ""
}

// atMost reads a number that must not exceed a limit.
func (m *message) atMost(f *span.Field, limit uint32) uint32 {
	at := m.Offset()
	n := m.uint32(f)
	if m.OK() && n > limit {
		m.FailAt(wire.BadValue, f, at, "at most "+itoa(limit), itoa(n))
	}
	return n
}

func (m *message) decimalSize(f *span.Field) uint32 {
	if !m.expect(f, wireVarint) {
		return 0
	}
	at := m.Offset()
	inner := m.open(f)
	n := inner.signed(&legend.Number, Bits32)
	m.finish(inner, f, span.IntValue(n))
	if m.OK() && (n < 1 || n > decimalSizeMax) {
		m.FailAt(wire.BadValue, f, at, "1 to 128 bytes", itoa(n))
		return 0
	}
	return uint32(n)
}

// value reads a minimum, maximum or default. It keeps the bytes if they need a model, or the size
// that follows them, and so can be read only later.
func (d *StoredReader) value(m *message, f *span.Field, def *Definition, to **Value) {
	switch def.Type {
	case Embed, ValueObject, List, Set, Map, MultiType, Decimal, FixedBytes:
		d.keepLate(m, f, def, to)
		return
	case Number:
		if def.Number == 0 {
			m.Fail(wire.Missing, f, "the number type before it")
			return
		}
	}
	v := new(Value)
	v.reset(def)
	m.value(f, def, m.wt, v)
	v.Bytes = append([]byte(nil), v.Bytes...)
	*to = v
}

func (d *StoredReader) keepLate(m *message, f *span.Field, def *Definition, to **Value) {
	from := m.Offset()
	wt := m.wt
	inner := m.open(f)
	switch wt {
	case wireBytes:
		inner.bytes(&legend.Content, inner.left())
	case wireVarint:
		inner.varint(&legend.Number, Bits64)
	case wire32:
		inner.bytes(&legend.Content, 4)
	case wire64:
		inner.bytes(&legend.Content, 8)
	default:
		m.wrongWire(f, wireBytes, wt)
	}
	m.close(inner)
	form := lateField
	if def.Type == Embed || def.Type == ValueObject {
		form = lateMessage
	}
	part := lateBytes{from, m.Offset()}
	for i := range def.late {
		if def.late[i].to == to {
			def.late[i].parts = append(def.late[i].parts, part)
			return
		}
	}
	def.late = append(def.late, lateValue{to: to, def: def, form: form, parts: []lateBytes{part}})
}

// casesField reads the enum of a definition.
func (d *StoredReader) casesField(m *message, f *span.Field, def *Definition, types bool) {
	if !m.expect(f, wireBytes) {
		return
	}
	known := d.enums
	if types {
		known = d.types
	}
	inner := m.open(f)
	def.Cases = d.cases(&inner, known, types)
	m.close(inner)
}

// cases reads an enum, or a type enum whose cases have definitions:
//
//	enum       1 name · repeated 2 { 1: index, repeated 2: name, then alternative ones } · 3 reserved indices · 4 reserved names
//	type enum  1 name · repeated 2 { 1: index, 2: name, repeated 3: alternative names, 4: definition } · 3 · 4
//
// Without field 2 the cases are those of the earlier enum of that name.
func (d *StoredReader) cases(m *message, known map[string]*Cases, types bool) *Cases {
	c := &Cases{byIndex: map[uint32]int{}}
	at := m.Offset()
	named := false
	for {
		num, _, ok := m.next()
		if !ok {
			break
		}
		switch num {
		case 1:
			c.Name, named = m.string(&legend.EnumName), true
		case 2:
			d.oneCase(m, c, types)
		case 3:
			c.ReservedIndices = m.packed(&legend.ReservedIndices, c.ReservedIndices)
		case 4:
			c.ReservedNames = append(c.ReservedNames, m.string(&legend.ReservedName))
		default:
			m.skip()
		}
	}
	if !m.OK() {
		return nil
	}
	c.cost = m.Offset() - at
	if !named {
		m.FailAt(wire.Missing, &legend.EnumName, at, "the name of the enum", "none")
	} else if len(c.List) == 0 {
		d.repeated(m, c, known[c.Name], at)
	}
	return c
}

// repeated copies the cases of an enum given only by its name.
func (d *StoredReader) repeated(m *message, c, earlier *Cases, at int) {
	if earlier == nil {
		m.FailAt(wire.Missing, &legend.EnumCase, at, "cases, or an enum called "+format.Cut(c.Name)+" before it", "none")
		return
	}
	if d.spent += earlier.cost; d.spent > d.limit {
		m.FailAt(wire.Limit, &legend.EnumCase, at, "enums that are repeated within reason", "more than "+itoa(d.limit)+" bytes of cases by name")
		return
	}
	c.List, c.byIndex, c.cost = earlier.List, earlier.byIndex, earlier.cost
}

func (d *StoredReader) oneCase(m *message, c *Cases, types bool) {
	if !m.expect(&legend.EnumCase, wireBytes) {
		return
	}
	at := m.Offset()
	inner := m.open(&legend.EnumCase)
	var k Case
	var names []string // of an enum: the name and the alternative ones
	numbered, named := false, false
	for {
		num, _, ok := inner.next()
		if !ok {
			break
		}
		switch {
		case num == 1:
			k.Index, numbered = inner.uint32(&legend.CaseIndex), true
		case num == 2 && types:
			k.Name, named = inner.string(&legend.CaseName), true
		case num == 2, num == 3 && types:
			f := &legend.OtherCaseName
			if !types && len(names) == 0 {
				f = &legend.CaseName
			}
			names = append(names, inner.string(f))
		case num == 4 && types:
			k.Def = d.definition(&inner, &legend.Definition)
		default:
			inner.skip()
		}
	}
	m.close(inner)
	if !m.OK() {
		return
	}
	if !types && len(names) > 0 {
		k.Name, names, named = names[0], names[1:], true
	}
	if !numbered || !named || types && k.Def == nil {
		m.FailAt(wire.Missing, &legend.EnumCase, at, "a case with index and name", "one without")
		return
	}
	if _, twice := c.byIndex[k.Index]; twice {
		m.FailAt(wire.BadValue, &legend.CaseIndex, at, "cases of different index", "two with "+itoa(k.Index))
		return
	}
	k.Alternatives = names
	c.byIndex[k.Index] = len(c.List)
	c.List = append(c.List, k)
	m.Last().Label(k.Name)
}
