package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// artefact is a file of the release, with the modules whose code it contains.
type artefact struct {
	name    string
	sha256  string
	modules []module
}

// module is something that an artefact contains besides rowlens: a Go module, Go itself, or a
// library of another language that must accompany the artefact.
type module struct {
	path, version, sum string
	licence            string // if THIRD_PARTY does not contain it
	registry           string // package registry, if not Go's
	beside             bool
}

// goModule stands for Go's runtime and standard library.
const goModule = "std"

// noticeOfGo heads Go's licence in THIRD_PARTY.
const noticeOfGo = "Go (go.dev)"

// add writes an artefact.
func (r *release) add(name string, data []byte, modules []module) error {
	if err := errors.Join(r.noticed(name, modules), r.carries(name, data, modules)); err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	r.artefacts = append(r.artefacts, artefact{name, hex.EncodeToString(sum[:]), modules})
	fmt.Printf("%-48s %9d bytes\n", name, len(data))
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}

// noticed reports modules of an artefact whose licence is missing from THIRD_PARTY.
func (r *release) noticed(name string, modules []module) error {
	text, err := os.ReadFile(r.path("THIRD_PARTY"))
	if err != nil {
		return err
	}
	for _, m := range modules {
		if _, ok := noticeOf(string(text), m.title()); !ok && m.licence == "" {
			return fmt.Errorf("%s contains %s, whose licence THIRD_PARTY lacks: run make generate", name, m.title())
		}
	}
	return nil
}

// ofBuild returns the modules that Go's linker recorded in a program.
func ofBuild(info *debug.BuildInfo) []module {
	list := []module{{path: goModule, version: strings.TrimPrefix(info.GoVersion, "go")}}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		list = append(list, module{path: d.Path, version: d.Version, sum: d.Sum})
	}
	return list
}

// linked returns the modules of a package for a system, with build tags. The WebAssembly records no list itself.
func (r *release) linked(pkg, goos, goarch, tags string) ([]module, error) {
	if list, ok := r.own[pkg]; ok {
		return list, nil
	}
	out, err := r.said(r.root, "env", "GOOS="+goos, "GOARCH="+goarch, "go", "list", "-tags="+tags, "-deps", "-json=Module,Standard", pkg)
	if err != nil {
		return nil, err
	}
	goVersion, err := r.said(r.root, "go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	sums, err := r.sums("go.sum")
	if err != nil {
		return nil, err
	}
	list := []module{{path: goModule, version: strings.TrimPrefix(strings.TrimSpace(string(goVersion)), "go")}}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Module *struct {
				Path, Version string
				Main          bool
			}
		}
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		if m := p.Module; m != nil && !m.Main {
			one := module{path: m.Path, version: m.Version, sum: sums[m.Path+" "+m.Version]}
			if !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	slices.SortFunc(list[1:], func(a, b module) int { return strings.Compare(a.path, b.path) })
	r.own[pkg] = list
	return list, nil
}

// sums returns the lines of a go.sum: the hash of each module and version.
func (r *release) sums(file string) (map[string]string, error) {
	text, err := os.ReadFile(r.path(file))
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if part := strings.Fields(line); len(part) == 3 {
			sums[part[0]+" "+part[1]] = part[2]
		}
	}
	return sums, nil
}

// finish writes a bill of materials for each artefact, and the hashes of all files.
func (r *release) finish() error {
	if len(r.artefacts) == 0 {
		return errors.New("nothing was made")
	}
	lines := []string{}
	for _, a := range r.artefacts {
		bill, err := r.bill(&a)
		if err != nil {
			return err
		}
		file := a.name + billSuffix
		if err := os.WriteFile(filepath.Join(r.out, file), bill, 0o644); err != nil {
			return err
		}
		sum := sha256.Sum256(bill)
		lines = append(lines, a.sha256+"  "+a.name+"\n", hex.EncodeToString(sum[:])+"  "+file+"\n")
	}
	// By name, which follows the hash.
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
