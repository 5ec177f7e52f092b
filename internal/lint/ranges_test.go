package lint

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TinyGo compares the keys of some maps as interfaces. At the end of a range over such a map it reads a key that is not there, by
// whatever address the stack has: outside the memory, that ends the decoder.
func TestTheDecoderHasNoRangeOverAMapWhoseKeysTinyGoBoxes(t *testing.T) {
	for _, p := range decoderPackages(t) {
		for _, f := range p.Syntax {
			for _, at := range boxedRanges(f, p.TypesInfo) {
				t.Errorf("%s: with TinyGo, the end of this range reads at a wrong address: keep the values in a list, too", p.Fset.Position(at))
			}
		}
	}
}

// boxedRanges finds ranges over maps with such keys, and generic functions that get these maps.
func boxedRanges(f *ast.File, info *types.Info) (found []token.Pos) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if t := info.TypeOf(n.X); t != nil && hasBoxedKeys(t) {
				found = append(found, n.Pos())
			}
		case *ast.Ident:
			if args := info.Instances[n].TypeArgs; args != nil && slices.ContainsFunc(slices.Collect(args.Types()), hasBoxedKeys) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

func hasBoxedKeys(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	if _, ok := m.Key().(*types.TypeParam); ok {
		return false // which keys there are is seen where the function is used
	}
	switch k := m.Key().Underlying().(type) {
	case *types.Interface:
		return false
	case *types.Basic:
		return k.Info()&(types.IsString|types.IsBoolean|types.IsInteger) == 0
	default:
		return !hasPlainBytes(k)
	}
}

// hasPlainBytes reports whether values are equal if their bytes are.
func hasPlainBytes(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsBoolean|types.IsInteger) != 0
	case *types.Pointer:
		return true
	case *types.Array:
		return hasPlainBytes(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			if !hasPlainBytes(field.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func TestBoxedRangesAreFound(t *testing.T) {
	const source = `package p
type pair struct{ a, b string }
func wrong(m map[pair]int) { for range m { } }
func wrongToo(m map[float64]int) { for range m { } }
func inside(m map[[2]pair]int) int { return count(m) }
func right(m map[string]int) { for range m { } }
func numbers(m map[struct{ a int; b *pair }]int) { for range m { } }
func anything(m map[any]int) { for range m { } }
func count[M ~map[K]V, K comparable, V any](m M) (n int) { for range m { n++ }; return n }
func looks(m map[pair]int) int { return m[pair{}] }
`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", set, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, at := range boxedRanges(f, info) {
		lines = append(lines, set.Position(at).Line)
	}
	if !slices.Equal(lines, []int{3, 4, 5}) {
		t.Errorf("lines %v", lines)
	}
}
