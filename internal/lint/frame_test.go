package lint

import (
	"slices"
	"strings"
	"testing"
)

// frame lists the modules used by the command's user interface, and what they
// require. Programs that link the library, the page and the packages must not contain them.
var frame = []string{
	"github.com/spf13/cobra", "github.com/spf13/pflag",
	"github.com/cpuguy83/go-md2man", "github.com/russross/blackfriday", "go.yaml.in/yaml",
}

func TestOnlyCommandsReachTheirFrame(t *testing.T) {
	list := append(packages(t, nil, "codec", "cshared", "inspector", "internal"), packages(t, wasip1, "wasm")...)
	for _, p := range list {
		for _, dep := range p.Deps {
			if slices.ContainsFunc(frame, func(module string) bool { return strings.HasPrefix(dep, module+"/") || dep == module }) {
				t.Errorf("%s reaches %s: instead, leave it to cmd, which alone has a command line", strings.TrimPrefix(p.ImportPath, Module+"/"), dep)
			}
		}
	}
	commands := packages(t, nil, "cmd/rowlens")
	for _, module := range frame {
		if !slices.ContainsFunc(commands[0].Deps, func(dep string) bool { return strings.HasPrefix(dep, module) }) {
			t.Errorf("cmd/rowlens does not reach %s: instead, take it off this list", module)
		}
	}
}
