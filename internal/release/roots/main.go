// Command roots installs what make release made, in roots that contain only what a user would have: each is the smallest
// system of Debian or Ubuntu and, for a language's package, that language. There it runs the command, the page and the
// examples from the documentation. It writes the table in docs/installing.md.
//
//	make test-installs
//
// It needs root privileges, for chroot and mounts. The roots are kept, so only the first run takes long;
// remove their folder to make them again. What is tried has no network access and leaves nothing behind.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

// bench is the environment of all checks.
type bench struct {
	ctx     context.Context
	root    string // the repository
	release string // output of make release
	cache   string // layers, and versions of Node
}

// result is a row of the table.
type result struct {
	check
	with string // versions of what is in the root
	says string // "works", or why it does not
}

func main() {
	b := &bench{}
	flag.StringVar(&b.root, "root", "../..", "the folder of the repository")
	flag.StringVar(&b.release, "release", "../../dist/release", "the folder that make release wrote")
	flag.StringVar(&b.cache, "cache", "", "the folder in which the roots are kept (default: rowlens/roots in the user's cache)")
	only := flag.String("only", "", "run only what has this in its name, and write no table")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b.ctx = ctx
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "roots:", err)
		os.Exit(1)
	}
}

func (b *bench) run(only string) error {
	if os.Geteuid() != 0 {
		return errors.New("only root may mount and chroot: run it as root, in a machine that is yours")
	}
	if err := b.folders(); err != nil {
		return err
	}
	var results []result
	failed := 0
	for _, c := range checks() {
		if !strings.Contains(c.name(), only) {
			continue
		}
		r, err := b.try(c)
		if err != nil {
			failed++
			r.says = "FAILED"
			fmt.Fprintf(os.Stderr, "--- %s\n%v\n", c.name(), err)
		}
		fmt.Printf("%-60s %-34s %s\n", c.name(), r.with, r.says)
		results = append(results, r)
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%d of %d installs failed", failed, len(results))
	case len(results) == 0:
		return fmt.Errorf("nothing has %q in its name", only)
	case only != "":
		return nil
	}
	return write(filepath.Join(b.root, "docs", "installing.md"), results)
}

// folders makes all paths absolute, because chroot would change the meaning of relative ones.
func (b *bench) folders() error {
	if b.cache == "" {
		own, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		b.cache = filepath.Join(own, "rowlens", "roots")
	}
	for _, folder := range []*string{&b.root, &b.release, &b.cache} {
		found, err := filepath.Abs(*folder)
		if err != nil {
			return err
		}
		*folder = found
	}
	if _, err := os.Stat(filepath.Join(b.release, "SHA256SUMS")); err != nil {
		return fmt.Errorf("%w: make release comes first", err)
	}
	return os.MkdirAll(b.cache, 0o755)
}
