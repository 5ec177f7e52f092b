package main

import (
	"os"
	"strings"
	"testing"
)

// That a report could not be written is itself reported, whatever its result would have been.
func TestEveryLostReportIsSaid(t *testing.T) {
	records := written(t, rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out)
	for _, args := range [][]string{
		{"verify", "--json", golden("../implexus/corrupt.dump.hex.txt")}, {"verify", golden("../implexus/corrupt.dump.hex.txt")},
		{"formats"}, {"inspect", "00"}, {"inspect", "--oneline", "ff"}, {"decode", golden(scanFile)}, {"decode", "--count", golden(scanFile)},
		{"decode", "--arrow", golden(scanFile)}, {"encode", records}, {"formats", "--json"}, {"version", "--licences"},
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := unstarted("", args...)
		cmd.Stdout = full
		var diag strings.Builder
		cmd.Stderr = &diag
		_ = cmd.Run() // its exit code is checked
		full.Close()
		if code := cmd.ProcessState.ExitCode(); code != exitUnreadable || !strings.Contains(diag.String(), "no space left") {
			t.Errorf("%v: exit code %d, %s", args, code, diag.String())
		}
	}
}
