package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// container is a root that contains only an artefact, and how to start its command.
type container struct {
	user, page string
	command    []string
}

// tryAlone runs a command where there are no other files: from an unpacked archive, or from an image.
func (b *bench) tryAlone(c check) error {
	folder, err := os.MkdirTemp("", "rowlens-alone-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	got, upper, lower := filepath.Join(folder, "got"), filepath.Join(folder, "upper"), filepath.Join(folder, "lower")
	for _, name := range []string{got, upper, lower} {
		if err := os.Mkdir(name, 0o755); err != nil {
			return err
		}
	}
	file, err := b.found(c.files[0])
	if err != nil {
		return err
	}
	one := container{command: []string{"/rowlens"}, page: "/page.html"}
	if strings.HasSuffix(file, ".oci.tar") {
		one, err = b.image(file, c.alone, folder, lower)
	} else {
		err = b.program("tar", "-xzf", file, "-C", lower, "--strip-components=1")
	}
	if err != nil {
		return err
	}
	if c.alone == "arm64" {
		one.command = append([]string{"/srv/qemu"}, one.command...)
		if err := b.emulator(filepath.Join(got, "qemu")); err != nil {
			return err
		}
	}
	var said strings.Builder
	for _, args := range [][]string{{"version"}, {"inspect", "8a21aff9346974656d002bdafe659d297e2983"}, {"serve", "--write", one.page}} {
		out, err := b.enter(lower, upper, got, []string{"AS=" + one.user}, append(one.command, args...)...)
		if err != nil {
			return fmt.Errorf("%q: %w\n%s", args, err, out)
		}
		said.WriteString(out)
	}
	page, err := os.ReadFile(filepath.Join(upper, filepath.FromSlash(one.page)))
	if err != nil || !bytes.HasPrefix(bytes.ToLower(page), []byte("<!doctype html>")) {
		return fmt.Errorf("the page that was written: %w, %.40q", err, page)
	}
	return printed(said.String(), c.wants)
}

// image unpacks the image for a processor the way a container runtime does.
func (b *bench) image(file, arch, folder, to string) (container, error) {
	parts := filepath.Join(folder, "layout")
	if err := os.Mkdir(parts, 0o755); err != nil {
		return container{}, err
	}
	if err := b.program("tar", "-xf", file, "-C", parts); err != nil {
		return container{}, err
	}
	top, err := layout.ImageIndexFromPath(parts)
	if err != nil {
		return container{}, err
	}
	names, err := top.IndexManifest()
	if err != nil {
		return container{}, err
	}
	index, err := top.ImageIndex(names.Manifests[0].Digest)
	if err != nil {
		return container{}, err
	}
	images, err := index.IndexManifest()
	if err != nil {
		return container{}, err
	}
	for _, m := range images.Manifests {
		if m.Platform.Architecture != arch {
			continue
		}
		image, err := index.Image(m.Digest)
		if err != nil {
			return container{}, err
		}
		files := mutate.Extract(image)
		defer files.Close()
		if err := b.fed(files, "tar", "-x", "-C", to); err != nil {
			return container{}, err
		}
		config, err := image.ConfigFile()
		if err != nil {
			return container{}, err
		}
		return container{user: config.Config.User, command: config.Config.Entrypoint, page: path.Join("/tmp", "page.html")}, nil
	}
	return container{}, fmt.Errorf("the image has none for %s", arch)
}
