package wire

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
)

// DepthMax is the deepest nesting that a Reader follows.
const DepthMax = 32

// Reader is a cursor over one part. Make it with NewReader, and do not copy it while it is in use.
type Reader struct {
	buf     []byte
	off     int
	rec     *span.Tree
	err     *Error // the first failure
	fault   *Error // memory for it, or nil
	scratch []byte
	depth   int
	lenient bool

	doubtful, held, asked bool
}

// NewReader returns a cursor over buf. If rec is nil, nothing is recorded. Values may alias buf.
func NewReader(buf []byte, rec *span.Tree) Reader { return Reader{buf: buf, rec: rec} }

// Scratch gives the reader memory for values that are not stored verbatim (complemented text).
// Without it such values are allocated.
func (r *Reader) Scratch(b []byte) { r.scratch = b[:0] }

// SetFault gives the reader memory for its failure, for callers that expect most attempts to fail.
// Without it a failure is allocated.
func (r *Reader) SetFault(e *Error) { r.fault = e }

// SetLenient makes the reader accept what upstream's reader accepts although no writer produces it.
// Each format documents such forms.
func (r *Reader) SetLenient(on bool) { r.lenient = on }

// Lenient reports whether such forms are accepted.
func (r *Reader) Lenient() bool {
	r.asked = true
	return r.lenient
}

// Asked reports whether Lenient was called. If not, it made no difference.
func (r *Reader) Asked() bool { return r.asked }

// Doubtful reports whether a check value did not match, or a form was read that no writer produces.
// It works with and without a tree; the tree has the details.
func (r *Reader) Doubtful() bool { return r.doubtful }

// Doubt records that a form was read that no writer produces, where no Mark says so.
func (r *Reader) Doubt() { r.doubtful = true }

// Held reports whether a check value was recomputed and matched.
func (r *Reader) Held() bool { return r.held }

// Verdict records whether a check value matches, for a field without a mark.
func (r *Reader) Verdict(ok bool) {
	r.held, r.doubtful = r.held || ok, r.doubtful || !ok
}

// OK reports whether nothing has failed yet.
func (r *Reader) OK() bool { return r.err == nil }

// More reports whether nothing has failed and input remains.
func (r *Reader) More() bool { return r.err == nil && r.off < len(r.buf) }

// Offset returns the number of bytes consumed.
func (r *Reader) Offset() int { return r.off }

// Left returns the number of bytes not yet consumed.
func (r *Reader) Left() int { return len(r.buf) - r.off }

// Since returns the bytes consumed since offset from.
func (r *Reader) Since(from int) []byte { return r.buf[from:r.off] }

// Ahead returns the bytes not yet consumed without consuming them, or nothing after a failure.
func (r *Reader) Ahead() []byte {
	if r.err != nil {
		return nil
	}
	return r.buf[r.off:]
}

// Skip consumes n of the bytes that Ahead returned, without recording them.
func (r *Reader) Skip(n int) { r.off += min(n, len(r.buf)-r.off) }

// Spare returns the scratch memory, which may have grown, for the next reader.
func (r *Reader) Spare() []byte { return r.scratch }

// Memory returns a pointer to the scratch memory, for primitives of formats that append values to it.
func (r *Reader) Memory() *[]byte { return &r.scratch }

// Rec returns the recorder, or nil if nothing is recorded or decoding failed.
func (r *Reader) Rec() *span.Tree {
	if r.err != nil {
		return nil
	}
	return r.rec
}

// Begin opens a group.
func (r *Reader) Begin(f *span.Field) {
	if r.rec != nil && r.err == nil {
		r.rec.Begin(f, r.off)
	}
}

// End closes the innermost group.
func (r *Reader) End() {
	if r.rec != nil && r.err == nil {
		r.rec.End(r.off)
	}
}

// EndWith closes the innermost group and gives it a value and flags.
func (r *Reader) EndWith(v span.Value, flags span.Flag) {
	r.doubtful = r.doubtful || flags&(span.Mismatch|span.NonCanonical) != 0
	if r.rec != nil && r.err == nil {
		if g := r.rec.Group(); g != nil {
			g.Value, g.Flags = v, g.Flags|flags
		}
		r.rec.End(r.off)
	}
}

// Enter goes one level deeper into nested structures and reports whether to continue: at most
// DepthMax levels are allowed.
func (r *Reader) Enter(f *span.Field) bool { return r.EnterTo(f, DepthMax) }

// EnterTo is Enter with the format's own limit.
func (r *Reader) EnterTo(f *span.Field, most int) bool {
	if r.err != nil {
		return false
	}
	if r.depth >= most {
		r.FailFound(Limit, f, "at most "+strconv.Itoa(most)+" nested values", "a deeper one")
		return false
	}
	r.depth++
	return true
}

// Leave undoes Enter.
func (r *Reader) Leave() { r.depth-- }

// Fail records a failure at the current offset; only the first failure counts. What was found is
// the byte there, or the end of input.
func (r *Reader) Fail(c Code, f *span.Field, expected string) { r.FailAt(c, f, r.off, expected, "") }

// FailFound is Fail with words for what was found.
func (r *Reader) FailFound(c Code, f *span.Field, expected, found string) {
	r.FailAt(c, f, r.off, expected, found)
}

// FailAt is FailFound at another offset; found may be empty.
//
//go:noinline
func (r *Reader) FailAt(c Code, f *span.Field, at int, expected, found string) {
	if r.err != nil {
		return
	}
	if found == "" {
		found = "end of input"
		if at < len(r.buf) {
			c := int(r.buf[at])
			found = hexBytes[4*c : 4*c+4]
		}
	}
	if r.err = r.fault; r.err == nil {
		r.err = new(Error)
	}
	*r.err = Error{Code: c, Offset: at, Field: f.Name, Expected: expected, Found: found}
}

// FailOwn is FailAt with the format's own word for the failure.
func (r *Reader) FailOwn(c Code, own string, f *span.Field, at int, expected, found string) {
	if r.err == nil {
		r.FailAt(c, f, at, expected, found)
		r.err.Own = own
	}
}

// Take consumes n bytes without recording them, for primitives that record several nodes
// themselves. It returns nil after a failure.
func (r *Reader) Take(f *span.Field, n int, expected string) []byte {
	o := r.off
	if r.err != nil || n < 0 || len(r.buf)-o < n {
		r.cut(f, expected, n)
		return nil
	}
	r.off = o + n
	return r.buf[o : o+n : o+n]
}

// cut records that the input is too short. It is out of line so that the primitives stay small.
//
//go:noinline
func (r *Reader) cut(f *span.Field, expected string, n int) {
	if r.err != nil {
		return
	}
	if expected == "" {
		expected = strconv.Itoa(n) + " bytes"
	}
	left := len(r.buf) - r.off
	found := "end of input"
	if left == 1 {
		found = "1 byte"
	} else if left > 1 {
		found = strconv.Itoa(left) + " bytes"
	}
	r.FailAt(Truncated, f, r.off, expected, found)
}

// Peek returns the next byte without consuming it; ok is false at the end of
// input or after a failure.
func (r *Reader) Peek() (b byte, ok bool) {
	if r.err != nil || r.off >= len(r.buf) {
		return 0, false
	}
	return r.buf[r.off], true
}

// Uint8 consumes one byte.
func (r *Reader) Uint8(f *span.Field) uint8 {
	b := r.Take(f, 1, "1 byte")
	if b == nil {
		return 0
	}
	if r.rec != nil {
		r.rec.Leaf(f, r.off-1, r.off, span.UintValue(uint64(b[0])))
	}
	return b[0]
}

// Uint16 consumes a big-endian number of 2 bytes.
func (r *Reader) Uint16(f *span.Field) uint16 {
	o := r.off
	if r.err != nil || len(r.buf)-o < 2 {
		r.cut(f, "2 bytes", 2)
		return 0
	}
	v := binary.BigEndian.Uint16(r.buf[o:])
	r.off = o + 2
	if r.rec != nil {
		r.rec.Leaf(f, r.off-2, r.off, span.UintValue(uint64(v)))
	}
	return v
}

// Uint32 consumes a big-endian number of 4 bytes.
func (r *Reader) Uint32(f *span.Field) uint32 {
	o := r.off
	if r.err != nil || len(r.buf)-o < 4 {
		r.cut(f, "4 bytes", 4)
		return 0
	}
	v := binary.BigEndian.Uint32(r.buf[o:])
	r.off = o + 4
	if r.rec != nil {
		r.rec.Leaf(f, r.off-4, r.off, span.UintValue(uint64(v)))
	}
	return v
}

// Uint64 consumes a big-endian number of 8 bytes.
func (r *Reader) Uint64(f *span.Field) uint64 {
	o := r.off
	if r.err != nil || len(r.buf)-o < 8 {
		r.cut(f, "8 bytes", 8)
		return 0
	}
	v := binary.BigEndian.Uint64(r.buf[o:])
	r.off = o + 8
	if r.rec != nil {
		r.rec.Leaf(f, r.off-8, r.off, span.UintValue(v))
	}
	return v
}

// Bytes consumes n bytes as a leaf.
func (r *Reader) Bytes(f *span.Field, n int) []byte {
	b := r.Take(f, n, "")
	if b != nil && r.rec != nil {
		r.rec.Leaf(f, r.off-n, r.off, span.BytesValue(b))
	}
	return b
}

// Long is Bytes for a length as the input has it, which may be more than an int holds where that has 32 bits.
func (r *Reader) Long(f *span.Field, n int64) []byte {
	if int64(int(n)) != n {
		r.cut(f, strconv.FormatInt(n, 10)+" bytes", 0)
		return nil
	}
	return r.Bytes(f, int(n))
}

// Rest consumes the remaining bytes as a leaf.
func (r *Reader) Rest(f *span.Field) []byte {
	if r.err != nil {
		return nil
	}
	return r.Bytes(f, len(r.buf)-r.off)
}

// Index returns how far ahead the byte c is, or -1.
func (r *Reader) Index(c byte) int {
	if r.err != nil {
		return -1
	}
	return bytes.IndexByte(r.buf[r.off:], c)
}

// Invert returns the complement of b in the reader's scratch memory.
func (r *Reader) Invert(b []byte) []byte {
	n := len(r.scratch)
	r.scratch = append(r.scratch, b...)
	d := r.scratch[n:len(r.scratch):len(r.scratch)]
	i := 0
	for ; i+8 <= len(d); i += 8 {
		binary.LittleEndian.PutUint64(d[i:], ^binary.LittleEndian.Uint64(d[i:]))
	}
	for ; i < len(d); i++ {
		d[i] = ^d[i]
	}
	return d
}

// Finish ends decoding: remaining bytes are a failure. It closes the part in the tree, with
// undecoded bytes in one leaf, and returns the first failure.
func (r *Reader) Finish() error {
	if r.err == nil && r.off == len(r.buf) && r.rec == nil {
		return nil // small enough to be inlined
	}
	return r.end()
}

func (r *Reader) end() error {
	if r.err == nil && r.off == len(r.buf) {
		r.rec.Close(r.off, r.off, "")
		return nil
	}
	if r.err == nil {
		r.trailing()
	}
	return r.failure()
}

// FinishPrefix is Finish for a decoder that may leave bytes unread; note explains them.
func (r *Reader) FinishPrefix(note string) error {
	if r.err == nil {
		if r.rec != nil {
			r.rec.Close(r.off, len(r.buf), note)
		}
		return nil
	}
	return r.failure()
}

func (r *Reader) trailing() {
	found := strconv.Itoa(len(r.buf)-r.off) + " more bytes"
	if len(r.buf)-r.off == 1 {
		found = "1 more byte"
	}
	r.FailAt(Trailing, span.Undecoded, r.off, "end of input", found)
}

//go:noinline
func (r *Reader) failure() error {
	if r.rec != nil {
		why := ""
		if !r.rec.Mute {
			why = r.err.Sentence()
		}
		r.rec.Close(r.off, len(r.buf), why)
	}
	return r.err
}

// hexBytes holds every byte as 0x00, so that a failure allocates nothing for what was found.
var hexBytes = func() string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 4*256)
	for c := range 256 {
		b = append(b, '0', 'x', digits[c>>4], digits[c&15])
	}
	return string(b)
}()
