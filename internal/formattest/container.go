package formattest

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
)

// A fuzz target takes one []byte. The container divides it into an input:
//
//	+---------+---------------------------------+--------------+
//	| flags 1 | { length 2 | part } but the last | last part    |
//	+---------+---------------------------------+--------------+
//	flags   bit 0: lenient; bit 1+i: the entry has the record's part i (none set: all)
//	length  big-endian; capped at the remaining bytes
const lenientFlag = 1

// Split turns arbitrary bytes into an input for the record.
func Split(r *format.Record, data []byte, in *format.Input) {
	in.Entry.Reset()
	in.Lenient = false
	if len(data) == 0 {
		return
	}
	flags := data[0]
	data = data[1:]
	in.Lenient = flags&lenientFlag != 0
	var names []string
	for i, name := range r.Parts {
		if mask := byte(1<<len(r.Parts)-1) << 1; flags&mask == 0 || flags&(2<<i) != 0 {
			names = append(names, name)
		}
	}
	for i, name := range names {
		n := len(data)
		if i < len(names)-1 {
			if n < 2 {
				n, data = 0, nil
			} else {
				n = min(int(binary.BigEndian.Uint16(data)), n-2)
				data = data[2:]
			}
		}
		in.Entry.Add(name, data[:n:n])
		data = data[n:]
	}
}

// Join returns the container for an input, if the input has only parts of the record.
func Join(r *format.Record, in *format.Input) []byte {
	data := []byte{0}
	if in.Lenient {
		data[0] = lenientFlag
	}
	last := len(in.Entry.Parts) - 1
	seen := 0
	for i, name := range r.Parts {
		b, ok := in.Entry.Part(name)
		if !ok {
			continue
		}
		data[0] |= 2 << i
		if seen < last {
			data = binary.BigEndian.AppendUint16(data, uint16(len(b)))
		}
		data = append(data, b...)
		seen++
	}
	return data
}
