package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/lint"
)

func TestWebAssemblyStaysInItsBudget(t *testing.T) {
	root := openSources(t)
	all, err := build(root, "./wasm")
	if err != nil {
		t.Fatal(err)
	}
	nothing, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes with brotli, %.3f of an empty program", all.brotli, ratio(all, nothing))
	if ratio(all, nothing) > budget {
		t.Errorf("the WebAssembly has %d bytes with brotli, an empty program %d: %.3f times as many, instead of at most %.1f; see what grew with make size",
			all.brotli, nothing.brotli, ratio(all, nothing), budget)
	}
}

// openSources reads the files that the build reads, so that `go test` knows that
// its cached result depends on them.
func openSources(t *testing.T) string {
	t.Helper()
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := lint.Files(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if path.Ext(f) == ".go" && (strings.HasPrefix(f, "codec/") || strings.HasPrefix(f, "wasm/")) || f == "go.mod" {
			if _, err := os.ReadFile(filepath.Join(root, f)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

const twoFormats = `package all

import (
	"github.com/rowlens/rowlens/codec/alpha"
	"github.com/rowlens/rowlens/codec/beta"
	"github.com/rowlens/rowlens/codec/format"
)

var Formats = []*format.Format{
	&alpha.Format,
	&beta.Format,
}
`

func TestOneFormatIsLeftOut(t *testing.T) {
	if got := strings.Join(formats(twoFormats), " "); got != "alpha beta" {
		t.Errorf("formats: got %q, want %q", got, "alpha beta")
	}
	got := without(twoFormats, "alpha")
	if strings.Contains(got, "alpha") || !strings.Contains(got, "&beta.Format") || !strings.Contains(got, "codec/format") {
		t.Errorf("without alpha:\n%s", got)
	}
}
