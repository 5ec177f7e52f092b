package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// number returns a version of two parts as a comparable number: 2.34 is 2034.
func number(text string) int {
	major, rest, _ := strings.Cut(text, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	return a*1000 + b
}

// entryOf returns the first file with a matching path in an archive: a zip, JAR or wheel, or a tar.
func entryOf(archive string, path *regexp.Regexp) ([]byte, error) {
	data, err := os.ReadFile(archive)
	if err != nil {
		return nil, err
	}
	missing := fmt.Errorf("%s has no %v", archive, path)
	if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
		for _, f := range z.File {
			if path.MatchString(f.Name) {
				r, err := f.Open()
				if err != nil {
					return nil, err
				}
				defer r.Close()
				return io.ReadAll(r)
			}
		}
		return nil, missing
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, missing
		}
		if err != nil {
			return nil, err
		}
		if head.Typeflag == tar.TypeReg && path.MatchString(head.Name) {
			return io.ReadAll(r)
		}
	}
}

// nativeLibrary matches the path of the C library for this processor in any of the packages.
var nativeLibrary = regexp.MustCompile(`(^|/)(native/linux-x86_64/|rowlens/|lib/)librowlens\.so\.1[.0-9]*$`)

// glibcOf returns the oldest glibc with which an artefact's library can be loaded.
func glibcOf(archive string) (string, error) {
	data, err := entryOf(archive, nativeLibrary)
	if err != nil {
		return "", err
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	needs, err := f.DynamicVersionNeeds()
	if err != nil {
		return "", err
	}
	var versions []string
	for _, n := range needs {
		for _, d := range n.Needs {
			if v, ok := strings.CutPrefix(d.Dep, "GLIBC_"); ok {
				versions = append(versions, v)
			}
		}
	}
	if versions == nil {
		return "", errors.New(archive + ": the library needs no version of glibc")
	}
	return slices.MaxFunc(versions, func(a, b string) int { return number(a) - number(b) }), nil
}

// javaOf returns the oldest Java that can read the classes of a JAR.
func javaOf(archive string) (string, error) {
	class, err := entryOf(archive, regexp.MustCompile(`^io/.*\.class$`))
	if err != nil || len(class) < 8 {
		return "", fmt.Errorf("%s: no class (%w)", archive, err)
	}
	return strconv.Itoa(int(class[6])<<8 | int(class[7]) - 44), nil
}

// saidIn returns a function that finds in a file of an archive the group of a pattern.
func saidIn(path, pattern string) func(string) (string, error) {
	return func(archive string) (string, error) {
		text, err := entryOf(archive, regexp.MustCompile(path))
		if err != nil {
			return "", err
		}
		found := regexp.MustCompile(pattern).FindSubmatch(text)
		if found == nil {
			return "", fmt.Errorf("%s: %s says nothing of %s", archive, path, pattern)
		}
		return string(found[1]), nil
	}
}
