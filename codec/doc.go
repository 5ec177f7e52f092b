// Package codec reads and writes the bytes of storage systems that keep
// structured data in key-value stores.
//
// All of rowlens decodes with the packages below it: the command line, the WebAssembly, the C
// library and the page. Each format is a package with typed Go structs and append-style encoders;
// this package lists them. Package identify finds out what bytes are, stream decodes many rows,
// and session answers requests as JSON.
//
// Find a format, and one of its record kinds, by name:
//
//	f := codec.Find("actionbase")
//	r := f.Record("edge-state")
//	fmt.Println(f.Store, r.Title, r.Parts) // HBase edge state [row value]
//
// A row of that kind, in the order of its bytes:
//
//	2b5503ef 2c80000000000003e9 2ba95c6311 297d 34615c62226300
//	salt     source 1001        table      type target "a\b\"c"
//
// Stable.
package codec
