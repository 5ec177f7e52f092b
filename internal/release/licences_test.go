package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/version"
)

// licencesOf returns the licences in an artefact's bill, by module.
func licencesOf(t *testing.T, name string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, c := range components(bill(t, name)) {
		if c.Licenses == nil {
			t.Errorf("%s: %s has no licence", name, c.Name)
			continue
		}
		for _, l := range *c.Licenses {
			if !slices.Contains(found[c.Name], l.License.ID) { // the command and its page have the standard libraries of two versions of Go
				found[c.Name] = append(found[c.Name], l.License.ID)
			}
		}
	}
	return found
}

func TestEveryModuleHasItsLicence(t *testing.T) {
	found := licencesOf(t, here.archive())
	for module, want := range map[string][]string{
		"std":                             {"BSD-3-Clause"},
		"github.com/spf13/cobra":          {"Apache-2.0"},
		"github.com/cespare/xxhash/v2":    {"MIT"},
		"github.com/klauspost/compress":   {"Apache-2.0", "BSD-3-Clause", "MIT"},
		"github.com/agnivade/levenshtein": {"MIT"},
	} {
		if !slices.Equal(found[module], want) {
			t.Errorf("%s has the licences %q, want %q", module, found[module], want)
		}
	}
	if page := licencesOf(t, name("rowlens", "page")+".html"); len(page) < 4 || len(page) >= len(found) {
		t.Errorf("the page has %d modules, and the command %d", len(page), len(found))
	}
}

// Every section of THIRD_PARTY is a known licence, including those that only other systems link.
func TestEveryNoticeIsALicence(t *testing.T) {
	text, err := os.ReadFile("../../THIRD_PARTY")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), noticeRule)
	if len(parts) < 40 {
		t.Fatalf("THIRD_PARTY has %d parts", len(parts))
	}
	for i := 1; i+1 < len(parts); i += 2 {
		title := strings.TrimSpace(parts[i])
		if _, err := (module{path: title}).licences(string(text)); err != nil && title != noticeOfGo {
			t.Error(err)
		}
	}
}

// An archive without the notices for its content is not made.
func TestAnArchiveWithoutNoticesIsRefused(t *testing.T) {
	r := release{root: "../..", out: t.TempDir()}
	all, err := r.licences()
	if err != nil {
		t.Fatal(err)
	}
	code := []module{{path: goModule, version: "1.26.8"}}
	for missing := range all {
		some := slices.Delete(slices.Clone(all), missing, missing+1)
		tar, err := some.tarGz(r.when)
		if err != nil {
			t.Fatal(err)
		}
		zip, err := some.zip(r.when)
		if err != nil {
			t.Fatal(err)
		}
		for file, data := range map[string][]byte{"x.tar.gz": tar, "x.tgz": tar, "x.crate": tar, "x.zip": zip, "x.whl": zip, "x.jar": zip} {
			err := r.add(file, data, code)
			if want := file + " does not contain " + all[missing].name; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
			if own := r.add(file, data, nil); (own == nil) != (all[missing].name == "THIRD_PARTY") {
				t.Errorf("%s, of no other code, without %s: %v", file, all[missing].name, own)
			}
		}
	}
	if err := r.add("x.html", []byte("<!doctype html>"), nil); err != nil {
		t.Error(err)
	}
}

// The page as a single file has the notices in its text, where people look for them.
func TestThePageAsOneFileHasTheNotices(t *testing.T) {
	text := string(readMade(t, "rowlens-"+version.Version+"-page.html"))
	for _, name := range notices {
		want, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(want)) {
			if plain := strings.TrimSpace(line); !strings.ContainsAny(plain, `<>&"'`) && !strings.Contains(text, plain) {
				t.Errorf("the page lacks a line of %s: %s", name, plain)
				break
			}
		}
	}
}
