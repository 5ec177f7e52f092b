//go:build wasip1 && !tinygo

package main

// ballast is unused memory. Go's garbage collector runs whenever the heap has doubled. Only a
// few MB are live during a dump, so it would run after every few MB of garbage and take a
// quarter of the time. A larger heap makes it run less often.
//
//lint:ignore U1000 it only has to be there
var ballast []byte

func weigh() { ballast = make([]byte, 32<<20) }
