package layout

import (
	"encoding/binary"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/internal/md5"
	"github.com/rowlens/rowlens/codec/internal/xxh32"
)

// check is a hash of bytes of the key: salt, bucket or checksum.
type check struct {
	sum      string // xxh32, xxh64, md5, java
	size     int    // its size in bytes
	from, to edge
	modulo   uint32 // number of buckets; 0 for the whole hash
}

// edge is where the hashed bytes begin or end: at an item, or at a number of bytes from the start or the end of the key.
type edge struct {
	item int // -1 for none
	n    int
	end  bool // n counts from the end of the key
}

// offset returns the offset of an edge in a key of size bytes, whose items begin at places.
func (e edge) offset(places []int, size int, to bool) int {
	switch {
	case e.item >= 0 && to:
		return places[e.item+1]
	case e.item >= 0:
		return places[e.item]
	case e.end:
		return size - e.n
	}
	return e.n
}

// hashed returns the bytes that are hashed, and their offset; false if the key does not have them, or if they include the hash.
func (it *item) hashed(key []byte, places []int, own int) (b []byte, from int, ok bool) {
	from, to := it.check.from.offset(places, len(key), false), it.check.to.offset(places, len(key), true)
	if from < 0 || to < from || to > len(key) || from < own+it.width && to > own {
		return nil, from, false
	}
	return key[from:to], from, true
}

// appendSum appends the value that the item should have.
func (it *item) appendSum(dst, b []byte) []byte {
	at := len(dst)
	var h uint64
	switch it.check.sum {
	case "md5":
		sum := md5.Sum(b)
		return append(dst, sum[:it.width]...)
	case "xxh32":
		h = uint64(xxh32.Sum(b))
	case "xxh64":
		h = xxhash.Sum64(b)
	case "java":
		n := int32(1)
		for _, c := range b {
			n = 31*n + int32(int8(c))
		}
		if h = uint64(uint32(n)); it.check.modulo > 0 { // as in Phoenix, the remainder is signed
			r := int64(n) % int64(it.check.modulo)
			h = uint64(max(r, -r))
		}
	}
	if it.check.modulo > 0 {
		dst = appendNumber(dst, h%uint64(it.check.modulo), it.width)
	} else {
		dst = binary.BigEndian.AppendUint64(dst, h<<(64-8*it.check.size))[:at+it.width]
	}
	if it.little {
		reverse(dst[at:])
	}
	return dst
}

// appendNumber appends the low bytes of a number, big-endian.
func appendNumber(dst []byte, n uint64, width int) []byte {
	for shift := 8 * (width - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(n>>shift))
	}
	return dst
}

func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

func reverse(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// of says in words what was hashed.
func (it *item) of(from, to int) string {
	text := it.check.sum
	if it.check.modulo > 0 {
		text += " modulo " + strconv.FormatUint(uint64(it.check.modulo), 10)
	}
	return text + " of bytes " + itoa(from) + "–" + itoa(to-1)
}
