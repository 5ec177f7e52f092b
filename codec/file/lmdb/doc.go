// Package lmdb reads LMDB's data files, data versions 1 to 3, as described in
// docs/formats/lmdb-files.md.
//
// A file is an array of pages. Each of the two meta pages describes one state of the whole file:
// where the trees of the main database and of the list of free pages begin, and which transaction
// wrote them. The package has four layers:
//
//	layout, meta, page, node, record   the meaning of bytes; given a tree, they also explain them
//	source                             pages of one state, through a window, watching for writers
//	walker                             a tree's leaf nodes in order, meeting each page once
//	rows, cursor                       the rows of one database, or of all; damage in its place
//
// Check, salvage and structure use the same walkers.
//
// Not promised: readers of store files are new.
package lmdb
