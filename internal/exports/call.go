package exports

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// call is the memory of one running call. It never keeps the caller's memory: freed
// C memory may become Go's own, where a forgotten pointer into it would crash the
// garbage collector. So inputs are copied before they are decoded.
type call struct {
	session session.Session
	inputs  []formatInput // one for each format met, most recent first
	w       value.Writer
	tree    span.Tree
	bytes   []byte // copies of the parts, or of the fields, of one row
	fields  value.Memory
	pieces  pieceMemory
	arrays  []arrayMemory
	plan    *plan       // of the latest call for typed columns
	room    format.Room // for the parts of one row
	primed  bool        // its session knows its owner's schemas
}

// formatInput is the input for one format, whose memory only that format understands.
type formatInput struct {
	format *format.Format
	input  *format.Input
}

var calls = spare[call]{made: newCall}

func newCall() *call { return new(call) }

// keepMax is the largest buffer that outlives its call.
const keepMax = 1 << 20

// use runs work with the memory of a call. If work panics, the memory is discarded,
// because its state is unknown.
func use(memory *spare[call], work func(c *call) int64) int64 {
	c := memory.get()
	result := work(c)
	c.shrink()
	memory.put(c)
	return result
}

// shrink drops what must not outlive a call.
func (c *call) shrink() {
	c.session.Zones, c.session.Schemas = nil, nil
	if cap(c.w.Buf) > keepMax {
		c.w.Buf = nil
	}
	if cap(c.bytes) > keepMax {
		c.bytes = nil
	}
	if c.fields.Size() > keepMax {
		c.fields = value.Memory{}
	}
	c.pieces.shrink()
	if cap(c.tree.Nodes) > keepMax/256 {
		c.tree = span.Tree{}
	}
}

// input returns the input for a format, empty but for its memory.
func (c *call) input(f *format.Format) *format.Input {
	i := 0
	for i < len(c.inputs) && c.inputs[i].format != f {
		i++
	}
	if i == len(c.inputs) {
		c.inputs = append(c.inputs, formatInput{f, new(format.Input)})
	}
	if i > 0 {
		c.inputs[0], c.inputs[i] = c.inputs[i], c.inputs[0]
	}
	in := c.inputs[0].input
	e := &in.Entry
	*in = format.Input{Entry: store.Entry{Parts: e.Parts[:0], Lists: e.Lists[:0], Rows: e.Rows[:0]}, Memory: in.Memory, Zones: hostZones}
	return in
}

// caught ends a call that panicked, turning the panic into an error code. It must be deferred directly.
func caught(e *Error, result *int64) {
	if p := recover(); p != nil {
		*result = int64(e.refuse(Internal, ""))
		e.Message += ": " + panicText(p)
	}
}

func panicText(p any) string {
	switch p := p.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "panic"
}

// provoke panics if the input asks for it, in a build for testing the effects of a
// panic (tag rowlens_panic).
func provoke(input []byte) {
	if panicMark != "" && bytes.Contains(input, []byte(panicMark)) {
		panic("provoked")
	}
}

// deliver copies an answer to the caller if it fits, and returns its size.
func deliver(out, answer []byte, e *Error) int64 {
	if len(answer) > LengthMax {
		return int64(e.refuse(TooLarge, ""))
	}
	if len(answer) <= len(out) {
		copy(out, answer)
	}
	return int64(len(answer))
}
