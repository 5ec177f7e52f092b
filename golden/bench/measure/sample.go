package main

import (
	"math"
	"math/rand/v2"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// sample is one set of field values, from which every record and peer value is made.
type sample struct {
	hash    uint32
	short   []byte // 12 letters
	long    []byte // 20 letters
	number  int64  // of any size
	score   float64
	decimal int64 // 15 digits
	version int64 // milliseconds of a recent time
}

var sampleList = makeSamples()

func makeSamples() (list [samples]sample) {
	r := rand.New(rand.NewPCG(7, 11))
	letters := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		return b
	}
	for i := range list {
		list[i] = sample{
			hash:    r.Uint32(),
			short:   letters(12),
			long:    letters(20),
			number:  int64(r.Uint64()) >> r.IntN(64),
			score:   r.NormFloat64() * 1e6,
			version: 1_700_000_000_000 + r.Int64N(1<<36),
		}
	}
	for i := range list { // after all others, so that those do not change
		list[i].decimal = (1e14 + r.Int64N(9e14)) * (1 - 2*r.Int64N(2))
	}
	return list
}

// at returns a sample; it cycles through the list.
func at(i int) *sample { return &sampleList[i&(samples-1)] }

func textValue(b []byte) actionbase.Value {
	return actionbase.Value{Kind: actionbase.String, Text: b}
}

func longValue(n int64) actionbase.Value {
	return actionbase.Value{Kind: actionbase.Long, Num: uint64(n)}
}

func doubleValue(f float64) actionbase.Value {
	return actionbase.Value{Kind: actionbase.Double, Num: math.Float64bits(f)}
}

// stateKey returns the key of an edge from a numbered source to a named target.
func stateKey(i int) *actionbase.EdgeStateKey {
	s := at(i)
	return &actionbase.EdgeStateKey{
		Prefix: actionbase.Prefix{Source: longValue(s.number), Table: actionbase.Code("demo.follow")},
		Target: textValue(s.long),
	}
}

// stateValue returns an active state with four properties.
func stateValue(i int) *actionbase.EdgeStateValue {
	s := at(i)
	v := &actionbase.EdgeStateValue{
		Active: true, Version: s.version, CreatedAt: actionbase.Instant{Set: true, Value: s.version - 1000},
	}
	for _, p := range properties(i) {
		v.Properties = append(v.Properties, actionbase.StateProperty{Code: p.Code, Value: p.Value, Version: s.version})
	}
	return v
}

func properties(i int) []actionbase.IndexProperty {
	s := at(i)
	return []actionbase.IndexProperty{
		{Code: actionbase.Code("memo"), Value: textValue(at(i + 1).long)},
		{Code: actionbase.Code("rank"), Value: longValue(at(i + 2).number)},
		{Code: actionbase.Code("score"), Value: doubleValue(s.score)},
		{Code: actionbase.Code("public"), Value: actionbase.Value{Kind: actionbase.Boolean, Num: uint64(i & 1)}},
	}
}

// indexKey returns a key in an index over one field: newest first, or a text in one of the directions.
func indexKey(i int, field actionbase.OrderedValue) *actionbase.EdgeIndexKey {
	k := stateKey(i)
	return &actionbase.EdgeIndexKey{
		Prefix: k.Prefix, Direction: actionbase.Out, Index: actionbase.Code("created_at_desc"),
		Values: []actionbase.OrderedValue{field}, Target: k.Target,
	}
}

func newestFirst(i int) actionbase.OrderedValue {
	return actionbase.OrderedValue{Value: longValue(at(i).version), Order: order.Desc}
}

func textField(o order.Order) func(int) actionbase.OrderedValue {
	return func(i int) actionbase.OrderedValue {
		return actionbase.OrderedValue{Value: textValue(at(i + 3).long), Order: o}
	}
}

// indexValue returns the cell of an index row with four properties.
func indexValue(i int) *actionbase.EdgeIndexValue {
	return &actionbase.EdgeIndexValue{Version: at(i).version, Properties: properties(i)}
}
