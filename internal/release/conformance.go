package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/golden/conform"
	"github.com/rowlens/rowlens/internal/version"
)

// source is an item of golden/SOURCES.json.
type source struct {
	Upstream string
	Version  string
	Made     string
	Files    map[string]string `json:"sha256"`
}

// conformance makes an archive of the vectors and of the files that other programs wrote.
func (r *release) conformance() error {
	t, kit, err := r.kit()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(kit, "", " ")
	if err != nil {
		return err
	}
	licences, err := r.licences()
	if err != nil {
		return err
	}
	t = append(t, file(conform.KitFile, append(text, '\n')))
	for _, e := range licences {
		if e.name != "THIRD_PARTY" { // the archive contains no third-party code
			t = append(t, e)
		}
	}
	for from, to := range map[string]string{"docs/conformance.md": "README.md", "docs/testee.md": "testee.md"} {
		text, err := os.ReadFile(r.path(from))
		if err != nil {
			return err
		}
		t = append(t, file(to, text))
	}
	folder := name("rowlens", "conformance")
	packed, err := t.below(folder).tarGz(r.when)
	if err != nil {
		return err
	}
	return r.add(folder+".tar.gz", packed, nil)
}

// kit reads the files listed in golden's manifest, and describes them.
func (r *release) kit() (tree, conform.Kit, error) {
	kit := conform.Kit{Version: version.Version}
	var hashes map[string]string
	var sources []source
	for name, to := range map[string]any{"manifest.json": &hashes, "SOURCES.json": &sources} {
		text, err := os.ReadFile(r.path("golden/" + name))
		if err == nil {
			err = json.Unmarshal(text, to)
		}
		if err != nil {
			return nil, kit, err
		}
	}
	origin := map[string]source{}
	for _, s := range sources {
		for name := range s.Files {
			origin[name] = s
		}
	}
	var t tree
	for name, hash := range hashes {
		text, err := os.ReadFile(r.path("golden/" + name))
		if err != nil {
			return nil, kit, err
		}
		if found := fmt.Sprintf("%016x", xxhash.Sum64(text)); found != hash {
			return nil, kit, fmt.Errorf("golden/%s has the hash %s, and not %s of the manifest: run make golden, and read the difference", name, found, hash)
		}
		s := origin[name]
		f := conform.KitEntry{Path: name, XXH64: hash, System: s.Upstream, SystemVersion: s.Version, Made: s.Made}
		if strings.HasPrefix(name, "vectors/") {
			if f.Vectors, f.Checks, err = counts(text); err != nil {
				return nil, kit, fmt.Errorf("golden/%s: %w", name, err)
			}
		}
		kit.Files = append(kit.Files, f)
		t = append(t, file(name, text))
	}
	slices.SortFunc(kit.Files, func(a, b conform.KitEntry) int { return strings.Compare(a.Path, b.Path) })
	return t, kit, nil
}

// counts returns the number of vectors in a file, and of the checks that they ask for.
func counts(packed []byte) (vectors, checks int, err error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0, 0, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return 0, 0, err
	}
	for line := range bytes.Lines(text) {
		of, err := conform.ChecksOf(bytes.TrimSpace(line))
		if err != nil {
			return 0, 0, err
		}
		vectors, checks = vectors+1, checks+len(of)
	}
	return vectors, checks, nil
}
