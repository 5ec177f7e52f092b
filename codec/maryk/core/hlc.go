package core

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodeHLC(p *format.Parts, w *value.Writer) error {
	var first hlc.Version
	seen := false
	for _, part := range [...]string{store.Value, partInverted, partVarint} {
		r, ok := p.OpenGroup(part, &legend.Part)
		if !ok {
			continue
		}
		v := readHLCForm(r, part)
		if seen && r.OK() && v != first {
			r.FailAt(wire.BadValue, &legend.HLC, 0, "version "+decimal(uint64(first))+", as in the parts before", decimal(uint64(v)))
		}
		first, seen = v, true
		p.Close()
	}
	if err := p.Done(store.Value); err != nil || w == nil {
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
		return maryk.ReadHLC(r, &legend.HLCInverted, true)
	case partVarint:
		return maryk.ReadHLCVarint(r, &legend.HLCVarint)
	}
	return maryk.ReadHLC(r, &legend.HLC, false)
}

func encodeHLC(in *format.Input, fields value.Value, dst *store.Entry) error {
	physical, ok := fields.Member("physical").Uint()
	if !ok {
		return format.Expect(false, "physical", "milliseconds since 1970", fields.Member("physical"))
	}
	logical, ok := fields.Member("logical").Uint()
	if !ok {
		return format.Expect(false, "logical", "a counter", fields.Member("logical"))
	}
	v, err := hlc.Maryk.Join(physical, logical)
	if err != nil {
		return format.Refuse("", err.Error())
	}
	if t, given := fields.Get("timestamp"); given {
		if n, ok := t.Uint(); !ok || n != uint64(v) {
			return format.Expect(false, "timestamp", decimal(uint64(v))+", as physical and logical say", t)
		}
	}
	add(in, dst, store.Value, hlc.Append(in.NewPart(), v))
	add(in, dst, partInverted, hlc.AppendInverted(in.NewPart(), v))
	add(in, dst, partVarint, maryk.AppendVarint(in.NewPart(), uint64(v)))
	return nil
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
