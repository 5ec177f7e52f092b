// Package codec reads and writes the bytes of storage systems that keep
// structured data in key-value stores.
//
// It is the one decoding path of rowlens: the command line, the WebAssembly, the C library and
// the page show what the packages below decode. The formats are packages with typed Go structs
// and append-style encoders; this one lists them. Package identify finds out what bytes are,
// stream decodes many rows, and session answers requests as JSON.
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
