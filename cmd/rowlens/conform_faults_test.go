package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	corpus "github.com/rowlens/rowlens/golden"
	"github.com/rowlens/rowlens/golden/conform"
)

// checksOf returns the checks of a format, and the lines of its vectors.
func checksOf(t *testing.T, format string) (checks []conform.Check, vectors []byte) {
	t.Helper()
	list, err := corpus.Files.ReadDir("vectors")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		text, err := corpus.Lines("vectors/" + one.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range text {
			of, err := conform.ChecksOf(line)
			if err != nil {
				t.Fatal(err)
			}
			if len(of) > 0 && of[0].Vector.Format == format {
				checks, vectors = append(checks, of...), append(append(vectors, line...), '\n')
			}
		}
	}
	return checks, vectors
}

// fault makes a right answer to a check wrong, and returns what the report must say about it. It does nothing if the
// vector allows more than one answer, or nothing in the answer can be wrong.
func fault(c *conform.Check, answer map[string]any) (why string) {
	v := c.Vector
	more := bytes.Contains(slices.Concat(v.Fields, v.Bytes, v.Result), []byte(`"$`))
	object := func(member string) map[string]any { m, _ := answer[member].(map[string]any); return m }
	switch {
	case v.OrRefuse || more:
	case v.Refused != nil:
		delete(answer, "error")
		answer["fields"] = map[string]any{}
		return "accepted, but must be refused"
	case c.Op == "decode" && object("fields") != nil:
		object("fields")["planted"] = 1
		return "planted"
	case c.Op == "derive" && object("result") != nil:
		object("result")["planted"] = 1
		return "planted"
	case c.Op == "encode":
		for part, text := range v.Parts() {
			if text != "" {
				object("bytes")[part] = text[:len(text)-2]
				return "bytes." + part
			}
		}
	}
	return ""
}

// asked returns what a check is about: an operation, or that something is refused.
func asked(c *conform.Check) string {
	if c.Vector.Refused != nil {
		return "refuse"
	}
	return c.Op
}

// faulty writes the answers of rowlens to a file, with faults in the first answer for each operation on each record
// kind, and in the first refusal. It returns, by check, what the report must say.
func faulty(t *testing.T, checks []conform.Check, file string) map[string]string {
	t.Helper()
	var requests bytes.Buffer
	for i := range checks {
		requests.Write(append(checks[i].Request, '\n'))
	}
	planted, seen := map[string]string{}, map[string]bool{}
	answers := lines(rowlens(t, requests.String(), "batch").want(t, 0).out)
	for i, line := range answers {
		c := &checks[i]
		kind := c.Vector.Record + "/" + c.Op + "/" + asked(c)
		if seen[kind] {
			continue
		}
		var answer map[string]any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		why := fault(c, answer)
		if why == "" {
			continue
		}
		wrong, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		answers[i], planted[c.ID], seen[kind] = string(wrong), why, true
	}
	if err := os.WriteFile(file, []byte(strings.Join(answers, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return planted
}

// Each format of the codec has vectors, and faults in a testee are found: every fault is reported, in each form of the report, and
// nothing else.
func TestEveryPlantedFaultIsNamed(t *testing.T) {
	for _, f := range codec.Formats() {
		t.Run(f.ID, func(t *testing.T) {
			dir := t.TempDir()
			answers, file, report := filepath.Join(dir, "answers"), filepath.Join(dir, "vectors.jsonl"), filepath.Join(dir, "report.xml")
			checks, vectors := checksOf(t, f.ID)
			if err := os.WriteFile(file, vectors, 0o644); err != nil {
				t.Fatal(err)
			}
			planted := faulty(t, checks, answers)
			about := map[string]bool{"decode": false, "encode": false}
			for i := range checks {
				_, there := planted[checks[i].ID]
				about[asked(&checks[i])] = about[asked(&checks[i])] || there || checks[i].Op == "define"
			}
			for what, there := range about {
				if !there {
					t.Errorf("no fault was planted in what the vectors %s", what)
				}
			}
			testee := []string{"--", "sh", "-c", `cat >/dev/null; cat "$0"`, answers}
			shown := rowlens(t, "", append([]string{"conform", "--failures", "10000", file}, testee...)...).want(t, exitDifferences).out
			if want := fmt.Sprintf("\n%d passed, %d failed, 0 unsupported\n", len(checks)-len(planted), len(planted)); !strings.HasSuffix(shown, want) {
				t.Errorf("the report does not end in %q:\n%s", want, short(shown))
			}
			listed := rowlens(t, "", append([]string{"conform", "--json", "--junit", report, file}, testee...)...).want(t, exitDifferences).out
			named := map[string]string{}
			for _, one := range junitIn(t, report).Cases {
				if one.Failure != nil {
					named[one.Name] = one.Failure.Message
				}
			}
			if len(named) != len(planted) || strings.Count(listed, `"verdict":"failed"`) != len(planted) {
				t.Errorf("%d failures in the XML, %d in the JSON, for %d faults", len(named), strings.Count(listed, `"verdict":"failed"`), len(planted))
			}
			for id, why := range planted {
				if !strings.Contains(named[id], why) {
					t.Errorf("the XML says %q of %s, planted was %q", named[id], id, why)
				}
				if want := "\n" + id + ": " + named[id] + "\n"; !strings.Contains("\n"+shown, want) {
					t.Errorf("the report has no line %q", want)
				}
				said, err := json.Marshal(named[id])
				if err != nil {
					t.Fatal(err)
				}
				if want := `{"id":"` + id + `","verdict":"failed","why":` + string(said) + "}\n"; !strings.Contains(listed, want) {
					t.Errorf("the JSON has no line %s", want)
				}
			}
		})
	}
}
