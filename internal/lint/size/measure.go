package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/segments"
)

// size is the size of a program.
type size struct{ raw, brotli int }

// flags are those with which Go's own compiler makes the page's decoder.
var flags = []string{"build", "-buildmode=c-shared", "-gcflags=all=-l", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="}

// build compiles the package in dir for the browser and measures it at a brotli quality.
func build(quality int, dir, pkg string, more ...string) (size, error) {
	text, err := compile(dir, pkg, more...)
	if err != nil {
		return size{}, err
	}
	return measure(text, quality)
}

// compile compiles the package in dir for the browser.
func compile(dir, pkg string, more ...string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "rowlens-size")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "out.wasm")
	cmd := exec.Command("go", append(append(append([]string{}, flags...), more...), "-o", file, pkg)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return segments.Shrink(text)
}

// Brotli qualities. What a web server sends is compressed once, as well as possible. To show what a part adds, a
// lower quality is good enough, and takes a twentieth of the time.
const (
	best  = brotli.BestCompression
	quick = 9
)

// measure compresses with a window as large as the program.
func measure(program []byte, quality int) (size, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if _, err := w.Write(program); err != nil {
		return size{}, err
	}
	if err := w.Close(); err != nil {
		return size{}, err
	}
	return size{len(program), packed.Len()}, nil
}

// empty measures a program that does nothing, which is the cost of the toolchain.
func empty() (size, error) {
	tmp, err := os.MkdirTemp("", "rowlens-empty")
	if err != nil {
		return size{}, err
	}
	defer os.RemoveAll(tmp)
	for name, text := range map[string]string{
		"go.mod":  "module empty\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(tmp, name), []byte(text), 0o644); err != nil {
			return size{}, err
		}
	}
	return build(best, tmp, ".")
}

// list is the file that imports every format.
const list = "codec/all/all.go"

var formatImport = regexp.MustCompile(`(?m)^\s*(?:import )?(\w+ )?"` + regexp.QuoteMeta(lint.Module) + `/codec/([\w/]+)"$`)

// formats returns the folders below codec that the list of formats imports.
func formats(source string) []string {
	var found []string
	for _, m := range formatImport.FindAllStringSubmatch(source, -1) {
		if m[2] != "format" && m[2] != "file" {
			found = append(found, m[2])
		}
	}
	return found
}

// without returns the list of formats without one of them: it removes the import
// and every line that uses the package. The compiler checks the rest.
func without(source, format string) string {
	name := format[strings.LastIndexByte(format, '/')+1:]
	for _, m := range formatImport.FindAllStringSubmatch(source, -1) {
		if m[2] == format && m[1] != "" {
			name = strings.TrimSpace(m[1]) // imported under another name
		}
	}
	use := regexp.MustCompile(`\b` + name + `\.`)
	var kept []string
	for line := range strings.Lines(source) {
		if m := formatImport.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil && m[2] == format || m == nil &&
			use.MatchString(line) {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}

// buildWithout measures the WebAssembly without one of the packages in a list.
func buildWithout(root, list, name string) (size, error) {
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(list)))
	if err != nil {
		return size{}, err
	}
	return buildEdited(root, list, without(string(source), name))
}

// buildEdited measures the WebAssembly with one of its files replaced.
func buildEdited(root, file, text string) (size, error) {
	tmp, err := os.MkdirTemp("", "rowlens-without")
	if err != nil {
		return size{}, err
	}
	defer os.RemoveAll(tmp)
	original := filepath.Join(root, filepath.FromSlash(file))
	shorter, overlay := filepath.Join(tmp, "all.go"), filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(shorter, []byte(text), 0o644); err != nil {
		return size{}, err
	}
	if err := os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace":{%q:%q}}`, original, shorter), 0o644); err != nil {
		return size{}, err
	}
	return build(quick, root, "./wasm", "-overlay="+overlay)
}
