// Command cshared is the decoder as a C library: librowlens, documented in include/rowlens.h.
//
// A call passes through three functions of the same name: the C one in rowlens_gen.c,
// which also checks whether the process was forked; the Go one in exports_gen.go,
// which turns pointers into slices; and the one in package exports, which does the work.
package main

func main() {}
