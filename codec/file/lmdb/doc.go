// Package lmdb reads the data files of LMDB, data versions 1 to 3, as docs/formats/lmdb-files.md
// describes them.
//
// A file is an array of pages. Two meta pages have a state each of the whole file: where the trees
// of the main database and of the list of free pages begin, and which transaction wrote them. The
// package reads it in four layers:
//
//	layout, meta, page, node, record   what bytes mean; with a tree, they are explained
//	source                             pages of one state, with a window, and the watch for writers
//	walker                             a tree's leaf nodes in order; each page is met once
//	rows, cursor                       rows of a database, of all; damage in its place
//
// Check, salvage and structure go over the same walkers.
//
// Not promised: readers of store files are new.
package lmdb
