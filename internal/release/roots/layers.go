package main

import (
	"crypto/sha256"
	_ "embed" // for the script that enters a root
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	//go:embed enter.sh
	enter string
	//go:embed node/package.json
	nodePackage string
	//go:embed node/package-lock.json
	nodeLock string
)

// suites maps the suites from which roots are made to the names that their users know.
var suites = map[string]string{"bullseye": "Debian 11", "bookworm": "Debian 12", "trixie": "Debian 13", "forky": "Debian testing",
	"jammy": "Ubuntu 22.04", "noble": "Ubuntu 24.04"}

// layer describes a root: a suite, its packages in addition to the smallest system, and a version of Node
// for which the suite has no package.
type layer struct {
	suite, packages, node string
	npm                   bool   // npm, for which Debian's package would install hundreds of others
	wheel                 string // a Python package that no suite has, for pip to find
	version               string // a command that prints the relevant versions
}

func (l layer) title() string {
	if l.suite == "" {
		return "nothing else"
	}
	return suites[l.suite]
}

// layers returns the layers of a root, uppermost first, as overlayfs expects them.
func (b *bench) layers(l layer) (string, error) {
	base := filepath.Join(b.cache, l.suite)
	if err := once(base, func(part string) error { return b.smallest(l.suite, part) }); err != nil {
		return "", err
	}
	list := base
	if l.packages != "" {
		sum := sha256.Sum256([]byte(l.packages))
		upper := filepath.Join(b.cache, l.suite+"-"+hex.EncodeToString(sum[:4]))
		err := once(upper, func(part string) error {
			defer os.RemoveAll(part + ".scratch")
			script := "apt-get -qq update && apt-get -qq install --no-install-recommends --yes " + l.packages + " && apt-get clean"
			if out, err := b.enter(list, part, b.cache, []string{"NET=yes"}, "sh", "-euc", script); err != nil {
				return fmt.Errorf("%w\n%s", err, out)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
		list = upper + ":" + list
	}
	if l.node != "" || l.npm {
		upper, err := b.node(l)
		if err != nil {
			return "", err
		}
		list = upper + ":" + list
	}
	if l.wheel != "" {
		upper, err := b.wheel(l.wheel)
		if err != nil {
			return "", err
		}
		list = upper + ":" + list
	}
	return list, nil
}

// smallest makes the smallest system of a suite. Testing's package lists expire within days, and mirrors may lag behind, so expiry is
// ignored; signatures are still checked. Ubuntu's keys come from a Debian package.
func (b *bench) smallest(suite, to string) error {
	args := []string{"--quiet", "--variant=minbase", "--include=apt", `--aptopt=Acquire::Check-Valid-Until "false"`}
	if strings.HasPrefix(suites[suite], "Ubuntu") {
		list, err := b.layers(layer{suite: "trixie", packages: "ubuntu-keyring"})
		if err != nil {
			return err
		}
		keys, _, _ := strings.Cut(list, ":")
		args = append(args, "--components=main,universe", "--keyring="+filepath.Join(keys, "usr/share/keyrings/ubuntu-archive-keyring.gpg"))
	}
	return b.program("mmdebstrap", append(args, suite, to)...)
}

// wheel returns a layer with a Python package that Python's tests use, with the same hash.
func (b *bench) wheel(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(b.root, "cshared/python/tests/requirements.txt"))
	if err != nil {
		return "", err
	}
	pinned := regexp.MustCompile(`(?m)^` + name + `==(.*\\\n)*.*\n`).Find(text)
	if pinned == nil {
		return "", fmt.Errorf("cshared/python/tests/requirements.txt has no %s", name)
	}
	sum := sha256.Sum256(pinned)
	upper := filepath.Join(b.cache, name+"-"+hex.EncodeToString(sum[:4]))
	return upper, once(upper, func(part string) error {
		list := filepath.Join(part, "requirements.txt")
		if err := os.WriteFile(list, pinned, 0o644); err != nil {
			return err
		}
		return b.program(filepath.Join(b.root, "dist/venv/bin/pip"), "download", "--quiet", "--disable-pip-version-check", "--no-deps",
			"--require-hashes", "--requirement", list, "--dest", filepath.Join(part, "usr/local/share/wheels"))
	})
}

// node returns a layer with npm, and with a version of Node if Debian has none.
func (b *bench) node(l layer) (string, error) {
	sum := sha256.Sum256([]byte(nodePackage + nodeLock))
	modules := filepath.Join(b.cache, "node-"+hex.EncodeToString(sum[:4]))
	err := once(modules, func(part string) error {
		for name, text := range map[string]string{"package.json": nodePackage, "package-lock.json": nodeLock} {
			if err := os.WriteFile(filepath.Join(part, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
		return b.program("npm", "ci", "--ignore-scripts", "--silent", "--no-audit", "--prefix", part)
	})
	if err != nil {
		return "", err
	}
	upper := modules + "-" + l.suite + l.node
	return upper, once(upper, func(part string) error {
		if err := os.MkdirAll(filepath.Join(part, "usr/local/bin"), 0o755); err != nil {
			return err
		}
		if err := os.CopyFS(filepath.Join(part, "usr/local/share/npm"), os.DirFS(filepath.Join(modules, "node_modules/npm"))); err != nil {
			return err
		}
		if l.node == "" {
			return nil
		}
		return b.program("cp", filepath.Join(modules, "node_modules", l.node, "bin/node"), filepath.Join(part, "usr/local/bin"))
	})
}

// once makes a folder unless it already exists and is complete.
func once(folder string, make func(part string) error) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	part := folder + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := os.Mkdir(part, 0o755); err != nil {
		return err
	}
	if err := make(part); err != nil {
		return fmt.Errorf("the root %s cannot be made: %w", filepath.Base(folder), err)
	}
	return os.Rename(part, folder)
}

func (b *bench) program(name string, args ...string) error { return b.fed(nil, name, args...) }

// fed runs a program with an input.
func (b *bench) fed(input io.Reader, name string, args ...string) error {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Stdin = input
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// enter runs a command in a root that sees the folder got at /srv, and returns the output.
func (b *bench) enter(lower, upper, got string, env []string, command ...string) (string, error) {
	room, err := os.MkdirTemp("", "rowlens-root-")
	if err != nil {
		return "", err
	}
	defer os.Remove(room)
	args := []string{"--mount", "--pid", "--ipc", "--fork", "--kill-child"}
	if !strings.Contains(strings.Join(env, " "), "NET=yes") {
		args = append(args, "--net")
	}
	cmd := exec.CommandContext(b.ctx, "unshare", append(append(args, "sh", "-c", enter, "enter.sh"), command...)...)
	cmd.Env = append(os.Environ(), append(env, "LOWER="+lower, "UPPER="+upper, "GOT="+got, "ROOM="+room)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
