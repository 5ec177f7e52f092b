// Package file reads the files of databases without the database. It defines what the host
// provides (File, Folder), what the files are (Set), and what every kind of store offers
// (Kind, Store, Cursor).
//
// A kind is a value, like a format. It lives in its own folder below this one, and only the list
// in codec/file/all names it from outside.
//
//	set, err := file.Look(folder, all.Kinds())        // what each file is, by its bytes
//	stores, err := set.Stores(file.Options{})         // the stores that they form
//	cursor, err := stores[0].Scan(file.All, file.Query{})
//	for cursor.Next(&entry) { … }                     // entries and, where they occur, damage
//
// The package writes nothing, takes no lock and trusts nothing. It compares a length with what is
// left of the file before it reserves memory, it stops at a page that points back to itself, and
// it returns damage as data, in the place of the lost entries.
//
// Not promised: readers of store files are new.
package file
