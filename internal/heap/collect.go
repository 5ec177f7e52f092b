package heap

import "unsafe"

var (
	depth    uintptr // objects on the mark stack
	overflow bool    // one did not fit
)

// collect frees what nothing leads to.
func collect() {
	markReachable()
	drain()
	for overflow {
		overflow = false
		markAgain()
	}
	sweep()
}

// markRoots marks what the words from start to stop lead to.
func markRoots(start, stop uintptr) {
	scan((start+wordSize-1)&^(wordSize-1), stop)
	drain()
}

func scan(from, stop uintptr) {
	for ; from+wordSize <= stop; from += wordSize {
		if to := *word(from); to >= first && to < end {
			mark(to)
		}
	}
}

func word(address uintptr) *uintptr { return (*uintptr)(at(address)) }

// mark marks the object to which the byte at an address belongs, if there is one, and puts it on the stack if it may have pointers.
func mark(to uintptr) {
	page := (to - first) >> pageBits
	e := *entry(page)
	switch e >> kindBits {
	case free:
		return
	case small:
		p := smallAt(page)
		offset := to & (pageSize - 1)
		if offset < smallHead {
			return
		}
		n := (offset - smallHead) / uintptr(p.size)
		bit := uint32(1) << (n & 31)
		if n >= uintptr(p.count) || p.used[n>>5]&bit == 0 || p.marked[n>>5]&bit != 0 {
			return
		}
		p.marked[n>>5] |= bit
		if !p.plain {
			push(p.object(n))
		}
		return
	case rest:
		page -= uintptr(e & number)
	}
	o := largeAt(page)
	if o.marked {
		return
	}
	o.marked = true
	if !o.plain {
		push(uintptr(unsafe.Pointer(o)))
	}
}

func push(object uintptr) {
	if depth == stackSize {
		overflow = true
		return
	}
	*word(stack + depth*wordSize) = object
	depth++
}

// drain searches the objects on the stack, until there are no more.
func drain() {
	for depth > 0 {
		depth--
		search(*word(stack + depth*wordSize))
	}
}

// search looks for pointers in an object: a small one, or a large one by its head.
func search(object uintptr) {
	page := (object - first) >> pageBits
	if *entry(page)>>kindBits == small {
		p := smallAt(page)
		scan(object, object+uintptr(p.size))
		return
	}
	o := (*largeObject)(at(object))
	scan(object+largeHead, object+o.size)
}

// markAgain searches everything that is marked: some of it was not on the stack.
func markAgain() {
	for page := uintptr(0); page < pages; page++ {
		switch *entry(page) >> kindBits {
		case small:
			p := smallAt(page)
			for n := uintptr(0); n < uintptr(p.count) && !p.plain; n++ {
				if p.marked[n>>5]>>(n&31)&1 != 0 {
					search(p.object(n))
					drain()
				}
			}
		case head:
			if o := largeAt(page); o.marked && !o.plain {
				search(uintptr(unsafe.Pointer(o)))
				drain()
			}
		}
	}
}

// sweep frees what is not marked.
func sweep() {
	rooms = [2][len(sizes)]*smallPage{}
	taken, live = 0, 0
	for page := uintptr(0); page < pages; {
		e := *entry(page)
		n := uintptr(1)
		switch e >> kindBits {
		case small:
			sweepSmall(page)
		case head:
			n = uintptr(e & number)
			if o := largeAt(page); o.marked {
				o.marked = false
				live += n
				break
			}
			for i := uintptr(0); i < n; i++ {
				*entry(page + i) = free
			}
			unused += n
		}
		page += n
	}
}

func sweepSmall(page uintptr) {
	p := smallAt(page)
	any, full := uint32(0), true
	for i := range p.used {
		p.used[i] = p.marked[i]
		any |= p.used[i]
		p.marked[i] = 0
		if left := int(p.count) - 32*i; left > 0 {
			full = full && p.used[i] == ^uint32(0)>>max(32-left, 0)
		}
	}
	if any == 0 {
		*entry(page) = free
		unused++
		return
	}
	live++
	if full {
		return
	}
	room := &rooms[kindOf(p.plain)][classOf(uintptr(p.size))]
	p.next, *room = *room, p
}
