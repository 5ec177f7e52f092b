package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	mavenItem     = regexp.MustCompile(`(?s)<groupId>([^<]+)</groupId>\s*<artifactId>([^<]+)</artifactId>\s*<version>([^<]+)</version>`)
	mavenProperty = regexp.MustCompile(`<([a-z]+\.version)>([^<]+)</`)
)

// The versions named in the projects are those whose files are checked.
func TestWhatMavenRunsIsListed(t *testing.T) {
	list, err := os.ReadFile(filepath.Join(root(t), ".ci", "maven.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	var found int
	for _, name := range []string{"cshared/java/pom.xml", "cshared/java/wasm/pom.xml", "golden/bench/peers.xml", "golden/bench/jvm/pom.xml",
		"golden/bench/region-server.xml", "golden/bench/scans/pom.xml", "fuzz/oracle/jvm/pom.xml", "fuzz/oracle/rfiles/pom.xml"} {
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		versions := map[string]string{}
		for _, m := range mavenProperty.FindAllStringSubmatch(string(text), -1) {
			versions["${"+m[1]+"}"] = m[2]
		}
		for _, m := range mavenItem.FindAllStringSubmatch(string(text), -1) {
			group, artifact, version := m[1], m[2], m[3]
			if v, ok := versions[version]; ok {
				version = v
			}
			switch {
			case strings.Contains(group, "rowlens"), artifact == "maven-clean-plugin", artifact == "maven-install-plugin",
				artifact == "maven-deploy-plugin":
				continue // ours, or never run by a Makefile target
			}
			found++
			jar := "  " + strings.ReplaceAll(group, ".", "/") + "/" + artifact + "/" + version + "/" + artifact + "-" + version + ".jar\n"
			if !strings.Contains(string(list), jar) {
				t.Errorf("%s: .ci/maven.sha256 lacks%sinstead, renew it as .ci/maven says", name, jar)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d plugins and libraries in all projects", found)
	}
}

// mavenRuns runs .ci/maven with a cache of one listed file, and an mvn that does nothing.
func mavenRuns(t *testing.T, content string) error {
	t.Helper()
	dir := t.TempDir()
	sum := sha256.Sum256([]byte("sound"))
	script, err := os.ReadFile(filepath.Join(root(t), ".ci", "maven"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"maven": string(script), "mvn": "#!/bin/sh\n", "repo/a.jar": content,
		"maven.sha256": hex.EncodeToString(sum[:]) + "  a.jar\n" + hex.EncodeToString(sum[:]) + "  missing.jar\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(dir, "maven"))
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "MAVEN_REPO="+filepath.Join(dir, "repo"))
	return cmd.Run()
}

func TestAFileThatMavenDidNotUseBeforeIsRefused(t *testing.T) {
	if err := mavenRuns(t, "sound"); err != nil {
		t.Errorf("a listed file is refused: %v", err)
	}
	if mavenRuns(t, "changed") == nil {
		t.Error("a changed file is taken")
	}
}
