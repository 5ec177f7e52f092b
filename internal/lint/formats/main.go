// Command formats writes codec/all/all.go, the list of formats: every folder below
// codec whose package declares a variable Format. With -print it writes to standard
// output instead.
//
//	go run ./internal/lint/formats
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/internal/lint"
)

func main() {
	toOutput := flag.Bool("print", false, "write to standard output")
	flag.Parse()
	if err := write(*toOutput); err != nil {
		fmt.Fprintln(os.Stderr, "formats:", err)
		os.Exit(1)
	}
}

func write(toOutput bool) error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	folders, err := find(os.DirFS(root))
	if err != nil {
		return err
	}
	text, err := format.Source([]byte(list(folders)))
	if err != nil {
		return err
	}
	if toOutput {
		_, err = os.Stdout.Write(text)
		return err
	}
	return os.WriteFile(filepath.Join(root, "codec", "all", "all.go"), text, 0o644)
}

// find returns the folders of the formats, in alphabetical order.
func find(module fs.FS) ([]string, error) {
	var folders []string
	err := fs.WalkDir(module, "codec", func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(module, file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if declaresFormat(tree) {
			folders = append(folders, path.Dir(file))
		}
		return nil
	})
	slices.Sort(folders)
	return folders, err
}

// declaresFormat reports whether a file declares a variable Format at its top level.
func declaresFormat(f *ast.File) bool {
	for _, d := range f.Decls {
		vars, ok := d.(*ast.GenDecl)
		if !ok || vars.Tok != token.VAR {
			continue
		}
		for _, s := range vars.Specs {
			for _, name := range s.(*ast.ValueSpec).Names {
				if name.Name == "Format" {
					return true
				}
			}
		}
	}
	return false
}

// list returns the text of codec/all/all.go.
func list(folders []string) string {
	var imports, entries strings.Builder
	for _, f := range folders {
		// The import of a format in another one's folder (maryk/hbase) is named after both.
		name := strings.ReplaceAll(strings.TrimPrefix(f, "codec/"), "/", "")
		if name != path.Base(f) {
			imports.WriteString(name + " ")
		}
		fmt.Fprintf(&imports, "%q\n", lint.Module+"/"+f)
		fmt.Fprintf(&entries, "&%s.Format,\n", name)
	}
	return fmt.Sprintf(`// Code generated from the format folders by make generate; DO NOT EDIT.

// Package all is the explicit list of formats that a program contains.
//
// Not promised: codec.Formats returns the same list.
package all

import (
%s%q
)

// Formats lists every format, in alphabetical order.
var Formats = []*format.Format{
%s}
`, imports.String(), lint.Module+"/codec/format", entries.String())
}
