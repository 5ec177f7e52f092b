package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licensecheck"
)

// noticeRule is the line above and below each title in THIRD_PARTY.
const noticeRule = "================================================================================\n"

// licenceOfJNA is the licence in its project file: either of the two.
const licenceOfJNA = "Apache-2.0 OR LGPL-2.1-or-later"

// noticeOf returns the licence of a module from THIRD_PARTY.
func noticeOf(thirdParty, title string) (string, bool) {
	_, after, ok := strings.Cut(thirdParty, noticeRule+title+"\n"+noticeRule)
	text, _, _ := strings.Cut(after, noticeRule)
	return text, ok
}

// licencesIn returns the SPDX names of the licences in a text, sorted.
func licencesIn(text string) ([]string, error) {
	var ids []string
	for _, match := range licensecheck.Scan([]byte(text)).Match {
		if !match.IsURL {
			ids = append(ids, match.ID)
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); ids == nil {
		return nil, errors.New("no licence that SPDX has a name for")
	}
	return ids, nil
}

// title returns the title of a module in THIRD_PARTY.
func (m module) title() string {
	if m.path == goModule {
		return noticeOfGo
	}
	return m.path
}

// licences returns a module's licences for a bill of materials.
func (m module) licences(thirdParty string) (*cdx.Licenses, error) {
	if m.licence != "" {
		return &cdx.Licenses{{Expression: m.licence}}, nil
	}
	text, ok := noticeOf(thirdParty, m.title())
	if !ok {
		return nil, fmt.Errorf("THIRD_PARTY lacks the licence of %s: run make generate", m.title())
	}
	ids, err := licencesIn(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.title(), err)
	}
	var list cdx.Licenses
	for _, id := range ids {
		list = append(list, cdx.LicenseChoice{License: &cdx.License{ID: id}})
	}
	return &list, nil
}

// carries returns an error for an artefact that lacks the notices that it must contain: those of rowlens
// and, if it contains code of others, theirs. Formats that are not archives of files are tested separately.
func (r *release) carries(name string, data []byte, modules []module) error {
	held, err := filesOf(name, data)
	if err != nil || held == nil {
		return err
	}
	for _, notice := range notices {
		if notice == "THIRD_PARTY" && !slices.ContainsFunc(modules, func(m module) bool { return m.licence == "" }) {
			continue
		}
		want, err := os.ReadFile(r.path(notice))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(held, func(e entry) bool {
			plain := bytes.ReplaceAll(e.data, []byte("\r\n"), []byte("\n"))
			return strings.TrimSuffix(path.Base(e.name), ".txt") == notice && bytes.Equal(plain, want)
		}) {
			return fmt.Errorf("%s does not contain %s", name, notice)
		}
	}
	return nil
}

// filesOf returns the files in an archive, or nothing for a file that is not an archive.
func filesOf(name string, data []byte) (tree, error) {
	switch path.Ext(name) {
	case ".gz", ".tgz", ".crate":
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return filesOfTar(z)
	case ".zip", ".whl", ".jar":
		return filesOfZip(data)
	}
	return nil, nil
}

func filesOfTar(from io.Reader) (t tree, err error) {
	for r := tar.NewReader(from); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		t = append(t, file(head.Name, text))
	}
}

func filesOfZip(data []byte) (t tree, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return nil, err
		}
		t = append(t, file(f.Name, text))
	}
	return t, nil
}
