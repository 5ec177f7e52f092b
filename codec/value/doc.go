// Package value is JSON in and out without reflection: a strict reader into a small tree of values
// (Parse), and an append-style writer of JSON or CBOR (Writer). It exists because encoding/json and
// fmt would more than double the WebAssembly, and because 64-bit integers must stay exact.
//
// Parse reads, a Writer writes:
//
//	v, err := value.Parse([]byte(`{"source":"9007199254740993","tags":["a"]}`))
//	if err != nil {
//		return err
//	}
//	n, ok := v.Member("source").Int() // exact, although a double cannot hold it
//
//	w := value.Writer{CBOR: true}
//	w.Object()
//	w.Member("key").Hex([]byte{0x2b, 0xa9})
//	w.EndObject()
//
// The output:
//
//	a1         an object of one member
//	63 6b6579  "key"
//	42 2ba9    two bytes; JSON has "2ba9"
//
// Stable.
package value
