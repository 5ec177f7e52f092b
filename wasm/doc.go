// Command wasm is the decoder as a WebAssembly reactor for browsers and other WASI hosts.
//
// A host calls _initialize once, then any export, one call at a time. Numbers are
// i32 parameters. Bytes are passed through two buffers:
//
//	rl_input(n)   makes room for n bytes and returns its address; 0 if n is refused.
//	              The host writes the arguments that are bytes there, in the order
//	              of the export's parameters
//	rl_output()   returns the address of the last call's answer
//	rl_error()    writes the last failure as JSON to the output buffer and returns
//	              its size: {"code","name","row","offset","part","field","message"}
//
// A result below 0 is an error code, whose meaning rl_strerror writes to the output buffer.
// Any other result is the size of the answer in bytes. A view of the memory is invalid after
// every call, because a call may grow the memory.
//
// How the parameters of package exports are passed:
//
//	Bytes, Name  a length; the bytes, padded with 0 to 3 bytes to a multiple of 4
//	Parts        a count; for each part u32 length and bytes of its name, u32 length and
//	             bytes of its data, both padded to a multiple of 4
//	Columns      a count and the number of rows; for each column u32 length and bytes of
//	             its name, rows + 1 offsets (i32), the bytes, padded in the same way
//	Wanted       a count; for each column u32 type, u32 length and bytes of its path, padded
//	Members      a count and the number of rows; for each column u32 type, u32 length and bytes of its path,
//	             u32 1 and one bit per row if some are null, otherwise 0; then for int64 and float64 the
//	             numbers, for bool one bit per row, for other types rows + 1 offsets (i32), the bytes; all padded
//	Texts        the number of rows; rows + 1 offsets (i32), the bytes
//	Out          nothing: the answer is in the output buffer, preceded by the export's offsets (i32) and codes (i32):
//	             rows + 1 offsets, for each of the parts if there are several, and rows codes
//
// The module has no time zone database. A request that needs the offsets of a region
// includes them: {…,"zones":{"Asia/Seoul":[[fromUnixSeconds,offsetSeconds],…]}}, each
// list ascending; web/npm/src/zones.js makes it with Intl.
//
// Exports whose names begin with rl_bulk_ read a dump of any size; bulk_calls.go,
// bulk_stats.go and bulk_diff.go list them.
//
// With the build tag columns, which the npm package uses, there are also the exports of columns_gen.go and parts.go.
//
// All numbers are little-endian. For example, to call rl_inspect(n): write the
// request of n bytes to rl_input(n), make the call, and read as many bytes as its
// result says at rl_output().
package main

func main() {}
