package main

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed scripts
var scripts embed.FS

// found returns the one file that matches a pattern.
func (b *bench) found(pattern string) (string, error) {
	folder := b.release
	if rest, ok := strings.CutPrefix(pattern, "dist/"); ok {
		folder, pattern = filepath.Join(b.root, "dist"), rest
	}
	files, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
	if err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%d files are called %s: make release makes one", len(files), pattern)
	}
	return files[0], nil
}

// try installs and uses an artefact, or checks that it is refused because of a requirement that it states.
func (b *bench) try(c check) (result, error) {
	r := result{check: c}
	if c.alone != "" {
		r.says = "works"
		return r, b.tryAlone(c)
	}
	lower, err := b.layers(c.layer)
	if err != nil {
		return r, err
	}
	got, err := os.MkdirTemp("", "rowlens-got-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(got)
	files, err := b.gather(c, got)
	if err != nil {
		return r, err
	}
	versions, err := b.enter(lower, "", got, nil, "bash", "-euc", glibcVersion+"\n"+c.layer.version)
	if err != nil {
		return r, fmt.Errorf("%w\n%s", err, versions)
	}
	r.with = strings.ReplaceAll(strings.TrimSpace(versions), "\n", ", ")
	lacks, refusal, err := c.lacks(r.with, files)
	if err != nil {
		return r, err
	}
	script, err := scripts.ReadFile("scripts/" + c.script + ".sh")
	if err != nil {
		return r, err
	}
	out, err := b.enter(lower, "", got, nil, "bash", "-euo", "pipefail", "-c", "cd /opt\n"+string(script))
	if err == nil {
		err = printed(out, c.wants)
	}
	r.says, err = verdict(lacks, refusal, out, err)
	return r, err
}

// gather copies the files of a check, and what its script needs, into a folder. It returns the release's files.
func (b *bench) gather(c check, got string) (files []string, err error) {
	for _, pattern := range c.files {
		file, err := b.found(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		if err := b.program("cp", file, got); err != nil {
			return nil, err
		}
	}
	for name, s := range c.sources {
		text, err := b.example(s)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(got, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if c.helper != "" {
		text, err := scripts.ReadFile("scripts/" + c.helper)
		if err == nil {
			err = os.WriteFile(filepath.Join(got, c.helper), text, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	if strings.HasSuffix(c.what, "arm64") {
		return files, b.emulator(filepath.Join(got, "qemu"))
	}
	return files, nil
}

// example returns the first block in a language in a document, which is what its reader would paste.
func (b *bench) example(s source) (string, error) {
	text, err := os.ReadFile(filepath.Join(b.root, filepath.FromSlash(s.document)))
	if err != nil {
		return "", err
	}
	_, after, ok := strings.Cut(string(text), "```"+s.language+"\n")
	block, _, closed := strings.Cut(after, "```")
	if !ok || !closed {
		return "", fmt.Errorf("%s has no block in %s", s.document, s.language)
	}
	return block, nil
}

// emulator copies the program that runs programs for arm64. It is statically linked, so it runs in any root.
func (b *bench) emulator(to string) error {
	return b.program("sh", "-c", `cp "$(command -v qemu-aarch64-static)" "$0"`, to)
}

// lacks returns what is too old in a root, and how that shows.
func (c *check) lacks(versions string, files []string) (string, *regexp.Regexp, error) {
	for _, n := range c.needs {
		archive := files[0]
		least, err := n.least(archive)
		if err != nil {
			return "", nil, err
		}
		_, after, ok := strings.Cut(versions, n.of+" ")
		if !ok {
			return "", nil, fmt.Errorf("the root does not say its version of %s: %s", n.of, versions)
		}
		has, _, _ := strings.Cut(after, ",")
		if number(has) < number(least) {
			return n.of + " " + least, n.refusal, nil
		}
	}
	return "", nil, nil
}

// printed returns an error if the output lacks something.
func printed(out string, wants []string) error {
	for _, want := range wants {
		if !strings.Contains(out, want) {
			return fmt.Errorf("%q is not printed", want)
		}
	}
	return nil
}

// verdict returns the table's entry for a run that ended with out and err.
func verdict(lacks string, refusal *regexp.Regexp, out string, err error) (string, error) {
	switch {
	case err == nil && lacks == "":
		return "works", nil
	case err == nil:
		return "works, though " + lacks + " is asked for", nil
	case lacks != "" && refusal.MatchString(out):
		return "refused: needs " + lacks, nil
	case lacks != "":
		return "", errors.Join(fmt.Errorf("it needs %s, and does not say so: %w", lacks, err), errors.New(out))
	}
	return "", errors.Join(err, errors.New(out))
}
