package verify

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// A finding follows from another if it is about a row, or rests on one that its verifier calls
// faulty, which the other finding says does not decode or is stored under another key. Such a row
// is neither what the rows that depend on it need nor missing, so that putting it right removes both.

// dependence says what makes a finding follow from what is wrong with a row.
type dependence byte

const (
	independent    dependence = iota
	dependsOnPlace            // the row is stored under another key
	dependsOnRow              // that, or the row does not decode
)

// defect is a finding that others may follow from.
type defect struct {
	number    uint64 // among the findings that are not accepted, from 1; 0 if no other follows from it
	code      string
	elsewhere string // what identifies the row under the key that it should have; empty if that is its own
}

// defectOf returns what others may follow from, if number is not 0.
func defectOf(f *format.Finding, number uint64) (d defect) {
	if isMisplaced(f) {
		d.elsewhere = string(appendID(nil, f.Right))
	}
	if number > 0 && (d.elsewhere != "" || isUndecodable(f.Code)) {
		d.number, d.code = number, f.Code
	}
	return d
}

// isMisplaced reports whether a finding says that a row should have another key.
func isMisplaced(f *format.Finding) bool {
	return len(f.Parts) > 0 && len(f.Right) > 0 && !bytes.Equal(appendID(nil, f.Parts), appendID(nil, f.Right))
}

// dependenceOf returns what makes a finding follow from what is wrong with its own row.
func dependenceOf(f *format.Finding) dependence {
	switch {
	case isUndecodable(f.Code):
		return independent
	case len(f.Right) > 0 && !isMisplaced(f): // it expects something else in place of a row that does not decode
		return dependsOnRow
	}
	return dependsOnPlace
}

// The kinds of keys of l.related, and what is kept under them, causes first.
const (
	relatedByRow   = 0 // followed by the index of the row
	relatedByPlace = 1 // followed by what identifies the row, its table and column family

	relatedCause  = 0
	relatedEffect = 1

	relatedTail = 1 + 8 // the last two of a key: one of these, and the finding
)

// relate adds a finding under the key in l.key.
func (l *locator) relate(role byte, finding uint64, payload []byte) {
	l.key = binary.BigEndian.AppendUint64(append(l.key, role), finding)
	l.v.fail(l.related.Add(l.key, payload))
}

// toRow sets l.key to that of a stored row.
func (l *locator) toRow(index uint64) {
	l.key = binary.BigEndian.AppendUint64(append(l.key[:0], relatedByRow), index)
}

// toPlace sets l.key to that of a row that is not stored there.
func (l *locator) toPlace(id []byte, x *lookup) {
	l.key = append(append(l.key[:0], relatedByPlace), id...)
	l.key = shuffle.AppendField(shuffle.AppendField(l.key, []byte(x.table)), []byte(x.cf))
}

// relateStored takes a lookup that found a row into account.
func (l *locator) relateStored(x *lookup, r *shuffle.Row, packed []byte) {
	if x.number > 0 {
		cause := shuffle.AppendField(binary.AppendUvarint(nil, x.number), []byte(x.code))
		cause = append(cause, packed...)
		if x.elsewhere == "" {
			l.toRow(r.Index)
		} else {
			l.toPlace([]byte(x.elsewhere), x)
		}
		l.relate(relatedCause, x.finding, cause)
	}
	if x.depends == dependsOnRow {
		l.toRow(r.Index)
		l.relate(relatedEffect, x.finding, nil)
	}
}

// relateMissing takes a lookup that found no row into account.
func (l *locator) relateMissing(id []byte, x *lookup) {
	if x.depends != independent {
		l.toPlace(id, x)
		l.relate(relatedEffect, x.finding, nil)
	}
}

// follow finds the cause of each finding that follows from another: the first of several.
func (l *locator) follow() error {
	var about, cause []byte
	return drain(l.related, func(key, payload []byte) error {
		at := len(key) - relatedTail
		same := bytes.Equal(key[:at], about)
		switch {
		case key[at] == relatedCause && !same:
			about, cause = append(about[:0], key[:at]...), append(cause[:0], payload...)
		case key[at] == relatedEffect && same:
			effect := append(l.key[:0], key[at+1:]...)
			l.key = binary.BigEndian.AppendUint32(effect, slotFollows)
			return l.v.located.Add(l.key, cause)
		}
		return nil
	})
}

// takeCause sets what a finding follows from, of several the first, as follow packed it.
func takeCause(f *format.Finding, k *check, packed []byte) {
	number, size := binary.Uvarint(packed)
	code, packed := shuffle.ReadField(packed[max(size, 0):])
	if f.Follows != nil && f.Follows.Number <= int(number) {
		return
	}
	var r shuffle.Row
	k.rows.Unpack(packed, &r)
	f.Follows = &format.Cause{Number: int(number), Code: string(code), Parts: r.Entry.Parts, Source: r.Entry.Source}
}
