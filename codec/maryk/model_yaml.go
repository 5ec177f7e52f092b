package maryk

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// AppendYAML appends the definition in Maryk's own YAML: the root model, followed by a document
// for each embedded or value model that it needs. Enums and types are written in full where they
// are used.
//
//	name: Log
//	version: 1.0
//	key: !Multiple
//	- !Reversed timestamp
//	- !Ref severity
//	? 1: message
//	: !String
//	  required: true
//
// Anything without a known form in upstream's YAML becomes a comment, so that nothing is omitted
// silently: indexes with parts other than Ref, Reversed, Multiple and UUIDs, and defaults of
// collections, embedded values, value objects and multi types.
func (d *Stored) AppendYAML(dst []byte) []byte {
	y := yaml{dst: dst}
	y.model(d.Model)
	for i := range d.Dependents {
		if m := d.Dependents[i].Model; m != nil {
			y.dst = append(append(append(y.dst, "---\n# "...), m.Kind.String()...), '\n')
			y.model(m)
		}
	}
	return y.dst
}

// yaml writes lines at a depth.
type yaml struct {
	dst   []byte
	depth int
}

// line begins a line.
func (y *yaml) line(text string) {
	for range y.depth {
		y.dst = append(y.dst, "  "...)
	}
	y.dst = append(y.dst, text...)
}

func (y *yaml) end() { y.dst = append(y.dst, '\n') }

// member writes a line with a key and a text.
func (y *yaml) member(key, text string) {
	y.line(key)
	y.dst = append(appendYAMLText(append(y.dst, ": "...), text), '\n')
}

// bare writes a line with a key and a value that is not text.
func (y *yaml) bare(key, text string) {
	y.line(key)
	y.dst = append(append(append(y.dst, ": "...), text...), '\n')
}

func (y *yaml) model(m *Model) {
	y.member("name", m.Name)
	if m.Kind == RootModel {
		y.bare("version", string(m.Version.AppendText(nil)))
		if m.Key != nil {
			y.key(m.Key)
		}
		y.indexes(m.Indexes)
	}
	y.reserved(m.ReservedIndices, m.ReservedNames)
	if m.MinKeyScan != nil {
		y.bare("minimumKeyScanByteRange", utoa(uint64(*m.MinKeyScan)))
	}
	for i := range m.Properties {
		p := &m.Properties[i]
		y.named(p.Index, p.Name, p.Alternatives)
		y.line(": ")
		y.definition(p.Def)
	}
}

// named writes the key of a property or type: its index and names.
func (y *yaml) named(index uint32, name string, others []string) {
	y.line("? ")
	y.dst = append(strconv.AppendUint(y.dst, uint64(index), 10), ": "...)
	y.names(name, others)
	y.end()
}

func (y *yaml) names(name string, others []string) {
	if len(others) == 0 {
		y.dst = appendYAMLText(y.dst, name)
		return
	}
	y.dst = appendYAMLText(append(y.dst, '['), name)
	for _, s := range others {
		y.dst = appendYAMLText(append(y.dst, ", "...), s)
	}
	y.dst = append(y.dst, ']')
}

func (y *yaml) reserved(indices []uint32, names []string) {
	if len(indices) > 0 {
		y.line("reservedIndices: [")
		for i, n := range indices {
			if i > 0 {
				y.dst = append(y.dst, ", "...)
			}
			y.dst = strconv.AppendUint(y.dst, uint64(n), 10)
		}
		y.dst = append(y.dst, "]\n"...)
	}
	if len(names) > 0 {
		y.line("reservedNames: ")
		if len(names) == 1 {
			y.dst = append(appendYAMLText(append(y.dst, '['), names[0]), ']')
		} else {
			y.names(names[0], names[1:])
		}
		y.end()
	}
}

func (y *yaml) key(x *Index) {
	if !x.hasYAML() {
		y.missing("a key", x)
		return
	}
	y.line("key: ")
	y.part(x)
}

func (y *yaml) indexes(list []*Index) {
	some := false
	for _, x := range list {
		if !x.hasYAML() {
			y.missing("an index", x)
			continue
		}
		if !some {
			y.line("indexes:\n")
			some = true
		}
		y.line("- ")
		y.depth++
		y.part(x)
		y.depth--
	}
}

// missing writes a note in place of something that has no YAML form.
func (y *yaml) missing(what string, x *Index) {
	y.line("# " + what + " that is not written: ")
	y.dst = append(plain(y.dst, x.String()), '\n')
}

// hasYAML reports whether upstream's YAML for the part and everything in it is known.
func (x *Index) hasYAML() bool {
	switch x.Part {
	case PartUUIDv4, PartUUIDv7, PartRef, PartReversed:
		return true
	case PartMultiple:
		for _, p := range x.Parts {
			if !p.hasYAML() {
				return false
			}
		}
		return true
	}
	return false
}

// part writes a part of an index to the end of the line, and its inner parts below.
func (y *yaml) part(x *Index) {
	y.dst = append(append(y.dst, '!'), x.Part.String()...)
	if x.hasPath() {
		y.dst = appendYAMLText(append(y.dst, ' '), x.Path.String())
	}
	y.end()
	for _, p := range x.Parts {
		y.line("- ")
		y.depth++
		y.part(p)
		y.depth--
	}
}

// definition writes the type to the end of the line, and its members one level deeper.
func (y *yaml) definition(d *Definition) {
	y.dst = append(append(append(y.dst, '!'), d.Type.String()...), '\n')
	y.depth++
	y.bare("required", strconv.FormatBool(d.Required))
	y.bare("final", strconv.FormatBool(d.Final))
	for _, s := range slots[d.Type] {
		y.slot(d, s)
	}
	y.depth--
}

func (y *yaml) slot(d *Definition, s slot) {
	switch s {
	case slotUnique:
		y.bare("unique", strconv.FormatBool(d.Unique))
	case slotMin:
		y.limit("minValue", d.Min)
	case slotMax:
		y.limit("maxValue", d.Max)
	case slotDefault:
		y.limit("default", d.Default)
	case slotPrecision:
		y.bare("precision", d.Precision.String())
	case slotNumber:
		y.bare("type", d.Number.String())
	case slotKeyNumber:
		y.bare("keyNumberDescriptor", d.Number.String())
	case slotScale:
		y.bare("scale", utoa(uint64(d.Scale)))
	case slotByteSize, slotDecimalSize:
		y.bare("byteSize", utoa(uint64(d.ByteSize)))
	case slotReversed:
		if d.Reversed || d.hasReversed {
			y.bare("reversedStorage", strconv.FormatBool(d.Reversed))
		}
	case slotMinSize:
		y.size("minSize", d.MinSize)
	case slotMaxSize:
		y.size("maxSize", d.MaxSize)
	case slotRegEx:
		if d.RegEx != nil {
			y.member("regEx", *d.RegEx)
		}
	case slotEnum, slotTypes:
		y.cases(d.Cases, s == slotTypes)
	case slotTypeIsFinal:
		y.bare("typeIsFinal", strconv.FormatBool(d.TypeIsFinal))
	case slotModel:
		y.member("dataModel", d.modelWithKey())
	case slotItem:
		y.line("valueDefinition: ")
		y.definition(d.Item)
	case slotKey:
		y.line("keyDefinition: ")
		y.definition(d.Key)
	}
}

// modelWithKey returns the name of a model, with the length of its keys for a reference.
func (d *Definition) modelWithKey() string {
	name := bareName(d.DataModel)
	if d.Type == Reference && d.Model != nil && d.Model.KeySize >= 0 {
		return name + "(" + itoa(d.Model.KeySize) + ")"
	}
	return name
}

func (y *yaml) size(key string, n *uint32) {
	if n != nil {
		y.bare(key, utoa(uint64(*n)))
	}
}

// limit writes a minimum, maximum or default.
func (y *yaml) limit(key string, v *Value) {
	switch {
	case v == nil:
	case v.Type == Boolean || v.Type == Number:
		y.bare(key, string(v.appendText(nil)))
	case v.Type == Enum:
		y.member(key, v.Def.Cases.CaseName(uint32(v.Num))+"("+utoa(uint64(uint32(v.Num)))+")")
	case v.Def.Simple() && v.Type != ValueObject:
		y.member(key, string(v.appendText(nil)))
	default:
		y.line("# " + key + " is not written\n")
	}
}

// cases writes an enum, or the types of a multi type with their definitions.
func (y *yaml) cases(c *Cases, types bool) {
	if types {
		y.line("typeEnum:\n")
	} else {
		y.line("enum:\n")
	}
	y.depth++
	y.member("name", c.Name)
	y.line("cases:\n")
	y.depth++
	for i := range c.List {
		k := &c.List[i]
		if k.Def != nil {
			y.named(k.Index, k.Name, k.Alternatives)
			y.line(": ")
			y.definition(k.Def)
			continue
		}
		y.line(utoa(uint64(k.Index)) + ": ")
		y.names(k.Name, k.Alternatives)
		y.end()
	}
	y.depth--
	y.reserved(c.ReservedIndices, c.ReservedNames)
	y.depth--
}

// appendYAMLText appends a text. It is put in double quotes unless every YAML reader takes it as
// the same text without.
func appendYAMLText(dst []byte, text string) []byte {
	if isPlain(text) {
		return append(dst, text...)
	}
	return value.AppendQuoted(dst, text)
}

// isPlain reports whether a text consists of letters with harmless characters between them, and is
// not a YAML keyword.
func isPlain(text string) bool {
	switch text {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null", "Y", "N", "Yes", "No", "On", "Off", "True", "False", "Null",
		"YES", "NO", "ON", "OFF", "TRUE", "FALSE", "NULL":
		return false
	}
	for i := range len(text) {
		c := text[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') && (i == 0 || c != '.' && c != '*' && c != '(' && c != ')' && c != '-') {
			return false
		}
	}
	return true
}
