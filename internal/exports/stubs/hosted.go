package stubs

import (
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

// hostedFixed is what the C library as a WebAssembly has in addition to the table. (It is generated, too,
// because staticcheck takes hand-written exports for unused.)
const hostedFixed = `
//go:wasmexport rl_memory
func rl_memory(n uint32) unsafe.Pointer { return room(n) }

//go:wasmexport rl_abi_version
func rl_abi_version() int32 { return exports.ABI }

//go:wasmexport rl_version
func rl_version() uint32 { return say(exports.Version) }

//go:wasmexport rl_strerror
func rl_strerror(code int64) uint32 { return say(exports.Strerror(exports.Code(code))) }

//go:wasmexport rl_folder
func rl_folder(path uint32) int64 {
	var b boundary
	return changeFolder(&b, path)
}

//go:wasmexport rl_stream_schema
func rl_stream_schema(handle int64, out, outCap, err uint32) (result int64) {
	var b boundary
	defer b.leave(&result, err)
	return streamSchema(handle, b.bytes(out, outCap), &b.e)
}

//go:wasmexport rl_stream_next
func rl_stream_next(handle int64, err uint32) (result int64) {
	var b boundary
	defer b.leave(&result, err)
	return streamNext(handle, &b.e)
}

//go:wasmexport rl_stream_batch
func rl_stream_batch() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(batch)) }

//go:wasmexport rl_stream_close
func rl_stream_close(handle int64) int64 { return exports.StreamClose(handle) }
`

// hostedFile returns the functions that a host of the C library as a WebAssembly calls.
func hostedFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	b.WriteString("//go:build wasip1\n\npackage main\n\nimport (\n\t\"unsafe\"\n\n\t\"github.com/rowlens/rowlens/internal/exports\"\n)\n")
	b.WriteString(hostedFixed)
	for _, x := range exports.Table {
		if !x.Constant {
			fmt.Fprintf(&b, "\n//go:wasmexport %s\nfunc %s", x.Name, x.Name)
			boundaryCall(&b, x, hostedType, "int64", "0")
		}
	}
	return b.String()
}

// hostedType returns the WebAssembly equivalent of a C type: pointers and sizes have 32 bits.
func hostedType(c string) string {
	if name, isNumber := strings.CutSuffix(strings.TrimSpace(c), "_t"); isNumber && name != "size" {
		return name
	}
	return "uint32"
}

// hostedKinds says what each argument is, for hosts that copy it into the module's memory.
var hostedKinds = map[exports.Kind]string{
	exports.Bytes: "bytes", exports.Name: "name", exports.Parts: "parts", exports.Columns: "columns",
	exports.Wanted: "wanted", exports.Members: "members", exports.Texts: "texts", exports.Number: "number",
	exports.Handle: "number", exports.Signed: "number", exports.Word: "number", exports.WordOut: "word",
	exports.Offsets: "offsets", exports.PartOffsets: "part-offsets", exports.Codes: "codes", exports.Out: "out",
	exports.Files: "files", exports.Reads: "reader", exports.Stream: "stream", exports.Failure: "error",
}

// pythonSignatures returns the text of cshared/python/src/rowlens/_signatures.py.
func pythonSignatures() string {
	var b strings.Builder
	b.WriteString("# " + strings.TrimPrefix(firstLine, "// "))
	b.WriteString("\"\"\"What the arguments of each function are, for a library that cannot read this process's memory.\"\"\"\n\n")
	b.WriteString("SIGNATURES: dict[str, tuple[str, ...]] = {\n")
	for _, x := range exports.Table {
		if x.Constant {
			continue
		}
		var kinds []string
		for _, a := range x.Args {
			kinds = append(kinds, fmt.Sprintf("%q", hostedKinds[a.Kind]))
		}
		fmt.Fprintf(&b, "    %q: (%s),\n", x.Name, tuple(kinds))
	}
	b.WriteString("}\n")
	return b.String()
}
