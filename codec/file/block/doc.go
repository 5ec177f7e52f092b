// Package block provides what the blocks of several kinds of store files share:
// checksums and decompression within a size limit.
//
// Not promised: readers of store files are new.
package block
