package format

import (
	"bytes"
	"errors"
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

	// Limit is the largest part, in bytes, that upstream's writer, named Writer, allows. Zero means
	// no limit; Input.Unlimited lifts it.
	Limit  int
	Writer string

	err error
}

// NewEncoder returns an Encoder. Err reports fields with a member that the record does not have: a
// misspelt one would otherwise be lost silently.
func NewEncoder(in *Input, dst *store.Entry, fields value.Value, members ...string) Encoder {
	return Encoder{In: in, Dst: dst, err: Known(fields, members...)}
}

// Part adds a part that encode makes from the fields. It does not call encode for a part that was
// not requested, whose fields may be absent.
func (e *Encoder) Part(name string, encode func() ([]byte, error)) {
	if e.err != nil || !e.In.Wants(name) {
		return
	}
	room := e.In.Room.mark()
	b, err := encode()
	e.In.Room.keep(room, b)
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

// Room is memory for the parts of one entry after another. The zero Room is ready to use.
type Room struct {
	parts [][]byte
	used  int
}

// partRoom is enough for nearly all parts.
const partRoom = 128

// Reset makes the memory of all parts available again.
func (r *Room) Reset() { r.used = 0 }

func (r *Room) next() []byte {
	if r.used == len(r.parts) {
		r.parts = append(r.parts, make([]byte, 0, partRoom))
	}
	r.used++
	return r.parts[r.used-1]
}

// roomMax is the largest memory that is kept of a part that outgrew its room.
const roomMax = 32 << 10

// mark returns how many rooms are in use; r may be nil.
func (r *Room) mark() int {
	if r == nil {
		return 0
	}
	return r.used
}

// keep reuses the memory of a part that outgrew its room for later parts. The part must be the only one since mark.
func (r *Room) keep(mark int, part []byte) {
	if r != nil && r.used == mark+1 && cap(part) > cap(r.parts[mark]) && cap(part) <= roomMax {
		r.parts[mark] = part[:0]
	}
}

// Room returns an empty slice to append a part to, with capacity for most parts.
func (e *Encoder) Room() []byte { return e.In.NewPart() }

// NewPart returns an empty slice to append a part to, with capacity for most parts.
func (in *Input) NewPart() []byte {
	if in.Room == nil {
		return make([]byte, 0, partRoom/2)
	}
	return in.Room.next()
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
	if v.Kind != value.Object {
		return nil
	}
	after := 0 // one past the member found last: most objects have them in the order given here
	for i := range v.Len() {
		name := v.Name(i)
		if after < len(members) && members[after] == name {
			after++
		} else if at := slices.Index(members[after:], name); at >= 0 {
			after += at + 1
		} else if !slices.Contains(members[:after], name) {
			return &Refusal{Field: name, Why: "there is no such field; there are " + strings.Join(members, ", "), NoMember: true}
		}
	}
	return nil
}

// Only returns an Encode that refuses fields with members other than those named.
func Only(encode func(*Input, value.Value, *store.Entry) error, members ...string) func(*Input, value.Value, *store.Entry) error {
	return func(in *Input, fields value.Value, dst *store.Entry) error {
		if err := Known(fields, members...); err != nil {
			return err
		}
		return encode(in, fields, dst)
	}
}

// Follows refuses a member that is present but is not the text that another member, from,
// determines. The message names both: "property: expected "name", as the member reference says,
// found "code"".
func Follows(fields value.Value, member, text, from string) error {
	v, given := fields.Get(member)
	if !given {
		return nil
	}
	found, ok := v.Text()
	if v.Kind == value.Bytes {
		found, ok = v.Raw(), true
	}
	text = value.Replaced(text) // as members show it
	err := ExpectNumber(ok && found == text, member, strconv.Quote(Cut(text))+", as the "+from+" says", v)
	var r *Refusal
	if errors.As(err, &r) {
		r.Misuse = true
	}
	return err
}

// WriteSorted sorts keys as unsigned bytes, as most stores do, and writes them as the result of an
// operation that sorts keys.
func WriteSorted(w *value.Writer, keys [][]byte) {
	slices.SortStableFunc(keys, bytes.Compare)
	w.Object()
	w.Key("sorted")
	w.Hexes(keys)
	w.EndObject()
}
