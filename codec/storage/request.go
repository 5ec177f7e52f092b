package storage

import (
	"errors"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Request says which rows of stores a caller wants.
type Request struct {
	Named string // a table's name, in all stores; empty for all tables
	Picks []Pick
	Query file.Query
	Limit int64 // maximum number of rows; 0 for all
}

// ReadRequest reads the members of a request, all optional:
//
//	{"table","stored","salvage","start","stop","limit","at","versions","labels"}
//
// A table is its name, or [store, table], both counted from 0; start and stop are hex, at is decimal text, and limit is
// at least 1. The others mean the same as in `rowlens dump`.
func ReadRequest(req value.Value) (Request, error) {
	x := Request{}
	var bad error
	refuse := func(name, expected string) { bad = errors.New(name + ": expected " + expected) }
	switch v := req.Member("table"); v.Kind {
	case value.Null:
	case value.String:
		x.Named, _ = v.Text()
	default:
		if v.Kind != value.Array || v.Len() != 2 {
			return x, errors.New("table: expected a name, or the numbers of a store and of a table")
		}
		s, isStore := v.At(0).Int()
		t, isTable := v.At(1).Int()
		if !isStore || !isTable || min(s, t) < 0 {
			return x, errors.New("table: expected two numbers")
		}
		x.Picks = []Pick{{Store: int(min(s, math.MaxInt32)), Table: int(min(t, math.MaxInt32))}}
	}
	flag := func(name string) bool {
		v := req.Member(name)
		set, ok := v.Bool()
		if !v.IsNull() && !ok {
			refuse(name, "true or false")
		}
		return set
	}
	x.Query.Stored, x.Query.Salvage = flag("stored"), flag("salvage")
	key := func(name string) []byte {
		v := req.Member(name)
		b, ok := v.Hex()
		if !v.IsNull() && !ok {
			refuse(name, "a key in hex")
		}
		return b
	}
	x.Query.Start, x.Query.Stop = key("start"), key("stop")
	number := func(name string) int64 {
		v := req.Member(name)
		n, ok := v.Int()
		if !v.IsNull() && (!ok || n < 0 || n > 1<<31) {
			refuse(name, "a whole number from 0 to 2147483648")
		}
		return n
	}
	x.Limit, x.Query.Versions = number("limit"), int(min(number("versions"), math.MaxInt32))
	if x.Limit == 0 && !req.Member("limit").IsNull() {
		refuse("limit", "at least one row")
	}
	if v := req.Member("at"); !v.IsNull() {
		text, _ := v.Text()
		var err error
		if x.Query.At, err = strconv.ParseUint(text, 10, 64); err != nil {
			refuse("at", "a whole number from 0 on, of 64 bits")
		}
		x.Query.HasAt = true
	}
	if v := req.Member("labels"); !v.IsNull() {
		if x.Query.Labels, x.Query.HasLabels = texts(v); !x.Query.HasLabels {
			refuse("labels", "a list of texts")
		}
	}
	return x, bad
}

// texts returns the items of a list of texts.
func texts(v value.Value) (list []string, ok bool) {
	ok = v.Kind == value.Array
	for _, item := range v.Items() {
		text, is := item.Text()
		list, ok = append(list, text), ok && is
	}
	return list, ok
}

// Tables returns the wanted tables; none means all.
func (x *Request) Tables(stores []file.Store) ([]Pick, error) {
	for _, p := range x.Picks {
		if p.Store >= len(stores) || p.Table >= len(stores[p.Store].Tables()) {
			return nil, errors.New("there is no such table")
		}
	}
	if x.Named == "" {
		return x.Picks, nil
	}
	found := Named(stores, x.Named, nil)
	if len(found) == 0 {
		return nil, errors.New("there is no table " + strconv.Quote(x.Named))
	}
	return found, nil
}
