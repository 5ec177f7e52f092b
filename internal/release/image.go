package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/rowlens/rowlens/internal/version"
)

// refName is the annotation by which an archive of images names the right one.
const refName = "org.opencontainers.image.ref.name"

// nobody is a user that owns no file and does not exist on the host.
const nobody = "65532:65532"

// image makes an archive of one image, built from scratch, for every Linux processor.
func (r *release) image() error {
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	var modules []module
	for _, p := range r.of("linux") {
		b, err := r.binary(p)
		if err != nil {
			return err
		}
		one, err := r.imageOf(p, b)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        one,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.os, Architecture: p.arch}},
		})
		modules = union(modules, b.modules)
	}
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path, err := layout.Write(folder, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	if err := path.AppendIndex(index, layout.WithAnnotations(map[string]string{refName: version.Version})); err != nil {
		return err
	}
	t, err := read(folder)
	if err != nil {
		return err
	}
	packed, err := t.tar(r.when)
	if err != nil {
		return err
	}
	return r.add(name("rowlens", "image")+".oci.tar", packed, modules)
}

// imageOf returns the image for a platform: the command, its licences, and a folder for temporary files.
func (r *release) imageOf(p platform, b binary) (v1.Image, error) {
	licences, err := r.licences()
	if err != nil {
		return nil, err
	}
	t := append(licences.below("usr/share/licenses/rowlens"), program("usr/bin/rowlens", b.data), entry{name: "tmp", mode: fs.ModeDir | 0o777})
	packed, err := t.tarGz(r.when)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	empty := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	one, err := mutate.Append(empty, mutate.Addendum{
		Layer:   layer,
		History: v1.History{Created: v1.Time{Time: r.when}, CreatedBy: "make release", Author: authors},
	})
	if err != nil {
		return nil, err
	}
	config, err := one.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.Architecture, config.OS, config.Author, config.Created = p.arch, p.os, authors, v1.Time{Time: r.when}
	config.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/rowlens"},
		// A loopback address in the container cannot be reached from outside.
		Env:          []string{"PATH=/usr/bin", "ROWLENS_ADDR=0.0.0.0:8787"},
		ExposedPorts: map[string]struct{}{"8787/tcp": {}},
		User:         nobody,
		WorkingDir:   "/",
		Labels: map[string]string{
			"org.opencontainers.image.title":         "rowlens",
			"org.opencontainers.image.description":   summary,
			"org.opencontainers.image.version":       version.Version,
			"org.opencontainers.image.licenses":      licence,
			"org.opencontainers.image.source":        site,
			"org.opencontainers.image.vendor":        authors,
			"org.opencontainers.image.authors":       authors,
			"org.opencontainers.image.url":           site,
			"org.opencontainers.image.documentation": site + "/blob/v" + version.Version + "/docs/installing.md",
		},
	}
	return mutate.ConfigFile(one, config)
}

// union returns a list of modules plus those of another list that it lacks.
func union(a, b []module) []module {
	has := map[module]bool{}
	for _, m := range a {
		has[m] = true
	}
	for _, m := range b {
		if !has[m] {
			a = append(a, m)
		}
	}
	return a
}
