package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// ReadHLC reads 8 bytes as a version of Maryk's clock; inverted is whether all bits
// are stored complemented, as in historic tables.
func ReadHLC(r *wire.Reader, f *span.Field, inverted bool) hlc.Version {
	b := r.Take(f, 8, "8 bytes")
	if b == nil {
		return 0
	}
	v := hlc.Version(bigEndian(b, inverted))
	if t := r.Rec(); t != nil {
		noteHLC(t.Leaf(f, r.Offset()-8, r.Offset(), span.Value{}), v, inverted)
	}
	return v
}

// noteHLC gives a node the version as its value: the instant, and the counter in words.
func noteHLC(n *span.Node, v hlc.Version, inverted bool) {
	if n == nil {
		return
	}
	n.Value = span.MillisValue(int64(hlc.Maryk.Physical(v)))
	n.Flags |= orderFlag(inverted)
	n.Note = "logical " + utoa(hlc.Maryk.Logical(v)) + ", version " + utoa(uint64(v))
}

func decodeHLC(o *opener, w *value.Writer) error {
	var first hlc.Version
	seen := false
	for _, part := range [...]string{store.Value, partInverted, partVarint} {
		r, ok := o.openGroup(part)
		if !ok {
			continue
		}
		v := readHLCForm(&r, part)
		if seen && r.OK() && v != first {
			r.FailAt(wire.BadValue, &fHLC, 0, "version "+utoa(uint64(first))+", as in the parts before", utoa(uint64(v)))
		}
		first, seen = v, true
		o.close(part, &r)
	}
	if err := o.done(store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("physical")
	w.Uint64(hlc.Maryk.Physical(first))
	w.Key("logical")
	w.Int(int64(hlc.Maryk.Logical(first)))
	w.Key("timestamp")
	w.Uint64(uint64(first))
	w.EndObject()
	return nil
}

func readHLCForm(r *wire.Reader, part string) hlc.Version {
	switch part {
	case partInverted:
		return ReadHLC(r, &fHLCInverted, true)
	case partVarint:
		c := newCursor(r, -1)
		v := hlc.Version(c.varint(&fHLCVarint, Bits64))
		if t := r.Rec(); t != nil && t.Last() >= 0 {
			noteHLC(&t.Nodes[t.Last()], v, false)
		}
		return v
	}
	return ReadHLC(r, &fHLC, false)
}

func encodeHLC(in *format.Input, fields value.Value, dst *store.Entry) error {
	physical, ok := fields.Member("physical").Uint()
	if !ok {
		return wants(false, "physical", "milliseconds since 1970", fields.Member("physical"))
	}
	logical, ok := fields.Member("logical").Uint()
	if !ok {
		return wants(false, "logical", "a counter", fields.Member("logical"))
	}
	v, err := hlc.Maryk.Join(physical, logical)
	if err != nil {
		return refuse("", err.Error())
	}
	add(in, dst, store.Value, hlc.Append(nil, v))
	add(in, dst, partInverted, hlc.AppendInverted(nil, v))
	add(in, dst, partVarint, AppendVarint(nil, uint64(v)))
	return nil
}
