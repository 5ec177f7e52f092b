package maryk

import "github.com/rowlens/rowlens/codec/value"

// Write writes the description of a model: kind, name, key and indexes (of a root model), and
// properties.
func (m *Model) Write(w *value.Writer) {
	w.Object()
	w.Key("kind")
	w.String(m.Kind.String())
	w.Key("name")
	w.String(m.Name)
	if m.Kind == RootModel {
		m.writeRoot(w)
	}
	writeReserved(w, m.ReservedIndices, m.ReservedNames)
	if m.MinKeyScan != nil {
		w.Key("minimumKeyScanByteRange")
		w.Int(int64(*m.MinKeyScan))
	}
	w.Key("properties")
	w.Array()
	for i := range m.Properties {
		p := &m.Properties[i]
		w.Object()
		w.Key("index")
		w.Int(int64(p.Index))
		w.Key("name")
		w.String(p.Name)
		writeStrings(w, "alternativeNames", p.Alternatives)
		w.Key("definition")
		p.Def.Write(w)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

func (m *Model) writeRoot(w *value.Writer) {
	w.Key("version")
	w.Text(m.Version.AppendText(nil))
	w.Key("key")
	m.Key.Write(w, false)
	if m.KeyParts != nil {
		w.Key("keyByteSize")
		w.Int(int64(m.KeySize))
		w.Key("keyIndices")
		w.Array()
		for i := range m.KeyParts {
			w.Int(int64(m.KeyParts[i].Offset))
		}
		w.EndArray()
	}
	if len(m.Indexes) > 0 {
		w.Key("indexes")
		w.Array()
		for _, x := range m.Indexes {
			x.Write(w, true)
		}
		w.EndArray()
	}
}

func writeReserved(w *value.Writer, indices []uint32, names []string) {
	if len(indices) > 0 {
		w.Key("reservedIndices")
		w.Array()
		for _, i := range indices {
			w.Int(int64(i))
		}
		w.EndArray()
	}
	writeStrings(w, "reservedNames", names)
}

func writeStrings(w *value.Writer, key string, list []string) {
	if len(list) > 0 {
		w.Member(key).Strings(list)
	}
}

// Write writes the description of a dependent.
func (d *Dependent) Write(w *value.Writer) {
	if d.Model != nil {
		d.Model.Write(w)
		return
	}
	w.Object()
	w.Key("kind")
	w.String(d.Kind.String())
	if d.Kind == TypeDefinition {
		w.Key("typeEnum")
	} else {
		w.Key("enum")
	}
	d.Cases.write(w)
	w.EndObject()
}

// Write writes the description of a definition.
func (d *Definition) Write(w *value.Writer) {
	w.Object()
	w.Key("type")
	w.String(d.Type.String())
	w.Key("required")
	w.Bool(d.Required)
	w.Key("final")
	w.Bool(d.Final)
	for _, s := range slots[d.Type] {
		d.writeSlot(w, s)
	}
	w.EndObject()
}

func (d *Definition) writeSlot(w *value.Writer, s slot) {
	switch s {
	case slotUnique:
		w.Key("unique")
		w.Bool(d.Unique)
	case slotMin:
		writeLimit(w, "minValue", d.Min)
	case slotMax:
		writeLimit(w, "maxValue", d.Max)
	case slotDefault:
		writeLimit(w, "default", d.Default)
	case slotPrecision:
		w.Key("precision")
		w.String(d.Precision.String())
	case slotNumber:
		w.Key("numberType")
		w.String(d.Number.String())
	case slotKeyNumber:
		w.Key("keyNumberType")
		w.String(d.Number.String())
	case slotScale:
		w.Key("scale")
		w.Int(int64(d.Scale))
	case slotByteSize, slotDecimalSize:
		w.Key("byteSize")
		w.Int(int64(d.ByteSize))
	case slotReversed:
		if d.Reversed || d.hasReversed {
			w.Key("reversedStorage")
			w.Bool(d.Reversed)
		}
	case slotMinSize:
		writeSize(w, "minSize", d.MinSize)
	case slotMaxSize:
		writeSize(w, "maxSize", d.MaxSize)
	case slotRegEx:
		if d.RegEx != nil {
			w.Key("regEx")
			w.String(*d.RegEx)
		}
	case slotEnum:
		w.Key("enum")
		d.Cases.write(w)
	case slotTypes:
		w.Key("typeEnum")
		d.Cases.write(w)
	case slotTypeIsFinal:
		w.Key("typeIsFinal")
		w.Bool(d.TypeIsFinal)
	case slotModel:
		w.Key("dataModel")
		w.String(bareName(d.DataModel))
	case slotItem:
		w.Key("valueDefinition")
		d.Item.Write(w)
	case slotKey:
		w.Key("keyDefinition")
		d.Key.Write(w)
	}
}

func writeLimit(w *value.Writer, key string, v *Value) {
	if v != nil {
		w.Key(key)
		v.Write(w)
	}
}

func writeSize(w *value.Writer, key string, n *uint32) {
	if n != nil {
		w.Key(key)
		w.Int(int64(*n))
	}
}

// write writes an enum with all its cases.
func (c *Cases) write(w *value.Writer) {
	w.Object()
	w.Key("name")
	w.String(c.Name)
	w.Key("cases")
	w.Array()
	for i := range c.List {
		k := &c.List[i]
		w.Object()
		w.Key("index")
		w.Int(int64(k.Index))
		w.Key("name")
		w.String(k.Name)
		writeStrings(w, "alternativeNames", k.Alternatives)
		if k.Def != nil {
			w.Key("definition")
			k.Def.Write(w)
		}
		w.EndObject()
	}
	w.EndArray()
	writeReserved(w, c.ReservedIndices, c.ReservedNames)
	w.EndObject()
}
