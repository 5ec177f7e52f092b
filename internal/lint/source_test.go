package lint

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Limits of a file and of a function, in lines, and of a line, in characters.
// Generated files are exempt, and so is the C library's header, of which users expect a single file.
const (
	fileLinesMax     = 500
	functionLinesMax = 70
	lineMax          = 140
)

// languages are the file extensions of handwritten code.
var languages = []string{".go", ".templ", ".js", ".mjs", ".ts", ".css", ".html", ".py", ".c", ".h", ".java", ".rs", ".sh"}

func isCode(p string) bool {
	return slices.Contains(languages, path.Ext(p)) && !under(p, "golden/dumps")
}

func parse(t *testing.T, f file) (*token.FileSet, *ast.File) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, f.path, f.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return set, tree
}

func TestFilesAreShort(t *testing.T) {
	for _, f := range files(t, isCode) {
		if n := f.lines(); n > fileLinesMax && !f.generated() && f.path != "cshared/include/rowlens.h" {
			t.Errorf("%s has %d lines: instead, at most %d; split it by idea, one exported idea a file", f.path, n, fileLinesMax)
		}
	}
}

// String literals are not counted in a line that is too long, because not every
// literal can be broken. The rest of such a line must be short.
func TestLinesAreShort(t *testing.T) {
	const besidesTextMax = 100
	for _, f := range goFiles(t) {
		if f.generated() {
			continue
		}
		f.grep(longLine, func(line int, text string) {
			inText := 0
			for _, literal := range stringLiteral.FindAllString(text, -1) {
				inText += utf8.RuneCountInString(literal)
			}
			if n := utf8.RuneCountInString(text); n-inText > besidesTextMax {
				t.Errorf("%s:%d has %d characters: instead, at most %d; one member or argument a line", f.path, line, n, lineMax)
			}
		})
	}
}

var (
	longLine      = regexp.MustCompile(fmt.Sprintf(`^.{%d}`, lineMax+1))
	stringLiteral = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*(?:`|$)|^rowlens .*$") // the last matches an example in a help text
)

func TestFunctionsAreShort(t *testing.T) {
	tooLong := func(p string, line, n int, name string) {
		t.Errorf("%s:%d: %s has %d lines: instead, at most %d; give a step of it a name", p, line, name, n, functionLinesMax)
	}
	for _, f := range files(t, isCode) {
		switch {
		case f.generated():
		case path.Ext(f.path) == ".go":
			set, tree := parse(t, f)
			for _, d := range tree.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					from, to := set.Position(fn.Pos()).Line, set.Position(fn.End()).Line
					if n := to - from + 1; n > functionLinesMax {
						tooLong(f.path, from, n, fn.Name.Name)
					}
				}
			}
		default:
			for _, b := range blocks(f) {
				if b.lines > functionLinesMax {
					tooLong(f.path, b.line, b.lines, "the function")
				}
			}
		}
	}
}

// block is a function in a language that lint does not parse.
type block struct{ line, lines int }

var (
	pythonHead = regexp.MustCompile(`^\s*(async )?def `)
	braceHead  = regexp.MustCompile(`^\s*(export |default |async |static |public |private |pub )*(function\b|fn |[\w<>\[\], *]+\([^;]*\) ?(throws \w+ )?\{$|.*=> \{$)`)
	notAHead   = regexp.MustCompile(`^\s*(\} )?(if|for|while|switch|else|catch|match)\b`)
)

// blocks finds functions by indentation: a function ends at the next line that is
// not indented deeper than its first. It relies on formatted sources.
func blocks(f file) []block {
	head := braceHead
	switch path.Ext(f.path) {
	case ".py":
		head = pythonHead
	case ".js", ".mjs", ".ts", ".c", ".java", ".rs":
	default:
		return nil
	}
	var found []block
	lines := strings.Split(string(f.text), "\n")
	for i, line := range lines {
		if !head.MatchString(line) || notAHead.MatchString(line) {
			continue
		}
		end := i + 1
		for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || indent(lines[end]) > indent(line)) {
			end++
		}
		found = append(found, block{line: i + 1, lines: end - i + 1})
	}
	return found
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func TestGoFilesAreFormatted(t *testing.T) {
	for _, f := range goFiles(t) {
		want, err := format.Source(f.text)
		if err != nil {
			t.Errorf("%s: %v", f.path, err)
		} else if string(want) != string(f.text) && !f.generated() {
			t.Errorf("%s is not formatted: instead, run gofmt -w %s", f.path, f.path)
		}
	}
}

func TestEveryExportInCodecHasADocComment(t *testing.T) {
	for _, f := range goFiles(t, "codec") {
		if f.isTest() || f.generated() {
			continue
		}
		set, tree := parse(t, f)
		for _, d := range tree.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s has no doc comment: instead, say above it what it is, its units and its errors", set.Position(name.Pos()), name.Name)
			}
		}
	}
}

// undocumented returns the exported names in a declaration that have no comment. A
// comment on the group, or at the end of the name's line, counts.
func undocumented(d ast.Decl) []*ast.Ident {
	var bare []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			bare = append(bare, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					bare = append(bare, s.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					bare = append(bare, s.Names[0])
				}
			}
		}
	}
	return bare
}

// exportedReceiver reports whether users can see the method at all.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	seen := true
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			seen = seen && id.IsExported()
		}
		return true
	})
	return seen
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.isTest() || f.generated() {
			continue
		}
		_, tree := parse(t, f)
		dir := path.Dir(f.path)
		documented[dir] = documented[dir] || tree.Doc != nil
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment: instead, start one file with \"// Package … is …\"", dir)
		}
	}
}

func TestCodecNeverPanicsExitsOrStartsAnything(t *testing.T) {
	for _, f := range goFiles(t, "codec") {
		if f.isTest() {
			continue
		}
		set, tree := parse(t, f)
		bad := func(n ast.Node, what, instead string) {
			t.Errorf("%s: %s in the codec: instead, %s", set.Position(n.Pos()), what, instead)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				bad(n, "a goroutine", "leave concurrency to the caller")
			case *ast.FuncDecl:
				if n.Name.Name == "init" && n.Recv == nil {
					bad(n, "func init", "name things in an explicit list (codec/all)")
				}
				if strings.HasPrefix(n.Name.Name, "Must") {
					bad(n, n.Name.Name, "return an error")
				}
			case *ast.CallExpr:
				if name := called(n); name == "panic" || strings.HasPrefix(name, "Must") {
					bad(n, name, "return an error")
				}
			}
			return true
		})
	}
}

// called returns the name of the called function, without its package. Another test
// makes sure that os and log are not imported, so that nothing exits.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
