// Package lint holds the house rules in the form of tests: go test ./internal/lint
// says what breaks a rule and what to do instead. Its only other code finds the
// files to check.
package lint

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Module is the module's path.
const Module = "github.com/rowlens/rowlens"

// Root returns the folder of the module's go.mod, searching upwards from the current folder.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(mod, []byte("module "+Module+"\n")) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod of " + Module + " above the working folder")
		}
		dir = up
	}
}

// Files returns every file below root that no .gitignore excludes, as
// slash-separated paths relative to root. It reads folders rather than git's index,
// so it works in an unpacked archive and sees files before they are added.
func Files(root string) ([]string, error) {
	var ignored ignore
	var files []string
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed by a parallel build since its folder was read
		}
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case rel == ".git", ignored.match(rel, d.IsDir()):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir():
			return ignored.read(file, rel)
		case d.Type().IsRegular():
			files = append(files, rel)
		}
		return nil
	})
	return files, err
}

// ignore is the subset of .gitignore that this repository uses: globs, negated by a
// leading "!", anchored by a leading slash, limited to folders by a trailing one.
// The last match decides.
type ignore []ignoreGlob

type ignoreGlob struct {
	below                string // folder of the .gitignore, with a trailing slash; empty for the root
	glob                 string
	keep, rooted, folder bool
}

// read adds the .gitignore of a folder, if it has one.
func (list *ignore) read(folder, rel string) error {
	text, err := os.ReadFile(filepath.Join(folder, ".gitignore"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		var g ignoreGlob
		if rel != "." {
			g.below = rel + "/"
		}
		line, g.keep = strings.CutPrefix(line, "!")
		line, g.rooted = strings.CutPrefix(line, "/")
		g.glob, g.folder = strings.CutSuffix(line, "/")
		*list = append(*list, g)
	}
	return err
}

func (list ignore) match(rel string, isDir bool) bool {
	ignored := false
	for _, g := range list {
		name, inside := strings.CutPrefix(rel, g.below)
		if !g.rooted {
			name = path.Base(name)
		}
		if ok, err := path.Match(g.glob, name); inside && ok && err == nil && (isDir || !g.folder) {
			ignored = !g.keep
		}
	}
	return ignored
}

// Copy copies the module's files for which accept returns true to the folder to.
func Copy(root, to string, accept func(p string) bool) error {
	files, err := Files(root)
	if err != nil {
		return err
	}
	for _, p := range files {
		if !accept(p) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			return err
		}
		file := filepath.Join(to, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
