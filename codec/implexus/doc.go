// Package implexus reads, writes and verifies the rows of Implexus, a document
// database over a string-keyed store (LMDB, GDBM, one file per key).
//
// A key is text, prefix:rest. A value is one element, a type code with its body, or a short
// sequence of elements. Where the published key schema leaves something open, it is detected if the
// bytes show it (layouts, keys with or without a type code); otherwise it is an option (byte order
// of doubles).
//
// docs/formats/implexus.md has the layouts and examples, and says which parts are our reading of
// the schema.
//
// Decoding a value, and encoding one:
//
//	var v implexus.Value
//	if err := implexus.DecodeValue(b, &v, implexus.Options{}); err != nil {
//		return err
//	}
//	fmt.Println(v) // {"name": "ada", "ids": [1, null]}
//
//	made := implexus.ArrayValue(implexus.StringValue("ada"), implexus.NullValue())
//	b, err := implexus.AppendValue(nil, &made, implexus.Options{})
//
// A string is its type code, its length and its text:
//
//	05 0000000000000003 616461    "ada"
//
// Stable.
package implexus
