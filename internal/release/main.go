// Command release makes dist/release from what the Makefile has built: archives, packages, a
// container image, the page, the C library, the packages for other languages, the conformance
// archive, a bill of materials for each, and their hashes. The same commit gives the same bytes, in any folder.
//
//	make release
//	make release RELEASE='command page' PLATFORMS=linux-amd64
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rowlens/rowlens/internal/version"
)

// step makes one kind of artefact.
type step struct {
	name string
	make func(*release) error
}

// steps are in the order in which they run: the formula needs the hashes of the archives.
var steps = []step{
	{"command", (*release).commands},
	{"packages", (*release).packages},
	{"image", (*release).image},
	{"formula", (*release).formula},
	{"page", (*release).page},
	{"conformance", (*release).conformance},
	{"c", (*release).cLibrary},
	{"python", (*release).python},
	{"npm", (*release).npm},
	{"java", (*release).java},
	{"rust", (*release).rust},
}

// release is one run of the command.
type release struct {
	ctx       context.Context
	root, out string
	platforms []platform
	natives   []platform // platforms of the C library
	dlls      []platform // platforms of the C library as a DLL
	when      time.Time  // timestamp of everything in the artefacts
	artefacts []artefact
	own       map[string][]module // what programs outside the artefacts link, by package
	shared    tree                // files that each archive has besides its program
	binaries  map[platform]binary // by platform, read on first use
}

// platform is a system and a processor, in Go's names.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "-" + p.arch }

func main() {
	root := flag.String("root", "../..", "the folder of the repository, built")
	out := flag.String("out", "", "the folder to write; what is there is replaced")
	only := flag.String("only", "", "make these artefacts only, of "+strings.Join(stepNames(), " "))
	platforms := flag.String("platforms", "linux-amd64", "systems of the command, with spaces between them")
	natives := flag.String("natives", "linux-amd64", "systems of the C library and of packages with it")
	dlls := flag.String("dlls", "", "systems of the C library as a DLL, and of the packages for Python and Java with it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, *out, *only, systems{*platforms, *natives, *dlls}); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func stepNames() (names []string) {
	for _, s := range steps {
		names = append(names, s.name)
	}
	return names
}

// systems are the platforms of a release, separated by spaces.
type systems struct{ platforms, natives, dlls string }

func run(ctx context.Context, root, out, only string, made systems) error {
	if out == "" {
		return errors.New("-out names the folder to write")
	}
	wanted := strings.Fields(only)
	if len(wanted) == 0 {
		wanted = stepNames()
	}
	for _, name := range wanted {
		if !slices.Contains(stepNames(), name) {
			return fmt.Errorf("there is no artefact %s: name some of %s", name, strings.Join(stepNames(), " "))
		}
	}
	if slices.Contains(wanted, "formula") && !slices.Contains(wanted, "command") {
		return errors.New("the formula has the hashes of the archives: make the command with it")
	}
	r := &release{ctx: ctx, root: root, out: out, own: map[string][]module{}, binaries: map[platform]binary{}}
	var err error
	if r.platforms, err = platformsOf(made.platforms); err != nil {
		return err
	}
	if r.natives, err = platformsOf(made.natives); err != nil {
		return err
	}
	if r.dlls, err = platformsOf(made.dlls); err != nil {
		return err
	}
	if err := r.date(); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, s := range steps {
		if !slices.Contains(wanted, s.name) {
			continue
		}
		if err := s.make(r); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if err := r.check(wanted); err != nil {
		return err
	}
	return r.finish()
}

func platformsOf(names string) (list []platform, err error) {
	for _, name := range strings.Fields(names) {
		system, arch, ok := strings.Cut(name, "-")
		if !ok {
			return nil, fmt.Errorf("%s is no platform: write it as linux-amd64", name)
		}
		list = append(list, platform{system, arch})
	}
	return list, nil
}

// date sets the timestamp of all artefacts: that of the commit, or SOURCE_DATE_EPOCH.
func (r *release) date() error {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		said, err := exec.CommandContext(r.ctx, "git", "-C", r.root, "log", "-1", "--format=%ct").Output()
		if err != nil {
			return errors.New("git does not say when the commit was made: set SOURCE_DATE_EPOCH to the seconds since 1970")
		}
		text = strings.TrimSpace(string(said))
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH is %q, and not a number of seconds", text)
	}
	r.when = time.Unix(seconds, 0).UTC()
	return os.Setenv("SOURCE_DATE_EPOCH", text) // for the programs started by this one
}

// path returns the path of a file in the repository.
func (r *release) path(name string) string { return filepath.Join(r.root, filepath.FromSlash(name)) }

// name returns an artefact's name: rowlens and the parts, with the version after the first of them.
func name(parts ...string) string {
	return strings.Join(slices.Insert(parts, 1, version.Version), "-")
}

// said runs a program in a folder and returns its output.
func (r *release) said(folder, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(r.ctx, program, args...)
	cmd.Dir = folder
	out, err := cmd.Output()
	if failure, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(program), strings.Join(args, " "), err, out, failure.Stderr)
	}
	return out, err
}
