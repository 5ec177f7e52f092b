package lint

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var markdownLink = regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`)

func TestLinksOfDocumentsLead(t *testing.T) {
	for _, f := range files(t, func(p string) bool { return path.Ext(p) == ".md" }) {
		for _, m := range markdownLink.FindAllSubmatch(f.text, -1) {
			target := path.Join(path.Dir(f.path), string(m[1]))
			if _, err := os.Stat(filepath.Join(root(t), target)); err != nil {
				t.Errorf("%s links to %s, which is not there: instead, link to a file of this repository", f.path, m[1])
			}
		}
	}
}

// Other people's scripts call these targets by name.
var targets = strings.Fields("help run build test lint fuzz bench golden wasm web cshared size soak clean release test-release reproduce test-installs")

func TestMakeHelpListsEveryTarget(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root(t), "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range targets {
		if !regexp.MustCompile(`(?m)^` + name + `:.*## \w`).Match(makefile) {
			t.Errorf("make help does not list %s: instead, write \"%s: … ## what it does\"", name, name)
		}
	}
}

// The README promises that only Go, make and a shell are needed.
func TestMakeHelpNeedsOnlyMakeAndAShell(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"make", "sh"} {
		file, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(file, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("make", "-s", "help")
	cmd.Dir, cmd.Env = root(t), []string{"PATH=" + bin}
	if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), "\n") < len(targets) {
		t.Errorf("make help: %v\n%s", err, out)
	}
}

func TestReadmeHasTheTwoCommands(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Run\n\n```sh\nmake run\n```\n", "## Test\n\n```sh\nmake test\n```\n"} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("README.md lacks %q: instead, keep the command alone in its block, because .ci/run reads it from there", want)
		}
	}
}
