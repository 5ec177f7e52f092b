// Package storage is the bridge between the files of stores and the formats of rows: it goes
// through stores entry by entry and damage by damage, writes both as lines, as text that a store's
// own tools load, or as rows for a decoder, and tells stores what only formats know: the order of a
// comparator of an application's own.
//
//	set, err := file.Look(folder, all.Kinds())
//	stores, err := set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
//	scan := storage.Scan{Stores: stores}
//	for scan.Next(&entry) { … }
//	err = scan.Err()
//
// Not promised: readers of store files are new.
package storage
