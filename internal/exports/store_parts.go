//go:build !wasip1 || hosted

package exports

import (
	"errors"

	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores/parts"
)

// StoreParts cuts what a scan reads into parts and writes each as a line of JSON, for the member part of StoreScan's
// options. It takes those options of StoreScan that select rows, and:
//
//	{"size"}                           approximate stored bytes of a part; without it, each store or table is one part
//	{"keys":{"part","from","before"}}  the wanted rows, in hex: others may be left out
func StoreParts(handle int64, options, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	req, err := readMembers(options, scanOptions)
	if err != nil {
		return e.from(err)
	}
	return openStoresByHandle.use(handle, e, func(s *openStore) int64 {
		lines, code, err := s.plan(req, e)
		if err != nil {
			return e.from(err)
		} else if code != OK {
			return int64(code)
		}
		return deliver(out, lines, e)
	})
}

func (s *openStore) plan(req value.Value, e *Error) (lines []byte, code Code, err error) {
	asked, err := parts.ReadRequest(req)
	if err != nil {
		return nil, OK, err
	}
	x := &storeScan{store: s}
	if code, err = x.open(req, e); err != nil || code != OK {
		return nil, code, err
	}
	scan := &x.rows.Scan
	var list []parts.Part
	var learnt string
	err = s.whole(func() {
		list = s.parts.Parts(scan.Tables, scan.Query, asked.Keys, asked.Size)
		learnt = x.learn()
	})
	if err != nil {
		return nil, OK, err
	}
	for i := range list {
		list[i].Learnt = learnt
		lines = list[i].Append(lines)
	}
	return lines, OK, nil
}

// learn reads the first rows, and returns their format.
func (x *storeScan) learn() string {
	x.learner.Do = func(*stream.Row) {}
	for range stream.LearnRows {
		entry, err := x.rows.Next()
		var lost *storage.Damage
		if err == nil {
			x.learner.Take(&stream.Row{Entry: entry})
		} else if errors.As(err, &lost) {
			x.learner.Take(&stream.Row{Entry: &store.Entry{}, Bad: lost})
		} else {
			break // io.EOF, or something that the parts will meet, too
		}
	}
	x.learner.End()
	x.rows.Scan.Close()
	return x.decoder.Learnt()
}

// limit restricts the scan to a part of the rows: see parts.Limit.
func (x *storeScan) limit(v value.Value) error {
	learnt, err := x.store.parts.Limit(&x.rows.Scan, v)
	if err == nil && v.Kind == value.Object {
		x.decoder.Assume(learnt)
		x.learner.End() // the format is determined by the first rows of the whole scan
	}
	return err
}
