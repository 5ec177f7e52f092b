// Package store defines the shape in which bytes reach rowlens: one stored cell or pair, made of named parts.
//
// A part is a byte string that the store itself keeps separate from the others:
//
//   - an HBase cell has a row key, a column family, a column qualifier and a value;
//   - a RocksDB or LMDB pair has a key and a value;
//   - bytes pasted without any context are one part named "bytes".
//
// An entry is made part by part, and can be reused:
//
//	var e store.Entry
//	e.Add(store.Row, row)
//	e.Add(store.Value, val)
//	e.Source = store.Source{File: "likes.txt", Line: 2}
//	b, ok := e.Part(store.Value)
//
// An HBase cell as an entry of four parts:
//
//	row        00bd92fd346974656d2d31002ba95c6311297e2983
//	family     66
//	qualifier  65
//	value      0000000000000003
//
// Stable.
package store
