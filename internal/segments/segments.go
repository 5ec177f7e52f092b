// Package segments makes a WebAssembly module smaller. Go's linker splits the data section at every run of
// zeros and so writes about 100,000 segments, whose headers alone are a tenth of the module. Shrink joins
// them again, and drops the line numbers of the program's functions.
package segments

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// gapMax is the number of zeros between two segments up to which they are joined:
// memory is zero before it is initialised, and zeros compress to nothing.
const gapMax = 64

// Section ids and opcodes of the WebAssembly core specification, section 5.
const (
	headerLen   = 8 // magic and version
	dataSection = 11
	dataCount   = 12
	i32Const    = 0x41
	end         = 0x0b
)

var errTruncated = errors.New("the module ends inside a section")

// segment is an active data segment of memory 0.
type segment struct {
	offset int64
	bytes  []byte
}

// Shrink returns a module written by Go's linker with its data segments ordered by address, joined where at most gapMax
// zeros lie between two, and without what only says in which file and line a function is (see dropLines). It refuses
// modules with segments that are passive, overlap, or are at a computed address.
func Shrink(module []byte) ([]byte, error) { return rewrite(module, dropLines) }

// rewrite is Shrink with a different edit, or none, of the memory that the segments initialise.
func rewrite(module []byte, edit func(memory []byte) error) ([]byte, error) {
	if len(module) < headerLen || string(module[:4]) != "\x00asm" {
		return nil, errors.New("expected a WebAssembly module, which begins with 00 61 73 6d")
	}
	out := slices.Clone(module[:headerLen])
	for rest := module[headerLen:]; len(rest) > 0; {
		r := reader{b: rest[1:]}
		body := r.take(r.uvarint())
		if r.failed {
			return nil, errTruncated
		}
		id := rest[0]
		rest = r.b
		switch id {
		case dataCount:
			return nil, errors.New("found a data count section: Go's linker writes none")
		case dataSection:
			list, err := parse(body)
			if err != nil {
				return nil, err
			}
			memory, err := initialise(list)
			if err == nil && edit != nil {
				err = edit(memory)
			}
			if err != nil {
				return nil, err
			}
			body = appendSegments(nil, cut(memory))
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

func parse(body []byte) ([]segment, error) {
	r := reader{b: body}
	n := r.uvarint()
	if n > uint64(len(body)) {
		return nil, errTruncated
	}
	list := make([]segment, 0, n)
	for range n {
		if kind := r.uvarint(); kind != 0 || r.byte() != i32Const {
			return nil, fmt.Errorf("data segment %d: expected an active one at a constant address", len(list))
		}
		offset := int64(uint32(r.varint()))
		if r.byte() != end {
			return nil, fmt.Errorf("data segment %d: expected an address that is one constant", len(list))
		}
		list = append(list, segment{offset, r.take(r.uvarint())})
	}
	if r.failed || len(r.b) > 0 {
		return nil, errTruncated
	}
	return list, nil
}

// memoryMax bounds the addresses of data: Go's linker places it in the first few megabytes.
const memoryMax = 1 << 28

// initialise returns the memory that segments produce, from address 0 to the last of their bytes.
func initialise(list []segment) ([]byte, error) {
	slices.SortStableFunc(list, func(a, b segment) int { return cmp.Compare(a.offset, b.offset) })
	var memory []byte
	for _, s := range list {
		if s.offset < int64(len(memory)) {
			return nil, fmt.Errorf("two data segments overlap at address %d", s.offset)
		}
		if s.offset > memoryMax {
			return nil, fmt.Errorf("a data segment at address %d: expected at most %d", s.offset, memoryMax)
		}
		memory = append(memory, make([]byte, s.offset-int64(len(memory)))...)
		memory = append(memory, s.bytes...)
	}
	return memory, nil
}

// cut returns the segments that initialise memory: the stretches between runs of more than gapMax zeros.
func cut(memory []byte) []segment {
	var list []segment
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		end, zeros := at, 0
		for next := at; next < len(memory) && zeros <= gapMax; next++ {
			if zeros++; memory[next] != 0 {
				end, zeros = next+1, 0
			}
		}
		list = append(list, segment{int64(at), memory[at:end]})
		at = end
	}
	return list
}

func appendSegments(dst []byte, list []segment) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	for _, s := range list {
		dst = append(dst, 0, i32Const)
		dst = appendVarint(dst, int64(int32(s.offset)))
		dst = append(dst, end)
		dst = binary.AppendUvarint(dst, uint64(len(s.bytes)))
		dst = append(dst, s.bytes...)
	}
	return dst
}

// appendVarint appends a signed LEB128 number: unlike in Go's varints, the sign is
// not folded into the lowest bit.
func appendVarint(dst []byte, v int64) []byte {
	for {
		b := byte(v) & 0x7f
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}

// reader takes numbers and bytes from the start of b. After a failure it returns only zeros.
type reader struct {
	b      []byte
	failed bool
}

func (r *reader) take(n uint64) []byte {
	if r.failed || n > uint64(len(r.b)) {
		r.failed, r.b = true, nil
		return nil
	}
	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.failed, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) varint() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.failed = true
	return 0
}
