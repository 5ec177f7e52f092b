package stubs

import (
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

const javaSources = "cshared/java/src/main/java/io/github/rowlens/"

// javaHead is what precedes the functions of javaHosted.
const javaHead = `package io.github.rowlens;

import java.util.function.Consumer;

/** The functions of the library as WebAssembly: each says what its arguments are, so that what they point to can be brought there. */
abstract class HostedFunctions implements Calls {
	/** Calls an export with what is added to the call. */
	abstract long run(String export, Consumer<HostedCall> arguments);
`

// javaHosted returns the text of cshared/java/src/main/java/io/github/rowlens/HostedFunctions.java.
func javaHosted() string {
	var b strings.Builder
	b.WriteString(firstLine + javaHead)
	for _, x := range exports.Table {
		if x.Constant {
			continue
		}
		var params []string
		call := "call"
		for _, a := range x.Args {
			var names []string
			for _, p := range Params(a) {
				name := camel(p.Name)
				params = append(params, javaType(p.Type)+" "+name)
				names = append(names, name)
			}
			call += "." + camel(strings.ReplaceAll(hostedKinds[a.Kind], "-", "_")) + "(" + strings.Join(names, ", ") + ")"
		}
		fmt.Fprintf(&b, "\n\t@Override\n\tpublic final long %s(%s) {\n", x.Name, strings.Join(params, ", "))
		fmt.Fprintf(&b, "\t\treturn run(%q, call -> %s);\n\t}\n", x.Name, call)
	}
	b.WriteString("}\n")
	return b.String()
}

// javaType returns the Java equivalent of a C type, with 64-bit addresses and sizes.
func javaType(c string) string {
	if strings.HasSuffix(c, "*") || strings.Contains(c, "64") || strings.Contains(c, "size_t") {
		return "long"
	}
	return "int"
}
