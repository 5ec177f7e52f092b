package main

import (
	"strings"
	"testing"
)

func TestDecodeWritesOnlyWhatTheExpressionTakes(t *testing.T) {
	all := rowlens(t, "", "decode", "--model", golden(modelFile), golden(scanFile)).want(t, 0).out
	got := rowlens(t, "", "decode", "--model", golden(modelFile), "--where", "record = edge index and table = social.user_likes and target = 77", golden(scanFile)).want(t, 0).out
	want := ""
	for line := range strings.Lines(all) {
		if strings.Contains(line, `"record":"edge-index"`) && strings.Contains(line, `"table":"social.user_likes"`) && strings.Contains(line, `"directedTarget":{"type":"long","value":"77"}`) {
			want += line
		}
	}
	if got != want || want == "" {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, form := range []string{"--csv", "--cbor"} {
		if out := rowlens(t, "", "decode", form, "--where", "record=edge-lock", golden(scanFile)).want(t, 0).out; len(out) > 1000 || !strings.Contains(out, "edge-lock") {
			t.Errorf("%s: %d bytes", form, len(out))
		}
	}
	if r := rowlens(t, "", "decode", "--where", "source>", golden(scanFile)).want(t, 2); !strings.Contains(r.err, "--where: expected a value behind >, found the end") {
		t.Errorf("a wrong expression: %s", r.err)
	}
}
