package cell

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// UniqueLen is the length of the reference of a unique property at the start of the bytes: embeds
// (tag 6), entries of maps (tag 4, then length and key) and types of multi types (tag 5, after an entry, a
// type or a value), then a value (tag 1). The length is not stored, but references are prefix-free. It is 0
// if the bytes do not begin with one. Without the model, a reference ends at the first value: only the model
// tells the type of a multi type from a token that begins like one.
func UniqueLen(b []byte, m *maryk.Model) int {
	at, typed := 0, false // typed: a type may follow
	for at < len(b) {
		tag := b[at] & indMask
		n := at
		for n < len(b) && b[n] >= 0x80 {
			n++
		}
		if n >= len(b) {
			return 0
		}
		at = n + 1
		switch {
		case tag == maryk.TagEmbed:
			typed = false
		case tag == maryk.TagMap:
			size, n := binary.Uvarint(b[at:])
			if n <= 0 || size > uint64(len(b)-at-n) {
				return 0
			}
			at += n + int(size)
			typed = true
		case tag == maryk.TagType && typed:
		case tag == maryk.TagValue:
			if at == len(b) || b[at]&indMask != maryk.TagType || !isMultiType(b[:at], m) {
				return at
			}
			typed = true
		default:
			return 0
		}
	}
	return 0
}

// isMultiType reports whether the model has a multi type at a reference.
func isMultiType(reference []byte, m *maryk.Model) bool {
	var p maryk.Path
	if m == nil || maryk.DecodePath(reference, m, maryk.PathOptions{}, &p) != nil {
		return false
	}
	d := p.Def()
	return d != nil && d.Type == maryk.MultiType
}

// ReadUnique reads the reference of a unique property. The property must be unique,
// if the model is known.
func ReadUnique(r *wire.Reader, f *span.Field, m *maryk.Model, p *maryk.Path) []byte {
	p.Steps, p.Marker = p.Steps[:0], false
	if !r.OK() {
		return nil
	}
	n := UniqueLen(r.Ahead(), m)
	if n == 0 {
		r.Fail(wire.BadValue, f, "a reference that ends at a value (tag 1)")
		return nil
	}
	at := r.Offset()
	ref := ReadReference(r, f, n, m, p)
	if def := p.Def(); r.OK() && def != nil && !def.Unique {
		r.FailAt(wire.BadValue, f, at, "a unique property", p.String())
	}
	return ref
}

// ReadReference reads n bytes as the reference of a cell and names its group after
// the property.
func ReadReference(r *wire.Reader, f *span.Field, n int, m *maryk.Model, p *maryk.Path) []byte {
	at := r.Offset()
	if r.Rec() == nil {
		maryk.ReadPath(r, n, m, maryk.PathOptions{}, p)
	} else {
		r.Begin(f)
		maryk.ReadPath(r, n, m, maryk.PathOptions{}, p)
		if r.OK() {
			r.EndWith(span.Value{Kind: span.JSON, Bytes: p.AppendText(nil)}, 0)
		}
	}
	if !r.OK() {
		return nil
	}
	return r.Since(at)
}

// ReadUniqueData reads what follows the reference of a unique row: the data of the
// value, or of a sensitive property a token that only the writer can make. Data that does not
// decode as the property's value is a token.
func ReadUniqueData(r *wire.Reader, token *span.Field, n int, s Store, p *maryk.Path, d *Data) []byte {
	if !r.OK() {
		return nil
	}
	at := r.Offset()
	b := r.Ahead()
	b = b[:min(max(n, 0), len(b))]
	inner := wire.NewReader(b, nil)
	d.Read(&inner, s, p)
	if d.Kind != Value || inner.Finish() != nil {
		*d = Data{Raw: r.Bytes(token, len(b))}
		return b
	}
	if r.Rec() == nil {
		r.Skip(len(b))
		return b
	}
	d.readUnique(r, s, p, at+len(b))
	return b
}

// readUnique records data that is known to decode: an indicator and a value, followed by other
// bytes.
func (d *Data) readUnique(r *wire.Reader, _ Store, p *maryk.Path, end int) {
	r.Begin(&fUniqueData)
	d.indicator(r, indValue)
	if def := p.Def(); def != nil && def.Simple() {
		maryk.ReadValue(r, &fValue, end-r.Offset(), def, false, &d.Value)
	} else {
		r.Bytes(&fValue, end-r.Offset())
	}
	r.End()
}
