package form

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// triesMax limits how often the encoder is asked for one form, because lists may be long.
const triesMax = 200

// trial asks the encoder what it would do with other fields.
type trial struct {
	in     *format.Input
	kind   *format.Record
	fields value.Value // valid fields; null if there are none
	bytes  []byte      // the encoding of fields
	tries  int
	field  string // the member because of which the form's own fields are refused
}

// newTrial looks for valid fields: those of the form or, if one of their members is refused, those
// with that member taken from the example.
func newTrial(in *format.Input, kind *format.Record, fields, example value.Value) trial {
	t := trial{in: in, kind: kind}
	b, err := t.encode(fields)
	if err == nil {
		t.fields, t.bytes = fields, b
		return t
	}
	var r *format.Refusal
	if errors.As(err, &r) {
		t.field = r.Field
	}
	if t.field == "" {
		return t
	}
	at := parsePath(t.field)[:1]
	if right, ok := find(example, at); ok {
		repaired := changed(fields, at, right, true)
		if b, err = t.encode(repaired); err == nil {
			t.fields, t.bytes = repaired, b
		}
	}
	return t
}

// encode writes fields: all parts one after another.
func (t *trial) encode(fields value.Value) ([]byte, error) {
	t.tries++
	var out store.Entry
	if err := t.kind.Encode(t.in, fields, &out); err != nil {
		return nil, err
	}
	var all []byte
	for i := range out.Parts {
		all = append(append(all, out.Parts[i].Name...), 0)
		all = append(all, out.Parts[i].Bytes...)
	}
	return all, nil
}

// asks reports whether it is possible to ask the encoder.
func (t *trial) asks() bool { return t.fields.Kind == value.Object && t.tries < triesMax }

// without reports whether a member may be left out together with its code.
func (t *trial) without(at, code path) bool {
	if !t.asks() {
		return t.tries >= triesMax && at.list() != nil
	}
	if _, there := find(t.fields, at); !there {
		return false
	}
	less := changed(t.fields, at, value.Value{}, false)
	if code[len(code)-1].Name != "" {
		less = changed(less, code, value.Value{}, false)
	}
	_, err := t.encode(less)
	return err == nil
}

// accepts reports whether a member may be added.
func (t *trial) accepts(at path, v value.Value) bool {
	if !t.asks() {
		return false
	}
	_, err := t.encode(changed(t.fields, at, v, true))
	return err == nil
}

// lacks reports whether the fields are refused because this member is missing.
func (t *trial) lacks(at path) bool { return t.field != "" && t.field == at.text(false) }

// follows reports whether a member only repeats what others say: without it the bytes are the same,
// and any other value contradicts the others.
func (t *trial) follows(at path, v value.Value) bool {
	if !t.asks() || v.Kind != value.String && v.Kind != value.Number {
		return false
	}
	if _, there := find(t.fields, at); !there {
		return false
	}
	if b, err := t.encode(changed(t.fields, at, value.Value{}, false)); err != nil || !bytes.Equal(b, t.bytes) {
		return false
	}
	other := value.Of(v.Raw() + "?")
	if n, ok := v.Int(); ok && v.Kind == value.Number {
		other = value.OfInt(n + 1)
	}
	_, err := t.encode(changed(t.fields, at, other, true))
	var r *format.Refusal
	return errors.As(err, &r) && r.Misuse
}
