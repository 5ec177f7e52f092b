package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Encoder adds the parts of one record that are wanted, in order, and keeps the first
// error. It is what a record's Encode is made of:
//
//	e := format.NewEncoder(in, dst, fields, "id")
//	e.Part(store.Row, func() ([]byte, error) { … })
//	return e.Err()
type Encoder struct {
	In  *Input
	Dst *store.Entry

	// Limit is the most bytes that the writer of upstream, whose name is Writer, makes of
	// a part; Input.Unlimited lifts it. Zero for no limit.
	Limit  int
	Writer string

	err error
}

// NewEncoder refuses fields that have a member which the record does not know: a
// misspelt one would be lost in silence.
func NewEncoder(in *Input, dst *store.Entry, fields value.Value, members ...string) Encoder {
	return Encoder{In: in, Dst: dst, err: Known(fields, members...)}
}

// Part adds a part, which encode makes of the fields. It is not called for a part that
// is not wanted: the fields of that may be absent.
func (e *Encoder) Part(name string, encode func() ([]byte, error)) {
	if e.err != nil || !e.In.Wants(name) {
		return
	}
	b, err := encode()
	switch {
	case err != nil:
		e.err = err
	case e.Limit > 0 && len(b) > e.Limit && !e.In.Unlimited:
		e.err = Refuse(name, strconv.Itoa(len(b))+" bytes; "+e.Writer+" cannot write more than "+strconv.Itoa(e.Limit)+
			" (lift the limit to encode it anyway)")
	default:
		e.Dst.Add(name, b)
	}
}

// Fixed adds a part that is always the same text.
func (e *Encoder) Fixed(name, text string) {
	if e.err == nil && e.In.Wants(name) {
		e.Dst.Add(name, []byte(text))
	}
}

// Keep keeps an error, if it is the first.
func (e *Encoder) Keep(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Err returns the first error.
func (e *Encoder) Err() error { return e.err }

// Known refuses an object with members other than those named.
func Known(v value.Value, members ...string) error {
	for i := range v.Len() {
		if v.Kind == value.Object && !slices.Contains(members, v.Name(i)) {
			return Refuse(v.Name(i), "there is no such field; there are "+strings.Join(members, ", "))
		}
	}
	return nil
}

// WriteSorted sorts keys as unsigned bytes, as most stores do, and writes them as the
// answer of an operation that asks for their order.
func WriteSorted(w *value.Writer, keys [][]byte) {
	slices.SortStableFunc(keys, bytes.Compare)
	w.Object()
	w.Key("sorted")
	w.Hexes(keys)
	w.EndObject()
}
