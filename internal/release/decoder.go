package main

import (
	"encoding/json"
	"os"
	"strings"
)

const tinyGo = "github.com/tinygo-org/tinygo"

// decoder returns what is linked into the page's decoder. If TinyGo compiled it, that is TinyGo's runtime and the standard library of
// an older Go.
func (r *release) decoder() ([]module, error) {
	modules, err := r.linked("./wasm", "wasip1", "wasm", "")
	if err != nil {
		return nil, err
	}
	compiler, err := os.ReadFile(r.path("dist/wasm/compiler"))
	if err != nil || strings.TrimSpace(string(compiler)) != "tinygo" {
		return modules, err
	}
	out, err := r.said(r.path("internal/tinygo"), "go", "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var has struct {
		Toolchain string
		Require   []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &has); err != nil {
		return nil, err
	}
	sums, err := r.sums("internal/tinygo/go.sum")
	if err != nil {
		return nil, err
	}
	list := []module{{path: goModule, version: strings.TrimPrefix(has.Toolchain, "go")}}
	for _, m := range has.Require {
		if m.Path == tinyGo {
			list = append(list, module{path: m.Path, version: m.Version, sum: sums[m.Path+" "+m.Version]})
		}
	}
	return append(list, modules[1:]...), nil
}
