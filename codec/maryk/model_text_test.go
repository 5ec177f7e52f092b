package maryk_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
)

func TestStoredModelsAreToldInText(t *testing.T) {
	for _, d := range linked(t).Stored {
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

func TestNamesInTextCannotActOnATerminal(t *testing.T) {
	d, err := maryk.ReadStored(append(property(1, "x", typeString), meta("\x1b[2Jevil")...), nil)
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
