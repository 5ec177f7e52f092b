package core

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodePath(p *format.Parts, w *value.Writer) error {
	in := p.In
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	text := ""
	for _, part := range [...]string{partStorage, partTransport} {
		r, ok := p.Open(part)
		if !ok {
			continue
		}
		path := &format.MemoryOf[memory](in).path
		r.Begin(&legend.WholeReference)
		if part == partStorage {
			maryk.ReadPath(r, -1, m, maryk.PathOptions{Known: m != nil, Lenient: r.Lenient()}, path)
		} else {
			maryk.ReadTransportPath(r, -1, m, path)
		}
		own := path.String()
		if text != "" && own != text {
			r.FailAt(wire.BadValue, &legend.Reference, 0, "the reference "+format.Cut(text)+", as in the part before", format.Cut(own))
		}
		text = own
		if m != nil && judges(r) && !writesPath(own, m, part, r.Since(0)) {
			r.Group().Doubt()
			r.Group().Explain("the path does not say all of it: other bytes are written for it, or none")
		}
		r.EndWith(span.Value{Kind: span.JSON, Bytes: []byte(text)}, 0)
		p.Close()
	}
	if err := p.Done(partStorage); err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("path")
	w.String(text)
	w.EndObject()
	return nil
}

// writesPath reports whether the text of a path can be written as the bytes of a part. It cannot
// for cells, which have markers that references lack; for a case that the enum in the model lacks;
// and for a position in an incrementing map.
func writesPath(text string, m *maryk.Model, part string, stored []byte) bool {
	p, err := maryk.ParsePath(text, m)
	if err != nil {
		return false
	}
	var again []byte
	if part == partStorage {
		again, err = maryk.AppendReference(nil, &p)
	} else {
		again, err = maryk.AppendTransportPath(nil, &p)
	}
	return err == nil && bytes.Equal(again, stored)
}

func encodePath(in *format.Input, fields value.Value, dst *store.Entry) error {
	m, err := mustModel(in)
	if err != nil {
		return err
	}
	text, ok := fields.Member("path").Text()
	if !ok {
		return format.Expect(false, "path", "a text", fields.Member("path"))
	}
	p, err := maryk.ParsePath(text, m)
	if err != nil {
		return err
	}
	transport, err := maryk.AppendTransportPath(nil, &p)
	if err != nil {
		return err
	}
	add(in, dst, partTransport, transport)
	// Wildcards and map keys have no storage form, only the transport form.
	if storage, err := maryk.AppendReference(nil, &p); err == nil {
		add(in, dst, partStorage, storage)
	}
	return nil
}
