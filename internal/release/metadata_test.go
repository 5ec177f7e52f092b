package main

import (
	"encoding/xml"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/sassoftware/go-rpmutils"

	"github.com/rowlens/rowlens/internal/version"
)

// pom is the part of a project file that Maven Central requires.
type pom struct {
	GroupID     string `xml:"groupId"`
	ArtifactID  string `xml:"artifactId"`
	Version     string `xml:"version"`
	Packaging   string `xml:"packaging"`
	Name        string `xml:"name"`
	Description string `xml:"description"`
	URL         string `xml:"url"`
	Licences    []struct {
		Name string `xml:"name"`
		URL  string `xml:"url"`
	} `xml:"licenses>license"`
	Developers []struct {
		Name string `xml:"name"`
		URL  string `xml:"url"`
	} `xml:"developers>developer"`
	SCM struct {
		URL                 string `xml:"url"`
		Connection          string `xml:"connection"`
		DeveloperConnection string `xml:"developerConnection"`
		Tag                 string `xml:"tag"`
	} `xml:"scm"`
	Dependencies []struct {
		Version string `xml:"version"`
	} `xml:"dependencies>dependency"`
	Plugins []struct {
		ArtifactID string `xml:"artifactId"`
		Version    string `xml:"version"`
	} `xml:"build>plugins>plugin"`
	Repositories []struct{} `xml:"repositories>repository"`
}

// Maven Central rejects a project without any of these, and a version that may change.
func TestTheProjectFilesKeepTheRulesOfMavenCentral(t *testing.T) {
	for artefact, file := range map[string]string{"rowlens": "pom.xml", "rowlens-wasm": "wasm/pom.xml"} {
		t.Run(artefact, func(t *testing.T) { keepsTheRules(t, "../../cshared/java/"+file, artefact) })
	}
}

func keepsTheRules(t *testing.T, file, artefact string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p pom
	if err := xml.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Licences) != 1 || len(p.Developers) != 1 {
		t.Fatalf("licences %+v, developers %+v: want one each", p.Licences, p.Developers)
	}
	for what, pair := range map[string][2]string{
		"group": {p.GroupID, "io.github.rowlens"}, "artifact": {p.ArtifactID, artefact}, "version": {p.Version, version.Version},
		"packaging": {p.Packaging, "jar"}, "name": {p.Name, artefact}, "address": {p.URL, site},
		"licence": {p.Licences[0].Name, licence}, "text of the licence": {p.Licences[0].URL, "https://www.apache.org/licenses/LICENSE-2.0.txt"},
		"developer": {p.Developers[0].Name, authors}, "developer's address": {p.Developers[0].URL, site},
		"sources": {p.SCM.URL, site}, "clone": {p.SCM.Connection, "scm:git:" + site + ".git"},
		"developers' clone": {p.SCM.DeveloperConnection, "scm:git:" + site + ".git"}, "tag": {p.SCM.Tag, tag},
	} {
		if pair[0] != pair[1] {
			t.Errorf("the %s is %q, want %q", what, pair[0], pair[1])
		}
	}
	if len(p.Description) < 40 || len(p.Repositories) > 0 {
		t.Errorf("the description %q; %d repositories", p.Description, len(p.Repositories))
	}
	built := map[string]bool{}
	for _, plugin := range p.Plugins {
		built[plugin.ArtifactID] = plugin.Version != "" && !strings.Contains(plugin.Version, "SNAPSHOT")
	}
	for _, needed := range []string{"maven-jar-plugin", "maven-source-plugin", "maven-javadoc-plugin"} {
		if !built[needed] {
			t.Errorf("%s is not there, or has no version", needed)
		}
	}
	for _, d := range p.Dependencies {
		if d.Version == "" || strings.ContainsAny(d.Version, "[(,") || strings.Contains(d.Version, "SNAPSHOT") {
			t.Errorf("a dependency has the version %q", d.Version)
		}
	}
}

var (
	scriptOfNpm = regexp.MustCompile(`"(pre|post)?(install|prepare|uninstall)(Only)?"\s*:`)
	escalates   = regexp.MustCompile(`\bsudo\b|\bapt-get\b|\bsu -|--unsafe-perm|--break-system-packages`)
)

// Installing runs none of our code, except that Rust's build script starts pkg-config.
func TestInstallingRunsNoScript(t *testing.T) {
	text, err := os.ReadFile("../../web/npm/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if found := scriptOfNpm.Find(text); found != nil {
		t.Errorf("package.json has %s", found)
	}
	control, err := exec.Command("dpkg-deb", "--ctrl-tarfile", only(t, ".deb")).Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filesOfTar(strings.NewReader(string(control)))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, f := range files {
		switch strings.TrimPrefix(f.name, "./") {
		case "", "control", "md5sums", "conffiles":
		default:
			t.Errorf("the deb runs or has %s", f.name)
		}
	}
	rpm := theRpm(t)
	for _, script := range []int{rpmutils.PREIN, rpmutils.POSTIN, rpmutils.PREUN, rpmutils.POSTUN} {
		if rpm.Header.HasTag(script) {
			t.Errorf("the rpm has the script of tag %d", script)
		}
	}
}

// Only .ci/install becomes root, and only for make test. Nothing else that builds, releases or tests asks for root.
func TestBuildsNeverEscalate(t *testing.T) {
	for _, file := range []string{"Makefile", "cshared/Makefile", ".ci/maven", ".ci/tag", ".ci/audit", ".ci/run", "cshared/java/run", "cshared/rust/run",
		"cshared/python/tests/run", "web/npm/pack.mjs", ".github/workflows/release.yml"} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if found := escalates.Find(text); found != nil {
			t.Errorf("%s has %s", file, found)
		}
	}
}
