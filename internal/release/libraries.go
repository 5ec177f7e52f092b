package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/rowlens/rowlens/internal/version"
)

// library returns the path of the C library for a platform, in the form used by packages of other languages.
func (r *release) library(p platform) string {
	folder := "/lib/"
	if p.os == "windows" {
		folder = "/bin/"
	}
	return r.path("dist/native/" + p.String() + folder + p.libraryName())
}

// libraryName returns the library's file name in packages of other languages.
func (p platform) libraryName() string {
	if p.os == "windows" {
		return "rowlens.dll"
	}
	return "librowlens.so.1"
}

// wheelTag returns the platform tag of a wheel with the platform's library.
func (p platform) wheelTag() string {
	if p.os == "windows" {
		return "win_" + p.arch
	}
	return "manylinux2014_" + machines[p.arch]
}

// inLibraries returns the modules that the C library links for some platforms. They differ between processors.
func (r *release) inLibraries(platforms ...platform) ([]module, error) {
	var all []module
	for _, p := range platforms {
		info, err := buildinfo.ReadFile(r.library(p))
		if err != nil {
			return nil, fmt.Errorf("%w: make natives builds it", err)
		}
		for _, m := range ofBuild(info) {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	if all == nil {
		return nil, errors.New("no platform is given for the C library")
	}
	return all, nil
}

// cLibrary makes an archive of the C library for each platform, with header and documents.
func (r *release) cLibrary() error {
	for _, p := range slices.Concat(r.natives, r.dlls) {
		if err := r.cArchive(p); err != nil {
			return err
		}
	}
	return nil
}

// cArchive makes the archive in the format that is usual on the platform.
func (r *release) cArchive(p platform) error {
	modules, err := r.inLibraries(p)
	if err != nil {
		return err
	}
	t, err := read(r.path("dist/native/" + p.String()))
	if err != nil {
		return err
	}
	folder, ending, pack := name("rowlens", "c", p.os, p.arch), ".tar.gz", tree.tarGz
	if p.os == "windows" {
		licences, err := r.licences()
		if err != nil {
			return err
		}
		t, ending, pack = append(t, licences.forWindows()...), ".zip", tree.zip
	}
	packed, err := pack(t.below(folder), r.when)
	if err != nil {
		return err
	}
	return r.add(folder+ending, packed, modules)
}

// machines maps processors to their names in wheels.
var machines = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// python collects the wheels: one for each platform, and one for all systems, which runs WebAssembly with the help of
// another package.
func (r *release) python() error {
	wheel := "rowlens-" + version.Version + "-py3-none-"
	for _, p := range slices.Concat(r.natives, r.dlls) {
		modules, err := r.inLibraries(p)
		if err != nil {
			return err
		}
		if err := r.take(r.path("dist/wheels"), modules, wheel+p.wheelTag()+".whl"); err != nil {
			return err
		}
	}
	hosted, err := r.linked("./cshared/hosted", "wasip1", "wasm", "hosted")
	if err != nil {
		return err
	}
	return r.take(r.path("dist/wheels"), hosted, wheel+"any.whl")
}

// npm packs the package with npm.
func (r *release) npm() error {
	modules, err := r.linked("./wasm", "wasip1", "wasm", "")
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if _, err := r.said(r.path("web/npm"), "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder); err != nil {
		return err
	}
	return r.take(folder, modules, name("rowlens")+".tgz")
}

// rust packs the crates with cargo.
func (r *release) rust() error {
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := r.crateFiles(); err != nil {
		return err
	}
	// Both at once: one depends on the other, and no registry has it.
	if _, err := r.said(r.path("cshared/rust"), "cargo", "package", "--quiet", "--workspace", "--no-verify", "--allow-dirty",
		"--offline", "--target-dir", folder); err != nil {
		return fmt.Errorf("packing crates that depend on each other needs cargo 1.90: %w", err)
	}
	modules, err := r.inLibraries(r.natives...)
	if err != nil {
		return err
	}
	folder = filepath.Join(folder, "package")
	if err := r.take(folder, modules, name("rowlens-src")+".crate"); err != nil {
		return err
	}
	return r.take(folder, nil, name("rowlens")+".crate", name("rowlens-sys")+".crate")
}

// crateFiles copies into the crates what they contain from the repository's root and from the C library.
func (r *release) crateFiles() error {
	files := map[string]string{"rowlens-src/THIRD_PARTY": "THIRD_PARTY"}
	for _, p := range r.natives {
		target := machines[p.arch] + "-unknown-linux-gnu" // Rust's name of the platform
		files["rowlens-src/lib/"+target+"/librowlens.a"] = "dist/native/" + p.String() + "/lib/librowlens.a"
	}
	for _, crate := range []string{"rowlens-src", "rowlens-sys", "rowlens"} {
		for _, notice := range []string{"LICENSE", "NOTICE"} {
			files[crate+"/"+notice] = notice
		}
	}
	for to, from := range files {
		text, err := os.ReadFile(r.path(from))
		if err != nil {
			return err
		}
		to = r.path("cshared/rust/" + to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// take collects files that another program made: one for each pattern.
func (r *release) take(folder string, modules []module, patterns ...string) error {
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		if len(found) != 1 {
			return fmt.Errorf("%d files %s in %s: want one", len(found), pattern, filepath.Base(folder))
		}
		data, err := os.ReadFile(found[0])
		if err != nil {
			return err
		}
		if err := r.add(filepath.Base(found[0]), data, modules); err != nil {
			return err
		}
	}
	return nil
}
