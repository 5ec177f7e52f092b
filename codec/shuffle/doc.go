// Package shuffle checks rows of any number, and joins them to objects, a group at a time: it brings together the rows that
// have to do with each other, wherever they stand in a dump, and hands them to a check of the
// format, group by group.
//
// Rows, messages and findings are records in sorters. A host that has files supplies sorters that
// use them; those of NewSorter are in memory.
//
// Not promised: what it has to do with formats may change with any version.
package shuffle
