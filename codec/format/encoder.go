package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Encoder adds the requested parts of one record, in order, and keeps the first error. A record's
// Encode uses it like this:
//
//	e := format.NewEncoder(in, dst, fields, "id")
//	e.Part(store.Row, func() ([]byte, error) { … })
//	return e.Err()
type Encoder struct {
	In  *Input
	Dst *store.Entry

	// Limit is the most bytes that upstream's writer, named Writer, allows for a part;
	// Input.Unlimited lifts it. Zero for no limit.
	Limit  int
	Writer string

	err error
}

// NewEncoder refuses fields with a member unknown to the record: a misspelt one would be lost
// silently.
func NewEncoder(in *Input, dst *store.Entry, fields value.Value, members ...string) Encoder {
	return Encoder{In: in, Dst: dst, err: Known(fields, members...)}
}

// Part adds a part, which encode makes from the fields. encode is not called for a part that was
// not requested, whose fields may be absent.
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
			" (encode --unlimited, or unlimited in a request, writes it all the same)")
	default:
		e.Dst.Add(name, b)
	}
}

// Fixed adds a part that is a constant text.
func (e *Encoder) Fixed(name, text string) {
	if e.err == nil && e.In.Wants(name) {
		e.Dst.Add(name, []byte(text))
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

// WriteSorted sorts keys as unsigned bytes, as most stores do, and writes them as the answer of
// an operation about their order.
func WriteSorted(w *value.Writer, keys [][]byte) {
	slices.SortStableFunc(keys, bytes.Compare)
	w.Object()
	w.Key("sorted")
	w.Hexes(keys)
	w.EndObject()
}
