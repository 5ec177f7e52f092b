package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// A prefix is not a seek key in the order of the versioned comparator, which would take its last
// 8 bytes for a version. Seek keys are rows with a version.

// plan returns the function that says where the rows of a kind are.
func plan(k kindOf) func(*format.Input, *format.Query) (format.Plan, error) {
	inOrder := format.PlanOf(prefix(k), place(k))
	if !k.family.Historic() {
		return inOrder
	}
	seek := bounds(k)
	return func(in *format.Input, q *format.Query) (format.Plan, error) {
		p, err := inOrder(in, q)
		if err == nil {
			p.Start, p.Stop, err = seek(in, q.Fields, p.Prefix)
			p.Notes = append(p.Notes, "the column family has a comparator of its own: ldb opens no database that has such a family")
		}
		return p, err
	}
}

// bounds returns the function that turns prefixes of a historic kind into seek keys.
func bounds(k kindOf) func(*format.Input, value.Value, []byte) (start, stop []byte, err error) {
	return func(in *format.Input, fields value.Value, prefix []byte) (start, stop []byte, err error) {
		c, err := scanContext(in, k, fields)
		if err != nil {
			return nil, nil, err
		}
		p := &parser{fields: fields, c: c}
		size := c.keySize
		if _, given := fields.Get("record"); given && size < 0 && k.family == HistoricTable {
			size = len(p.hex("record"))
		}
		if _, given := fields.Get("version"); given {
			return prefix, afterVersion(prefix, size), p.err
		}
		return seekRow(k.family, prefix, size), seekRow(k.family, order.After(prefix), size), p.err
	}
}

// seekRow returns the first key, with a version, of the rows from the given one on.
// Historic Table has rows without a version too: records' keys, which always compare as a whole.
// In the other families every row has a version; there a bound is always longer than a record's
// key, so that no row's version is compared with it. Rows of version 2⁶⁴-1, which no clock
// produces, may be before the bound.
func seekRow(family FamilyType, row []byte, keySize int) []byte {
	zeros := versionLen
	switch {
	case len(row) == 0, family == HistoricTable && len(row) <= keySize:
		return row
	case family != HistoricTable:
		zeros = max(zeros, keySize+1-len(row))
	}
	return append(bytes.Clone(row), make([]byte, zeros)...)
}

// afterVersion returns the first key after a whole one: the next older version, and after
// version 0, the oldest, the next row.
func afterVersion(key []byte, keySize int) []byte {
	if len(key) <= keySize {
		return order.After(key) // compared as a whole
	}
	next := bytes.Clone(key)
	for i := len(next) - 1; i >= len(next)-versionLen; i-- {
		if next[i]++; next[i] != 0 {
			return next
		}
	}
	return append(next, 0) // the row and 00, then zeros as a version
}
