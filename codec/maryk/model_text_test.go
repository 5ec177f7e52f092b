package maryk_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func TestStoredModelsAreToldInText(t *testing.T) {
	for _, d := range marykfixture.Linked(t).Stored {
		got := string(d.AppendText(nil))
		switch d.Model.Name {
		case "Log":
			const want = `Log 1.0, key of 11 bytes: Reversed(timestamp) 0–8, severity 9–10
  index severity  0a11
    1 message    String
    2 severity   enum Severity, final, default INFO
    3 timestamp  DateTime MILLIS, final

enum Severity: 1 INFO, 2 DEBUG, 3 ERROR
`
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		case "Zoo":
			for _, part := range []string{
				"index Split(NormalizeV2(name), WordBoundary)  18130a1902\n", "32767 last        List of String, optional\n",
				"dict        Map of String to embedded Address, optional", "\ntypes Thing\n  1 Text  String\n", "\nvalue Money\n",
			} {
				if !strings.Contains(got, part) {
					t.Errorf("%q is not in\n%s", part, got)
				}
			}
		}
		if strings.Contains(got, "unknown") {
			t.Errorf("something is not known in\n%s", got)
		}
	}
}

// YAML has a line for everything in a stored model, and quotes texts that YAML would take for
// something else.
func TestStoredModelsAreToldInYAML(t *testing.T) {
	for _, d := range marykfixture.Linked(t).Stored {
		got := string(d.AppendYAML(nil))
		for _, p := range d.Model.Properties {
			name := p.Name
			if name == "on" { // a word of YAML's own
				name = `"on"`
			}
			if !strings.Contains(got, "? "+strconv.FormatUint(uint64(p.Index), 10)+": "+name+"\n: !"+p.Def.Type.String()+"\n") &&
				p.Alternatives == nil {
				t.Errorf("%s lacks property %s:\n%s", d.Model.Name, p.Name, got)
			}
		}
		if d.Model.Name == "Zoo" && !strings.Contains(got, "\n# an index that is not written: Split(NormalizeV2(name), WordBoundary)\n") {
			t.Errorf("the split index of Zoo is not there:\n%s", got)
		}
		if d.Model.Name == "Log" && !strings.Contains(got, "\n  default: INFO(1)\n") {
			t.Errorf("the default of Log is not there:\n%s", got)
		}
	}
	for text, want := range map[string]string{"true": `"true"`, "a: b": `"a: b"`, "1.0": `"1.0"`, "\x1b[2J": `"\u001b[2J"`,
		"#": `"#"`, "Ok_1": "Ok_1"} {
		d, err := maryk.ReadStored(append(marykfixture.Property(1, "x", marykfixture.TypeString), marykfixture.Meta(text)...), nil)
		if err == nil {
			_, err = maryk.NewSchema(d)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(string(d.AppendYAML(nil)), "\n"); got != "name: "+want {
			t.Errorf("%q is written %s", text, got)
		}
	}
}

func TestNamesInTextCannotActOnATerminal(t *testing.T) {
	d, err := maryk.ReadStored(append(marykfixture.Property(1, "x", marykfixture.TypeString), marykfixture.Meta("\x1b[2Jevil")...), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := maryk.NewSchema(d); err != nil {
		t.Fatal(err)
	}
	if got := string(d.AppendText(nil)); strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}
