// Package block has what the blocks of several kinds of store files share: checksums and
// decompression, each within a budget.
//
// Not promised: readers of store files are new.
package block
