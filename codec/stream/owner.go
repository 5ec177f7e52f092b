package stream

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// ofOwner reads a row as the format to which it belongs however well another one reads it, or says why that format
// refuses it. Without such an owner it returns neither. So a damaged row in a table that taught nothing does not pass
// for another format's.
func (d *Decoder) ofOwner(e *store.Entry, parsed []*identify.Candidate) (own []*identify.Candidate, refused *wire.Error) {
	if d.Format != "" || d.Only != "" || len(parsed) == 0 || parsed[0].Checked() {
		return nil, nil
	}
	if _, lone := e.Part(store.Bytes); lone {
		return nil, nil
	}
	owner := d.namer(e.Source.Table)
	if owner == nil && d.learnt != nil && parsed[0].KeyOnly() {
		owner = d.prover(e)
	}
	if owner == nil || owner == parsed[0].Format {
		return nil, nil
	}
	q := d.query(e)
	q.Format = owner.ID
	return d.second.Best(q)
}

// namer returns the format whose schema has a table of that name, or nil.
func (d *Decoder) namer(table string) *format.Format {
	for _, f := range codec.Formats() {
		if s := d.Schemas.For(f); s != nil && f.NamesTable != nil && f.NamesTable(s, table) {
			return f
		}
	}
	return nil
}

// prover returns the format that the key of a row proves with a check value, or that all beside the key proves, or nil.
// It is for rows of which only the key was read: a damaged key may fit such a format by chance, and a sound one, too.
func (d *Decoder) prover(e *store.Entry) *format.Format {
	for _, key := range [...]bool{true, false} {
		half := *e
		half.Parts = d.half[:0]
		for _, p := range e.Parts {
			if (p.Name == store.Row || p.Name == store.Key) == key {
				half.Parts = append(half.Parts, p)
			}
		}
		d.half = half.Parts
		found, _ := d.second.Best(d.query(&half))
		if len(found) > 0 && (found[0].Checked() || !key && certain(found) && !found[0].KeyOnly()) {
			return found[0].Format
		}
	}
	return nil
}
