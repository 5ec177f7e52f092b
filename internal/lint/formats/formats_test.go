package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestFormatsAreFoundByTheirVariable(t *testing.T) {
	module := fstest.MapFS{
		"codec/span/span.go":       {Data: []byte("package span\n\nvar Other = 1\n")},
		"codec/one/format.go":      {Data: []byte("package one\n\nvar Format = 1\n")},
		"codec/one/one_test.go":    {Data: []byte("package one\n\nvar Format = 1\n")},
		"codec/one/two/format.go":  {Data: []byte("package two\n\nvar (\n\tFormat = 1\n)\n")},
		"codec/three/three.go":     {Data: []byte("package three\n\nfunc Format() {}\n")},
		"codec/one/testdata/x.txt": {Data: []byte("var Format")},
	}
	got, err := find(module)
	if err != nil {
		t.Fatal(err)
	}
	if want := "codec/one codec/one/two"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	text := list(got)
	for _, want := range []string{`onetwo "github.com/rowlens/rowlens/codec/one/two"`, "&one.Format,", "&onetwo.Format,"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
