package cell

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// Write writes the members that describe the content of a cell.
func (d *Data) Write(w *value.Writer, s Store) {
	w.Key("indicator")
	if ind := d.Indicator(s); ind < 0 {
		w.Null()
	} else {
		w.Int(int64(ind))
	}
	w.Key("kind")
	w.String(d.Kind.String())
	switch d.Kind {
	case Count:
		w.Key("count")
		w.Int(int64(d.Count))
	case Value:
		d.writeValue(w)
	case SimpleType, ComplexType:
		if d.TypeName != "" {
			w.Key("typeName")
			w.String(d.TypeName)
		} else {
			w.Key("typeIndex")
			w.Int(int64(d.Type))
		}
		if d.Kind == SimpleType {
			d.writeValue(w)
		}
	case Encrypted:
		if id, ok := d.KeyID(); ok {
			w.Key("keyId")
			w.String(id)
		}
		w.Key("storedValue")
		w.Hex(d.Raw)
		d.writeOpened(w, s)
	case Either:
		w.Key("storedValue")
		w.Hex(d.Raw)
	}
}

// writeOpened writes the content of an encrypted value or, if decryption was tried and failed, the
// reason.
func (d *Data) writeOpened(w *value.Writer, s Store) {
	if d.Opened != nil {
		w.Key("decrypted")
		w.Object()
		d.Opened.Write(w, s)
		w.EndObject()
	}
	if d.NotOpened != "" {
		w.Key("notDecrypted")
		w.String(d.NotOpened)
	}
}

// writeValue writes the value as text, a float as a number. If that is ambiguous, it adds what
// identifies the value: the bits of a NaN, or the index of a case that the model lacks. Bytes
// without a definition are written in hex.
func (d *Data) writeValue(w *value.Writer) {
	switch {
	case d.Def == nil:
		w.Key("value")
		w.Hex(d.Raw)
	case d.float():
		format.WriteFloat(w, d.Value.Num, d.Def.Number.Size()*8)
	default:
		w.Key("value")
		w.Text(appendText(nil, &d.Value))
		if d.Value.Type == maryk.Enum && d.Def.Cases.Case(uint32(d.Value.Num)) == nil {
			w.Key("index")
			w.Int(int64(uint32(d.Value.Num)))
		}
	}
}

func (d *Data) float() bool { return d.Def.Type == maryk.Number && d.Def.Number.Float() }

// Parse reads the members that Write writes, for the cell that p leads to. kind, type, value and
// count decide; what is derived from them, such as the indicator, must agree.
func (d *Data) Parse(fields value.Value, s Store, p *maryk.Path) error {
	*d = Data{}
	name, _ := fields.Member("kind").Text()
	kind, ok := parseKind(name)
	if !ok {
		const kinds = "value, simple-type, complex-type, embed, deleted, count or encrypted"
		return format.ExpectNumber(false, "kind", kinds, fields.Member("kind"))
	}
	d.Kind = kind
	if err := d.suits(p); err != nil {
		return err
	}
	if err := d.parse(fields, p); err != nil {
		return err
	}
	return d.agree(fields, s, p)
}

func (d *Data) parse(fields value.Value, p *maryk.Path) error {
	switch d.Kind {
	case Count:
		n, ok := fields.Member("count").Uint()
		if !ok || n > math.MaxUint32 {
			return format.ExpectNumber(false, "count", "a number from 0 to 4294967295", fields.Member("count"))
		}
		d.Count = uint32(n)
	case Value:
		d.Def = p.Def()
		return d.parseValue(fields)
	case SimpleType, ComplexType:
		return d.parseType(fields, p.Def())
	case Encrypted, Either:
		if d.Raw, _ = fields.Member("storedValue").Hex(); len(d.Raw) > 0 {
			d.first = d.Raw[0]
		}
	}
	return nil
}

func parseKind(s string) (Kind, bool) {
	for k, name := range kindNames {
		if name == s {
			return Kind(k), true
		}
	}
	return 0, false
}

// suits refuses a kind that the cell cannot have.
func (d *Data) suits(p *maryk.Path) error {
	if IsCount(p) {
		if d.Kind != Count && d.Kind != Deleted {
			return format.Refuse("kind", "expected count, since the reference ends at a collection")
		}
		return nil
	}
	def := p.Def()
	if d.Kind == Count && p.Last() != nil {
		return format.Refuse("kind", "a count needs a reference that ends at a collection")
	}
	if ind := d.Indicator(HBase); d.Kind != Either && d.Kind != Encrypted && !fits(byte(ind), def) {
		return format.Refuse("kind", "expected an indicator that is "+expected(def)+", found "+strconv.Itoa(ind))
	}
	return nil
}

func (d *Data) parseType(fields value.Value, def *maryk.Definition) error {
	_, named := fields.Member("typeName").Text()
	switch {
	case named && def != nil:
		c, err := def.Cases.Chosen(fields, "typeIndex", "typeName")
		if err != nil {
			return err
		}
		d.Type, d.TypeName, d.Def = c.Index, c.Name, c.Def
	case named:
		return format.Refuse("typeName", "a type's name needs a model; without one give typeIndex")
	default:
		n, ok := fields.Member("typeIndex").Uint()
		if !ok || n > math.MaxUint32 {
			return format.ExpectNumber(false, "typeIndex", "the index of a type, or typeName", fields.Member("typeIndex"))
		}
		d.Type = uint32(n)
	}
	if d.Kind == ComplexType {
		return nil
	}
	if d.Def != nil && !d.Def.Simple() {
		return format.Refuse("kind", "the value of this type is in other cells: complex-type")
	}
	return d.parseValue(fields)
}

// parseValue reads the member "value" and those that belong to it.
func (d *Data) parseValue(fields value.Value) error {
	j := fields.Member("value")
	if d.Def == nil {
		b, ok := j.Hex()
		if !ok {
			return format.ExpectNumber(false, "value", "hex digits, since the type of the value is not known", j)
		}
		d.Raw = b
		return nil
	}
	if d.float() && !fields.Member("bits").IsNull() {
		return d.Value.Parse(fields, d.Def)
	}
	if d.Def.Type == maryk.Enum && !fields.Member("index").IsNull() {
		return d.Value.Parse(fields, d.Def)
	}
	return d.Value.ParseGiven(j, d.Def)
}
