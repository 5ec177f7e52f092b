package parquet

import "encoding/binary"

// hybrid writes small numbers in the encoding that Parquet calls RLE: runs of a number, and groups of eight in so many bits
// each for what does not repeat.
//
//	run     varint n<<1   | the number, in whole bytes
//	groups  varint n<<1|1 | n times eight numbers, width bits each, the lowest bits first
type hybrid struct {
	buf   []byte
	width int

	value uint32 // repeated so many times, and not written yet
	count int

	group [8]uint32
	in    int // how many of the group are there
	head  int // where the groups that are being written begin; 0 for none
}

// groupsMax is how many groups stand together: their number is one byte then.
const groupsMax = 63

func (h *hybrid) reset(width int) { *h = hybrid{buf: h.buf[:0], width: width} }

// add adds a number n times.
func (h *hybrid) add(value uint32, n int) {
	if value == h.value {
		h.count += n
		return
	}
	h.settle()
	h.value, h.count = value, n
}

// settle writes the number that repeats: first into the group that is begun.
func (h *hybrid) settle() {
	for h.in > 0 && h.count > 0 {
		h.push()
	}
	if h.count >= len(h.group) {
		h.head = 0
		h.buf = binary.AppendUvarint(h.buf, uint64(h.count)<<1)
		for bits := 0; bits < h.width; bits += 8 {
			h.buf = append(h.buf, byte(h.value>>bits))
		}
		h.count = 0
	}
	for h.count > 0 {
		h.push()
	}
}

// push adds the number to the group, and writes that when it is full.
func (h *hybrid) push() {
	h.group[h.in] = h.value
	h.count--
	if h.in++; h.in < len(h.group) {
		return
	}
	h.in = 0
	if h.head == 0 || h.buf[h.head-1] == groupsMax<<1|1 {
		h.buf = append(h.buf, 1)
		h.head = len(h.buf)
	}
	h.buf[h.head-1] += 2
	var bits uint64
	have := 0
	for _, v := range h.group {
		bits |= uint64(v) << have
		for have += h.width; have >= 8; have -= 8 {
			h.buf = append(h.buf, byte(bits))
			bits >>= 8
		}
	}
}

// end writes what is left. The last group is filled up: who reads knows how many numbers there are.
func (h *hybrid) end() []byte {
	h.settle()
	h.value = 0
	for h.in > 0 {
		h.count = 1
		h.push()
	}
	return h.buf
}
