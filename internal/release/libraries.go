package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/rowlens/rowlens/internal/version"
)

// library is the C library, as the packages of other languages contain it.
const library = "dist/c/lib/librowlens.so.1"

// inLibrary are the modules that the C library links.
func (r *release) inLibrary() ([]module, error) {
	info, err := buildinfo.ReadFile(r.path(library))
	if err != nil {
		return nil, err
	}
	return ofBuild(info), nil
}

// cLibrary makes an archive of the C library, with header and documents.
func (r *release) cLibrary() error {
	modules, err := r.inLibrary()
	if err != nil {
		return err
	}
	t, err := read(r.path("dist/c"))
	if err != nil {
		return err
	}
	folder := name("rowlens", "c", "linux", runtime.GOARCH)
	packed, err := t.below(folder).tarGz(r.when)
	if err != nil {
		return err
	}
	return r.add(folder+".tar.gz", packed, modules)
}

// python takes the wheel.
func (r *release) python() error {
	modules, err := r.inLibrary()
	if err != nil {
		return err
	}
	return r.take(r.path("dist/python"), modules, "rowlens-"+version.Version+"-*.whl")
}

// npm packs the package as npm does.
func (r *release) npm() error {
	modules, err := r.linked("./wasm", "wasip1", "wasm")
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

var jnaVersion = regexp.MustCompile(`<jna\.version>([^<]+)</jna\.version>`)

// java takes the JAR with its sources, its documentation and its project file. JNA is one of its dependencies.
func (r *release) java() error {
	modules, err := r.inLibrary()
	if err != nil {
		return err
	}
	pom, err := os.ReadFile(r.path("cshared/java/pom.xml"))
	if err != nil {
		return err
	}
	jna := jnaVersion.FindSubmatch(pom)
	if jna == nil {
		return errors.New("cshared/java/pom.xml does not say which version of JNA it needs")
	}
	if err := r.add(name("rowlens")+".pom", pom, nil); err != nil {
		return err
	}
	beside := module{path: "net.java.dev.jna:jna", version: string(jna[1]), licence: licenceOfJNA, registry: "maven", beside: true}
	if err := r.take(r.path("dist/java"), append(modules, beside), name("rowlens")+".jar"); err != nil {
		return err
	}
	if err := r.take(r.path("dist/java"), nil, name("rowlens", "sources")+".jar"); err != nil {
		return err
	}
	javadoc := name("rowlens", "javadoc") + ".jar"
	scripts, err := inJavadoc(r.path("dist/java/" + javadoc))
	if err != nil {
		return err
	}
	return r.take(r.path("dist/java"), scripts, javadoc)
}

// scriptTitle is how Java's documentation names a library of others whose scripts it has.
var scriptTitle = regexp.MustCompile(`(?m)^## (jQuery(?: UI)?) v([\d.]+)`)

// inJavadoc are the libraries in the documentation that Java's own tool made; their licences are beside them.
func inJavadoc(jar string) (list []module, err error) {
	data, err := os.ReadFile(jar)
	if err != nil {
		return nil, err
	}
	files, err := filesOfZip(data)
	if err != nil {
		return nil, err
	}
	foreign := 0
	for _, f := range files {
		switch {
		case strings.HasPrefix(f.name, "legal/"):
			for _, m := range scriptTitle.FindAllSubmatch(f.data, -1) {
				path := strings.ReplaceAll(strings.ToLower(string(m[1])), " ", "-")
				list = append(list, module{path: path, version: string(m[2]), licence: "MIT", registry: "npm"})
			}
		case strings.HasSuffix(f.name, ".min.js"):
			foreign++
		}
	}
	if foreign != len(list) {
		return nil, fmt.Errorf("%s has %d scripts of others, and licences of %d", filepath.Base(jar), foreign, len(list))
	}
	return list, nil
}

// rust packs the crates as cargo does.
func (r *release) rust() error {
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, crate := range []string{"rowlens-sys", "rowlens"} {
		for _, notice := range []string{"LICENSE", "NOTICE"} {
			text, err := os.ReadFile(r.path(notice))
			if err == nil {
				err = os.WriteFile(r.path("cshared/rust/"+crate+"/"+notice), text, 0o644)
			}
			if err != nil {
				return err
			}
		}
	}
	// Both at once: the one is the dependency of the other, and no registry has it.
	if _, err := r.said(r.path("cshared/rust"), "cargo", "package", "--quiet", "--workspace", "--no-verify", "--allow-dirty",
		"--offline", "--target-dir", folder); err != nil {
		return fmt.Errorf("packing crates that depend on each other needs cargo 1.90: %w", err)
	}
	return r.take(filepath.Join(folder, "package"), nil, name("rowlens")+".crate", name("rowlens-sys")+".crate")
}

// take takes files that another program made: one for each pattern.
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
