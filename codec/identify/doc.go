// Package identify finds out what bytes are: it reads an entry as every possible record kind and
// ranks the readings by evidence.
//
// Best returns the best reading, whose Tree names every range of the bytes:
//
//	best := identify.Best(identify.Lone(b))
//	fmt.Println(best.Title())
//	for _, e := range best.Evidence {
//		fmt.Println("+", e)
//	}
//	for n := range best.Tree.All() {
//		fmt.Println(n.Start, n.End, n.Name(), n.Text())
//	}
//
// For the row key of an edge in an index, this prints the title "Actionbase edge index row key" and
// these fields, with the parts of each:
//
//	5107c108              0.. 4  salt            0x5107c108, the xxh32 of bytes 4 to 18
//	34 6974656d2d31 00    4..12  directedSource  "item-1"
//	2b a95c6311          12..17  tableCode       693920529, stored with its sign bit inverted
//	29 7c                17..19  rowType         edge index
//	29 83                19..21  direction       IN
//	2b 69b733c7          21..26  indexCode       -373869625
//	d3 7ffffe70bee26a57  26..35  indexValue      1714784409000, descending: complemented
//	2c 800000000000004d  35..44  directedTarget  77
//
// Candidates returns all readings, including near misses. Explain is for callers that know the
// record kind and reuse memory.
//
// Stable.
package identify
