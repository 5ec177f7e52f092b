package maryk

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// What the packages of the stores need besides values, paths and keys.

// ReadVarint reads a plain var-int.
func ReadVarint(r *wire.Reader, f *span.Field, w Width) uint64 {
	c := newCursor(r, -1)
	return c.varint(f, w)
}

// ReadExtra reads a number with three extra bits, and returns its node, nil when
// nothing is recorded.
func ReadExtra(r *wire.Reader, f *span.Field) (n uint32, extra uint8, node *span.Node) {
	c := newCursor(r, -1)
	return c.extra(f)
}

// ParseText reads the text that AppendText makes of a simple value.
func ParseText(text string, d *Definition, v *Value) error { return v.parseText(text, d) }

// CaseName returns the name of a case, "%Unknown" when there is no such case.
func (c *Cases) CaseName(index uint32) string { return c.caseName(index) }

// ReadModelPart reads the stored definition of a root model for its tree.
func ReadModelPart(r *wire.Reader) {
	var d storedReader
	lenient := r.Lenient()
	r.SetLenient(true)
	d.model(r)
	r.SetLenient(lenient)
}

// ReadDependentsPart reads the stored dependents of a model for their tree.
func ReadDependentsPart(r *wire.Reader) {
	var d storedReader
	lenient := r.Lenient()
	r.SetLenient(true)
	d.dependents(r)
	r.SetLenient(lenient)
}

// ReadVersionPart reads the stored version of a model.
func ReadVersionPart(r *wire.Reader) Version {
	c := newCursor(r, -1)
	c.Begin(&fModelVersion)
	v := c.versionBytes()
	c.EndWith(span.Value{Kind: span.JSON, Bytes: v.AppendText(nil)}, 0)
	return v
}

// ReadKeyParts reads the key of a record of a model whose parts and their sizes are
// known, without a group around it.
func ReadKeyParts(r *wire.Reader, m *Model, k *Key) {
	c := newCursor(r, -1)
	k.Model, k.Parts = m, k.Parts[:0]
	if left := c.left(); c.OK() && left < m.KeySize {
		c.short(&fKey, m.KeySize, left, "")
		return
	}
	for i := range m.KeyParts {
		part := &m.KeyParts[i]
		if len(k.Parts) < cap(k.Parts) {
			k.Parts = k.Parts[:len(k.Parts)+1]
		} else {
			k.Parts = append(k.Parts, PartValue{})
		}
		k.Parts[i].Index = part.Index
		sub := c.sub(part.Size)
		sub.partValue(&fKeyValue, part.Index, &k.Parts[i].Value)
	}
}

// ReadEntryValues reads the next n bytes as the values and lengths of an index entry,
// without a key behind them.
func ReadEntryValues(r *wire.Reader, n int, x *Index, e *IndexEntry) {
	ReadIndexEntry(r, n, x, 0, e)
	t := r.Rec()
	if t == nil || t.Last() < 0 {
		return
	}
	if last := &t.Nodes[t.Last()]; last.Field == &fEntryKey && last.Start == last.End {
		t.Nodes = t.Nodes[:t.Last()] // the key that is not there
	}
}
