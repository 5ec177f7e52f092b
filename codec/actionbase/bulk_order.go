package actionbase

import (
	"cmp"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// hashOrder returns the order in which a Java HashMap iterates over the properties. The second
// generation and the bulk loader write them in this order.
func hashOrder(props []NamedValue) []int {
	// The table starts with 16 slots and doubles when it is more than 3/4 full.
	slots := uint32(16)
	for uint64(len(props))*4 > uint64(slots)*3 {
		slots *= 2
	}
	order, slot := make([]int, len(props)), make([]uint32, len(props))
	for i := range props {
		h := javaHash(props[i].Name)
		order[i], slot[i] = i, (h^h>>16)&(slots-1)
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(slot[a], slot[b]) })
	return order
}

// javaHash is String.hashCode: a polynomial in 31 over the UTF-16 code units.
func javaHash(s string) uint32 {
	var h uint32
	for _, r := range s {
		if r > 0xffff {
			r -= 0x10000
			h = h*31 + uint32(0xd800+r>>10)
			r = 0xdc00 + r&0x3ff
		}
		h = h*31 + uint32(r)
	}
	return h
}
