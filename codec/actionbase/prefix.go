package actionbase

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// RowType is the kind of a row, stored in its key.
type RowType int8

// The row types.
const (
	EdgeLock  RowType = -1
	EdgeCount RowType = -2
	EdgeState RowType = -3
	EdgeIndex RowType = -4
	EdgeGroup RowType = -5
	EdgeCache RowType = -6
)

var rowTypeNames = [...]string{"", "EDGE_LOCK", "EDGE_COUNT", "EDGE_STATE", "EDGE_INDEX", "EDGE_GROUP", "EDGE_CACHE"}
var rowTypeWords = [...]string{"", "edge lock", "edge count", "edge state", "edge index", "edge group", "edge cache"}

// String returns the name in upstream's third generation, such as "EDGE_STATE".
func (t RowType) String() string {
	if t.known() {
		return rowTypeNames[-t]
	}
	return "UNKNOWN"
}

func (t RowType) words() string {
	if t.known() {
		return rowTypeWords[-t]
	}
	return "unknown"
}

func (t RowType) known() bool { return t <= EdgeLock && t >= EdgeCache }

// Direction says by which end of the edge a row is keyed.
type Direction int8

// The directions.
const (
	Out Direction = 2
	In  Direction = 3
)

// String returns "OUT" or "IN", or "null" for a value that upstream's second generation reads as no
// direction.
func (d Direction) String() string {
	switch d {
	case Out:
		return "OUT"
	case In:
		return "IN"
	}
	return "null"
}

// Prefix is the start of every row key.
//
//	0        4             4+s       9+s       11+s
//	+--------+-------------+---------+---------+
//	| salt 4 | source (v)  | table 5 | type 2  |
//	+--------+-------------+---------+---------+
//	salt    XXH32 of the s+7 bytes after it, big-endian
//	(v)     ordered value, ascending: header 1, body, terminator where the type has one
//	table   int, ascending: 2b, code XOR 80000000
//	type    byte, ascending: 29, row type XOR 80
//
// All rows of one kind for one source share these bytes, so they are one scan.
type Prefix struct {
	Salt   uint32 // as stored; encoders compute it
	Source Value  // the directed source if the row has a direction
	Table  int32
	Type   RowType

	SaltOK bool // the stored salt is the hash of those bytes
}

// decode reads the prefix. want is the row type of the record, or 0 for any.
func (p *Prefix) decode(r *wire.Reader, source *span.Field, want RowType, names *Schema) {
	salt := r.Next()
	p.Salt = r.Uint32(&fSalt)
	from := r.Offset()
	if o := p.Source.decode(r, source); o != order.Asc || p.Source.Kind == Null { // decodeVertex, inlined
		p.Source.refuseVertex(r, source, from)
	}
	p.Table = slotCode(r, &fTable, names)
	at, rowType := r.Offset(), r.Next()
	p.Type = RowType(slotInt8(r, &fRowType))
	if !r.OK() {
		return
	}
	if bad := !p.Type.known() && want == 0 || want != 0 && p.Type != want; bad && !(want != 0 && r.Lenient()) {
		p.badType(r, at, want)
		return
	}
	p.SaltOK = Hash(r.Since(from)) == p.Salt
	r.Verdict(p.SaltOK)
	if salt.Recorded() {
		rowType.Enum(int64(p.Type), p.Type.words())
		salt.Check(p.SaltOK, p.saltNote(r, from))
		if want := Hash(r.Since(from)); !p.SaltOK {
			salt.Expect(byte(want>>24), byte(want>>16), byte(want>>8), byte(want))
		}
	}
}

//go:noinline
func (p *Prefix) badType(r *wire.Reader, at int, want RowType) {
	expected, found := "a row type from -6 to -1", ""
	if want != 0 {
		expected = typeWords[-want].expected
	}
	if p.Type.known() {
		found = typeWords[-p.Type].found
	} else {
		found = strconv.Itoa(int(p.Type))
	}
	r.FailAt(wire.BadValue, &fRowType, at, expected, found)
}

// typeWords are the words of badType, kept because every damaged row key is read as each type but its own.
var typeWords = func() (words [len(rowTypeWords)]struct{ expected, found string }) {
	for t := EdgeCache; t <= EdgeLock; t++ {
		w := &words[-t]
		w.found = strconv.Itoa(int(t)) + " (" + t.words() + ")"
		w.expected = "row type " + w.found
	}
	return words
}()

// saltNotes are the notes for prefixes of usual length, kept so that a correct salt allocates
// nothing.
var saltNotes = func() (notes [64]string) {
	for i := range notes {
		notes[i] = "xxh32 of bytes 4–" + strconv.Itoa(int(i))
	}
	return notes
}()

// saltNote says which bytes the salt hashes, and the right salt if the stored one differs.
func (p *Prefix) saltNote(r *wire.Reader, from int) string {
	end := r.Offset()
	if p.SaltOK && from == 4 && end <= len(saltNotes) {
		return saltNotes[end-1]
	}
	note := "xxh32 of bytes " + strconv.Itoa(from) + "–" + strconv.Itoa(end-1)
	if !p.SaltOK {
		note += " is " + hex32(Hash(r.Since(from)))
	}
	return note
}

// decodeDirection reads the direction slot.
func decodeDirection(r *wire.Reader) Direction {
	at := r.Offset()
	d := Direction(slotInt8(r, &fDirection))
	if r.OK() && d != Out && d != In && !r.Lenient() {
		r.FailAt(wire.BadValue, &fDirection, at, "2 (OUT) or 3 (IN)", strconv.Itoa(int(d)))
	}
	r.Last().Enum(int64(d), d.String())
	return d
}

// decodeVertex reads a source or target: any value but null, ascending.
func decodeVertex(r *wire.Reader, v *Value, f *span.Field) {
	at := r.Offset()
	if o := v.decode(r, f); o != order.Asc || v.Kind == Null {
		v.refuseVertex(r, f, at)
	}
}

//go:noinline
func (v *Value) refuseVertex(r *wire.Reader, f *span.Field, at int) {
	switch {
	case r.Lenient():
	case v.Kind == Null:
		r.FailAt(wire.NullValue, f, at, "a value", "null")
	default:
		r.FailAt(wire.NonCanonical, f, at, "an ascending value", "a descending one")
	}
}

// AppendPrefix appends the prefix of a row and computes its salt.
func AppendPrefix(dst []byte, source *Value, table int32, t RowType) ([]byte, error) {
	if source.Kind == Null {
		return dst, refuse("source", "a row key needs a source that is not null")
	}
	at := len(dst)
	out, err := AppendValue(append(dst, 0, 0, 0, 0), source, order.Asc)
	if err != nil {
		return dst, err
	}
	out = appendFixed32(out, hdrInt, order.Int32(table))
	out = append(out, hdrByte, order.Int8(int8(t)))
	binary.BigEndian.PutUint32(out[at:], Hash(out[at+4:]))
	return out, nil
}
