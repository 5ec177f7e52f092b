// Command hosted is the C library as a WebAssembly, for packages on systems without a native one.
//
// It exports what rowlens.h declares, under the same names. A host puts what the arguments of a call point to
// into the module's memory for calls: rl_memory makes room there and returns where it is. Pointers, and those in
// structs, are distances from there; 0 is NULL, so nothing lies at 0. Structs are laid out as on a 64-bit
// machine. Pointers and sizes are i32, numbers what they are in C. Where texts are returned, it is their distance.
//
// What C would do by calling back is done otherwise:
//
//	rl_reader           the parameter is a number of the host's, not 0, with which the module imports
//	                    rowlens.read(number, file, offset, address, size) and rowlens.release(number); the
//	                    address is one of the module, and not a distance
//	ArrowArrayStream    the parameter points to 8 bytes for the handle of a stream, of which
//	                    rl_stream_schema, rl_stream_next and rl_stream_close read (see stream.go)
//
// Files and clocks come by WASI preview 1. Paths begin at the folder that the host gives as "/", or in it at the one
// that rl_folder named last. One call runs at a time.
package main

func main() {}
