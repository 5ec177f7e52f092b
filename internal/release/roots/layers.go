package main

import (
	"crypto/sha256"
	_ "embed" // the script that enters a root
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

// debians are the suites that roots are made of, and what their users call them.
var debians = map[string]string{"bullseye": "Debian 11", "bookworm": "Debian 12", "trixie": "Debian 13"}

// layer is a root: a suite of Debian, its packages besides the smallest system, and a version of Node that
// it has no package of.
type layer struct {
	suite, packages, node string
	npm                   bool   // npm, whose package of Debian has hundreds of others
	version               string // a command that prints the versions that count
}

func (l layer) title() string {
	if l.suite == "" {
		return "nothing else"
	}
	return debians[l.suite]
}

// folders returns the layers of a root, the uppermost first, as overlayfs takes them.
func (b *bench) layers(l layer) (string, error) {
	base := filepath.Join(b.cache, l.suite)
	err := once(base, func(part string) error {
		return b.program("mmdebstrap", "--quiet", "--variant=minbase", l.suite, part)
	})
	if err != nil {
		return "", err
	}
	list := base
	if l.packages != "" {
		sum := sha256.Sum256([]byte(l.packages))
		upper := filepath.Join(b.cache, l.suite+"-"+hex.EncodeToString(sum[:4]))
		err := once(upper, func(part string) error {
			defer os.RemoveAll(part + ".scratch")
			script := "apt-get -qq update && apt-get -qq install --no-install-recommends --yes " + l.packages + " && apt-get clean"
			_, err := b.enter(list, part, b.cache, []string{"NET=yes"}, "sh", "-euc", script)
			return err
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
	return list, nil
}

// node is a layer with npm, and with a version of Node if Debian has none.
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

// once makes a folder unless it is there whole.
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

// fed runs a program that reads something.
func (b *bench) fed(input io.Reader, name string, args ...string) error {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Stdin = input
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// enter runs a command in a root, sees the folder got at /srv, and returns what the command prints.
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
