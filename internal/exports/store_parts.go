//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
)

// StoreParts cuts what a scan reads into parts, a line of JSON each: the member part of StoreScan's options. The options are
// those of StoreScan that say which rows, and:
//
//	{"size"}                           stored bytes of a part, about; without it a store or table is one part
//	{"keys":{"part","from","before"}}  the rows that are wanted, in hex: others may be left out
func StoreParts(handle int64, options, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	req, err := readObject(options)
	if err != nil {
		return e.from(err)
	}
	return openStoresByHandle.use(handle, e, func(s *openStore) int64 {
		lines, code, err := s.parts(req, e)
		if err != nil {
			return e.from(err)
		} else if code != OK {
			return int64(code)
		}
		return deliver(out, lines, e)
	})
}

func (s *openStore) parts(req value.Value, e *Error) (lines []byte, code Code, err error) {
	v := req.Member("size")
	size, ok := v.Int()
	if !v.IsNull() && (!ok || size < 0) {
		return nil, OK, errors.New("size: expected a number of bytes")
	}
	keys, err := readKeys(req.Member("keys"))
	if err != nil {
		return nil, OK, err
	}
	x := &storeScan{store: s}
	if code, err = x.open(req, e); err != nil || code != OK {
		return nil, code, err
	}
	scan := &x.rows.Scan
	list := s.given.Parts(scan.Tables, scan.Query, keys, size)
	learnt := x.learn()
	for i := range list {
		list[i].Learnt = learnt
		lines = append(appendPart(lines, &list[i]), '\n')
	}
	return lines, OK, nil
}

// learn reads the first rows, and returns the format that they have.
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
			break // io.EOF, or what the parts will come upon
		}
	}
	x.learner.End()
	x.rows.Scan.Close()
	return x.decoder.Learnt()
}

// readKeys reads the member keys.
func readKeys(v value.Value) (keys stores.Keys, err error) {
	if v.IsNull() {
		return keys, nil
	}
	keys.Part, _ = v.Member("part").Text()
	from, ok := readBound(v.Member("from"))
	before, also := readBound(v.Member("before"))
	if keys.Part != store.Key && keys.Part != store.Row || !ok || !also {
		return keys, errors.New("keys: expected a part that is key or row, and from and before in hex")
	}
	keys.From, keys.Before = from, before
	return keys, nil
}

// readBound reads a key in hex, or null.
func readBound(v value.Value) ([]byte, bool) {
	b, ok := v.Hex()
	return b, ok || v.IsNull()
}

// appendPart appends a part as an object.
func appendPart(dst []byte, p *stores.Part) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Member("store").Int(int64(p.Store))
	w.Member("table").Int(int64(p.Table))
	for _, bound := range [...]struct {
		name string
		key  []byte
	}{{"start", p.Start}, {"stop", p.Stop}} {
		if bound.key != nil {
			w.Member(bound.name).Hex(bound.key)
		}
	}
	w.Member("number").Int(int64(p.Number))
	w.Member("of").Int(int64(p.Of))
	w.Member("later").Bool(p.Later)
	w.Member("size").Int(p.Size)
	w.Member("print").String(strconv.FormatUint(p.Print, 16))
	w.Member("learnt").String(p.Learnt)
	w.EndObject()
	return w.Buf
}

// readPart reads what appendPart wrote.
func readPart(v value.Value) (p stores.Part, err error) {
	number := func(name string) int64 {
		n, ok := v.Member(name).Int()
		if !ok {
			err = errPart
		}
		return n
	}
	p.Store, p.Table, p.Number, p.Of = int(number("store")), int(number("table")), int(number("number")), int(number("of"))
	p.Size = number("size")
	p.Later, _ = v.Member("later").Bool()
	p.Learnt, _ = v.Member("learnt").Text()
	print, _ := v.Member("print").Text()
	var ok, also bool
	var wrong error
	p.Print, wrong = strconv.ParseUint(print, 16, 64)
	p.Start, ok = readBound(v.Member("start"))
	p.Stop, also = readBound(v.Member("stop"))
	if wrong != nil || !ok || !also {
		err = errPart
	}
	return p, err
}

var errPart = errors.New("part: expected one that rl_store_parts gave, or two numbers, the first less than the second")

// limit leaves only a part of the rows: one that StoreParts gave, or a share of the stores.
func (x *storeScan) limit(v value.Value) error {
	if v.Kind != value.Object {
		return x.share(v)
	}
	p, err := readPart(v)
	if err != nil {
		return err
	}
	if x.rows.Scan, err = x.store.given.Scan(p, x.rows.Scan.Query); err != nil {
		return errors.New("part: " + err.Error())
	}
	x.decoder.Assume(p.Learnt)
	x.learner.End() // the format is that of the first rows of all
	return nil
}
