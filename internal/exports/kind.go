package exports

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// kind is the value of a handle from KindOpen: a record kind, or any kind of a format, and how
// to read and write it. It is immutable, so any number of calls may use it at once.
type kind struct {
	target
	handle   int64
	decoders spare[decoder]
	encoders spare[encoder]
}

// decoder is the memory of a running decoding call, with everything that can be prepared before
// any byte is known. It keeps from call to call what a batch keeps from row to row.
type decoder struct {
	decoding
	memory call
	in     *format.Input
}

// encoder is the same for an encoding call.
type encoder struct {
	encoding
	memory call
	in     *format.Input
}

// KindOpen does once the lookups that Decode and Encode do in each call, and returns a handle
// for the result. The schema may be closed: the kind keeps what it needs of it.
func KindOpen(schema int64, formatID, record string, flags uint32, e *Error) (result int64) {
	defer caught(e, &result)
	k := &kind{}
	if code := k.findKind(schema, formatID, record, flags, e); code != OK {
		return int64(code)
	}
	k.decoders.made = func() *decoder {
		d := &decoder{decoding: decoding{target: k.target}}
		d.in = d.input(&d.memory)
		return d
	}
	k.encoders.made = func() *encoder {
		n := &encoder{encoding: encoding{target: k.target}}
		n.in = n.input(&n.memory)
		return n
	}
	handle := openKinds.add(k)
	if handle == 0 {
		return int64(e.refuse(BadLength, "kinds"))
	}
	return handle
}

// KindClose closes a handle.
func KindClose(handle int64) int64 {
	if !openKinds.remove(handle) {
		return int64(BadHandle)
	}
	return 0
}

// KindDecode is Decode with an open kind.
func KindDecode(handle int64, parts []Part, form uint32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	return decodeBy(handle, form, e, func(d *decoder) int64 {
		if code := d.named(parts, e); code != OK {
			return int64(code)
		}
		return d.one(&d.memory, d.in, parts, out, e)
	})
}

// KindDecodeBatch is DecodeBatch with an open kind.
func KindDecodeBatch(handle int64, columns []Column, rows int, form uint32, outOffsets, codes []int32, out []byte,
	e *Error) (result int64) {
	defer caught(e, &result)
	return decodeBy(handle, form, e, func(d *decoder) int64 {
		if code := d.rows(columns, e); code != OK {
			return int64(code)
		}
		return d.all(&d.memory, d.in, columns, rows, newBatch(outOffsets, codes, out), e)
	})
}

// KindEncode is Encode with an open kind.
func KindEncode(handle int64, part string, fields, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(fields)
	return encodeBy(handle, part, e, func(n *encoder) int64 { return n.one(&n.memory, n.in, fields, out, e) })
}

// KindEncodeBatch is EncodeBatch with an open kind.
func KindEncodeBatch(handle int64, part string, offsets []int32, data []byte, rows int, outOffsets, codes []int32, out []byte,
	e *Error) (result int64) {
	defer caught(e, &result)
	provoke(data)
	if code := checkOffsets(offsets, len(data), e); code != OK {
		return int64(code)
	}
	return encodeBy(handle, part, e, func(n *encoder) int64 {
		return n.all(&n.memory, n.in, texts(offsets, data), rows, newPieces(outOffsets, codes, out, rows, 1), e)
	})
}

// decodeBy runs work with a decoder of an open kind. If work panics, the decoder is
// discarded, because its state is unknown.
func decodeBy(handle int64, form uint32, e *Error, work func(d *decoder) int64) int64 {
	k := openKinds.find(handle)
	if k == nil {
		return int64(e.refuse(BadHandle, "kind"))
	}
	d := k.decoders.get()
	d.count = 0
	result := int64(d.wants(form, e))
	if result == 0 {
		result = work(d)
	}
	d.any = nil // what one call learnt does not apply to the next
	d.memory.shrink()
	k.decoders.put(d)
	return result
}

// encodeBy does the same with an encoder.
func encodeBy(handle int64, part string, e *Error, work func(n *encoder) int64) int64 {
	k := openKinds.find(handle)
	if k == nil {
		return int64(e.refuse(BadHandle, "kind"))
	}
	n := k.encoders.get()
	n.only = n.only[:0]
	result := int64(n.writes(part, e))
	if result == 0 {
		result = work(n)
	}
	n.dst = store.Entry{} // its parts may point into the fields
	n.memory.shrink()
	k.encoders.put(n)
	return result
}
