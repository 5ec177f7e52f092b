// Package span explains bytes: its Tree is a flat tree of named byte ranges, made by the recorder
// of a decoder (package wire). Every byte of a part belongs to exactly one leaf, even if decoding
// fails half-way.
//
// Nothing else in rowlens explains bytes: the command line, the WebAssembly, the
// C library and the page show views of a Tree.
//
// All walks over a tree that identify.Best or format.Record made; At finds the range of one byte:
//
//	for n := range tree.All() {
//		fmt.Println(strings.Repeat("  ", n.Depth), n.Part, n.Start, n.End, n.Name(), n.Text())
//	}
//	if n, ok := tree.At("row", 17); ok {
//		fmt.Println(n.Heading(), n.Field.Doc)
//	}
//
// A group filled by two leaves:
//
//	2c 800000000000004d    0..9    target 77
//	2c                     0..1      header
//	   800000000000004d    1..9      body
//
// Stable in part: everything that reads a Tree. The methods that build one (Begin, Leaf, Part,
// Close, …) are for decoders.
package span
