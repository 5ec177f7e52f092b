//go:build wasip1

package main

import (
	"math"
	"unsafe"

	"github.com/rowlens/rowlens/internal/exports"
)

// The buffers shared with the host. A module runs one call at a time.
var (
	in      = make([]byte, 1<<16)
	out     = make([]byte, 1<<16)
	failure exports.Error
)

// inputMax keeps a host from requesting more than memory can ever hold.
const inputMax = 1 << 30

// input makes room for n bytes from the host. No argument may extend past them,
// where earlier calls have left theirs.
func input(n int32) unsafe.Pointer {
	in = in[:0]
	if n < 0 || n > inputMax {
		return nil
	}
	if int(n) > cap(in) {
		in = nil // so that the old buffer is free before the new one is made
		in = make([]byte, n)
	}
	in = in[:n]
	return unsafe.Pointer(unsafe.SliceData(in))
}

// lastError writes the last failure to the output buffer.
func lastError() int32 {
	out = failure.JSON(out[:0])
	n := len(out)
	out = out[:cap(out)]
	return int32(n)
}

// say writes text to the output buffer.
func say(text string) int32 { return int32(copy(out, text)) }

// arguments reads the input buffer from its start. It records the first argument that
// extends past the buffer; all arguments after that are empty.
type arguments struct {
	at   int
	code exports.Code
}

// bytes returns the next n bytes and skips to the next multiple of 4.
func (a *arguments) bytes(n int32) []byte {
	if a.code == exports.OK && (n < 0 || int(n) > len(in)-a.at) {
		a.code = exports.BadLength
	}
	if a.code != exports.OK {
		return nil
	}
	b := in[a.at : a.at+int(n) : a.at+int(n)]
	a.at = min((a.at+int(n)+3)&^3, len(in))
	return b
}

func (a *arguments) name(n int32) string {
	if n > exports.NameMax {
		a.code = exports.BadLength
	}
	return string(a.bytes(n))
}

func (a *arguments) length() int32 {
	n := a.numbers(1)
	if n == nil {
		return 0
	}
	return n[0]
}

// numbers returns the next n numbers, from a place that is a multiple of 4.
func (a *arguments) numbers(n int32) []int32 {
	if n > inputMax/4 || n < 0 {
		a.code = exports.BadLength
		return nil
	}
	b := a.bytes(4 * n)
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*int32)(unsafe.Pointer(&b[0])), n)
}

func (a *arguments) parts(count int32) []exports.Part {
	var list []exports.Part
	for range count {
		name := a.name(a.length())
		list = append(list, exports.Part{Name: name, Data: a.bytes(a.length())})
		if a.code != exports.OK {
			return nil
		}
	}
	return list
}

func (a *arguments) columns(count, rows int32) []exports.Column {
	var list []exports.Column
	for range count {
		name := a.name(a.length())
		offsets, data := a.texts(rows)
		list = append(list, exports.Column{Name: name, Offsets: offsets, Data: data})
		if a.code != exports.OK {
			return nil
		}
	}
	return list
}

func (a *arguments) texts(rows int32) ([]int32, []byte) {
	if rows < 0 || rows > inputMax/4 {
		a.code = exports.BadLength
		return nil, nil
	}
	offsets := a.numbers(rows + 1)
	if offsets == nil {
		return nil, nil
	}
	if offsets[rows] < 0 {
		a.code = exports.BadOffsets
	}
	return offsets, a.bytes(offsets[rows])
}

// answer is the output buffer, divided for one call.
type answer struct {
	starts, codes []int32
	bytes         []byte
}

// answer runs a call that writes to the output buffer, which grows as the call needs: first numbers,
// then bytes.
func (a *arguments) answer(starts, codes int32, call func(o *answer) int64) int32 {
	if starts < 0 || codes < 0 || int64(starts)+int64(codes) > inputMax/4 {
		a.code = exports.BadLength
	}
	fixed := 4 * (int(starts) + int(codes)) // of no meaning after BadLength
	return int32(a.number(func() int64 {
		for {
			if len(out) < fixed {
				out = make([]byte, fixed+1<<16)
			}
			numbers := unsafe.Slice((*int32)(unsafe.Pointer(&out[0])), fixed/4)
			o := answer{numbers[:starts], numbers[starts:], out[fixed:]}
			n := call(&o)
			if n <= int64(len(o.bytes)) {
				return n
			}
			if n > inputMax {
				return int64(exports.TooLarge)
			}
			out = make([]byte, min(int64(fixed)+n+n/4, math.MaxInt32))
		}
	}))
}

// number runs a call that only returns a number.
func (a *arguments) number(call func() int64) int64 {
	failure = exports.Error{Code: a.code, Row: -1, Offset: -1}
	n := int64(a.code)
	if n == 0 {
		n = call()
	}
	if n < 0 && failure.Code == exports.OK {
		failure = exports.Error{Code: exports.Code(n), Row: -1, Offset: -1}
	}
	if failure.Code != exports.OK && failure.Message == "" {
		failure.Message = exports.Strerror(failure.Code)
	}
	return n
}
