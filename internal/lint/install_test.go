package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// installed runs .ci/install for a missing program, with an apt-get that creates it. It
// returns the output and whether apt-get was told to install.
func installed(t *testing.T, env ...string) (said string, asked bool, err error) {
	t.Helper()
	bin := t.TempDir()
	for name, script := range map[string]string{
		"sudo":    `[ "$1" = -n ] && shift; exec "$@"`,
		"apt-get": `echo "$@" >>"` + bin + `/asked"; cp "$0" "` + bin + `/no-such-tool"`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(root(t), ".ci", "install"), "sh", "no-such-tool")
	cmd.Env = append([]string{"PATH=" + bin + ":" + os.Getenv("PATH")}, env...)
	out, err := cmd.CombinedOutput()
	log, _ := os.ReadFile(filepath.Join(bin, "asked"))
	return string(out), strings.Contains(string(log), "install --no-install-recommends --yes no-such-tool"), err
}

func TestOnlyMakeTestInstalls(t *testing.T) {
	for _, env := range [][]string{nil, {"CI=true"}, {"ROWLENS_INSTALL=no"}} {
		said, asked, err := installed(t, env...)
		if err == nil || asked || !strings.Contains(said, "Missing: no-such-tool. Install them, or run make test") {
			t.Errorf("%q: installs: %v\n%s", env, asked, said)
		}
	}
	for _, env := range [][]string{{"ROWLENS_INSTALL=yes"}, {"ROWLENS_INSTALL=yes", "CI=true"}} {
		said, asked, err := installed(t, env...)
		if err != nil || !asked || !strings.Contains(said, "This installs Debian's packages no-such-tool") {
			t.Errorf("%q: installs: %v, %v\n%s", env, asked, err, said)
		}
	}
}

func TestTheMakefileLetsOnlyRunAndTestInstall(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root(t), "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	allowed := 0
	for _, target := range [...]string{"run", "test"} { // the README's two commands
		allowed += strings.Count(string(makefile), "\n"+target+": export ROWLENS_INSTALL := yes\n")
	}
	if allowed != 2 || strings.Count(string(makefile), "ROWLENS_INSTALL") != allowed {
		t.Error("Makefile: instead, set ROWLENS_INSTALL for the targets run and test alone")
	}
}

// Where LLVM is not installed, and may not be.
func TestWithoutItsToolsTinyGoIsNotUsed(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"bash", "dirname", "awk", "go"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	cmd := exec.Command(filepath.Join(bin, "bash"), filepath.Join(root(t), ".ci", "tinygo"), "compiler")
	cmd.Env = append(os.Environ(), "PATH="+bin, "ROWLENS_INSTALL=no")
	cmd.Stderr = &said
	choice, err := cmd.Output()
	if err != nil || string(choice) != "go\n" || !strings.Contains(said.String(), "Missing: g++ llvm-config-19") ||
		!strings.Contains(said.String(), "So Go's own compiler makes the page's decoder") {
		t.Errorf("%v, %q\n%s", err, choice, said.String())
	}
}

// Without a hash, a package that a build downloads would be whatever the index has on that day.
func TestEveryPythonPackageHasItsHash(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "cshared", "python", "tests", "requirements.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var packages int
	all := strings.Split(string(text), "\n")
	for i, line := range all {
		if line == "" || strings.HasPrefix(strings.TrimSpace(line), "#") || strings.HasPrefix(line, "    --hash=sha256:") {
			continue
		}
		packages++
		if !strings.Contains(line, "==") || !strings.HasPrefix(all[i+1], "    --hash=sha256:") {
			t.Errorf("requirements.txt, line %d: instead, make it of requirements.in with hashes", i+1)
		}
	}
	if packages < 9 {
		t.Errorf("requirements.txt has %d packages", packages)
	}
	makefile, err := os.ReadFile(filepath.Join(root(t), "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(makefile), "\n") {
		if strings.Contains(line, "pip install") && !strings.Contains(line, "--require-hashes") && !strings.Contains(line, "--no-deps") ||
			strings.Contains(line, "-m build") && !strings.Contains(line, "--no-isolation") {
			t.Errorf("Makefile: %s: instead, --require-hashes, --no-deps or --no-isolation", line)
		}
	}
}
