package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"github.com/sassoftware/go-rpmutils"

	"github.com/rowlens/rowlens/internal/version"
)

// only returns the one file of the release whose name has the ending.
func only(t *testing.T, ending string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(made, "*"+ending))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q (%v) end in %s", found, err, ending)
	}
	return found[0]
}

func bill(t *testing.T, name string) cdx.BOM {
	t.Helper()
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(readMade(t, name+billSuffix)), cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	return bom
}

// components returns the components of a bill; none if the artefact has no code.
func components(bom cdx.BOM) []cdx.Component {
	if bom.Components == nil {
		return nil
	}
	return *bom.Components
}

// modulesOf returns the names and versions in a bill of materials.
func modulesOf(bom cdx.BOM) (list []string) {
	for _, c := range components(bom) {
		list = append(list, c.Name+" "+c.Version)
	}
	slices.Sort(list)
	return list
}

func TestBillsHaveWhatGoSaysIsLinked(t *testing.T) {
	said, err := exec.Command("go", "version", "-m", "../../dist/command/"+here.String()+"/rowlens").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(said)) {
		if part := strings.Fields(line); len(part) == 4 && part[0] == "dep" {
			want = append(want, part[1]+" "+part[2])
		} else if len(part) == 2 && strings.HasPrefix(part[1], "go1") {
			want = append(want, "std "+strings.TrimPrefix(part[1], "go"))
		}
	}
	compiler, err := os.ReadFile("../../dist/wasm/compiler") // of the page's decoder
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(compiler)) == "tinygo" {
		want = append(want, "github.com/tinygo-org/tinygo v0.39.0", "std 1.25.5")
	}
	slices.Sort(want)
	if len(want) < 20 {
		t.Fatalf("go version -m names %d modules:\n%s", len(want), said)
	}
	for _, ending := range []string{here.archive(), ".deb", ".rpm", ".oci.tar"} {
		if got := modulesOf(bill(t, filepath.Base(only(t, ending)))); !slices.Equal(got, want) {
			t.Errorf("the bill of %s has\n%q, and not\n%q", ending, got, want)
		}
	}
}

// Every artefact has a bill, and the notices contain the licence of every module in it.
func TestNoticesAreComplete(t *testing.T) {
	text, err := os.ReadFile("../../THIRD_PARTY")
	if err != nil {
		t.Fatal(err)
	}
	bills := 0
	files, err := read(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.name, billSuffix) || f.name == "SHA256SUMS" {
			continue
		}
		bills++
		bom := bill(t, f.name)
		if of := bom.Metadata.Component; of.BOMRef != f.name || of.Version != version.Version {
			t.Errorf("the bill of %s is that of %s %s", f.name, of.BOMRef, of.Version)
		}
		for _, c := range components(bom) {
			if title := strings.TrimPrefix(c.Name, "std"); title != "" && !strings.Contains(string(text), "\n"+title+"\n=") {
				t.Errorf("%s has %s, whose licence is missing", f.name, c.Name)
			}
		}
	}
	if bills != 8 {
		t.Errorf("%d artefacts", bills)
	}
	r := release{root: "../.."}
	if err := r.noticed("x", []module{{path: "example.com/new"}}); err == nil || !strings.Contains(err.Error(), "make generate") {
		t.Errorf("a module without a notice: %v", err)
	}
}

// installedFiles returns the files that a package must have, whatever its form.
func installedFiles(t *testing.T) []string {
	t.Helper()
	list := []string{"/usr/bin/rowlens", "/usr/share/man/man1/rowlens.1.gz", "/usr/share/bash-completion/completions/rowlens",
		"/usr/share/fish/vendor_completions.d/rowlens.fish"}
	for _, c := range commands(t) {
		list = append(list, "/usr/share/man/man1/rowlens-"+c+".1.gz")
	}
	return list
}

func TestDebianReadsTheDeb(t *testing.T) {
	deb := only(t, ".deb")
	list, err := exec.Command("dpkg-deb", "-c", deb).Output()
	if err != nil {
		t.Fatal(err)
	}
	docs := "/usr/share/doc/rowlens/"
	for _, file := range append(installedFiles(t), docs+"copyright", docs+"NOTICE", docs+"THIRD_PARTY", "/usr/share/zsh/vendor-completions/_rowlens") {
		if !strings.Contains(string(list), " ."+file+"\n") {
			t.Errorf("the deb lacks %s", file)
		}
	}
	for line := range strings.Lines(string(list)) {
		if !strings.Contains(line, " root/root ") {
			t.Errorf("not of root: %s", line)
		}
	}
	fields, err := exec.Command("dpkg-deb", "-f", deb, "Package", "Version", "Architecture", "Maintainer", "Homepage").Output()
	want := "Package: rowlens\nVersion: " + version.Version + "-1\nArchitecture: " + here.arch + "\nMaintainer: " + authors + "\nHomepage: " + site + "\n"
	if err != nil || string(fields) != want {
		t.Errorf("%v: %s", err, fields)
	}
}

// theRpm returns the rpm, which is open until the test ends.
func theRpm(t *testing.T) *rpmutils.Rpm {
	t.Helper()
	f, err := os.Open(only(t, ".rpm"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	rpm, err := rpmutils.ReadRpm(f)
	if err != nil {
		t.Fatal(err)
	}
	return rpm
}

func TestTheRpmHasItsFiles(t *testing.T) {
	rpm := theRpm(t)
	id, err := rpm.Header.GetNEVRA()
	if err != nil || id.Name != "rowlens" || id.Version != version.Version || id.Release != "1" {
		t.Errorf("%v: %+v", err, id)
	}
	files, err := rpm.Header.GetFiles()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name())
		if file.UserName() != "root" || int64(file.Mtime()) != epoch(t) {
			t.Errorf("%s is of %s, %d", file.Name(), file.UserName(), file.Mtime())
		}
	}
	licences := "/usr/share/licenses/rowlens/"
	for _, file := range append(installedFiles(t), licences+"LICENSE", licences+"NOTICE", licences+"THIRD_PARTY") {
		if !slices.Contains(names, file) {
			t.Errorf("the rpm lacks %s", file)
		}
	}
	if err := rpm.ExpandPayload(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// layoutOf unpacks the archive of the image.
func layoutOf(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for r := tar.NewReader(bytes.NewReader(readMade(t, filepath.Base(only(t, ".oci.tar"))))); ; {
		head, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if head.Typeflag == tar.TypeDir {
			continue
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, filepath.FromSlash(head.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestTheImageIsSound(t *testing.T) {
	folder := layoutOf(t)
	top, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(top); err != nil {
		t.Fatal(err)
	}
	names, err := top.IndexManifest()
	if err != nil || len(names.Manifests) != 1 || names.Manifests[0].Annotations[refName] != version.Version {
		t.Fatalf("%v: %+v", err, names)
	}
	index, err := top.ImageIndex(names.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	images, err := index.IndexManifest()
	if err != nil || len(images.Manifests) != 1 || images.Manifests[0].Platform.String() != "linux/"+here.arch {
		t.Fatalf("%v: %+v", err, images)
	}
	image, err := index.Image(images.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil || config.Config.User != nobody || config.Config.Entrypoint[0] != "/usr/bin/rowlens" ||
		config.Created.Unix() != epoch(t) || config.Architecture != here.arch ||
		config.Config.Labels["org.opencontainers.image.licenses"] != licence {
		t.Errorf("%v: %+v", err, config)
	}
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%v: %d layers", err, len(layers))
	}
	packed, err := layers[0].Compressed()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	var held []string
	for _, e := range unpacked(t, data) {
		held = append(held, e.name)
	}
	want := []string{"usr/bin/rowlens", "usr/share/licenses/rowlens/LICENSE", "usr/share/licenses/rowlens/NOTICE", "usr/share/licenses/rowlens/THIRD_PARTY"}
	if !slices.Equal(held, want) {
		t.Errorf("the image has %q", held)
	}
}

func TestTheFormulaHasTheHashOfTheArchive(t *testing.T) {
	before, _, _ := strings.Cut(string(readMade(t, "SHA256SUMS")), "  "+here.archive()+"\n")
	sum := before[max(0, len(before)-64):]
	text := string(readMade(t, "rowlens.rb"))
	for _, want := range []string{`sha256 "` + sum + `"`, "/releases/download/v" + version.Version + "/" + here.archive() + `"`, "on_linux do"} {
		if !strings.Contains(text, want) {
			t.Errorf("the formula lacks %s:\n%s", want, text)
		}
	}
	opened := strings.Count(text, " do\n") + strings.Count(text, "def ") + strings.Count(text, "class ")
	if closed := strings.Count(text, "end\n"); opened != closed {
		t.Errorf("%d blocks begin, and %d end:\n%s", opened, closed, text)
	}
}

// The page's folder is what the Makefile built, plus the licences.
func TestThePageIsWhole(t *testing.T) {
	folder := name("rowlens", "page")
	found := map[string]bool{}
	for _, e := range unpacked(t, readMade(t, folder+".tar.gz")) {
		found[strings.TrimPrefix(e.name, folder+"/")] = true
	}
	files, err := read("../../dist/web")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, file("LICENSE", nil), file("NOTICE", nil), file("THIRD_PARTY", nil)) {
		if !found[f.name] {
			t.Errorf("the page lacks %s", f.name)
		}
	}
	if text := readMade(t, folder+".html"); !bytes.Contains(text[:100], []byte("<!doctype html>")) {
		t.Errorf("%.100s", text)
	}
}

func TestTheConformanceArchiveSaysWhatIsInIt(t *testing.T) {
	folder := name("rowlens", "conformance")
	found := map[string][]byte{}
	for _, e := range unpacked(t, readMade(t, folder+".tar.gz")) {
		found[strings.TrimPrefix(e.name, folder+"/")] = e.data
	}
	var list map[string]string
	text, err := os.ReadFile("../../golden/manifest.json")
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	for file := range list {
		if found[file] == nil {
			t.Errorf("the archive lacks %s", file)
		}
	}
	if len(found) != len(list)+5 {
		t.Errorf("%d files, and %d in the manifest of golden", len(found), len(list))
	}
}

// Manual pages in packages are compressed.
func TestManualPagesAreRead(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("dpkg-deb", "-x", only(t, ".deb"), folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(filepath.Join(folder, "usr/share/man/man1/rowlens-decode.1.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || !bytes.Contains(text, []byte(".SH OPTIONS")) || !bytes.Contains(text, []byte("rowlens "+version.Version)) {
		t.Errorf("%v: %.300s", err, text)
	}
}
