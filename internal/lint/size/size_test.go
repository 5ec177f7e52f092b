package main

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/rowlens/rowlens/internal/lint"
)

func TestWebAssemblyStaysInItsBudget(t *testing.T) {
	root := openSources(t)
	program, err := compile(root, "./wasm")
	if err != nil {
		t.Fatal(err)
	}
	packed, ok := kept(filepath.Join(root, "dist", "wasm", "rowlens.wasm.br"), program)
	if !ok {
		all, err := measure(program, best)
		if err != nil {
			t.Fatal(err)
		}
		packed = all.brotli
	}
	t.Logf("%d bytes with brotli", packed)
	if packed > budget {
		t.Errorf("the WebAssembly has %d bytes with brotli instead of at most %d; see what grew with make size", packed, budget)
	}
}

// kept returns the size of the download if make build has made it from the same program: compressing it takes
// half a minute.
func kept(file string, program []byte) (int, bool) {
	packed, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	whole, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	return len(packed), err == nil && bytes.Equal(whole, program)
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

func TestPartsAreWhereTheyAreLookedFor(t *testing.T) {
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	for i := range codecs {
		p := &codecs[i]
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.file)))
		if err != nil {
			t.Fatal(err)
		}
		edited, ok := p.apply(string(source))
		if !ok {
			t.Errorf("%s: no edit leaves %s out: instead, name what calls it now", p.file, p.title)
		}
		if p.file == xxh3File && strings.Contains(edited, "xxh3.") {
			t.Errorf("%s still calls xxh3:\n%s", p.file, edited)
		}
	}
	kinds, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(kindList)))
	if err != nil {
		t.Fatal(err)
	}
	if got := formats(string(kinds)); len(got) < 4 {
		t.Errorf("%s names %q", kindList, got)
	}
}

func TestOneFormatIsLeftOut(t *testing.T) {
	if got := strings.Join(formats(twoFormats), " "); got != "alpha beta" {
		t.Errorf("formats: got %q, want %q", got, "alpha beta")
	}
	got := without(twoFormats, "alpha")
	if strings.Contains(got, "alpha") || !strings.Contains(got, "&beta.Format") || !strings.Contains(got, "codec/format") {
		t.Errorf("without alpha:\n%s", got)
	}
}
