package parquet

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbers reads n numbers, as the format describes them.
func numbers(t *testing.T, b []byte, width, n int) (list []uint32) {
	t.Helper()
	for len(list) < n {
		head, size := binary.Uvarint(b)
		if size <= 0 {
			t.Fatalf("%d numbers of %d", len(list), n)
		}
		b = b[size:]
		if head&1 == 0 {
			var v uint32
			for i := range (width + 7) / 8 {
				v |= uint32(b[i]) << (8 * i)
			}
			b = b[(width+7)/8:]
			list = append(list, slices.Repeat([]uint32{v}, int(head>>1))...)
			continue
		}
		count := int(head>>1) * 8
		for i := range count {
			var v uint32
			for bit := range width {
				at := i*width + bit
				v |= uint32(b[at/8]>>(at%8)&1) << bit
			}
			list = append(list, v)
		}
		b = b[count*width/8:]
	}
	if len(b) > 0 || len(list) >= n+8 {
		t.Fatalf("%d bytes and %d numbers are too many", len(b), len(list)-n)
	}
	return list[:n]
}

func TestRunsAndGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var h hybrid
	for i := range 3000 {
		width := 1 + i%19
		h.reset(width)
		var want []uint32
		for range r.IntN(40) {
			v, n := r.Uint32()&(1<<width-1), 1+r.IntN(1+r.IntN(30))
			if r.IntN(9) == 0 {
				n = 600 // more groups than stand together, or a long run
			}
			for k := range n {
				one := v
				if n < 20 && r.IntN(2) == 0 {
					one = uint32(k) & (1<<width - 1)
				}
				h.add(one, 1)
				want = append(want, one)
			}
			h.add(v, n)
			want = append(want, slices.Repeat([]uint32{v}, n)...)
		}
		if got := numbers(t, h.end(), width, len(want)); !slices.Equal(got, want) {
			t.Fatalf("%d bits:\n%v\nexpected\n%v", width, got, want)
		}
	}
}

func TestALongRunIsShort(t *testing.T) {
	var h hybrid
	h.reset(1)
	h.add(0, 1_000_000)
	h.add(1, 1_000_000)
	if n := len(h.end()); n > 10 {
		t.Errorf("%d bytes", n)
	}
}
