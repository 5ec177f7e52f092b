package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	corpus "github.com/rowlens/rowlens/golden"
	"github.com/rowlens/rowlens/golden/conform"
)

// kitFiles returns the files of a small conformance archive, as make release makes it.
func kitFiles(t *testing.T, known string) map[string]string {
	t.Helper()
	files := map[string]string{conform.KnownFile: known}
	kit := conform.Kit{Version: "9.9.9"}
	for _, name := range []string{"vectors/implexus.jsonl.gz", "vectors/layout.jsonl.gz"} {
		text, err := corpus.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	for name, text := range files {
		f := conform.KitEntry{Path: name, XXH64: fmt.Sprintf("%016x", xxhash.Sum64String(text))}
		if name != conform.KnownFile {
			f.Vectors = 1
		}
		kit.Files = append(kit.Files, f)
	}
	text, err := json.Marshal(kit)
	if err != nil {
		t.Fatal(err)
	}
	files[conform.KitFile] = string(text)
	return files
}

// asFolder writes an archive's files unpacked, asArchive packed.
func asFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "kit-9.9.9")
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func asArchive(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for name, text := range files {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: "kit-9.9.9/" + name, Size: int64(len(text)), Mode: 0o644}
		if err := w.WriteHeader(head); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kit-9.9.9.tar.gz")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestConformTakesTheArchiveOfAVersion(t *testing.T) {
	files := kitFiles(t, "[]")
	for _, name := range []string{asFolder(t, files), asArchive(t, files)} {
		r := rowlens(t, "", "conform", name).want(t, 0)
		if !strings.Contains(r.out, " passed, 0 failed, 0 unsupported\n") || !strings.Contains(r.out, "implexus/") || !strings.Contains(r.out, "layout/") {
			t.Errorf("%s: %s", name, short(r.out))
		}
		asked := rowlens(t, "", "conform", name, "--", program, "batch").want(t, 0)
		if asked.out != r.out {
			t.Errorf("as a testee: %s", short(asked.out))
		}
	}
}

// A listed difference that passes is a failure, which shows that the list is read. --known replaces it.
func TestConformAcceptsTheDifferencesOfTheArchive(t *testing.T) {
	files := kitFiles(t, `[{"id":"implexus.element.0001/decode","why":"to see it"}]`)
	none := filepath.Join(t.TempDir(), "none.json")
	if err := os.WriteFile(none, []byte("[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{asFolder(t, files), asArchive(t, files)} {
		r := rowlens(t, "", "conform", name).want(t, exitDifferences)
		if !strings.Contains(r.out, "passes, although it is listed") || !strings.Contains(r.out, " 1 failed, ") {
			t.Errorf("%s", short(r.out))
		}
		rowlens(t, "", "conform", "--known", none, name).want(t, 0)
	}
}

func TestConformRefusesWhatIsNoWholeArchive(t *testing.T) {
	with := func(file, text string) map[string]string {
		files := kitFiles(t, "[]")
		files[file] = text
		return files
	}
	without := func(file string) map[string]string {
		files := kitFiles(t, "[]")
		delete(files, file)
		return files
	}
	for want, files := range map[string]map[string]string{
		"vectors/layout.jsonl.gz has changed: its hash is": with("vectors/layout.jsonl.gz", "hello"),
		"it has no conformance.json":                       without(conform.KitFile),
		"no such file":                                     without("vectors/implexus.jsonl.gz"),
		"it has no version, or names no file":              with(conform.KitFile, "{}"),
		"is not a file of the archive":                     with(conform.KitFile, `{"version":"1","files":[{"path":"../secret","vectors":1}]}`),
	} {
		for _, name := range []string{asFolder(t, files), asArchive(t, files)} {
			if r := rowlens(t, "", "conform", name).want(t, exitUnreadable); !strings.Contains(r.err, want) {
				t.Errorf("%s: %s, want %s", name, r.err, want)
			}
		}
	}
	whole, err := os.ReadFile(asArchive(t, kitFiles(t, "[]")))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.tar.gz")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if r := rowlens(t, "", "conform", cut).want(t, exitUnreadable); !strings.Contains(r.err, "is not a whole archive") {
		t.Error(r.err)
	}
}
