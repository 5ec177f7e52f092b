package heap

import (
	"math/bits"
	"unsafe"
)

// A page with objects of one size begins with this.
type smallPage struct {
	size   uint16 // of an object
	count  uint16
	plain  bool // objects without pointers
	next   *smallPage
	used   [8]uint32 // a bit for each object
	marked [8]uint32
}

// A large object begins with this.
type largeObject struct {
	pages  uintptr
	size   uintptr // with this head
	plain  bool
	marked bool
}

const (
	unit      = 16 // objects are aligned to it
	smallHead = (unsafe.Sizeof(smallPage{}) + unit - 1) &^ (unit - 1)
	largeHead = (unsafe.Sizeof(largeObject{}) + unit - 1) &^ (unit - 1)
)

// sizes of small objects: the larger ones are those of which two to six fill a page.
var sizes = [...]uint16{16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 400, 496, 560, 656, 800, 992, 1328, 2000}

const smallMost = 2000

// rooms are the pages that have room for more objects of a size: without pointers in them, or with.
var rooms [2][len(sizes)]*smallPage

// nothing is where objects without bytes are.
var nothing uintptr

// alloc returns the address of an object whose bytes are zero. A plain one has no pointers.
func alloc(size uintptr, plain bool) uintptr {
	if size == 0 {
		return uintptr(unsafe.Pointer(&nothing))
	}
	if size > smallMost {
		return allocLarge(size, plain)
	}
	class := classOf(size)
	room := &rooms[kindOf(plain)][class]
	for {
		p := *room
		if p == nil {
			p = newSmall(sizes[class], plain)
			p.next = *room // a collection may have found some
			*room = p
		}
		for i := range p.used {
			if p.used[i] == ^uint32(0) {
				continue
			}
			n := uintptr(bits.TrailingZeros32(^p.used[i])) + uintptr(i)*32
			if n >= uintptr(p.count) {
				break
			}
			p.used[i] |= 1 << (n & 31)
			object := p.object(n)
			clear(unsafe.Slice((*byte)(at(object)), p.size))
			return object
		}
		*room = p.next // it is full
		p.next = nil
	}
}

// classOf returns the index of the smallest size that is large enough.
func classOf(size uintptr) int {
	if size <= 128 {
		return int(size-1) / unit
	}
	class := 8
	for uintptr(sizes[class]) < size {
		class++
	}
	return class
}

func kindOf(plain bool) int {
	if plain {
		return 1
	}
	return 0
}

func smallAt(page uintptr) *smallPage { return (*smallPage)(at(address(page))) }

func largeAt(page uintptr) *largeObject { return (*largeObject)(at(address(page))) }

// object returns the address of object n.
func (p *smallPage) object(n uintptr) uintptr {
	return uintptr(unsafe.Pointer(p)) + smallHead + n*uintptr(p.size)
}

func newSmall(size uint16, plain bool) *smallPage {
	page := obtain(1)
	*entry(page) = small << kindBits
	p := smallAt(page)
	*p = smallPage{size: size, count: uint16((pageSize - smallHead) / uintptr(size)), plain: plain}
	return p
}

func allocLarge(size uintptr, plain bool) uintptr {
	if size > 1<<31 {
		runtimePanic("out of memory")
	}
	size += largeHead
	n := (size + pageSize - 1) >> pageBits
	page := obtain(n)
	*entry(page) = uint32(head<<kindBits | n)
	for i := uintptr(1); i < n; i++ {
		*entry(page + i) = uint32(rest<<kindBits | i)
	}
	o := largeAt(page)
	*o = largeObject{pages: n, size: size, plain: plain}
	object := uintptr(unsafe.Pointer(o)) + largeHead
	clear(unsafe.Slice((*byte)(at(object)), size-largeHead))
	return object
}
