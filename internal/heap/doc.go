// Package heap is the memory of a decoder that TinyGo compiled: what its runtime calls to allocate, and a garbage collector.
//
// TinyGo's own collectors find the start of an object by walking back from a pointer in steps of 16 bytes, and keep eight objects in
// mind while they mark. Most of what a decoder has are texts and parts inside large buffers: counting 60,000 rows took five times as
// long as with Go's collector, eleven seconds of it in one call.
//
// The memory after the program's own data is divided into pages of 4 KiB:
//
//	+------------+-------------+--------+--------+---
//	| mark stack | page table  | page 0 | page 1 | …
//	+------------+-------------+--------+--------+---
//
// A page has objects of one size, or belongs to one larger object; the table says which, so that any pointer leads to its object
// at once. Objects without pointers have pages of their own, and are not searched for pointers. All else is searched word by word:
// whatever looks like a pointer is one. Nothing moves.
package heap
