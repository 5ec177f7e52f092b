package maryk

import (
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/text"
	"github.com/rowlens/rowlens/codec/value"
)

// String returns the part in words, such as name, Reversed(name) or Multiple(color, name).
func (x *Index) String() string {
	if x.words != "" {
		return x.words
	}
	return string(x.appendText(nil))
}

func (x *Index) appendText(dst []byte) []byte {
	switch x.Part {
	case PartUUIDv4, PartUUIDv7:
		return append(dst, x.Part.String()...)
	case PartRef:
		return x.Path.AppendText(dst)
	case PartReversed, PartRefToMax:
		dst = append(append(dst, x.Part.String()...), '(')
		return append(x.Path.AppendText(dst), ')')
	case PartGeoHash:
		dst = x.Path.AppendText(append(dst, "GeoHash("...))
		return append(append(append(dst, ", "...), utoa(uint64(x.Bits))...), ')')
	case PartNormalize, PartNormalizeV2:
		dst = append(append(dst, x.Part.String()...), '(')
		return append(x.Of.appendText(dst), ')')
	case PartSplit:
		dst = x.Of.appendText(append(dst, "Split("...))
		return append(append(append(dst, ", "...), x.On.String()...), ')')
	}
	dst = append(append(dst, x.Part.String()...), '(')
	for i, p := range x.Parts {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = p.appendText(dst)
	}
	return append(dst, ')')
}

// Write writes the description of a part; if reference is true, also the bytes that name its table.
func (x *Index) Write(w *value.Writer, reference bool) {
	w.Object()
	x.writeMembers(w)
	if reference && x.Reference != nil {
		w.Key("referenceBytes")
		w.Hex(x.Reference)
	}
	w.EndObject()
}

func (x *Index) writeMembers(w *value.Writer) {
	w.Key("part")
	w.String(x.Part.String())
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		w.Key("ref")
		w.Text(x.Path.AppendText(nil))
		if x.Part == PartGeoHash {
			w.Key("precisionBits")
			w.Int(int64(x.Bits))
		}
	case PartNormalize, PartNormalizeV2, PartSplit:
		w.Key("of")
		x.Of.Write(w, false)
		if x.Part == PartSplit {
			w.Key("on")
			w.String(x.On.String())
		}
	case PartMultiple, PartAnyOf:
		if x.Name != nil {
			w.Key("name")
			w.String(*x.Name)
		}
		w.Key("parts")
		w.Array()
		for _, p := range x.Parts {
			p.Write(w, false)
		}
		w.EndArray()
	}
}

// ParseIndex reads the description of a part. Its references are paths in model m.
func ParseIndex(j value.Value, m *Model) (*Index, error) { return parseIndex(j, m, 0) }

// indexDepthMax limits how deep parts nest.
const indexDepthMax = 16

func parseIndex(j value.Value, m *Model, depth int) (*Index, error) {
	name, _ := j.Member("part").Text()
	part, ok := ParsePart(name)
	if !ok || j.Kind != value.Object {
		return nil, format.Expect(false, "part", "the name of a part", j.Member("part"))
	}
	if depth > indexDepthMax {
		return nil, refuse("part", "parts nested too deep")
	}
	x := &Index{Part: part}
	switch part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		return x, x.parseRef(j, m)
	case PartNormalize, PartNormalizeV2, PartSplit:
		of, err := parseIndex(j.Member("of"), m, depth+1)
		if err != nil {
			return nil, format.Within("of", err)
		}
		x.Of = of
		if part == PartSplit {
			x.On, err = parseSplitOn(j.Member("on"))
			return x, err
		}
	case PartMultiple, PartAnyOf:
		return x, x.parseParts(j, m, depth)
	}
	return x, nil
}

func parseSplitOn(j value.Value) (text.SplitOn, error) {
	name, _ := j.Text()
	on, ok := text.ParseSplitOn(name)
	return on, format.Expect(ok, "on", "Whitespace or WordBoundary", j)
}

func (x *Index) parseRef(j value.Value, m *Model) (err error) {
	ref, ok := j.Member("ref").Text()
	if !ok {
		return format.Expect(false, "ref", "a property reference", j.Member("ref"))
	}
	if x.Path, err = ParsePath(ref, m); err != nil {
		return format.Renamed("ref", "path", err)
	}
	if x.Part != PartGeoHash {
		return nil
	}
	x.Bits = bitsDefault
	if bits, given := j.Get("precisionBits"); given {
		n, ok := bits.Uint()
		if !ok || n > math.MaxUint32 || !GeoHashBits(uint32(n)) {
			return format.Expect(false, "precisionBits", "8, 16, 24, 32, 40 or 48", bits)
		}
		x.Bits = uint32(n)
	}
	return nil
}

func (x *Index) parseParts(j value.Value, m *Model, depth int) error {
	list := j.Member("parts")
	if list.Kind != value.Array || list.Len() == 0 {
		return format.Expect(false, "parts", "a list of at least one part", list)
	}
	for i, item := range list.Items() {
		p, err := parseIndex(item, m, depth+1)
		if err != nil {
			return format.Within("parts."+itoa(i), err)
		}
		x.Parts = append(x.Parts, p)
	}
	if x.Part != PartAnyOf {
		return nil
	}
	var err error
	x.Name, err = optionalText(j, "name")
	return err
}
