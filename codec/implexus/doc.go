// Package implexus reads, writes and verifies the rows of Implexus, a document
// database over a string-keyed store (LMDB, GDBM, a file a key).
//
// A key is text, prefix:rest; a value is one element, a type code with its body,
// or a short sequence of elements. What the published key schema leaves open is
// detected where bytes tell it (layouts, keys with or without a type code), and
// an option where they do not (byte order of doubles).
//
// Layouts, examples and what is our reading of the schema: docs/formats/implexus.md.
package implexus
