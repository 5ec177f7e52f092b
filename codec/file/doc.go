// Package file reads the files of databases without the database: what the host gives (File,
// Folder), what is in it (Set), and what every kind of store offers (Kind, Store, Cursor).
//
// A kind is a value, as a format is. It lives in a folder of its own below this one, and nothing
// outside that folder names it but the list in codec/file/all.
//
//	set, err := file.Look(folder, all.Kinds())        // what each file is, by its bytes
//	stores, err := set.Stores(file.Options{})         // the stores that they form
//	cursor, err := stores[0].Scan(file.All, file.Query{})
//	for cursor.Next(&entry) { … }                     // entries and, in their place, damage
//
// Nothing is written, no lock is taken, and nothing is believed: a length is compared with what is
// left before memory is reserved for it, a page that points back to itself ends, and damage is
// data: it comes in the place of the entries that are lost.
//
// Not promised: readers of store files are new.
package file
