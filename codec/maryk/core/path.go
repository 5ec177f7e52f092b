package core

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodePath(o *opener, w *value.Writer) error {
	in := o.in
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	text := ""
	for _, part := range [...]string{partStorage, partTransport} {
		r, ok := o.open(part)
		if !ok {
			continue
		}
		p := &memoryOf(in).path
		r.Begin(&legend.Reference)
		if part == partStorage {
			maryk.ReadPath(&r, -1, m, maryk.PathOptions{Known: m != nil, Lenient: in.Lenient}, p)
		} else {
			maryk.ReadTransportPath(&r, -1, m, p)
		}
		own := p.String()
		if text != "" && own != text {
			r.FailAt(wire.BadValue, &legend.Reference, 0, "the reference "+format.Cut(text)+", as in the part before", format.Cut(own))
		}
		text = own
		r.EndWith(span.Value{Kind: span.JSON, Bytes: []byte(text)}, 0)
		o.close(part, &r)
	}
	if err := o.done(partStorage); err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("path")
	w.String(text)
	w.EndObject()
	return nil
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
	// Wildcards and map keys have no storage form: then there is only the other one.
	if storage, err := maryk.AppendReference(nil, &p); err == nil {
		add(in, dst, partStorage, storage)
	}
	return nil
}
