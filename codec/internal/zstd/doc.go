// Package zstd decodes Zstandard frames, in a tenth of the bytes that a library for all uses adds
// to the WebAssembly. It decodes into memory, keeps its tables between frames, starts nothing, and
// says how many bytes a frame takes.
//
//	frame   magic · header · blocks · [4] checksum, if the header says so
//	block   [3] little-endian: last (1 bit), kind (2), size (21) · bytes
//
// Source: RFC 8878.
package zstd
