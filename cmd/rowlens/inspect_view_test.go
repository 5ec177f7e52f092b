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
