package implexus

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// The type codes of entities. Upstream's document contradicts itself about them, so a code is only
// a hint; other codes are kept.
const (
	EntityUnknown   = 0
	EntityDocument  = 1
	EntityCategory  = 2
	EntityCatalogue = 3
	EntityContainer = 4
	EntityIndex     = 5
)

var entityNames = [...]string{"UNKNOWN", "DOCUMENT", "CATEGORY", "CATALOGUE", "CONTAINER", "INDEX"}

// EntityName returns upstream's name for a type code, or "unknown".
func EntityName(code int64) string {
	if code >= 0 && code < int64(len(entityNames)) {
		return entityNames[code]
	}
	return "unknown"
}

// Entity is the value of an entity row.
//
//	sequence  02 code 8  05 length 8 label        null label: 00
//	array     07 count 8 = 2, the same two elements
//	mixed     code 8  05 length 8 label           null label: 00
//	raw       code 8  length 8 label
//
// The first byte distinguishes sequence (02), array (07) and the others (00: codes below 2^56);
// byte 8 distinguishes mixed (05, or the only byte after the code) from raw. Errors: empty-input,
// unknown-layout, bad-record-shape, those of elements. Spec: docs/formats/implexus.md#entity.
type Entity struct {
	TypeCode int64
	Label    Text
	Layout   Layout
}

// DecodeEntity reads an entity value. It aliases src.
func DecodeEntity(src []byte, e *Entity) error {
	r := wire.NewReader(src, nil)
	var v Value
	e.decode(newDecoder(&r, &v, Options{}))
	return r.Finish()
}

const entityShape = "an int64 and a string or null"

func (e *Entity) decode(d *decoder) {
	if !d.notEmpty(&fTypeCode) {
		return
	}
	b := d.r.Ahead()
	switch b[0] {
	case byte(Int64):
		e.Layout = Sequence
		d.element(&fTypeCode, "", nil, 0)
		d.element(&fTypeLabel, "", nil, 0)
		d.end()
		e.take(d, 0, 2)
	case byte(Array):
		e.Layout = ArrayLayout
		d.items = [2]*span.Field{&fTypeCode, &fTypeLabel}
		d.element(&fArray, "", nil, 0)
		d.end()
		e.take(d, 1, 3)
	case 0:
		e.decodeBare(d, len(b) == 9 || len(b) > 9 && b[8] == byte(String))
	default:
		d.unknownLayout(&fTypeCode, "00, 02 or 07")
	}
}

// decodeBare reads the layouts that begin with a bare number.
func (e *Entity) decodeBare(d *decoder, mixed bool) {
	b := d.r.Take(&fTypeCode, 8, "8 bytes")
	if b == nil {
		return
	}
	e.TypeCode = int64(binary.BigEndian.Uint64(b))
	if d.r.Rec() != nil {
		d.r.Leaf(&fTypeCode, 0, entityEnum(e.TypeCode))
	}
	if !mixed {
		e.Layout = Raw
		d.r.Begin(&fTypeLabel)
		e.Label = Text{Bytes: d.text(&fText)}
		d.r.End()
		d.end()
		return
	}
	e.Layout = Mixed
	d.element(&fTypeLabel, "", nil, 0)
	d.end()
	if d.r.OK() {
		var ok bool
		if e.Label, ok = d.v.textOf(0); !ok {
			d.badShape(&fTypeLabel, "a string or null")
		}
	}
}

func entityEnum(code int64) span.Value {
	return span.Value{Kind: span.Enum, Num: uint64(code), Bytes: []byte(EntityName(code))}
}

// take takes the members from elements i and i+1, which must be the last ones.
func (e *Entity) take(d *decoder, i, end int) {
	if !d.r.OK() {
		return
	}
	ok := len(d.v.Elements) == end && d.v.Elements[i].Type == Int64
	if ok {
		e.TypeCode = int64(d.v.Elements[i].Num)
		e.Label, ok = d.v.textOf(i + 1)
	}
	if !ok {
		d.badShape(&fTypeCode, entityShape)
	}
}

// AppendEntity appends an entity value in its layout. Mixed and raw are refused for codes outside 0
// to 2^56-1, because a reader would take the result for another layout.
func AppendEntity(dst []byte, e *Entity) ([]byte, error) {
	if err := e.Label.check("type_label", e.Layout); err != nil {
		return dst, err
	}
	if e.Layout >= Mixed && uint64(e.TypeCode)>>56 != 0 {
		return dst, format.Refuse("type_code", "the layout "+e.Layout.String()+" holds codes from 0 to 2^56-1, found "+strconv.FormatInt(e.TypeCode, 10))
	}
	if e.Layout == ArrayLayout {
		dst = appendInt(append(dst, byte(Array)), 2)
	}
	if e.Layout < Mixed {
		dst = append(dst, byte(Int64))
	}
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.TypeCode))
	if e.Layout == Raw {
		return appendText(dst, e.Label.Bytes), nil
	}
	return appendOptional(dst, e.Label), nil
}

func (e *Entity) write(w *value.Writer) {
	w.Object()
	w.Key("type_code")
	w.Int64(e.TypeCode)
	w.Key("entity_type")
	w.String(EntityName(e.TypeCode))
	w.Key("type_label")
	e.Label.write(w)
	w.Key("layout")
	w.String(e.Layout.String())
	w.EndObject()
}

// parse reads what write writes. entity_type must be that of the code.
func (e *Entity) parse(fields value.Value) (err error) {
	if err := format.Known(fields, "type_code", "entity_type", "type_label", "layout"); err != nil {
		return err
	}
	var ok bool
	if e.TypeCode, ok = fields.Member("type_code").Int(); !ok {
		return format.Refuse("type_code", "expected a whole number of 64 bits")
	}
	if err := format.Follows(fields, "entity_type", EntityName(e.TypeCode), "member type_code"); err != nil {
		return err
	}
	if err := e.Label.parse(fields, "type_label"); err != nil {
		return err
	}
	e.Layout, err = parseLayout(fields, Mixed)
	return err
}
