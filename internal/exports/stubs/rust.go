package stubs

import (
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

// rustFile returns the text of cshared/rust/rowlens-sys/src/abi.rs.
func rustFile() string {
	var b strings.Builder
	b.WriteString(firstLine)
	fmt.Fprintf(&b, "use crate::{c_char, c_void, rl_read, rl_release};\n\n/// The version of the interface: compare it with rl_abi_version().\npub const RL_ABI_VERSION: i32 = %d;\n", exports.ABI)
	fmt.Fprintf(&b, "/// The version of the library that this was made of.\npub const RL_VERSION: &str = %q;\n\n", exports.Version)
	for _, c := range exports.Constants() {
		fmt.Fprintf(&b, "/// %s\npub const %s: u32 = %d;\n", c.Doc, c.C, c.Value)
	}
	b.WriteString("\n/// success\npub const RL_OK: i64 = 0;\n")
	for _, c := range exports.CodeTable() {
		fmt.Fprintf(&b, "/// %s\npub const %s: i64 = %d;\n", c.Meaning, c.C, c.Code)
	}
	b.WriteString("\n/// Number, name and meaning of each code.\npub const RL_CODES: &[(i64, &str, &str)] = &[\n")
	for _, c := range exports.CodeTable() {
		fmt.Fprintf(&b, "    (%s, %q, %q),\n", c.C, c.Name, c.Meaning)
	}
	b.WriteString("];\n")
	for _, s := range exports.Structs {
		rustStruct(&b, s)
	}
	b.WriteString("\nextern \"C\" {\n")
	for i, x := range exports.Table {
		if i > 0 {
			b.WriteString("\n")
		}
		rustFunction(&b, x)
	}
	b.WriteString("}\n")
	return b.String()
}

func rustStruct(b *strings.Builder, s exports.Struct) {
	fmt.Fprintf(b, "\n/// %s\n#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct %s {\n", s.Doc, s.Name)
	for _, m := range s.Members {
		t := rustType(m.Type)
		if m.Count > 0 {
			t = fmt.Sprintf("[%s; %d]", t, m.Count)
		}
		fmt.Fprintf(b, "    /// %s\n    pub %s: %s,\n", m.Doc, rustName(m.Name), t)
	}
	b.WriteString("}\n")
}

func rustFunction(b *strings.Builder, x exports.Export) {
	var params []string
	for _, a := range x.Args {
		for _, p := range Params(a) {
			params = append(params, rustName(p.Name)+": "+rustType(p.Type))
		}
	}
	fmt.Fprintf(b, "    /// %s Returns %s.\n    pub fn %s(%s) -> %s;\n", x.Doc, x.Result, x.Name, strings.Join(params, ", "),
		rustType(resultType(x)))
}

// rustName returns a name, escaped if it is a keyword.
func rustName(c string) string {
	if c == "type" {
		return "r#type"
	}
	return c
}

// rustType returns the Rust equivalent of a C type.
func rustType(c string) string {
	plain, isConst := strings.CutPrefix(strings.TrimSpace(c), "const ")
	name, pointer := strings.CutSuffix(plain, " *")
	switch name {
	case "void", "struct ArrowArrayStream":
		name = "c_void"
	case "char":
		name = "c_char"
	case "size_t":
		name = "usize"
	default:
		if number, ok := strings.CutPrefix(strings.TrimSuffix(name, "_t"), "uint"); ok {
			name = "u" + number
		} else if number, ok := strings.CutPrefix(strings.TrimSuffix(name, "_t"), "int"); ok {
			name = "i" + number
		}
	}
	switch {
	case pointer && isConst:
		return "*const " + name
	case pointer:
		return "*mut " + name
	}
	return name
}
