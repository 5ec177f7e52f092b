// Command cshared is the decoder as a C library: librowlens, described in
// include/rowlens.h.
//
// A call goes through three functions of the same name: the C one in rowlens_gen.c,
// which also asks whether the process was forked; the Go one in exports_gen.go, which
// turns pointers into slices; and the one of package exports, which does the work.
package main

func main() {}
