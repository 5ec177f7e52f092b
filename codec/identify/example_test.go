package identify_test

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/codec/identify"
)

// The row key of an edge in an index, as an HBase scan of Actionbase has it.
const indexRow = "5107c108346974656d2d31002ba95c6311297c29832b69b733c7d37ffffe70bee26a572c800000000000004d"

// What are these bytes?
func Example() {
	b, _ := hex.DecodeString(indexRow)
	best := identify.Best(identify.Lone(b))
	fmt.Println(best.Title())
	for _, e := range best.Evidence {
		fmt.Println(e)
	}
	// Output:
}

// Every byte by name.
func ExampleBest() {
	b, _ := hex.DecodeString(indexRow)
	best := identify.Best(identify.Lone(b))
	for n := range best.Tree.All() {
		fmt.Printf("%2d..%2d %s%s %s\n", n.Start, n.End, strings.Repeat("  ", n.Depth), n.Name(), n.Text())
	}
	// Output:
}

// A row that is cut off: the bytes before the cut are explained, the error says where.
func ExampleBest_damaged() {
	b, _ := hex.DecodeString(indexRow[:40])
	q := identify.Lone(b)
	q.Format, q.Record = "actionbase", "edge-index"
	best := identify.Best(q)
	fmt.Println(best.Err)
	at, _ := best.Tree.At("row", 6)
	fmt.Println(at.Name(), at.Text())
	// Output:
}

// All readings of two bytes, with the reasons for each.
func ExampleCandidates() {
	parsed, _ := identify.Candidates(identify.Lone([]byte{0x29, 0x81}))
	for _, c := range parsed {
		fmt.Println(strings.Repeat("*", c.Dots), c.Title(), string(c.Fields))
	}
	// Output:
}
