package maryk

import "github.com/rowlens/rowlens/codec/format"

// AppendModel appends the model part of a stored definition as upstream writes it, with fields in
// ascending order. It always writes required, final, unique, precision, number type, scale, byte
// size and typeIsFinal, and all others only if they are set.
func AppendModel(dst []byte, m *Model) ([]byte, error) {
	w := storedWriter{}
	return w.model(dst, m)
}

// AppendDependents appends the dependents part, which is empty if there are none. An enum that is
// already in the list is repeated only by name.
func AppendDependents(dst []byte, list []Dependent) ([]byte, error) {
	w := storedWriter{written: map[string]bool{}}
	out := dst
	for i := range list {
		d := &list[i]
		var inner []byte
		var err error
		switch {
		case d.Model != nil:
			inner, err = w.model(nil, d.Model)
		case d.Kind == TypeDefinition:
			inner, err = w.cases(nil, d.Cases, true, true)
		default:
			inner, err = w.cases(nil, d.Cases, false, true)
		}
		if err != nil {
			return dst, format.Within(d.name(), err)
		}
		out = appendDelimited(out, 1, appendDelimited(nil, uint32(d.Kind), inner))
		if d.Kind == EnumDefinition {
			w.written[d.Cases.Name] = true
		}
	}
	return out, nil
}

type storedWriter struct {
	written map[string]bool // enums in the dependents so far
}

func (w *storedWriter) model(dst []byte, m *Model) ([]byte, error) {
	out := dst
	for i := range m.Properties {
		p := &m.Properties[i]
		inner := AppendVarint(AppendExtra(nil, 1, wireVarint), uint64(p.Index))
		inner = appendDelimited(inner, 2, []byte(p.Name))
		for _, a := range p.Alternatives {
			inner = appendDelimited(inner, 3, []byte(a))
		}
		inner, err := w.definition(inner, 4, p.Def)
		if err != nil {
			return dst, format.Within(p.Name, err)
		}
		out = appendDelimited(out, 1, inner)
	}
	meta, err := w.meta(m)
	if err != nil {
		return dst, err
	}
	return appendDelimited(out, 2, meta), nil
}

func (w *storedWriter) meta(m *Model) ([]byte, error) {
	meta := appendDelimited(nil, 1, []byte(m.Name))
	switch m.Kind {
	case EmbeddedModel:
		return appendReserved(meta, 2, m.ReservedIndices, m.ReservedNames), nil
	case RootModel:
		meta = appendDelimited(meta, 2, AppendVersion(nil, m.Version))
		key, err := appendIndex(nil, m.Key)
		if err != nil {
			return nil, format.Within("key", err)
		}
		meta = appendDelimited(meta, 3, key)
		for i, x := range m.Indexes {
			inner, err := appendIndex(nil, x)
			if err != nil {
				return nil, format.Within("indexes."+itoa(i), err)
			}
			meta = appendDelimited(meta, 4, inner)
		}
		meta = appendReserved(meta, 5, m.ReservedIndices, m.ReservedNames)
		if m.MinKeyScan != nil {
			meta = AppendVarint(AppendExtra(meta, 7, wireVarint), uint64(*m.MinKeyScan))
		}
	}
	return meta, nil
}

// appendReserved appends reserved indices, packed, under a field, and reserved names under the next
// field.
func appendReserved(dst []byte, field uint32, indices []uint32, names []string) []byte {
	if len(indices) > 0 {
		var packed []byte
		for _, i := range indices {
			packed = AppendVarint(packed, uint64(i))
		}
		dst = appendDelimited(dst, field, packed)
	}
	for _, n := range names {
		dst = appendDelimited(dst, field+1, []byte(n))
	}
	return dst
}

func appendBool(dst []byte, field uint32, b bool) []byte {
	return append(AppendExtra(dst, field, wireVarint), byte(b2i(b)))
}

// definition appends a field with the one-field message of a definition.
func (w *storedWriter) definition(dst []byte, field uint32, d *Definition) ([]byte, error) {
	inner := appendBool(appendBool(nil, 1, d.Required), 2, d.Final)
	if d.Type >= types {
		return dst, refuse("type", "the type is not known")
	}
	for i, s := range slots[d.Type] {
		var err error
		if inner, err = w.slot(inner, uint32(i+3), s, d); err != nil {
			return dst, err
		}
	}
	return appendDelimited(dst, field, appendDelimited(nil, uint32(d.Type), inner)), nil
}

func (w *storedWriter) slot(dst []byte, field uint32, s slot, d *Definition) ([]byte, error) {
	number := func(n uint32) []byte { return AppendVarint(AppendExtra(dst, field, wireVarint), uint64(n)) }
	switch s {
	case slotUnique:
		return appendBool(dst, field, d.Unique), nil
	case slotMin:
		return d.appendLimit(dst, field, "minValue", &d.Min)
	case slotMax:
		return d.appendLimit(dst, field, "maxValue", &d.Max)
	case slotDefault:
		return d.appendLimit(dst, field, "default", &d.Default)
	case slotPrecision:
		return number(uint32(d.Precision)), nil
	case slotNumber, slotKeyNumber:
		return number(uint32(d.Number)), nil
	case slotScale:
		return number(d.Scale), nil
	case slotByteSize:
		return number(d.ByteSize), nil
	case slotDecimalSize:
		return AppendZigZag(AppendExtra(dst, field, wireVarint), int64(d.ByteSize)), nil
	case slotReversed:
		if d.Reversed || d.hasReversed {
			dst = appendBool(dst, field, d.Reversed)
		}
	case slotMinSize:
		if d.MinSize != nil {
			return number(*d.MinSize), nil
		}
	case slotMaxSize:
		if d.MaxSize != nil {
			return number(*d.MaxSize), nil
		}
	case slotRegEx:
		if d.RegEx != nil {
			dst = appendDelimited(dst, field, []byte(*d.RegEx))
		}
	case slotEnum:
		inner, err := w.cases(nil, d.Cases, false, !w.written[d.Cases.Name])
		return appendDelimited(dst, field, inner), err
	case slotTypes:
		inner, err := w.cases(nil, d.Cases, true, true)
		return appendDelimited(dst, field, inner), err
	case slotTypeIsFinal:
		return appendBool(dst, field, d.TypeIsFinal), nil
	case slotModel:
		dst = appendDelimited(dst, field, []byte(d.DataModel))
	case slotItem:
		return w.definition(dst, field, d.Item)
	case slotKey:
		return w.definition(dst, field, d.Key)
	}
	return dst, nil
}

// appendLimit appends a minimum, maximum or default; if its model is unknown, its original bytes.
func (d *Definition) appendLimit(dst []byte, field uint32, name string, from **Value) ([]byte, error) {
	v := *from
	if v == nil {
		return dst, nil
	}
	if d.Model == nil && (d.Type == ValueObject || d.Type == Embed) {
		return appendDelimited(dst, field, v.Bytes), nil
	}
	if d.Type == ValueObject { // here it is a message, not storage bytes
		inner, err := appendFields(nil, d.Model, v)
		if err != nil {
			return dst, format.Within(name, err)
		}
		return appendDelimited(dst, field, inner), nil
	}
	out, err := appendField(dst, field, d, v)
	if err != nil {
		return dst, format.Within(name, err)
	}
	return out, nil
}

// cases appends the message of an enum or type enum.
func (w *storedWriter) cases(dst []byte, c *Cases, types, full bool) ([]byte, error) {
	dst = appendDelimited(dst, 1, []byte(c.Name))
	for i := range c.List {
		if !full {
			break
		}
		k := &c.List[i]
		inner := AppendVarint(AppendExtra(nil, 1, wireVarint), uint64(k.Index))
		inner = appendDelimited(inner, 2, []byte(k.Name))
		alternative := uint32(2)
		if types {
			alternative = 3
		}
		for _, a := range k.Alternatives {
			inner = appendDelimited(inner, alternative, []byte(a))
		}
		if types {
			var err error
			if inner, err = w.definition(inner, 4, k.Def); err != nil {
				return dst, format.Within(k.Name, err)
			}
		}
		dst = appendDelimited(dst, 2, inner)
	}
	return appendReserved(dst, 3, c.ReservedIndices, c.ReservedNames), nil
}
