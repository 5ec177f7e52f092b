package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/lint"
)

const twoFormats = `package all

import (
	"github.com/rowlens/rowlens/codec/alpha"
	"github.com/rowlens/rowlens/codec/beta"
	"github.com/rowlens/rowlens/codec/format"
)

var Formats = []*format.Format{
	&alpha.Format,
	&beta.Format,
}
`

func TestPartsAreWhereTheyAreLookedFor(t *testing.T) {
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	for i := range codecs {
		p := &codecs[i]
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.file)))
		if err != nil {
			t.Fatal(err)
		}
		edited, ok := p.apply(string(source))
		if !ok {
			t.Errorf("%s: no edit leaves %s out: instead, name what calls it now", p.file, p.title)
		}
		if p.file == xxh3File && strings.Contains(edited, "xxh3.") {
			t.Errorf("%s still calls xxh3:\n%s", p.file, edited)
		}
	}
	kinds, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(kindList)))
	if err != nil {
		t.Fatal(err)
	}
	if got := formats(string(kinds)); len(got) < 4 {
		t.Errorf("%s names %q", kindList, got)
	}
}

func TestOneFormatIsLeftOut(t *testing.T) {
	if got := strings.Join(formats(twoFormats), " "); got != "alpha beta" {
		t.Errorf("formats: got %q, want %q", got, "alpha beta")
	}
	got := without(twoFormats, "alpha")
	if strings.Contains(got, "alpha") || !strings.Contains(got, "&beta.Format") || !strings.Contains(got, "codec/format") {
		t.Errorf("without alpha:\n%s", got)
	}
}
