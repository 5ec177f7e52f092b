// Command wasm is the decoder as a WebAssembly reactor for browsers and other
// WASI hosts.
//
// A host calls _initialize once, then any export, one call at a time. Numbers are
// i32 parameters. Bytes go through two buffers:
//
//	rl_input(n)   makes room for n bytes and returns where; 0 when n is refused.
//	              The host writes the arguments that are bytes there, in the
//	              order of the export's parameters
//	rl_output()   where the answer of the last call is
//	rl_error()    writes the last failure as JSON to the output buffer and returns
//	              its size: {"code","name","row","offset","part","field","message"}
//
// A result below 0 is an error code (rl_strerror writes its meaning to the output
// buffer), any other is the size of the answer in bytes. A view of the memory is invalid after
// every call, since a call may grow the memory.
//
// How the parameters of package exports are passed here:
//
//	Bytes, Name  a length; the bytes, then 0 to 3 bytes up to the next multiple of 4
//	Parts        a count; for each part u32 length and bytes of its name, u32 length and
//	             bytes of its data, both filled up to a multiple of 4
//	Columns      a count and the number of rows; for each column u32 length and bytes of
//	             its name, rows + 1 offsets (i32), the bytes, padded in the same way
//	Wanted       a count; for each column u32 type, u32 length and bytes of its path, padded
//	Members      a count and the number of rows; for each column u32 type, u32 length and bytes of its path,
//	             u32 1 and a bit a row if some are null, otherwise 0; then of int64 and float64 the
//	             numbers, of bool a bit a row, of other types rows + 1 offsets (i32), the bytes; all padded
//	Texts        the number of rows; rows + 1 offsets (i32), the bytes
//	Out          nothing: the answer is in the output buffer, after the offsets (i32) and rows codes (i32)
//	             that the export has: rows + 1 offsets, for each of the parts where there are several
//
// The module has no time zone database. A request that needs a region's offsets
// brings them: {…,"zones":{"Asia/Seoul":[[fromUnixSeconds,offsetSeconds],…]}}, each list
// ascending; web/npm/src/zones.js makes it with Intl.
//
// Exports named rl_bulk_ read a dump of any size; bulk_calls.go,
// bulk_stats.go and bulk_diff.go list them.
//
// With the build tag columns, as the npm package has it, there are also the exports of columns_gen.go and parts.go.
//
// All numbers are little-endian. So rl_inspect(n) is: write the request of n bytes
// to rl_input(n), call, read the result's number of bytes at rl_output().
package main

func main() {}
