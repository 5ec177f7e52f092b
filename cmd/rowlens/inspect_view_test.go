package main

import (
	"strings"
	"testing"
)

func TestATieNamesAllOthersInASentence(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"2c8000018f3c9be200"}, "\nA tie: Actionbase edge index value, Actionbase ordered value and HBase OrderedBytes 1 value fit with the same evidence;"},
		{[]string{"--format", "actionbase", "346100"}, "\nA tie: Actionbase ordered value fits with the same evidence;"},
	} {
		if got := rowlens(t, "", append([]string{"inspect"}, c.args...)...).want(t, 0).out; !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.args, got)
		}
	}
}

// A path given instead of bytes is read as text, with a note that says how to read the file.
func TestInspectSaysThatATextNamesAFileOrAFolder(t *testing.T) {
	for what, path := range map[string]string{"file": golden(scanFile), "folder": golden(".")} {
		r := rowlens(t, "", "inspect", path).want(t, exitFailed)
		if want := "there is also a " + what + " of that name, which -f " + path + " reads\n"; !strings.Contains(r.err, want) {
			t.Errorf("%s: %s", path, r.err)
		}
	}
}

// What nothing reads is not said to be near to the reading that happens to get farthest.
func TestInspectSaysThatNothingIsNear(t *testing.T) {
	for text, want := range map[string]string{
		`{"row":"d1a380f12c80000000000000642bdafe659d297d346974656d00","family":"66","qualifier":"65","value":"` +
			strings.Repeat("ff", 100) + `"}`: "\nThe nearest is ",
		"hello world this is no key":                 "Nothing is near. What gets farthest is ",
		`{"a":"hello"}`:                              "note: JSON is read by members called row, family, qualifier, visibility, value or key",
		`{"id":"2c8000018f3c9be200","name":"x"}`:     "with these parts: id. Give a row key",
		"022f8d92346974656d2032002ba95c6311297b2983": "\nThe nearest is Actionbase edge group row key: it reads 21 of 21 bytes",
	} {
		if got := rowlens(t, "", "inspect", text).want(t, exitFailed).out; !strings.Contains(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}
