// Package objects goes from the objects that several rows make together, an edge with its index entries
// or a record with its history, to those rows: all of one object, or those that change when one becomes
// another. The way back, from rows to objects, is a format's Joiner.
//
// Not promised: it serves the command and the answers to requests.
package objects
