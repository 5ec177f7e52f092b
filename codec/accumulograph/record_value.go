package accumulograph

import (
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeTyped returns the decoder of a record that is one typed value.
func decodeTyped(record string) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		m := format.MemoryOf[memory](in)
		m.parts = newParts(in, t, record)
		if r, ok := m.parts.OpenFirst(store.Value, store.Bytes); ok {
			r.Begin(&fCell)
			m.entry.decodeTyped(r)
			m.parts.Close()
		}
		if err := m.parts.Done(store.Value); err != nil || w == nil {
			return err
		}
		w.Object()
		w.Key("value")
		m.entry.Value.write(w, in.Lenient)
		in.Doubtful = in.Doubtful || in.Lenient && m.entry.Value.lossy()
		w.EndObject()
		return nil
	}
}

// decodeTyped reads a typed value.
func (e *Entry) decodeTyped(r *wire.Reader) { e.Value.decode(r, &fValue) }

// encodeTyped encodes one typed value.
func encodeTyped(in *format.Input, fields value.Value, dst *store.Entry) error {
	if err := format.Known(fields, "value", "utf16"); err != nil {
		return err
	}
	var v Value
	err := error(nil)
	if units, ok := fields.Get("utf16"); ok {
		if err := onlyUnits(fields); err != nil {
			return err
		}
		// A Java string given by its UTF-16 units, which may include an unpaired surrogate.
		err = v.parse(value.OfMembers(value.Member{Name: "type", Value: value.Of("string")}, value.Member{Name: "utf16", Value: units}), "value")
	} else {
		err = v.parse(fields.Member("value"), "value")
	}
	if err != nil {
		return err
	}
	b, err := AppendValue(nil, &v)
	if err != nil {
		return err
	}
	if jdk, ok := in.Given.Member("jdk").Int(); ok && jdk < shortestSince {
		b = v.appendElder(b)
	}
	dst.Add(store.Value, b)
	return nil
}

// shortestSince is the first JDK that prints floats with the fewest digits that read back exactly.
const shortestSince = 19

// appendElder replaces the text of a float or double with what an older JDK prints.
func (v *Value) appendElder(b []byte) []byte {
	switch v.Kind {
	case Float:
		return javanum.AppendElder(b[:1], float64(math.Float32frombits(uint32(v.Num))), 32)
	case Double:
		return javanum.AppendElder(b[:1], math.Float64frombits(v.Num), 64)
	}
	return b
}

// weighValue weighs the guess that bytes are a typed value.
func weighValue(in *format.Input, _ *span.Tree) format.Weight {
	v := &format.MemoryOf[memory](in).entry.Value
	w := weighTyped(v)
	if w.Title = v.Kind.String(); v.Kind == Serializable {
		w.Title = "Java object stream"
	}
	return w
}

// weighTyped weighs a typed value on its own: a tag is one of 14 letters, and any text may follow
// an a.
func weighTyped(v *Value) format.Weight {
	tag := string([]byte{v.Kind.Tag()})
	switch v.Kind {
	case Serializable:
		return format.Weight{Dots: 3, Reasons: []string{"a whole Java object stream after the tag x"}}
	case Integer, Long, Short, Byte, Date, Float, Double, Enum, QName:
		return format.Weight{Dots: 2, Reasons: []string{"the tag " + tag + " and text that is of the type " + v.Kind.String()}}
	}
	return format.Weight{Dots: 1, Reasons: []string{"the tag " + tag + ", after which little can be checked"}}
}

// deriveOrder encodes values and sorts the encodings as Accumulo does.
func deriveOrder(in *format.Input, w *value.Writer) error {
	list, err := format.List(in.Given, "values")
	if err != nil {
		return err
	}
	var all [][]byte
	for _, it := range list {
		var v Value
		if err := v.parse(it, "values"); err != nil {
			return err
		}
		b, err := AppendValue(nil, &v)
		if err != nil {
			return err
		}
		all = append(all, b)
	}
	format.WriteSorted(w, all)
	return nil
}
