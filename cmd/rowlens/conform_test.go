package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corpus "github.com/rowlens/rowlens/golden"
)

// vectorFiles writes the vectors of all formats as plain files.
func vectorFiles(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	list, err := corpus.Files.ReadDir("vectors")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, one := range list {
		files = append(files, writeVectors(t, dir, one.Name()))
	}
	return files
}

func writeVectors(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := corpus.Lines("vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(dir, strings.TrimSuffix(name, ".gz"))
	if err := os.WriteFile(plain, append(bytes.Join(text, []byte("\n")), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestRowlensConforms(t *testing.T) {
	files := vectorFiles(t)
	own := rowlens(t, "", append([]string{"conform"}, files...)...).want(t, 0).out
	asked := rowlens(t, "", append(append([]string{"conform"}, files...), "--", program, "batch")...).want(t, 0).out
	if own != asked || !strings.Contains(own, " passed, 0 failed, 0 unsupported\n") {
		t.Errorf("rowlens itself:\n%s\nas a testee:\n%s", short(own), short(asked))
	}
}

func TestConformTellsWhatIsWrongWithATestee(t *testing.T) {
	file := writeVectors(t, t.TempDir(), "implexus.jsonl.gz")
	only := []string{"conform", "--only", "implexus/key", file, "--"}
	for _, c := range []struct {
		testee string
		code   int
		want   string
	}{
		{"cat >/dev/null", exitDifferences, "no answer"},
		{`cat >/dev/null; exit 7`, exitDifferences, "the testee ended with exit status 7"},
		{`echo hello; "` + program + `" batch`, exitDifferences, "a line answers no request: hello"},
		{`"` + program + `" batch | tee /dev/stderr 2>&1`, exitDifferences, "answered twice: implexus.key."},
		{`sed 's/"op".*/"unsupported":true}/'`, exitDifferences, "0 passed, 0 failed, "},
		{`yes`, exitDifferences, "100 lines answer no request; the testee was stopped\nimplexus.key."},
		{`head -c 20000000 /dev/zero`, exitDifferences, "a line is longer than 16 MiB; the testee was stopped"},
	} {
		r := rowlens(t, "", append(only, "bash", "-c", c.testee)...)
		if r.want(t, c.code); !strings.Contains(r.out, c.want) {
			t.Errorf("%s: expected %q in\n%s%s", c.testee, c.want, short(r.out), r.err)
		}
	}
	r := rowlens(t, "", append([]string{"conform", "--allow-unsupported", "--only", "implexus/key", file, "--"}, "bash", "-c", `sed 's/"op".*/"unsupported":true}/'`)...)
	r.want(t, 0)
	r = rowlens(t, "", "conform", "--json", "--only", "implexus/key", file, "--", "bash", "-c", "exit 7").want(t, exitDifferences)
	if !strings.Contains(r.out, `"verdict":"failed","why":"the testee ended with exit status 7"}`) {
		t.Errorf("trouble as JSON: %s", short(r.out))
	}
	// Also if not the testee itself hangs, but a program that it started.
	for _, slow := range []string{"exec sleep 60", "sleep 60; true", "sleep 60 & wait"} {
		start := time.Now()
		r := rowlens(t, "", "conform", "--timeout", "200ms", file, "--", "sh", "-c", slow).want(t, exitDifferences)
		if first, _, _ := strings.Cut(r.out, "\n"); first != file+": the testee was stopped after 200ms" || time.Since(start) > 30*time.Second {
			t.Errorf("%s, after %s: %s", slow, time.Since(start), short(r.out))
		}
	}
	rowlens(t, "", "conform", file, "--", filepath.Join(t.TempDir(), "nothing")).want(t, exitUnreadable)
	for _, gone := range []string{"gone.jsonl", "gone.tar.gz", "gone"} {
		if r := rowlens(t, "", "conform", gone, "--", "cat").want(t, exitUnreadable); !strings.HasSuffix(r.err, gone+": there is no such file\n") {
			t.Errorf("%s: %s", gone, r.err)
		}
	}
	rowlens(t, "", "conform", "--only", "implexus/nothing", file).want(t, exitUsage)
	rowlens(t, "", "conform", "--timeout", "0s", file, "--", "cat").want(t, exitUsage)
	// As with an unset variable: passing would be a false all-clear.
	rowlens(t, "", "conform", file, "--").want(t, exitUsage)
	rowlens(t, "", "conform", file, "--", "").want(t, exitUsage)
	rowlens(t, "", "conform").want(t, exitUsage)
	for text, why := range map[string]string{"hello": "invalid character 'h'", "[]": "it is JSON, but of the kind array", `{"id":7}`: "id is of the kind number"} {
		if r := rowlens(t, text+"\n", "conform", "-").want(t, exitUnreadable); !strings.Contains(r.err, "-, line 1: not a vector: "+why) {
			t.Errorf("%s: %s", text, r.err)
		}
	}
}

// junitIn reads a file written by --junit the way a build server does.
func junitIn(t *testing.T, file string) (suite struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Cases    []struct {
		Name    string `xml:"name,attr"`
		Failure *struct {
			Message string `xml:"message,attr"`
		} `xml:"failure"`
	} `xml:"testcase"`
}) {
	t.Helper()
	if err := xml.Unmarshal([]byte(readFile(t, file)), &suite); err != nil {
		t.Fatal(err)
	}
	return suite
}

func TestConformWritesWhatBuildServersRead(t *testing.T) {
	dir := t.TempDir()
	file := writeVectors(t, dir, "implexus.jsonl.gz")
	known := filepath.Join(dir, "known.json")
	report := filepath.Join(dir, "report.xml")
	first := "implexus.element.0001/decode"
	if err := os.WriteFile(known, []byte(`[{"id":"`+first+`","why":"to see it"}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	rowlens(t, "", "conform", "--known", known, "--junit", report, file).want(t, exitDifferences)
	suite := junitIn(t, report)
	if suite.Failures != 1 || suite.Tests != len(suite.Cases) || suite.Tests < 2000 {
		t.Errorf("%d tests, %d failures, %d cases", suite.Tests, suite.Failures, len(suite.Cases))
	}
	for _, one := range suite.Cases {
		if (one.Failure != nil) != (one.Name == first) {
			t.Errorf("%s: %+v", one.Name, one.Failure)
		}
	}
	rowlens(t, "", "conform", "--junit", report, file).want(t, exitUsage)
	rowlens(t, "", "conform", "--junit", report, "--force", file).want(t, 0)
	accepted := rowlens(t, "", "conform", "--json", "--known", known, file, "--", "bash", "-c",
		`"`+program+`" batch | sed '/element.0001/s/"fields":{/"fields":{"planted":1,/'`).want(t, 0).out
	if want := `{"id":"` + first + `","verdict":"passed","known":"to see it"}`; !strings.Contains(accepted, want+"\n") {
		t.Errorf("expected %s in %s", want, short(accepted))
	}
}
