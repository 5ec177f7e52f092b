package parts

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Request says which parts a caller asks for.
type Request struct {
	Size int64 // approximate stored bytes of a part; 0 for whole stores and tables
	Keys Keys
}

// ReadRequest reads the optional members size and keys: {"size","keys":{"part","from","before"}}, with bounds in hex.
func ReadRequest(req value.Value) (x Request, err error) {
	v := req.Member("size")
	size, ok := v.Int()
	if !v.IsNull() && (!ok || size < 0) {
		return x, errors.New("size: expected a number of bytes")
	}
	x.Size = size
	if v = req.Member("keys"); v.IsNull() {
		return x, nil
	}
	x.Keys.Part, _ = v.Member("part").Text()
	var also bool
	x.Keys.From, ok = readBound(v.Member("from"))
	x.Keys.Before, also = readBound(v.Member("before"))
	if x.Keys.Part != store.Key && x.Keys.Part != store.Row || !ok || !also {
		return x, errors.New("keys: expected a part that is key or row, and from and before in hex")
	}
	return x, nil
}

// readBound reads a key in hex, or null.
func readBound(v value.Value) ([]byte, bool) {
	b, ok := v.Hex()
	return b, ok || v.IsNull()
}

// Append appends a part as a line of JSON.
func (p *Part) Append(dst []byte) []byte {
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
	return append(w.Buf, '\n')
}

// read reads what Append wrote.
func read(v value.Value) (p Part, err error) {
	number := func(name string) int64 {
		n, ok := v.Member(name).Int()
		if !ok {
			err = errPart
		}
		return n
	}
	index := func(name string) int {
		n := number(name)
		if int64(int32(n)) != n {
			err = errPart
		}
		return int(n)
	}
	p.Store, p.Table, p.Number, p.Of = index("store"), index("table"), index("number"), index("of")
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

// Limit restricts a scan to what the member part of its options says: everything if it is absent; a part that Append wrote; or, for
// [i,n], share number i, from 0 on, of n that together have all stores. For a part it returns the format of the first rows of the
// whole scan.
func (g *Stores) Limit(scan *storage.Scan, v value.Value) (learnt string, err error) {
	switch v.Kind {
	case value.Null:
		return "", nil
	case value.Object:
		p, err := read(v)
		if err != nil {
			return "", err
		}
		if *scan, err = g.Scan(p, scan.Query); err != nil {
			return "", errors.New("part: " + err.Error())
		}
		return p.Learnt, nil
	}
	if v.Kind != value.Array || v.Len() != 2 {
		return "", errPart
	}
	i, first := v.At(0).Int()
	n, second := v.At(1).Int()
	if !first || !second || i < 0 || i >= n {
		return "", errPart
	}
	share(scan, i, n)
	return "", nil
}

// share keeps only some of the stores. What a scan shows of a store does not depend on the others.
func share(scan *storage.Scan, i, n int64) {
	all := len(scan.Tables) == 0
	var list []file.Store
	var tables []storage.Pick
	for at, s := range scan.Stores {
		if int64(at)%n != i {
			continue
		}
		for _, pick := range picksOf(scan.Tables, at) {
			tables = append(tables, storage.Pick{Store: len(list), Table: pick.Table})
		}
		list = append(list, s)
	}
	if !all && len(tables) == 0 {
		tables = []storage.Pick{storage.NoTable} // the tables are in other shares
	}
	scan.Stores, scan.Tables = list, tables
}
