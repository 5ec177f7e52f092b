package value

import (
	"math"
	"strconv"
	"unsafe"
)

// Tape is what a Writer of JSON wrote, value by value and with the types it was given, for callers that put the values
// somewhere other than into text. It is valid until the Writer is reset.
type Tape struct {
	Steps []Step // a value comes before those inside it

	name  string // of the member whose value comes next
	bytes []byte // of texts and byte strings
}

// Step is one value on a Tape.
type Step struct {
	Kind     StepKind
	Name     string // of the member, in an object
	At, End  int    // the value in Writer.Buf
	Next     int    // the step after the value and everything inside it
	Num      uint64 // of an Int, Uint, Float (its bits) or Bool (0 or 1)
	Contents string // of a Text or Bytes
}

// StepKind is the type of the value of a Step.
type StepKind uint8

// The types of values that a Writer can be given.
const (
	StepNull StepKind = iota
	StepBool
	StepInt  // a signed integer
	StepUint // an unsigned integer
	StepFloat
	StepNumber // a number read from JSON that is not a StepInt: it is in Writer.Buf
	StepText
	StepBytes
	StepArray
	StepObject
	StepRaw // JSON that was written unchanged and nests too deeply to be taken apart
)

func (t *Tape) reset() { t.Steps, t.bytes, t.name = t.Steps[:0], t.bytes[:0], "" }

// add adds the value that begins at a position of the buffer and reaches to its end.
func (t *Tape) add(kind StepKind, at int, buf []byte) *Step {
	t.Steps = append(t.Steps, Step{Kind: kind, Name: t.name, At: at, End: len(buf), Next: len(t.Steps) + 1})
	t.name = ""
	return &t.Steps[len(t.Steps)-1]
}

func (t *Tape) number(kind StepKind, num uint64, at int, buf []byte) {
	if t != nil {
		t.add(kind, at, buf).Num = num
	}
}

// float adds a number. A 32-bit number is widened through its text, so that it keeps its digits.
func (t *Tape) float(f float64, bits, at int, buf []byte) {
	if t == nil {
		return
	}
	if bits == 32 && buf[at] != '"' {
		f, _ = strconv.ParseFloat(view(buf[at:]), 64)
	}
	t.add(StepFloat, at, buf).Num = math.Float64bits(f)
}

// contents adds a text or byte string. It copies it, so the caller may change it afterwards.
func (t *Tape) contents(kind StepKind, s string, at int, buf []byte) {
	if t != nil {
		t.add(kind, at, buf).Contents = t.keep(s)
	}
}

func (t *Tape) keep(s string) string {
	from := len(t.bytes)
	t.bytes = append(t.bytes, s...)
	return view(t.bytes[from:])
}

// open adds an object or array whose end is not yet known.
func (t *Tape) open(c byte, at int, buf []byte) {
	kind := StepObject
	if c == '[' {
		kind = StepArray
	}
	t.add(kind, at, buf)
}

// shut ends the innermost object or array, whose step is given.
func (t *Tape) shut(step int, buf []byte) {
	if step < len(t.Steps) { // else misuse: nothing was opened
		t.Steps[step].Next, t.Steps[step].End = len(t.Steps), len(buf)
	}
}

// BytesOf returns the bytes of a text without copying. They must not be changed.
func BytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// view reads bytes as text without copying; the result is not kept.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
