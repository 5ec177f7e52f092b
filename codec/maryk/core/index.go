package core

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/maryk/text"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodeIndexRef(p *format.Parts, w *value.Writer) error {
	in := p.In
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	r, ok := p.OpenGroup(partReference, &legend.Part)
	if !ok {
		return p.Done(partReference)
	}
	ref := r.Rest(&legend.IndexRef)
	var x *maryk.Index
	if m != nil {
		x = m.IndexByReference(ref)
	}
	if last := r.Last(); x == nil {
		last.As(&legend.OtherRef)
	} else if last.Recorded() {
		last.Note(x.String())
	}
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("index")
	if x != nil {
		x.Write(w, false)
	} else {
		w.Null()
		w.Key("reference")
		w.Hex(ref)
	}
	w.EndObject()
	return nil
}

// encodeIndexRef writes the bytes that name an index, including an index that the model lacks.
func encodeIndexRef(in *format.Input, fields value.Value, dst *store.Entry) error {
	if ref, given := fields.Get("reference"); given && fields.Member("index").IsNull() {
		b, ok := ref.Hex()
		add(in, dst, partReference, b)
		return format.Expect(ok, "reference", "hex digits", ref)
	}
	m, err := mustModel(in)
	if err != nil {
		return err
	}
	x, err := maryk.ParseIndex(fields.Member("index"), m)
	if err != nil {
		return format.Within("index", err)
	}
	b, err := maryk.AppendIndexReference(nil, x)
	if err == nil {
		add(in, dst, partReference, b)
	}
	return err
}

// indexOf returns the index that given.index describes, its model, and given.key.
func indexOf(in *format.Input, description value.Value) (m *maryk.Model, x *maryk.Index, key []byte, err error) {
	if m, err = mustModel(in); err != nil {
		return nil, nil, nil, err
	}
	if name, ok := description.Text(); ok {
		ref, err := maryk.FindIndex(m.Indexes, "index", name, true)
		key, ok := in.Given.Member("key").Hex()
		if err == nil && m.IndexByReference(ref) == nil {
			err = format.Refuse("index", "the model has no such index")
		}
		if err == nil && !ok {
			err = format.Expect(false, "key", "hex digits", in.Given.Member("key"))
		}
		return m, m.IndexByReference(ref), key, err
	}
	if x, err = maryk.ParseIndex(description, m); err != nil {
		return nil, nil, nil, format.Within("index", err)
	}
	key, ok := in.Given.Member("key").Hex()
	return m, x, key, format.Expect(ok, "key", "hex digits", in.Given.Member("key"))
}

func decodeEntries(p *format.Parts, w *value.Writer) error {
	in := p.In
	_, x, key, err := indexOf(in, in.Given.Member("index"))
	if err != nil {
		return err
	}
	var start value.Mark
	if w != nil {
		start = w.Mark()
		w.Object()
		w.Key("entries")
		w.Array()
	}
	e := &format.MemoryOf[memory](in).entry
	for i := range in.Entry.Parts {
		part := &in.Entry.Parts[i]
		r := p.OpenBytes(part.Name, part.Bytes)
		if part.Name == partValues {
			r.Begin(&legend.Part)
			e.Values = append(e.Values[:0], maryk.PartValue{Index: x})
			maryk.ReadPartValue(r, &legend.EntryValue, r.Left(), x, &e.Values[0].Value)
		} else {
			maryk.ReadIndexEntry(r, -1, x, len(key), e)
			if at := len(part.Bytes) - len(key); r.OK() && !r.Lenient() && !bytes.Equal(e.Key, key) {
				expected := "the key that was given, " + string(value.AppendHex(nil, key))
				r.FailAt(wire.BadValue, &legend.EntryKey, at, expected, string(value.AppendHex(nil, e.Key)))
			}
		}
		p.Close()
		if w != nil && p.Err() == nil && part.Name != partValues {
			writeEntry(w, e)
		}
	}
	if err = p.Err(); !slices.Contains(in.Entry.Lists, partEntries) { // a list may be empty
		err = p.Done(partEntries)
	}
	if w == nil {
		return err
	}
	if err != nil {
		w.Back(start)
		return err
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// writeEntry writes the values of an entry as a list.
func writeEntry(w *value.Writer, e *maryk.IndexEntry) {
	w.Array()
	for i := range e.Values {
		e.Values[i].WriteValue(w)
	}
	w.EndArray()
}

func encodeEntries(in *format.Input, fields value.Value, dst *store.Entry) error {
	defer settled(in, fields)()
	m, x, key, err := indexOf(in, in.Given.Member("index"))
	if err != nil {
		return err
	}
	if list, err := format.List(fields, "entries"); err != nil {
		return err
	} else if !fields.Member("entries").IsNull() {
		return encodeReadEntries(in, x, key, list, dst)
	}
	record, err := parseRecord(fields.Member("values"), m)
	if err != nil {
		return format.Within("values", err)
	}
	values, entries, err := x.Entries(&record, key)
	if err != nil {
		return err
	}
	if x.Part != maryk.PartMultiple {
		addList(in, dst, partValues, values)
	}
	addList(in, dst, partEntries, entries)
	return nil
}

// encodeReadEntries writes entries given by their values, which is what decoding returns.
func encodeReadEntries(in *format.Input, x *maryk.Index, key []byte, list []value.Value, dst *store.Entry) error {
	parts := x.Values()
	values := make([]maryk.PartValue, len(parts))
	var entries [][]byte
	for i, entry := range list {
		at := "entries." + strconv.Itoa(i)
		if entry.Kind != value.Array || entry.Len() != len(parts) {
			return format.Refuse(at, "expected a list of "+strconv.Itoa(len(parts))+" values, one for each part of the index")
		}
		for k := range values {
			if err := values[k].ParseValue(entry.At(k), parts[k]); err != nil {
				return format.Within(at, err)
			}
		}
		b, err := maryk.AppendIndexEntry(nil, values, key)
		if err != nil {
			return format.Within(at, err)
		}
		entries = append(entries, b)
	}
	addList(in, dst, partEntries, entries)
	return nil
}

// addList adds a part that is a list, if requested.
func addList(in *format.Input, dst *store.Entry, name string, list [][]byte) {
	if !in.Wants(name) {
		return
	}
	dst.Lists = append(dst.Lists, name)
	for _, b := range list {
		dst.Add(name, b)
	}
}

func deriveSplitEntry(in *format.Input, w *value.Writer) error {
	entry, ok := in.Entry.Part(partEntry)
	if !ok {
		return format.Refuse("bytes.entry", "expected the bytes of an entry")
	}
	keySize, err := givenUint32(in, "keySize")
	if err != nil {
		return err
	}
	parts, err := givenUint32(in, "partCount")
	if err != nil {
		return err
	}
	if uint64(keySize) > uint64(len(entry)) {
		return format.Refuse("keySize", "the entry is shorter than its key")
	}
	extents, ok := maryk.SplitEntry(nil, entry[:len(entry)-int(keySize)], int(min(parts, 1<<20)))
	if !ok {
		return format.Refuse("bytes.entry", "no lengths at its end add up to the bytes in front of them")
	}
	w.Object()
	w.Key("parts")
	w.Array()
	for _, e := range extents {
		w.Array()
		w.Int(int64(e.Offset))
		w.Int(int64(e.Len))
		w.EndArray()
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// givenText returns the text of given.value.
func givenText(in *format.Input) (string, error) {
	j := in.Given.Member("value")
	if j.Kind == value.Object {
		j = j.Member("value")
	}
	s, ok := j.Text()
	return s, format.Expect(ok, "value", "a text", j)
}

// stringDef types values derived from text.
var stringDef = &maryk.Definition{Type: maryk.String}

func writeText(w *value.Writer, s string) {
	v := maryk.Value{Type: maryk.String, Bytes: []byte(s), Def: stringDef}
	v.Write(w)
}

func deriveNormalize(in *format.Input, w *value.Writer) error {
	s, err := givenText(in)
	if err != nil {
		return err
	}
	w.Object()
	w.Key("result")
	writeText(w, text.Normalize(s))
	w.EndObject()
	return nil
}

func deriveSplit(in *format.Input, w *value.Writer) error {
	s, err := givenText(in)
	if err != nil {
		return err
	}
	name, _ := in.Given.Member("on").Text()
	on, ok := text.ParseSplitOn(name)
	if !ok {
		return format.Expect(false, "on", "Whitespace or WordBoundary", in.Given.Member("on"))
	}
	w.Object()
	w.Key("result")
	w.Array()
	for _, token := range text.Split(s, on) {
		writeText(w, token)
	}
	w.EndArray()
	w.EndObject()
	return nil
}

func encodeRow(in *format.Input, fields value.Value, dst *store.Entry) error {
	m, record, err := recordOf(in, fields)
	if err != nil {
		return err
	}
	var qualifiers, values [][]byte
	err = m.Cells(&record, func(c maryk.CellOut) error {
		var b []byte
		var err error
		if c.Value != nil { // also for a simple type, whose index a store puts before the value
			b, err = maryk.AppendValue(nil, c.Value.Def, c.Value)
		}
		qualifiers, values = append(qualifiers, bytes.Clone(c.Qualifier)), append(values, b)
		return err
	})
	if err != nil {
		return format.Within("values", err)
	}
	addList(in, dst, partQualifiers, qualifiers)
	addList(in, dst, partValues, values)
	return nil
}

// deriveOrder encodes values and sorts them by their bytes.
func deriveOrder(in *format.Input, w *value.Writer) error {
	what := in.Given.Member("what")
	encode, err := orderEncoder(in, what)
	if err != nil {
		return err
	}
	list, err := format.List(in.Given, "values")
	if err != nil {
		return err
	}
	var encoded [][]byte
	for i, item := range list {
		b, err := encode(item)
		if err != nil {
			return format.Within("values."+strconv.Itoa(i), err)
		}
		encoded = append(encoded, b...)
	}
	w.Object()
	w.Key("encoded")
	writeHexes(w, encoded)
	sorting.Stable(encoded, bytes.Compare)
	w.Key("sorted")
	writeHexes(w, encoded)
	w.EndObject()
	return nil
}

func writeHexes(w *value.Writer, list [][]byte) {
	w.Array()
	for _, b := range list {
		w.Hex(b)
	}
	w.EndArray()
}

// orderEncoder returns the function that turns a value into the bytes that sort: one key, or the
// entries of a record.
func orderEncoder(in *format.Input, what value.Value) (func(value.Value) ([][]byte, error), error) {
	switch name, _ := what.Member("type").Text(); name {
	case "HLC", "HLC inverted":
		return func(j value.Value) ([][]byte, error) {
			n, ok := j.Member("value").Uint()
			if name == "HLC" {
				return [][]byte{hlc.Append(nil, hlc.Version(n))}, format.Expect(ok, "value", "a version", j.Member("value"))
			}
			return [][]byte{hlc.AppendInverted(nil, hlc.Version(n))}, format.Expect(ok, "value", "a version", j.Member("value"))
		}, nil
	case "index":
		m, x, key, err := indexOf(in, what.Member("index"))
		return func(j value.Value) ([][]byte, error) {
			record, err := maryk.ParseRecord(j, m)
			if err != nil {
				return nil, err
			}
			_, entries, err := x.Entries(&record, key)
			return entries, err
		}, err
	}
	d, err := definitionOf(in, what)
	return func(j value.Value) ([][]byte, error) {
		var v maryk.Value
		if err := v.Parse(j, d); err != nil {
			return nil, err
		}
		b, err := maryk.AppendValue(nil, d, &v)
		return [][]byte{b}, err
	}, err
}
