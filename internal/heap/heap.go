package heap

import "unsafe"

const (
	pageBits = 12
	pageSize = 1 << pageBits
	wasmPage = 64 << 10
	pagesMax = 1 << (32 - pageBits)

	wordSize  = unsafe.Sizeof(uintptr(0))
	entrySize = 4       // of the page table
	stackSize = 1 << 16 // objects on the mark stack
)

// An entry of the page table: what a page is for in the upper bits, and a number below.
const (
	kindBits = 30
	free     = 0
	small    = 1 // objects of one size
	head     = 2 // a large object begins; the number of its pages
	rest     = 3 // it goes on; how many pages ago it began
	number   = 1<<kindBits - 1
)

var (
	stack  uintptr // the mark stack
	table  uintptr // the page table
	first  uintptr // page 0
	end    uintptr // after the last page
	pages  uintptr // how many there are
	unused uintptr // how many are free
	rover  uintptr // where the search for free pages goes on
	taken  uintptr // pages taken since the last collection
	live   uintptr // pages in use after it
)

// begin takes the memory from an address on.
func begin(base uintptr) {
	stack = (base + pageSize - 1) &^ (pageSize - 1)
	table = stack + stackSize*wordSize
	first = table + pagesMax*entrySize
	end = first
	if !reach() {
		grow(1)
	}
}

// reach adds the pages up to the end of the memory. It reports whether there are any.
func reach() bool {
	size := memoryEnd()
	if size < end+pageSize {
		return false
	}
	more := min((size-end)>>pageBits, pagesMax-pages)
	pages, unused, end = pages+more, unused+more, end+more<<pageBits
	return more > 0
}

// grow asks for memory for n pages, and for a quarter more than there is.
func grow(n uintptr) bool {
	if n >= (^uintptr(0)-end)>>pageBits {
		return false
	}
	least := (end+n<<pageBits-min(memoryEnd(), end))/wasmPage*wasmPage + wasmPage
	if !extend(max(least, pages<<pageBits/4/wasmPage*wasmPage)) && !extend(least) {
		return false
	}
	return reach()
}

func entry(page uintptr) *uint32 { return (*uint32)(at(table + page*entrySize)) }

func address(page uintptr) uintptr { return first + page<<pageBits }

// take finds n free pages in a row; false if there are none.
func take(n uintptr) (page uintptr, ok bool) {
	if unused < n {
		return 0, false
	}
	for round := 0; round < 2; round++ {
		row := uintptr(0)
		for page = rover; page < pages; {
			e := *entry(page)
			switch e >> kindBits {
			case free:
				page++
				if row++; row == n {
					rover, unused, taken = page, unused-n, taken+n
					return page - n, true
				}
			case head:
				page += uintptr(e & number)
				row = 0
			default:
				page++
				row = 0
			}
		}
		rover = 0
	}
	return 0, false
}

// collectAfter is how many pages are taken at least before the memory is searched for what is no longer needed.
const collectAfter = 16 << 20 >> pageBits

// obtain returns n pages in a row.
func obtain(n uintptr) uintptr {
	if taken+n > max(collectAfter, live) {
		collect()
	}
	page, ok := take(n)
	if !ok && grow(n) {
		page, ok = take(n)
	}
	if !ok {
		collect()
		if page, ok = take(n); !ok {
			runtimePanic("out of memory")
		}
	}
	return page
}
