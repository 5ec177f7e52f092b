package storage

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Request says which rows of stores a caller wants.
type Request struct {
	Named string // a table's name, of all stores; empty for all tables
	Picks []Pick
	Query file.Query
	Limit int64 // rows; 0 for all
}

// ReadRequest reads the members of a request, all optional:
//
//	{"table","stored","salvage","start","stop","limit","at","versions","labels"}
//
// A table is its name, or [store, table], both counted from 0; start and stop are hex, at is decimal text, and the
// limit 1 or more. The others have the meaning that they have for `rowlens dump`.
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
		x.Picks = []Pick{{Store: int(s), Table: int(t)}}
	}
	x.Query.Stored, _ = req.Member("stored").Bool()
	x.Query.Salvage, _ = req.Member("salvage").Bool()
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
			refuse(name, "a number")
		}
		return n
	}
	x.Limit, x.Query.Versions = number("limit"), int(number("versions"))
	if x.Limit == 0 && !req.Member("limit").IsNull() {
		refuse("limit", "at least one row")
	}
	if v := req.Member("at"); !v.IsNull() {
		text, _ := v.Text()
		var err error
		if x.Query.At, err = strconv.ParseUint(text, 10, 64); err != nil {
			refuse("at", "a number as text")
		}
		x.Query.HasAt = true
	}
	if v := req.Member("labels"); !v.IsNull() {
		for _, item := range v.Items() {
			label, _ := item.Text()
			x.Query.Labels = append(x.Query.Labels, label)
		}
		x.Query.HasLabels = true
	}
	return x, bad
}

// Tables are the tables that are wanted; none for all.
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
