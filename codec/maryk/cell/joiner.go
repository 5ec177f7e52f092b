package cell

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// RecordID identifies the record that a row belongs to.
type RecordID struct {
	Model uint32
	Table string // set if a store has several tables of one model
	Key   []byte
}

// AppendGroup appends bytes that sort by model, table and key.
func (id *RecordID) AppendGroup(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, id.Model)
	return append(shuffle.AppendEscaped(dst, []byte(id.Table)), id.Key...)
}

// ReadGroup reads what AppendGroup appends. Key aliases b.
func ReadGroup(b []byte) RecordID {
	table, key := shuffle.ReadEscaped(nil, b[4:])
	return RecordID{binary.BigEndian.Uint32(b), string(table), key}
}

// Joiner is what the joiners of both stores have in common: each record is a group. The store
// decides which rows belong to it and what becomes of them.
type Joiner struct {
	Schema  *Schema
	Refused error // why the row placed last cannot be used

	At      hlc.Version // version of the objects
	History bool        // objects with all their versions
	yield   func(format.Object) bool
}

// Rounds implements shuffle.Check.
func (j *Joiner) Rounds() int { return 1 }

// AppendOrder implements shuffle.Check; a joiner has no findings.
func (j *Joiner) AppendOrder(dst []byte, _ *format.Finding) []byte { return dst }

// Why implements format.Joiner.
func (j *Joiner) Why() error { return j.Refused }

// Begin implements format.Joiner.
func (j *Joiner) Begin(m format.Moment, yield func(format.Object) bool) (err error) {
	j.yield, j.History = yield, m.History
	j.At, err = ParseMoment(m)
	return err
}

// Yield yields the object of a group.
func (j *Joiner) Yield(g *shuffle.Group, o *format.Object) {
	if !j.yield(*o) {
		g.End()
	}
}
