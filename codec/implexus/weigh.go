package implexus

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// What a guess is worth. A length or count that fits the bytes is hardly chance; a type code before
// 8 arbitrary bytes may be.
const (
	chance = 1
	sure   = 3
)

// weighRow weighs the guess that an entry is a row. One of nine prefixes is hardly chance, and a
// value that fits the key certainly is not.
func weighRow(in *format.Input, _ *span.Tree) format.Weight {
	_, b, _ := in.Entry.First(store.Key, store.Bytes)
	var k KeyReading
	if DecodeKey(b, &k) != nil {
		return format.Weight{}
	}
	best := &k.Candidates[0]
	w := format.Weight{Dots: sure, Reasons: []string{"prefix and form of a key of the kind " + best.Kind.String()}}
	if _, hasValue := in.Entry.Part(store.Value); best.Notes != 0 && !hasValue {
		w.Dots = chance
	}
	if n := len(k.Candidates); n > 1 {
		w.Reasons = append(w.Reasons, "one of "+strconv.Itoa(n)+" readings of the key")
	}
	return w
}

// weighElement weighs the guess that a value is an element on its own.
func weighElement(in *format.Input, _ *span.Tree) format.Weight {
	_, b, _ := in.Entry.First(store.Value, store.Bytes)
	var v Value
	if in.Lenient || DecodeValue(b, &v, Options{}) != nil {
		return format.Weight{}
	}
	e := &v.Elements[0]
	w := format.Weight{Dots: chance, Title: e.Type.String(), Reasons: []string{"type code and size of " + e.Type.String()}}
	switch {
	case e.Type <= Bool:
		w.Dots = 0 // one or two bytes prove nothing
	case e.Type >= Array:
		w.Title += " of " + plural(e.Count, "item")
		w.Dots = sure
	case e.Type >= String:
		w.Dots = sure
	}
	return w
}

// weighEntity weighs the guess that a value is an entity on its own.
func weighEntity(in *format.Input, _ *span.Tree) format.Weight {
	_, b, _ := in.Entry.First(store.Value, store.Bytes)
	var e Entity
	if DecodeEntity(b, &e) != nil || e.TypeCode < EntityUnknown || e.TypeCode > EntityIndex {
		return format.Weight{}
	}
	w := format.Weight{Dots: chance, Reasons: []string{"type code of " + EntityName(e.TypeCode) + ", layout " + e.Layout.String()}}
	if !e.Label.Null && e.Layout < Mixed {
		w.Dots = sure
	}
	return w
}

// weighConfig weighs the guess that a value is a configuration on its own.
func weighConfig(in *format.Input, _ *span.Tree) format.Weight {
	_, b, _ := in.Entry.First(store.Value, store.Bytes)
	var c Config
	if DecodeConfig(b, &c) != nil || c.Expression.Null {
		return format.Weight{}
	}
	w := format.Weight{Dots: chance, Reasons: []string{"two texts whose lengths fit, layout " + c.Layout.String()}}
	if c.Layout < Mixed {
		w.Dots = sure
	}
	return w
}
