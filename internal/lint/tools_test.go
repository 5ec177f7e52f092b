package lint

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/lint/kinds"
)

func exists(t *testing.T, rel string) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(root(t), rel))
	return err == nil
}

func TestGoVetIsContent(t *testing.T) {
	run(t, nil, "go", "vet", "./...")
	if exists(t, "wasm") {
		run(t, wasip1, "go", "vet", "./wasm/...")
		run(t, wasip1, "go", "vet", "-tags=hosted", "./cshared/hosted")
	}
}

// Staticcheck checks ./wasm for wasip1, because elsewhere its exports would be
// unused. The tool itself runs on the host, so it is called by its path.
func TestStaticcheckIsContent(t *testing.T) {
	tool := strings.TrimSpace(string(run(t, nil, "go", "tool", "-n", "staticcheck")))
	run(t, nil, tool, "./...")
	if exists(t, "wasm") {
		run(t, wasip1, tool, "./wasm/...")
	}
}

// Generators run in a copy of the module, so that the test never changes the checkout.
func TestGeneratedFilesAreFresh(t *testing.T) {
	kinds := []string{".go", ".mod", ".sum", ".templ", ".gitignore"}
	needed := func(p string) bool { return slices.Contains(kinds, path.Ext(p)) || p == "THIRD_PARTY" }
	copied := t.TempDir()
	if err := Copy(root(t), copied, needed); err != nil {
		t.Fatal(err)
	}
	before := files(t, needed)
	for _, args := range [][]string{{"tool", "templ", "generate"}, {"run", "./internal/lint/formats"}, {"run", "./internal/lint/licences"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = copied
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	for _, f := range before {
		now, err := os.ReadFile(filepath.Join(copied, f.path))
		if err != nil || !bytes.Equal(now, f.text) {
			t.Errorf("%s is stale: instead, run make generate", f.path)
		}
	}
}

func TestTypesOfKindsAreFresh(t *testing.T) {
	made, err := kinds.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made {
		if now, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name))); err != nil || string(now) != text {
			t.Errorf("%s is stale: instead, run make generate", name)
		}
	}
}
