// Package storage connects the files of stores with the formats of rows. It goes through stores
// entry by entry and damage by damage; it writes both as lines, as text that a store's own tools
// load, or as rows for a decoder; and it tells stores what only formats know: the order of an
// application's own comparator.
//
//	set, err := file.Look(folder, all.Kinds())
//	stores, err := set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
//	scan := storage.Scan{Stores: stores}
//	for scan.Next(&entry) { … }
//	err = scan.Err()
//
// Not promised: readers of store files are new.
package storage
