// Package objects turns objects that consist of several rows, such as an edge with its index entries or a record with
// its history, into those rows: all rows of one object, or those that change when one becomes another. The reverse,
// from rows to objects, is a format's Joiner.
//
// Not promised: it serves the command and the answers to requests.
package objects
