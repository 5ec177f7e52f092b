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
