package cell

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kind says what a cell holds.
type Kind uint8

// The kinds. The zero Kind is bytes that only a model could identify.
const (
	Either Kind = iota
	Value
	SimpleType
	ComplexType
	Embed
	Deleted
	Count
	Encrypted
)

var kindNames = [...]string{"unknown", "value", "simple-type", "complex-type", "embed", "deleted", "count", "encrypted"}

// String returns the kind's name as fields show it.
func (k Kind) String() string { return kindNames[k] }

// Store is the store that the cells are from: the stores write sizes differently, and only one
// encrypts.
type Store uint8

// The stores.
const (
	RocksDB Store = iota // a size is a bare var-int
	HBase                // a size is a value: 01, then the var-int
)

// Indicators in the low three bits of the first byte.
const (
	indDeleted = 0
	indValue   = 1
	indSimple  = 2
	indComplex = 3
	indEmbed   = 4
	indMask    = 7
)

// Data is what one cell holds. Bytes in it alias the input.
//
//	deleted       00
//	value         01, storage bytes of the value
//	simple type   var-int (index of the type << 3 | 2), storage bytes of the value
//	complex type  var-int (index of the type << 3 | 3); the value is in cells below
//	embed         04 01; the properties are in cells below
//	count         RocksDB: var-int, without indicator · HBase: 01, var-int
//	encrypted     "MKE1" or "MKE2", payload (RocksDB)
//
// The bytes of a count look like those of other cells. What distinguishes it is its reference,
// which ends at a list, set or map.
type Data struct {
	Kind     Kind
	Count    uint32
	Type     uint32            // index of the type
	TypeName string            // its name, if the model is known
	Def      *maryk.Definition // type of the value; nil if unknown
	Value    maryk.Value       // set if Def is known
	Raw      []byte            // all data; for a value without Def, only the value

	// After Open of an encrypted value: its content, or why it was not decrypted.
	Opened    *Data
	NotOpened string

	sealed sealed // if it is encrypted
	first  byte
}

// Indicator returns the low three bits of the first byte, or -1 for a bare count.
func (d *Data) Indicator(s Store) int {
	switch d.Kind {
	case Value:
		return indValue
	case SimpleType:
		return indSimple
	case ComplexType:
		return indComplex
	case Embed:
		return indEmbed
	case Deleted:
		return indDeleted
	case Count:
		if s == HBase {
			return indValue
		}
		return -1
	}
	return int(d.first & indMask)
}

// IsCount reports whether the cell of a reference is the size of a collection. It is if the
// reference ends at a collection, either as a property or after the marker of a nested one.
func IsCount(p *maryk.Path) bool {
	last := p.Last()
	if last == nil {
		return false
	}
	if last.Kind != maryk.StepProperty {
		return p.Marker
	}
	return endsAtCollection(p)
}

func endsAtCollection(p *maryk.Path) bool {
	switch p.Cell() {
	case maryk.CellList, maryk.CellSet, maryk.CellMap:
		return true
	}
	return false
}

// Read reads the remaining bytes as the data of the cell that p leads to. With an empty path, the
// data stays untyped.
//
// Errors: Truncated, Trailing, BadType (an indicator that the property cannot have),
// BadValue (a type that the model does not have).
func (d *Data) Read(r *wire.Reader, s Store, p *maryk.Path) {
	d.Kind, d.Def, d.TypeName, d.Type, d.Count, d.first, d.Raw = Either, nil, "", 0, 0, 0, nil
	d.Opened, d.NotOpened = nil, ""
	if !r.OK() {
		return
	}
	at := r.Offset()
	r.Begin(&fData)
	d.read(r, s, p)
	r.End()
	if d.Raw == nil && r.OK() {
		d.Raw = r.Since(at)
	}
}

func (d *Data) read(r *wire.Reader, s Store, p *maryk.Path) {
	if IsCount(p) {
		d.readCount(r, s)
		return
	}
	b := r.Ahead()
	if len(b) == 0 {
		r.Fail(wire.Truncated, &fIndicator, "a type indicator")
		return
	}
	d.first = b[0]
	def := p.Def()
	if s == RocksDB && isEnvelope(b) {
		d.readEnvelope(r)
		return
	}
	if s == RocksDB && p.Last() == nil && isVarint(b) {
		d.Raw = r.Rest(&fEither)
		return
	}
	if !fits(b[0], def) {
		r.FailFound(wire.BadType, &fIndicator, expected(def), "indicator "+strconv.Itoa(int(b[0]&indMask)))
		return
	}
	switch b[0] & indMask {
	case indSimple, indComplex:
		d.readType(r, def)
		return
	}
	if b[0] > indMask {
		r.Fail(wire.BadValue, &fIndicator, "00, 01, 04 or a type")
		return
	}
	d.indicator(r, b[0])
	switch b[0] {
	case indDeleted:
		d.Kind = Deleted
	case indValue:
		d.Kind, d.Def = Value, def
		d.readValue(r)
	case indEmbed:
		d.Kind = Embed
		_, ok := Byte(r, &fExists, "\x01", "01")
		if ok {
			r.Leaf(&fExists, r.Offset()-1, span.BoolValue(true))
		}
	}
}

// isEnvelope reports whether data is encrypted. Plain data cannot begin like this, because it would
// have indicator 5.
func isEnvelope(b []byte) bool {
	return len(b) >= 4 && b[0] == 'M' && b[1] == 'K' && b[2] == 'E' && (b[3] == '1' || b[3] == '2')
}

// isVarint reports whether b is exactly one var-int and so may be a size.
func isVarint(b []byte) bool {
	for i, c := range b {
		if c < 0x80 {
			return i == len(b)-1 && i < 5
		}
	}
	return false
}

// fits reports whether a cell with the definition may begin with the byte.
func fits(first byte, def *maryk.Definition) bool {
	ind := first & indMask
	switch {
	case ind > indEmbed:
		return false
	case def == nil || first == indDeleted:
		return true
	}
	switch def.Type {
	case maryk.Embed:
		return ind == indEmbed
	case maryk.MultiType:
		return ind == indSimple || ind == indComplex
	case maryk.List, maryk.Set, maryk.Map, maryk.IncMap:
		return false // their own cell is a size; a path without the marker only occurs in a delete
	}
	return ind == indValue
}

func expected(def *maryk.Definition) string {
	if def == nil {
		return "an indicator from 0 to 4"
	}
	switch def.Type {
	case maryk.Embed:
		return "0 (deleted) or 4 (embedded values)"
	case maryk.MultiType:
		return "0 (deleted), 2 or 3 (a type)"
	case maryk.List, maryk.Set, maryk.Map, maryk.IncMap:
		return "0 (deleted)"
	}
	return "0 (deleted) or 1 (a value)"
}

var indicatorNames = [...]string{"deleted", "value", "type with a simple value", "type", "embedded values"}

// indicator consumes the indicator byte as a leaf.
func (d *Data) indicator(r *wire.Reader, first byte) {
	r.Take(&fIndicator, 1, "")
	if r.Rec() != nil {
		r.Leaf(&fIndicator, r.Offset()-1, span.EnumValue(int64(first&indMask), indicatorNames[first&indMask]))
	}
}

// readValue reads the value to the end.
func (d *Data) readValue(r *wire.Reader) {
	if d.Def == nil || !d.Def.Simple() {
		d.Def = nil
		d.Raw = r.Rest(&fValue)
		if d.Raw == nil {
			d.Raw = []byte{}
		}
		return
	}
	maryk.ReadValue(r, &fValue, r.Left(), d.Def, false, &d.Value)
}

func (d *Data) readCount(r *wire.Reader, s Store) {
	d.Kind = Count
	if s == HBase {
		b := r.Ahead()
		switch {
		case len(b) == 0:
			r.Fail(wire.Truncated, &fIndicator, "a type indicator")
			return
		case b[0] == indDeleted:
			d.indicator(r, b[0])
			d.Kind = Deleted
			return
		case b[0] != indValue:
			r.FailFound(wire.BadType, &fIndicator, "0 (deleted) or 1 (a size)", "indicator "+strconv.Itoa(int(b[0]&indMask)))
			return
		}
		d.indicator(r, b[0])
	}
	d.Count = uint32(maryk.ReadVarint(r, &fCount, maryk.Bits32))
}

func (d *Data) readType(r *wire.Reader, def *maryk.Definition) {
	at := r.Offset()
	index, ind, leaf := maryk.ReadExtra(r, &fType)
	if !r.OK() {
		return
	}
	d.Type, d.Kind = index, SimpleType
	if ind == indComplex {
		d.Kind = ComplexType
	}
	if def != nil {
		c := def.Cases.Case(index)
		if c == nil {
			r.FailAt(wire.BadValue, &fType, at, "a type of "+def.Cases.Name, strconv.FormatUint(uint64(index), 10))
			return
		}
		d.TypeName, d.Def = c.Name, c.Def
		leaf.As(&fTypeNamed)
	}
	leaf.Enum(int64(index), d.TypeName)
	leaf.Note(indicatorNames[ind])
	if d.Kind == SimpleType {
		if d.Def != nil && !d.Def.Simple() {
			r.FailAt(wire.BadType, &fType, at, "indicator 3, of a type whose value is in other cells", "2")
			return
		}
		d.readValue(r)
	}
}

// Append appends the data. Data that the store cannot hold is refused, and dst returned
// unchanged.
func (d *Data) Append(dst []byte, s Store) ([]byte, error) {
	switch d.Kind {
	case Deleted:
		return append(dst, indDeleted), nil
	case Value:
		return d.appendValue(append(dst, indValue), dst)
	case SimpleType:
		return d.appendValue(maryk.AppendExtra(dst, d.Type, indSimple), dst)
	case ComplexType:
		return maryk.AppendExtra(dst, d.Type, indComplex), nil
	case Embed:
		return append(dst, indEmbed, 1), nil
	case Count:
		if s == HBase {
			dst = append(dst, indValue)
		}
		return maryk.AppendVarint(dst, uint64(d.Count)), nil
	case Encrypted:
		if s == RocksDB && isEnvelope(d.Raw) {
			return append(dst, d.Raw...), nil
		}
		return dst, format.Refuse("storedValue", "expected the bytes of an encrypted value")
	}
	if len(d.Raw) == 0 {
		return dst, format.Refuse("storedValue", "expected the bytes of the stored value")
	}
	return append(dst, d.Raw...), nil
}

func (d *Data) appendValue(dst, before []byte) ([]byte, error) {
	if d.Def == nil {
		return append(dst, d.Raw...), nil
	}
	out, err := maryk.AppendValue(dst, d.Def, &d.Value)
	if err != nil {
		return before, err
	}
	return out, nil
}
