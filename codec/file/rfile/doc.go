// Package rfile reads the RFiles of Accumulo, of versions 3 to 8, as docs/formats/accumulo-files.md
// describes them.
//
// Not promised: readers of store files are new.
package rfile
