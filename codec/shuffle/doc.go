// Package shuffle checks any number of rows, and joins them to objects, one group at a time: it brings related rows
// together, wherever they are in a dump, and passes them group by group to a check of the format.
//
// Rows, messages and findings are records in sorters. A host that has files supplies sorters that
// use them; those of NewSorter are in memory.
//
// Not promised: its interface with formats may change with any version.
package shuffle
