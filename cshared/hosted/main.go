// Command hosted is the C library as a WebAssembly, for packages on systems without a native library.
//
// It exports what rowlens.h declares, under the same names. A host puts what the arguments of a call point to into
// the module's memory for calls: rl_memory reserves it and returns its address. Pointers, including those in
// structs, are offsets from that address; 0 is NULL, so nothing is stored at offset 0. Structs are laid out as on
// a 64-bit machine. Pointers and sizes are i32; numbers have their types in C. Functions that return a text return
// its offset.
//
// Callbacks in C are replaced:
//
//	rl_reader           the parameter is a number chosen by the host, not 0, with which the module calls its imports
//	                    rowlens.read(number, file, offset, address, size) and rowlens.release(number); the
//	                    address is one in the module, not an offset
//	ArrowArrayStream    the parameter points to 8 bytes for the handle of a stream, which rl_stream_schema,
//	                    rl_stream_next and rl_stream_close take (see stream.go)
//
// Files and clocks use WASI preview 1. Paths are relative to the folder that the host provides as "/", or to the
// folder in it that rl_folder set last. Only one call may run at a time.
package main

func main() {}
