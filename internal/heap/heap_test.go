package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// reset begins with an empty heap in memory of the test's, and roots that are n words.
func reset(t *testing.T, most int, n int) (roots []uintptr) {
	t.Helper()
	memory := make([]byte, most)
	base := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	roots = make([]uintptr, n)
	stack, table, first, end, pages, unused, rover, taken, live = 0, 0, 0, 0, 0, 0, 0, 0, 0
	depth, overflow = 0, false
	rooms = [2][len(sizes)]*smallPage{}
	host.end, host.most = base+16<<20, base+uintptr(most)
	host.reachable = func() {
		from := uintptr(unsafe.Pointer(unsafe.SliceData(roots)))
		markRoots(from, from+uintptr(n)*wordSize)
	}
	begin(base)
	t.Cleanup(func() { host.reachable = func() { _, _ = memory, roots } })
	return roots
}

// object is what the test knows of an object: its words are its number, where its children are, and the number again and again.
type object struct {
	at, size uintptr
	plain    bool
	children []*object
	inside   []uintptr // where in each child the word leads to
}

func (o *object) words() []uintptr {
	return unsafe.Slice((*uintptr)(at(o.at)), o.size/wordSize)
}

func (o *object) write(number uintptr) {
	words := o.words()
	for i := range words {
		words[i] = number
	}
	for i, child := range o.children {
		words[1+i] = child.at + o.inside[i]
	}
}

func (o *object) intact(number uintptr) bool {
	for i, word := range o.words() {
		want := number
		if 0 < i && i <= len(o.children) {
			want = o.children[i-1].at + o.inside[i-1]
		}
		if word != want {
			return false
		}
	}
	return true
}

func sizeOf(r *rand.Rand) uintptr {
	switch r.IntN(20) {
	case 0:
		return uintptr(1+r.IntN(40_000)) * wordSize
	case 1, 2:
		return uintptr(1+r.IntN(600)) * wordSize
	}
	return uintptr(1+r.IntN(24)) * wordSize
}

func TestWhatIsReachableStaysAndTheRestIsFreed(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		roots := reset(t, 160<<20, 200)
		held := make([]*object, len(roots))
		all := map[*object]uintptr{} // numbers; below any address
		for step := uintptr(1); step < 40_000; step++ {
			o := &object{size: sizeOf(r), plain: r.IntN(3) == 0}
			if !o.plain {
				for n := r.IntN(int(min(o.size/wordSize, 6))); len(o.children) < n; {
					child := held[r.IntN(len(held))]
					if child == nil {
						break
					}
					o.children = append(o.children, child)
					o.inside = append(o.inside, uintptr(r.IntN(int(child.size))))
				}
			}
			before := taken
			o.at = alloc(o.size, o.plain)
			if taken < before { // a collection
				forget(all, held)
			}
			for i, word := range o.words() {
				if word != 0 {
					t.Fatalf("seed %d, step %d: word %d of a new object is %#x", seed, step, i, word)
				}
			}
			o.write(step)
			all[o] = step
			place := r.IntN(len(held))
			held[place], roots[place] = o, o.at+uintptr(r.IntN(int(o.size)))
			if r.IntN(4000) == 0 {
				for i := range held {
					if r.IntN(3) > 0 {
						held[i], roots[i] = nil, 0
					}
				}
			}
			if r.IntN(1500) == 0 {
				collect()
				forget(all, held)
				check(t, all)
			}
		}
		clear(roots)
		collect()
		if unused != pages {
			t.Errorf("seed %d: %d of %d pages are free after everything was dropped", seed, unused, pages)
		}
	}
}

// forget removes what is not reachable.
func forget(all map[*object]uintptr, held []*object) {
	reachable := map[*object]bool{}
	var visit func(o *object)
	visit = func(o *object) {
		if o != nil && !reachable[o] {
			reachable[o] = true
			for _, child := range o.children {
				visit(child)
			}
		}
	}
	for _, o := range held {
		visit(o)
	}
	for o := range all {
		if !reachable[o] {
			delete(all, o)
		}
	}
}

func check(t *testing.T, all map[*object]uintptr) {
	t.Helper()
	list := make([]*object, 0, len(all))
	for o, number := range all {
		if !o.intact(number) {
			t.Fatalf("object %d of %d bytes has changed", number, o.size)
		}
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *object) int { return int(a.at) - int(b.at) })
	for i := 1; i < len(list); i++ {
		if before := list[i-1]; before.at+before.size > list[i].at {
			t.Fatalf("objects at %#x and %#x overlap", before.at, list[i].at)
		}
	}
}

func TestALongListAndAWideArrayAreMarkedWhole(t *testing.T) {
	roots := reset(t, 160<<20, 2)
	const n = 3 * stackSize
	for range n { // each leads to the one before
		at := alloc(2*wordSize, false)
		*word(at), *word(at + wordSize) = 7, roots[0]
		roots[0] = at
	}
	roots[1] = alloc(n*wordSize, false)
	for i := range uintptr(n) { // more than the mark stack holds, each with one more
		at, last := alloc(wordSize, false), alloc(wordSize, true)
		*word(last) = i
		*word(at) = last
		*word(roots[1] + i*wordSize) = at
	}
	collect()
	length := 0
	for at := roots[0]; at != 0; at = *word(at + wordSize) {
		if *word(at) != 7 {
			t.Fatalf("element %d has changed", length)
		}
		length++
	}
	if length != n {
		t.Errorf("the list has %d elements", length)
	}
	for range 2 * n { // memory that was freed by mistake would be used again
		*word(alloc(wordSize, true)) = 1 << 20
	}
	for i := range uintptr(n) {
		if got := *word(*word(*word(roots[1] + i*wordSize))); got != i {
			t.Fatalf("element %d of the array is %d", i, got)
		}
	}
}

func TestMemoryIsUsedAgain(t *testing.T) {
	roots := reset(t, 160<<20, 1)
	for i := range 20_000 {
		roots[0] = alloc(uintptr(100+i%90_000), i%2 == 0)
	}
	if pages > 64<<20>>pageBits {
		t.Errorf("%d MiB for one object at a time", pages<<pageBits>>20)
	}
}

func TestMoreThanThereIsEndsTheProgram(t *testing.T) {
	roots := reset(t, 32<<20, 1)
	defer func() {
		if recover() != "out of memory" {
			t.Error("it did not end")
		}
	}()
	roots[0] = alloc(20<<20, true)
	roots[0] = alloc(40<<20, true)
}
