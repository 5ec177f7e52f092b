// Package zstd decodes Zstandard frames. It adds a tenth of the bytes to the WebAssembly that a
// general-purpose library does. It decodes into memory, keeps its tables between frames, starts no
// goroutines, and says how many bytes a frame takes.
//
//	frame   magic · header · blocks · [4] checksum, if the header says so
//	block   [3] little-endian: last (1 bit), kind (2), size (21) · bytes
//
// Source: RFC 8878.
package zstd
