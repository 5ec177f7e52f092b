package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// java collects the JAR, and the one with the WebAssembly for systems for which the first has no native code.
func (r *release) java() error {
	modules, err := r.inLibraries(slices.Concat(r.natives, r.dlls)...)
	if err != nil {
		return err
	}
	jna := module{path: "net.java.dev.jna:jna", licence: licenceOfJNA}
	if err := r.jars("rowlens", "cshared/java/pom.xml", "dist/java", modules, jna); err != nil {
		return err
	}
	if modules, err = r.linked("./cshared/hosted", "wasip1", "wasm", "hosted"); err != nil {
		return err
	}
	var chicory []module
	for _, name := range []string{"runtime", "wasi", "wasm", "log"} {
		chicory = append(chicory, module{path: "com.dylibso.chicory:" + name, licence: licence})
	}
	return r.jars("rowlens-wasm", "cshared/java/wasm/pom.xml", "dist/java/wasm", modules, chicory...)
}

// jars collects a JAR with its project file, sources and documentation. beside are the libraries that accompany it, in the versions
// that the project file names.
func (r *release) jars(artefact, project, folder string, modules []module, beside ...module) error {
	pom, err := os.ReadFile(r.path(project))
	if err != nil {
		return err
	}
	for _, m := range beside {
		if m.version, err = versionIn(pom, m.path); err != nil {
			return fmt.Errorf("%s: %w", project, err)
		}
		m.registry, m.beside = "maven", true
		modules = append(modules, m)
	}
	if err := r.add(name(artefact)+".pom", pom, nil); err != nil {
		return err
	}
	if err := r.take(r.path(folder), modules, name(artefact)+".jar"); err != nil {
		return err
	}
	if err := r.take(r.path(folder), nil, name(artefact, "sources")+".jar"); err != nil {
		return err
	}
	javadoc := name(artefact, "javadoc") + ".jar"
	scripts, err := inJavadoc(r.path(folder + "/" + javadoc))
	if err != nil {
		return err
	}
	return r.take(r.path(folder), scripts, javadoc)
}

var projectVersion = regexp.MustCompile(`<([a-z]+)\.version>([^<]+)</`)

// versionIn returns the version of a library in a project file, from a property such as jna.version.
func versionIn(pom []byte, library string) (string, error) {
	group, _, _ := strings.Cut(library, ":")
	for _, m := range projectVersion.FindAllSubmatch(pom, -1) {
		if slices.Contains(strings.Split(group, "."), string(m[1])) {
			return string(m[2]), nil
		}
	}
	return "", fmt.Errorf("no version of %s", library)
}

// scriptTitle is how Java's documentation names a third-party library whose scripts it contains.
var scriptTitle = regexp.MustCompile(`(?m)^## (jQuery(?: UI)?) v([\d.]+)`)

// inJavadoc returns the libraries in the documentation, which Java's own tool made; their licences are beside them.
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
