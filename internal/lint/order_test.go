package lint

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"
)

// Go leaves open whether `return c, c.parse()` returns the c from before or from after the call. Its own compiler calls first; TinyGo,
// which compiles the page's decoder, does not.
func TestNothingIsReturnedBesideACallThatChangesIt(t *testing.T) {
	for _, p := range decoderPackages(t) {
		if !strings.HasPrefix(p.PkgPath, Module) {
			continue
		}
		for _, f := range p.Syntax {
			for _, at := range returnedBesideCalls(f, p.TypesInfo) {
				t.Errorf("%s: whether the value is from before or after the call is not defined: call first, then return", p.Fset.Position(at))
			}
		}
	}
}

// decoderPackages loads the codec and the page's decoder, with all that they consist of, also of other modules and of the standard library.
func decoderPackages(t *testing.T) (list []*gopackages.Package) {
	t.Helper()
	config := &gopackages.Config{
		Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo |
			gopackages.NeedImports | gopackages.NeedDeps,
		Dir: root(t), Env: append(os.Environ(), wasip1...),
	}
	given, err := gopackages.Load(config, "./codec/...", "./internal/exports", "./wasm")
	if err != nil {
		t.Fatal(err)
	}
	gopackages.Visit(given, nil, func(p *gopackages.Package) {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors[0])
		}
		list = append(list, p)
	})
	if len(list) < 100 {
		t.Fatalf("%d packages", len(list))
	}
	return list
}

// returnedBesideCalls finds results that are variables, and no pointers, of which a call among the other results has the address.
func returnedBesideCalls(f *ast.File, info *types.Info) (found []token.Pos) {
	ast.Inspect(f, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		for i, result := range r.Results {
			name, ok := result.(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := info.Uses[name].(*types.Var)
			for j := range r.Results {
				if ok && i != j && passesAddress(r.Results[j], v, info) {
					found = append(found, result.Pos())
				}
			}
		}
		return true
	})
	return found
}

// passesAddress reports whether an expression has a call of a method by v's address, or takes it.
func passesAddress(e ast.Expr, v *types.Var, info *types.Info) (is bool) {
	isV := func(e ast.Expr) bool {
		name, ok := ast.Unparen(e).(*ast.Ident)
		return ok && info.Uses[name] == v
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			is = is || n.Op == token.AND && isV(n.X)
		case *ast.SelectorExpr:
			if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal && isV(n.X) {
				_, byAddress := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer)
				_, isAddress := v.Type().Underlying().(*types.Pointer)
				is = is || byAddress && !isAddress
			}
		}
		return true
	})
	return is
}

func TestReturnedBesideCallsIsFound(t *testing.T) {
	const source = `package p
type c struct{ n int }
func (x *c) change() error { x.n++; return nil }
func (x c) look() error { return nil }
func changed(x *c) bool { x.n++; return true }
func wrong() (c, error) { var x c; return x, x.change() }
func wrongToo() (c, bool) { var x c; return x, changed(&x) }
func right() (c, error) { var x c; err := x.change(); return x, err }
func looks() (c, error) { var x c; return x, x.look() }
func pointer() (*c, error) { x := &c{}; return x, x.change() }
`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", set, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, at := range returnedBesideCalls(f, info) {
		lines = append(lines, set.Position(at).Line)
	}
	if len(lines) != 2 || lines[0] != 6 || lines[1] != 7 {
		t.Errorf("lines %v", lines)
	}
}
