package stubs

import (
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

// wasmBuffers is what only a WebAssembly has, where C passes pointers. (It is
// generated, too, because staticcheck takes hand-written exports for unused.)
const wasmBuffers = `
//go:wasmexport rl_input
func rlInput(n int32) unsafe.Pointer { return input(n) }

//go:wasmexport rl_output
func rlOutput() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(out)) }

//go:wasmexport rl_error
func rlError() int32 { return lastError() }
`

// wasmFile returns the functions that a WebAssembly host calls.
func wasmFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	b.WriteString("//go:build wasip1\n\npackage main\n\nimport (\n\t\"unsafe\"\n\n\t\"github.com/rowlens/rowlens/internal/exports\"\n)\n")
	b.WriteString(wasmBuffers)
	for _, x := range exports.Table {
		if x.Native || x.Package {
			continue
		}
		name := camel(x.Name)
		switch x.Go {
		case "ABI":
			fmt.Fprintf(&b, "\n//go:wasmexport %s\nfunc %s() int32 { return exports.ABI }\n", x.Name, name)
		case "Version":
			fmt.Fprintf(&b, "\n//go:wasmexport %s\nfunc %s() int32 { return say(exports.Version) }\n", x.Name, name)
		case "Strerror":
			fmt.Fprintf(&b, "\n//go:wasmexport %s\nfunc %s(code int32) int32 { return say(exports.Strerror(exports.Code(code))) }\n", x.Name, name)
		default:
			wasmCall(&b, x, name)
		}
	}
	return b.String()
}

// wasmPackageFile returns the functions that only the WebAssembly of packages has.
func wasmPackageFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	b.WriteString("//go:build wasip1 && columns\n\npackage main\n\nimport \"github.com/rowlens/rowlens/internal/exports\"\n")
	for _, x := range exports.Table {
		if x.Package {
			wasmCall(&b, x, camel(x.Name))
		}
	}
	return b.String()
}

func wasmCall(b *strings.Builder, x exports.Export, name string) {
	var params, before, args []string
	starts, codes := "0", "0" // how many numbers precede the answer
	for _, a := range x.Args {
		p, read, arg := wasmArg(a)
		params = append(params, p...)
		before = append(before, read...)
		args = append(args, arg)
		switch a.Kind {
		case exports.Offsets:
			starts = "rows+1"
		case exports.PartOffsets:
			starts = "startsOf(partsArg, rows)"
		case exports.Codes:
			codes = "rows"
		}
	}
	call := fmt.Sprintf("exports.%s(%s)", x.Go, strings.Join(args, ", "))
	result := "int" + strings.TrimPrefix(wasmResult(x), "i")
	fmt.Fprintf(b, "\n//go:wasmexport %s\nfunc %s(%s) %s {\n", x.Name, name, parameters(params), result)
	b.WriteString("\tvar a arguments\n")
	b.WriteString(indented(before))
	if has(x, exports.Out) {
		fmt.Fprintf(b, "\treturn a.answer(%s, %s, func(o *answer) int64 {\n\t\treturn %s\n\t})\n}\n", starts, codes, call)
	} else {
		fmt.Fprintf(b, "\treturn %s(a.number(func() int64 { return %s }))\n}\n", result, call)
	}
}

// wasmResult returns the type of an export's result in WebAssembly.
func wasmResult(x exports.Export) string {
	if x.Wide {
		return "i64"
	}
	return "i32"
}

// wasmParams returns the names of the i32 parameters for an argument.
func wasmParams(x exports.Export, a exports.Arg) []string {
	if x.Go == "Strerror" {
		return []string{a.Name}
	}
	params, _, _ := wasmArg(a)
	return params
}

func parameters(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " int32"
}

// wasmArg returns the i32 parameters of an argument, the statements that read it,
// and the expression that passes it on.
func wasmArg(a exports.Arg) (params, before []string, arg string) {
	n := camel(a.Name)
	local := n + "Arg"
	switch a.Kind {
	case exports.Bytes:
		return []string{n + "Len"}, []string{fmt.Sprintf("%s := a.bytes(%sLen)", local, n)}, local
	case exports.Name:
		return []string{n + "Len"}, []string{fmt.Sprintf("%s := a.name(%sLen)", local, n)}, local
	case exports.Parts:
		return []string{n + "Count"}, []string{fmt.Sprintf("%s := a.parts(%sCount)", local, n)}, local
	case exports.Columns:
		return []string{n + "Count", "rows"}, []string{fmt.Sprintf("%s := a.columns(%sCount, rows)", local, n)}, local + ", int(rows)"
	case exports.Wanted:
		return []string{n + "Count"}, []string{fmt.Sprintf("%s := a.wanted(%sCount)", local, n)}, local
	case exports.Members:
		return []string{n + "Count", "rows"}, []string{fmt.Sprintf("%s := a.members(%sCount, rows)", local, n)}, local + ", int(rows)"
	case exports.Texts:
		return []string{"rows"}, []string{fmt.Sprintf("%sOffsetsArg, %s := a.texts(rows)", n, local)}, n + "OffsetsArg, " + local + ", int(rows)"
	case exports.Number:
		return []string{n}, nil, "uint32(" + n + ")"
	case exports.Handle, exports.Signed:
		return []string{n}, nil, "int64(" + n + ")"
	case exports.Offsets, exports.PartOffsets:
		return nil, nil, "o.starts"
	case exports.Codes:
		return nil, nil, "o.codes"
	case exports.Out:
		return nil, nil, "o.bytes"
	}
	return nil, nil, "&failure"
}
