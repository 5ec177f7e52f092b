package stubs

import (
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

// Param is one parameter in C.
type Param struct {
	Type string // with its stars: "const uint8_t *"
	Name string
}

// Params returns the C parameters of an argument.
func Params(a exports.Arg) []Param {
	n := a.Name
	switch a.Kind {
	case exports.Bytes:
		return []Param{{"const uint8_t *", n}, {"size_t ", n + "_len"}}
	case exports.Name:
		return []Param{{"const char *", n}}
	case exports.Parts:
		return []Param{{"const rl_part *", n}, {"size_t ", n + "_count"}}
	case exports.Columns:
		return []Param{{"const rl_column *", n}, {"size_t ", n + "_count"}, {"size_t ", "rows"}}
	case exports.Wanted:
		return []Param{{"const rl_field *", n}, {"size_t ", n + "_count"}}
	case exports.Members:
		return []Param{{"const rl_values *", n}, {"size_t ", n + "_count"}, {"size_t ", "rows"}}
	case exports.Texts:
		return []Param{{"const int32_t *", n + "_offsets"}, {"const uint8_t *", n}, {"size_t ", "rows"}}
	case exports.Number:
		return []Param{{"uint32_t ", n}}
	case exports.Handle, exports.Signed:
		return []Param{{"int64_t ", n}}
	case exports.Word:
		return []Param{{"uint64_t ", n}}
	case exports.WordOut:
		return []Param{{"uint64_t *", n}}
	case exports.Offsets, exports.PartOffsets, exports.Codes:
		return []Param{{"int32_t *", n}}
	case exports.Out:
		return []Param{{"uint8_t *", n}, {"size_t ", n + "_cap"}}
	case exports.Files:
		return []Param{{"const rl_file *", n}, {"size_t ", n + "_count"}}
	case exports.Reads:
		return []Param{{"const rl_reader *", n}}
	case exports.Stream:
		return []Param{{"struct ArrowArrayStream *", n}}
	}
	return []Param{{"rl_error *", n}}
}

// Prototype returns the C declaration of an export, without its semicolon.
func Prototype(x exports.Export) string {
	var params []string
	for _, a := range x.Args {
		for _, p := range Params(a) {
			params = append(params, p.Type+p.Name)
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	return resultType(x) + x.Name + "(" + strings.Join(params, ", ") + ")"
}

// resultType returns the C type of an export's result, followed by a star or space.
func resultType(x exports.Export) string {
	switch x.Go {
	case "ABI":
		return "int32_t "
	case "Version", "Strerror":
		return "const char *"
	}
	return "int64_t "
}

// cFile returns the file that defines the exported names: it implements constants
// itself and, for every other export, asks whether this process may still call Go.
func cFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	b.WriteString(`// Including both headers proves that ours and the one made of the Go functions
// agree: a definition that differs from its declaration does not compile.
#include "rowlens.h"
#include "_cgo_export.h"
#include "fork.h"

`)
	cLayouts(&b)
	for _, x := range exports.Table {
		b.WriteString(Prototype(x) + " {\n")
		switch x.Go {
		case "ABI":
			b.WriteString("\treturn RL_ABI_VERSION;\n")
		case "Version":
			b.WriteString("\treturn RL_VERSION;\n")
		case "Strerror":
			cStrerror(&b)
		default:
			cCall(&b, x)
		}
		b.WriteString("}\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cLayouts makes the compiler compare the header's structs with the table's.
func cLayouts(b *strings.Builder) {
	b.WriteString("#if UINTPTR_MAX == UINT64_MAX\n")
	for _, s := range exports.Structs {
		offsets, size := s.Offsets()
		fmt.Fprintf(b, "_Static_assert(sizeof(%s) == %d, \"%s\");\n", s.Name, size, s.Name)
		for i, m := range s.Members {
			fmt.Fprintf(b, "_Static_assert(offsetof(%s, %s) == %d, \"%s.%s\");\n", s.Name, m.Name, offsets[i], s.Name, m.Name)
		}
	}
	b.WriteString("#endif\n\n")
}

func cStrerror(b *strings.Builder) {
	b.WriteString("\tswitch (code) {\n")
	for _, info := range exports.CodeTable() {
		fmt.Fprintf(b, "\tcase %s: return %q;\n", info.C, info.Name+": "+info.Meaning)
	}
	fmt.Fprintf(b, "\t}\n\treturn code < 0 ? %q : %q;\n", exports.Strerror(-99), exports.Strerror(0))
}

func cCall(b *strings.Builder, x exports.Export) {
	failure := "NULL"
	var args []string
	for _, a := range x.Args {
		if a.Kind == exports.Failure {
			failure = a.Name
		}
		for _, p := range Params(a) {
			arg := p.Name
			if cast, isConst := strings.CutPrefix(p.Type, "const "); isConst {
				arg = "(" + cast + ")" + arg
			}
			args = append(args, arg)
		}
	}
	fmt.Fprintf(b, "\tif (rowlens_forked) return rowlens_refuse_fork(%s);\n", failure)
	fmt.Fprintf(b, "\treturn %s(%s);\n", goName(x), strings.Join(args, ", "))
}

// goName returns the name of the Go function behind an export. The linker hides it.
func goName(x exports.Export) string { return "rowlens_go_" + strings.TrimPrefix(x.Name, "rl_") }

// cgoFile returns the Go functions that C calls.
func cgoFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	b.WriteString("package main\n\n// #include \"rowlens.h\"\nimport \"C\"\n\n")
	b.WriteString("import \"github.com/rowlens/rowlens/internal/exports\"\n")
	for _, x := range exports.Table {
		if !x.Constant {
			fmt.Fprintf(&b, "\n//export %s\nfunc %s", goName(x), goName(x))
			boundaryCall(&b, x, goType, "C.int64_t", "nil")
		}
	}
	return b.String()
}

// boundaryCall writes a function: a boundary reads the arguments, and package exports does the rest.
func boundaryCall(b *strings.Builder, x exports.Export, goType func(c string) string, result, failure string) {
	var params, before, args []string
	for _, a := range x.Args {
		for _, p := range Params(a) {
			params = append(params, camel(p.Name)+" "+goType(p.Type))
		}
		read, arg := cgoArg(a)
		before = append(before, read...)
		args = append(args, arg)
		if a.Kind == exports.Failure {
			failure = camel(a.Name)
		}
	}
	fmt.Fprintf(b, "(%s) (result %s) {\n", strings.Join(params, ", "), result)
	fmt.Fprintf(b, "\tvar b boundary\n\tdefer b.leave(&result, %s)\n", failure)
	b.WriteString(indented(before))
	fmt.Fprintf(b, "\tif b.e.Code != 0 {\n\t\treturn %s(b.e.Code)\n\t}\n", result)
	fmt.Fprintf(b, "\treturn %s(exports.%s(%s))\n}\n", result, x.Go, strings.Join(args, ", "))
}

// goType returns cgo's spelling of a C type.
func goType(c string) string {
	c = strings.TrimPrefix(c, "const ")
	name, isPointer := strings.CutSuffix(strings.TrimSpace(c), " *")
	name = strings.Replace(name, "struct ", "struct_", 1)
	if isPointer {
		return "*C." + name
	}
	return "C." + name
}

// cgoArg returns the statements that read an argument, and the expression that passes it on.
func cgoArg(a exports.Arg) (before []string, arg string) {
	n := camel(a.Name)
	local := n + "Arg"
	switch a.Kind {
	case exports.Bytes:
		return []string{fmt.Sprintf("%s := b.bytes(%s, %sLen)", local, n, n)}, local
	case exports.Name:
		return []string{fmt.Sprintf("%s := b.name(%s)", local, n)}, local
	case exports.Parts:
		room := n + "Room"
		return []string{"var " + room + " partsRoom", fmt.Sprintf("%s := b.parts(&%s, %s, %sCount)", local, room, n, n)}, local
	case exports.Columns:
		return []string{"var room columnsRoom", fmt.Sprintf("%s := b.columns(&room, %s, %sCount, rows)", local, n, n)}, local + ", int(rows)"
	case exports.Wanted:
		return []string{fmt.Sprintf("%s := b.wanted(%s, %sCount)", local, n, n)}, local
	case exports.Members:
		return []string{fmt.Sprintf("%s := b.members(%s, %sCount, rows)", local, n, n)}, local + ", int(rows)"
	case exports.Texts:
		return []string{fmt.Sprintf("%sOffsetsArg, %s := b.texts(%sOffsets, %s, rows)", n, local, n, n)},
			n + "OffsetsArg, " + local + ", int(rows)"
	case exports.Number:
		return nil, "uint32(" + n + ")"
	case exports.Handle, exports.Signed:
		return nil, "int64(" + n + ")"
	case exports.Word:
		return nil, "uint64(" + n + ")"
	case exports.WordOut:
		return []string{fmt.Sprintf("%s := b.word(%s)", local, n)}, local
	case exports.Offsets:
		return []string{fmt.Sprintf("%s := b.offsets(%s, rows)", local, n)}, local
	case exports.PartOffsets:
		return []string{fmt.Sprintf("%s := b.partOffsets(%s, partsArg, rows)", local, n)}, local
	case exports.Codes:
		return []string{fmt.Sprintf("%s := b.codes(%s, rows)", local, n)}, local
	case exports.Out:
		return []string{fmt.Sprintf("%s := b.bytes(%s, %sCap)", local, n, n)}, local
	case exports.Files:
		return []string{fmt.Sprintf("%s := b.files(%s, %sCount)", local, n, n)}, local
	case exports.Reads, exports.Stream:
		return []string{fmt.Sprintf("%s := b.%s(%s)", local, n, n)}, local
	}
	return nil, "&b.e"
}
