package main

import (
	"strings"
	"testing"
)

func TestInspectPrintsALineARow(t *testing.T) {
	for text, want := range map[string]string{
		"00bd92fd346974656d2d31002ba95c6311297e2983": "actionbase edge-count  tableCode=693920529 direction=IN directedSource=item-1\n",
		"2c8000018f3c9be200ffee":                     "2 extra",
		"2c8000018f3c9be200":                         "a tie with ",
		"01bd92fd346974656d2d31002ba95c6311297e2983": "check does not match",
	} {
		r := rowlens(t, "", "inspect", "--oneline", text).want(t, 0)
		if strings.Count(r.out, "\n") != 1 || !strings.Contains(r.out, want) {
			t.Errorf("%s: %s", text, r.out)
		}
	}
	if r := rowlens(t, "", "inspect", "--oneline", "-f", golden(scanFile)).want(t, 0); strings.Count(r.out, "\n") != 106 {
		t.Errorf("%d lines", strings.Count(r.out, "\n"))
	}
	if r := rowlens(t, "", "inspect", "--oneline", "--row", "2", "-f", golden(scanFile)).want(t, 0); !strings.HasPrefix(r.out,
		"actionbase edge-group  ") || strings.Count(r.out, "\n") != 1 {
		t.Errorf("row 2: %s", r.out)
	}
	if r := rowlens(t, "", "inspect", "--oneline", "--format", "actionbase", "--record", "edge-count", "ff").want(t,
		exitFailed); !strings.HasPrefix(r.out, "unknown  nothing is near, farthest is actionbase edge-count, 0 of 1 byte:") {
		t.Errorf("unknown bytes: %s", r.out)
	}
	if r := rowlens(t, "", "inspect", "--oneline", "hello world this is no key").want(t,
		exitFailed); !strings.HasPrefix(r.out, "unknown  nothing is near, farthest is actionbase ") {
		t.Errorf("text: %s", r.out)
	}
	rowlens(t, "", "inspect", "--oneline", "--json", "00").want(t, exitUsage)
}

// A damaged row of a dump is of the format of the others on every face, though its key alone fits another.
func TestInspectReadsADamagedRowAsDecodeDoes(t *testing.T) {
	file := writeFile(t, `{"row":"00bd92fd346974656d2d31002ba95c6311297e2983","family":"66","qualifier":"65","value":"0000000000000003"}
{"row":"3832f4792c800000000000004d2ba95c6311297d346974656d203200","family":"66","qualifier":"65","value":"00000000000009c4"}
`)
	rowlens(t, "", "decode", file).want(t, exitFailed)
	for _, form := range []string{"--oneline", "--json", "--all"} {
		r := rowlens(t, "", "inspect", form, "--row", "2", "-f", file).want(t, exitFailed)
		if strings.Contains(r.out, "OrderedBytes") || strings.Contains(r.out, "hbase-orderedbytes") {
			t.Errorf("%s: %s", form, r.out)
		}
	}
}
