// Package rfile reads Accumulo's RFiles, versions 3 to 8, as described in
// docs/formats/accumulo-files.md.
//
// Not promised: readers of store files are new.
package rfile
