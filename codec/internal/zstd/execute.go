package zstd

import "math/bits"

// step is one sequence: run literals, then a match.
type step struct{ run, distance, length uint32 }

// steps is how many sequences are decoded before they are executed: doing each by itself is faster.
const steps = 128

// sequences is the state of a block's sequences during decoding.
type sequences struct {
	backward
	tables  [3]*table
	state   [3]int // of the tables
	left    int    // sequences still to come
	repeat  [3]int // the last three distances
	decoded [steps]step
}

// begin reads the initial states for n sequences.
func (q *sequences) begin(n int) {
	if q.left = n; n > 0 {
		for _, i := range [3]int{literalLengths, offsets, matchLengths} {
			q.state[i] = q.read(q.tables[i].log)
		}
	}
}

// low has the lowest n bits set.
var low = func() (m [32]uint32) {
	for n := range m {
		m[n] = 1<<n - 1
	}
	return m
}()

// decode decodes the next sequences, as many as there is room for. A distance of 0 means damage.
func (q *sequences) decode() ([]step, bool) {
	literal, offset, match := q.tables[literalLengths], q.tables[offsets], q.tables[matchLengths]
	l, o, m := q.state[literalLengths], q.state[offsets], q.state[matchLengths]
	src, pos, start := q.src, q.pos, q.start
	r0, r1, r2 := q.repeat[0], q.repeat[1], q.repeat[2]
	left := q.left
	decoded := q.decoded[:min(steps, left)]
	for i := range decoded {
		if pos < start {
			return nil, false
		}
		v := window(src, pos)
		ls, os, ms := literal.states[l&511], offset.states[o&511], match.states[m&511]
		v = bits.RotateLeft64(v, int(os.extra()))
		n := int(os.base()) + int(uint32(v)&low[os.extra()&31])
		pos -= int(os.extra())
		long := os.extra()+ms.extra()+ls.extra() > 30 // and the states need 26
		if long {
			if pos < start {
				return nil, false
			}
			v = window(src, pos)
		}
		v = bits.RotateLeft64(v, int(ms.extra()))
		length := ms.base() + uint32(v)&low[ms.extra()&31]
		v = bits.RotateLeft64(v, int(ls.extra()))
		run := ls.base() + uint32(v)&low[ls.extra()&31]
		pos -= int(ms.extra()) + int(ls.extra())
		if i+1 < left {
			if long {
				if pos < start {
					return nil, false
				}
				v = window(src, pos)
			}
			v = bits.RotateLeft64(v, int(ls.bits()))
			l = int(ls.next()) + int(uint32(v)&low[ls.bits()&31])
			v = bits.RotateLeft64(v, int(ms.bits()))
			m = int(ms.next()) + int(uint32(v)&low[ms.bits()&31])
			v = bits.RotateLeft64(v, int(os.bits()))
			o = int(os.next()) + int(uint32(v)&low[os.bits()&31])
			pos -= int(ls.bits()) + int(ms.bits()) + int(os.bits())
		}
		// 1 to 3 are the last three distances or, if there are no literals, the two before the last
		// and the last minus 1.
		if n > 3 {
			r2, r1, r0 = r1, r0, n-3
		} else {
			if run == 0 {
				n++
			}
			switch n {
			case 2:
				r1, r0 = r0, r1
			case 3:
				r2, r1, r0 = r1, r0, r2
			case 4:
				r2, r1, r0 = r1, r0, r0-1
			}
		}
		decoded[i] = step{run, uint32(r0), length}
	}
	q.state[literalLengths], q.state[offsets], q.state[matchLengths] = l, o, m
	q.pos, q.repeat = pos, [3]int{r0, r1, r2}
	q.left -= len(decoded)
	return decoded, q.left > 0 || pos == start
}

// execution is a block being assembled: out[:at] has been written, the frame begins at base, and
// the block may reach up to end. Literals have slack bytes after them.
type execution struct {
	out           []byte
	base, at, end int
	literals      []byte
	lit, lits     int // the next literal, and the number of literals
	dict          []byte
	window        int
}

// slack is how many bytes a short copy may write or read past its end.
const slack = 16

// run executes sequences.
func (x *execution) run(q []step) error {
	out, literals, at, lit := x.out, x.literals, x.at, x.lit
	for i := range q {
		run, distance, length := int(q[i].run), int(q[i].distance), int(q[i].length)
		if run > x.lits-lit || run+length > x.end-at {
			x.at, x.lit = at, lit
			return x.full(run)
		}
		if run <= slack && at+slack <= len(out) {
			*(*[slack]byte)(out[at:]) = *(*[slack]byte)(literals[lit:])
		} else {
			copy(out[at:], literals[lit:lit+run])
		}
		lit += run
		at += run
		from := at - distance
		switch {
		case from < x.base:
			if !x.far(at, distance, length) {
				x.at, x.lit = at, lit
				return ErrDamaged
			}
		case distance == 0 || distance > x.window:
			x.at, x.lit = at, lit
			return ErrDamaged
		case distance >= slack && length <= 2*slack && at+2*slack <= len(out):
			*(*[slack]byte)(out[at:]) = *(*[slack]byte)(out[from:])
			if length > slack {
				*(*[slack]byte)(out[at+slack:]) = *(*[slack]byte)(out[from+slack:])
			}
		default:
			repeat(out, from, at, length)
		}
		at += length
	}
	x.at, x.lit = at, lit
	return nil
}

// repeat copies n bytes from an earlier offset, which may overlap them.
func repeat(out []byte, from, at, n int) {
	for end := at + n; at < end; {
		at += copy(out[at:end], out[from:at])
	}
}

// far copies a match that begins before the frame, in the dictionary.
func (x *execution) far(at, distance, length int) bool {
	in := distance - (at - x.base)
	if in > len(x.dict) {
		return false
	}
	n := copy(x.out[at:at+length], x.dict[len(x.dict)-in:])
	repeat(x.out, x.base, at+n, length-n)
	return true
}

// full says why a sequence does not fit.
func (x *execution) full(run int) error {
	if run > x.lits-x.lit {
		return ErrDamaged
	}
	return errFull
}
