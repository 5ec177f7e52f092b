package maryk

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// AppendText appends the definition as text for people: the model, its key and indexes, one line
// per property, then the models and enums that it needs.
//
//	Log 1.0, key of 11 bytes: Reversed(timestamp) 0–8, severity 9–10
//	  index severity  0a11
//	    1 message    String
//	    2 severity   enum Severity, final, default INFO
//	enum Severity: 1 INFO, 2 DEBUG, 3 ERROR
func (d *Stored) AppendText(dst []byte) []byte {
	dst = d.Model.appendText(dst)
	for i := range d.Dependents {
		dep := &d.Dependents[i]
		if dep.Model != nil {
			dst = dep.Model.appendText(append(dst, '\n'))
			continue
		}
		dst = dep.Cases.appendText(append(dst, '\n'), dep.Kind)
	}
	return dst
}

func (m *Model) appendText(dst []byte) []byte {
	switch m.Kind {
	case RootModel:
		dst = m.Version.AppendText(append(plain(dst, m.Name), ' '))
		dst = m.appendKeyText(dst)
	case ValueModel:
		dst = append(plain(append(dst, "value "...), m.Name), '\n')
	default:
		dst = append(plain(append(dst, "model "...), m.Name), '\n')
	}
	wide := 0
	for i := range m.Properties {
		wide = max(wide, len(m.Properties[i].Name))
	}
	for i := range m.Properties {
		p := &m.Properties[i]
		from := len(dst)
		dst = strconv.AppendUint(append(dst, "     "...), uint64(p.Index), 10)
		if extra := min(len(dst)-from-5, 5); extra > 0 { // right-aligned in 5 columns
			dst = append(dst[:from], dst[from+extra:]...)
		}
		dst = append(plain(append(dst, ' '), p.Name), spaces(wide-len(p.Name)+2)...)
		dst = append(p.Def.appendType(dst), '\n')
	}
	return dst
}

func spaces(n int) string {
	const many = "                                                                "
	return many[:max(min(n, len(many)), 0)]
}

// plain appends a name with anything that a terminal would interpret neutralized.
func plain(dst []byte, name string) []byte {
	n := len(dst)
	dst = value.AppendQuoted(dst, name)
	return append(dst[:n], dst[n+1:len(dst)-1]...)
}

func (m *Model) appendKeyText(dst []byte) []byte {
	if m.KeyParts == nil {
		dst = append(m.Key.appendText(append(dst, ", key: "...)), '\n')
	} else {
		dst = strconv.AppendInt(append(dst, ", key of "...), int64(m.KeySize), 10)
		dst = append(dst, " bytes: "...)
		for i := range m.KeyParts {
			p := &m.KeyParts[i]
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(p.Index.appendText(dst), ' ')
			dst = strconv.AppendInt(dst, int64(p.Offset), 10)
			dst = strconv.AppendInt(append(dst, "–"...), int64(p.Offset+p.Size-1), 10)
		}
		dst = append(dst, '\n')
	}
	for _, x := range m.Indexes {
		dst = x.appendText(append(dst, "  index "...))
		dst = append(value.AppendHex(append(dst, "  "...), x.Reference), '\n')
	}
	return dst
}

// appendType appends a type in words, such as "Map of String to Address", and its particulars.
func (d *Definition) appendType(dst []byte) []byte {
	dst = d.appendBare(dst)
	for _, w := range [...]struct {
		on   bool
		word string
	}{{!d.Required, "optional"}, {d.Final, "final"}, {d.Unique, "unique"}, {d.Reversed, "reversed storage"}} {
		if w.on {
			dst = append(append(dst, ", "...), w.word...)
		}
	}
	if d.Default != nil && d.Simple() {
		dst = plain(append(dst, ", default "...), string(d.Default.appendText(nil)))
	}
	return dst
}

func (d *Definition) appendBare(dst []byte) []byte {
	switch d.Type {
	case Number:
		return append(dst, d.Number.String()...)
	case Time, DateTime:
		return append(append(append(dst, d.Type.String()...), ' '), d.Precision.String()...)
	case Decimal:
		dst = strconv.AppendUint(append(dst, "Decimal of scale "...), uint64(d.Scale), 10)
		return append(strconv.AppendUint(append(dst, " in "...), uint64(d.ByteSize), 10), " bytes"...)
	case FixedBytes:
		return append(strconv.AppendUint(dst, uint64(d.ByteSize), 10), " bytes"...)
	case Enum:
		return plain(append(dst, "enum "...), d.Cases.Name)
	case MultiType:
		return plain(append(dst, "one of "...), d.Cases.Name)
	case Embed:
		return plain(append(dst, "embedded "...), d.DataModel)
	case Reference:
		return plain(append(dst, "key of "...), d.DataModel)
	case ValueObject:
		return plain(append(dst, "value "...), d.DataModel)
	case List, Set:
		return d.Item.appendBare(append(append(dst, d.Type.String()...), " of "...))
	case Map, IncMap:
		dst = d.Key.appendBare(append(append(dst, d.Type.String()...), " of "...))
		return d.Item.appendBare(append(dst, " to "...))
	}
	return append(dst, d.Type.String()...)
}

func (c *Cases) appendText(dst []byte, kind ModelKind) []byte {
	if kind == EnumDefinition {
		dst = append(plain(append(dst, "enum "...), c.Name), ": "...)
		for i := range c.List {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = strconv.AppendUint(dst, uint64(c.List[i].Index), 10)
			dst = plain(append(dst, ' '), c.List[i].Name)
		}
		return append(dst, '\n')
	}
	dst = append(plain(append(dst, "types "...), c.Name), '\n')
	for i := range c.List {
		dst = strconv.AppendUint(append(dst, "  "...), uint64(c.List[i].Index), 10)
		dst = plain(append(dst, ' '), c.List[i].Name)
		dst = append(c.List[i].Def.appendType(append(dst, "  "...)), '\n')
	}
	return dst
}
