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
	// Actionbase edge index row key
	// salt is xxh32 of bytes 4–18
	// re-encodes to the same bytes
	// 7 values that say their type
}

// Every byte by name.
func ExampleBest() {
	b, _ := hex.DecodeString(indexRow)
	best := identify.Best(identify.Lone(b))
	for n := range best.Tree.All() {
		if text := n.Text(); text != "" {
			fmt.Printf("%2d..%2d %s%s %s\n", n.Start, n.End, strings.Repeat("  ", n.Depth-1), n.Name(), text)
		}
	}
	// Output:
	// 0.. 4 salt 0x5107c108
	//  4..12 directedSource "item-1"
	//  4.. 5   header 34
	//  5..11   text 6974656d2d31
	// 11..12   terminator 00
	// 12..17 tableCode 693920529
	// 12..13   header 2b
	// 13..17   body a95c6311
	// 17..19 rowType edge index
	// 17..18   header 29
	// 18..19   body 7c
	// 19..21 direction IN
	// 19..20   header 29
	// 20..21   body 83
	// 21..26 indexCode -373869625
	// 21..22   header 2b
	// 22..26   body 69b733c7
	// 26..35 indexValue 1714784409000
	// 26..27   header d3
	// 27..35   body 7ffffe70bee26a57
	// 35..44 directedTarget 77
	// 35..36   header 2c
	// 36..44   body 800000000000004d
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
	// actionbase edge-index row: direction: expected 1 bytes, found end of input at offset 20 (0x14)
	// text 6974656d2d31
}

// All readings of two bytes, with the reasons for each.
func ExampleCandidates() {
	parsed, _ := identify.Candidates(identify.Lone([]byte{0x29, 0x81}))
	for _, c := range parsed {
		fmt.Println(strings.Repeat("*", c.Dots), c.Title(), string(c.Fields))
	}
	// Output:
	// *** Actionbase edge cache qualifier {"cacheValues":[],"directedTarget":{"type":"byte","value":1}}
	// *** Actionbase ordered value {"order":"ASC","value":{"type":"byte","value":1}}
	// *** HBase OrderedBytes 1 value {"values":[{"order":"asc","type":"int8","value":1}]}
	// * Actionbase edge group qualifier {"groupValues":[{"type":"byte","value":1}]}
	// * Actionbase edge index value {"version":"1","properties":[]}
}
